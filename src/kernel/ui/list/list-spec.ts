import type { ComponentType, ReactNode } from 'react';
import type { Access } from '#kernel/contract/access.ts';
import type { Endpoint, Input, WireRow } from '#kernel/contract/endpoint.ts';
import type { Column } from './columns/column.ts';
import type { Filter } from './filters.ts';
import type { RowAction } from './rows/row-action.ts';

/** A row as a card on a phone: who, how much, what is next. */
export interface CardWords {
  who: string;
  much?: string;
  /** The figure that ranks, as a chip under the amount. */
  mark?: ReactNode;
  /** Full amount of an abbreviated one. */
  muchInFull?: string;
  next?: ReactNode;
  more?: ReactNode;
}

/** All matching rows, by the list's input, and the total shown to the user. */
export interface Matching {
  filter: Readonly<Record<string, unknown>>;
  count: number;
}
/** Props of a selection action; with `matching` it covers all matches instead of `ids`. */
export interface BarProps {
  ids: ReadonlySet<number>;
  clear: () => void;
  matching?: Matching;
}

/** Declaration of a list screen; the kit provides search, paging, URL, filters, states and both layouts. */
export interface ListSpec<E extends Endpoint> {
  source: E;
  title: string;
  /** Empty state: what this list is and its one action. */
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
  /** Enables selection; false disables a row's box. */
  selectable?: (row: WireRow<E>) => boolean;
  bar?: ComponentType<BarProps>;
  /** The bar's acts understand what narrows the list as well as rows: all that match may be selected. */
  takesMatching?: boolean;
  expand?: (row: WireRow<E>) => ReactNode;
  card?: (row: WireRow<E>) => CardWords;
  /** Detail pane of the selected row, on wide screens. */
  beside?: ComponentType<{ row: WireRow<E>; onClose: () => void }>;
  /** Buttons next to the title: add, upload. */
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

/** Spec for rendering, with resolved actions. */
export type DrawnSpec = Omit<ListSpec<never>, 'actions' | 'source'> & {
  source: Endpoint;
  actions?: readonly RowAction<never>[];
};
