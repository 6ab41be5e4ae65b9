import type { ComponentType, ReactNode } from 'react';
import type { Access } from '#kernel/contract/access.ts';
import type { Endpoint, Input, WireRow } from '#kernel/contract/endpoint.ts';
import type { Column } from './column.ts';
import type { Filter } from './filters.ts';
import type { RowAction } from './rows/row-action.ts';

/** A row as a card on a phone: who, how much, what is next. */
export interface CardWords {
  who: string;
  much?: string;
  /** The figure that ranks, as a chip under the amount. */
  mark?: ReactNode;
  /** The full amount behind a short one. */
  muchInFull?: string;
  next?: ReactNode;
  more?: ReactNode;
}

/** All rows that match, as the list was asked for them, and how many the person was shown. */
export interface Matching {
  filter: Readonly<Record<string, unknown>>;
  count: number;
}
/** What acts on a selection is told; with `matching` it is about all of those, not about `ids`. */
export interface BarProps {
  ids: ReadonlySet<number>;
  clear: () => void;
  matching?: Matching;
}

/** A list screen in words; the kit owns search, paging, address, filters, states and both layouts. */
export interface ListSpec<E extends Endpoint> {
  source: E;
  title: string;
  /** What this list is and the one thing that fills it. */
  empty: string;
  columns: readonly Column<WireRow<E>>[];
  filters?: readonly Filter[];
  /** Always sent with the list. */
  fixed?: Partial<Input<E>>;
  /** Shows the Active / Inactive toggle. */
  active?: boolean;
  /** Where a row leads. */
  href?: (row: WireRow<E>) => string | undefined;
  /** A hook where they depend on what is read. */
  actions?: readonly RowAction<WireRow<E>>[] | (() => readonly RowAction<WireRow<E>>[]);
  /** Turns selection on; false disables a row's box. */
  selectable?: (row: WireRow<E>) => boolean;
  bar?: ComponentType<BarProps>;
  /** The bar's acts understand what narrows the list as well as rows: all that match may be selected. */
  takesMatching?: boolean;
  expand?: (row: WireRow<E>) => ReactNode;
  card?: (row: WireRow<E>) => CardWords;
  /** Detail pane of the selected row, on wide screens. */
  beside?: ComponentType<{ row: WireRow<E>; onClose: () => void }>;
  /** What stands beside the title: add, upload. */
  tools?: ComponentType;
  /** The one action that fills an empty list. */
  fill?: ComponentType;
  export?: { can: Access; run: (input: Input<E>) => Promise<void> };
  /** The footer, by column. */
  totals?: (summary: unknown) => Readonly<Record<string, string>>;
  /** Tabs or chips above the list. */
  above?: ComponentType;
}

export type ListRow = { id: number };

/** A spec as it is drawn: its actions are known. */
export type DrawnSpec = Omit<ListSpec<never>, 'actions' | 'source'> & {
  source: Endpoint;
  actions?: readonly RowAction<never>[];
};
