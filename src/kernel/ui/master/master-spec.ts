import type { ComponentType, ReactNode } from 'react';
import type { Actor } from '#kernel/contract/access.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import type { MasterCore } from '#kernel/contract/master.ts';
import type { BeforeOff } from '../form/before-off.tsx';
import type { Column } from '../list/column.ts';
import type { Field } from '../form/fields.ts';
import type { Filter } from '../list/filters.ts';
import type { ListSpec } from '../list/list-spec.ts';

/** The words a master says: its title, one of it, and the toasts the specification fixes. */
interface MasterWords {
  title: string;
  one: string;
  empty: string;
  /** May depend on what was saved. */
  created: string | ((saved: Readonly<Record<string, unknown>>) => string);
  updated: string | ((saved: Readonly<Record<string, unknown>>) => string);
  /** Left out where the server's own words are to be shown. */
  failed?: string;
}
export type AnyMaster = MasterCore;
export interface MasterSpec<M extends AnyMaster> extends Pick<
  ListSpec<M['list']>,
  'actions' | 'card' | 'expand' | 'export' | 'fixed'
> {
  source: M;
  columns: readonly Column<WireRow<M['list']>>[];
  /** A hook where they depend on what is read. */
  fields: readonly Field[] | (() => readonly Field[]);
  filters?: readonly Filter[];
  says: MasterWords;
  /** Rows this person may not edit show no edit button; the server refuses all the same. */
  mayEdit?: (row: WireRow<M['list']>, actor: Actor) => boolean;
  /** Beside the Add button. */
  tools?: ComponentType;
  /** Asked before a row that is active is saved as one that is not. */
  beforeOff?: BeforeOff;
  /** Over the form of a row that exists. */
  above?: (row: WireRow<M['one']>) => ReactNode;
}
