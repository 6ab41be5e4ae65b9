import type { WireRow } from '#contract/kernel/endpoint.ts';
import type { Master } from '#contract/kernel/master.ts';
import type { Column } from './column.ts';
import type { Field } from './fields.ts';
import type { Filter } from './filters.ts';

/** The words a master says: its title, one of it, and the toasts the specification fixes. */
export interface MasterWords {
  title: string;
  one: string;
  empty: string;
  created: string;
  updated: string;
  failed: string;
}
export type AnyMaster = Pick<Master, 'list' | 'one' | 'create' | 'edit'>;
export interface MasterSpec<M extends AnyMaster> {
  source: M;
  columns: readonly Column<WireRow<M['list']>>[];
  fields: readonly Field[];
  filters?: readonly Filter[];
  says: MasterWords;
}
