/** Which rows of a list are drawn: all of a short one, those in sight of a long one. */
import { type ComponentType, type ReactNode, type RefCallback, type RefObject, Suspense, lazy } from 'react';
import type { ListRow } from './list-spec.ts';

/** Where a row stands, when it does not simply follow the one before. */
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
  /** Told how high all rows are together. */
  onHeight?(pixels: number): void;
}

const most = 60;
/** True when all rows are drawn one after the other: finding out which are in sight is not worth its bytes. */
export const isShort = (rows: readonly ListRow[], canGrow = false): boolean =>
  rows.length <= most && !canGrow;

const load = () => import('./virtual-rows.tsx');
const LateRows = lazy(async () => ({ default: (await load()).VirtualRows }));
const LateCards = lazy(async () => ({ default: (await load()).VirtualCards }));
let Cards: ComponentType<RowsProps> = LateCards;

/** For screens whose lists are long: on phones their rows are drawn with the rest, not after it. */
export async function bringLongRows(): Promise<void> {
  Cards = (await load()).VirtualCards;
}

export function Rows({ scrolls, ...props }: RowsProps & { scrolls: 'box' | 'page' }) {
  const { rows, draw, canGrow } = props;
  if (isShort(rows, canGrow)) return rows.map((_, i) => draw(i));
  const Virtual = scrolls === 'box' ? LateRows : Cards;
  // Rows shown meanwhile would be drawn anew in a moment, under somebody's finger.
  return (
    <Suspense fallback={null}>
      <Virtual {...props} />
    </Suspense>
  );
}
