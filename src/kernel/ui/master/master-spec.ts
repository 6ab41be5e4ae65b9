import type { ComponentType, ReactNode } from 'react';
import type { Actor } from '#kernel/contract/access.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import type { MasterCore } from '#kernel/contract/master.ts';
import type { BeforeOff } from '../form/before-off.tsx';
import type { Column } from '../list/columns/column.ts';
import type { Field } from '../form/fields.ts';
import type { Filter } from '../list/filters.ts';
import type { ListSpec } from '../list/list-spec.ts';

/** Texts of a master: title, singular, and the toasts fixed by the specification. */
interface MasterWords {
  title: string;
  one: string;
  empty: string;
  /** May depend on what was saved. */
  created: string | ((saved: Readonly<Record<string, unknown>>) => string);
  updated: string | ((saved: Readonly<Record<string, unknown>>) => string);
  /** Omitted where the server's message is shown. */
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
  /** Next to the Add button. */
  tools?: ComponentType;
  /** Confirmation before an active row is deactivated. */
  beforeOff?: BeforeOff;
  /** Above the form of an existing row. */
  above?: (row: WireRow<M['one']>) => ReactNode;
}
