/** Props of a list's row renderer, with each row's position. */
import type { ReactNode, RefCallback, RefObject } from 'react';
import type { ListRow } from '../list-spec.ts';

/** Position of a row, when virtual. */
export interface Place {
  /** Pixels from the first row's top. */
  start: number;
  ref?: RefCallback<HTMLElement>;
}
export interface RowsProps {
  rows: readonly ListRow[];
  draw(index: number, place?: Place): ReactNode;
  /** Pixels of a row, about. */
  height: number;
  /** The box that scrolls, or the list on a page that does. */
  within: RefObject<HTMLElement | null>;
  canGrow?: boolean;
  /** Called with the total height of all rows. */
  onHeight?(pixels: number): void;
}
