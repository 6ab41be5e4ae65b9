/** Slots that every context may fill. */
import type { Access } from '#kernel/contract/access.ts';
import type { ExportSource } from './files/export.ts';
import type { Authenticator } from './http/actor.ts';
import type { Route } from './http/implement.ts';
import { slot } from './module.ts';
import type { Gauge } from './operation/gauge.ts';

/** Recognises the user of a request; filled by exactly one context. */
export const authenticatorSlot = slot<Authenticator>('authenticator');

/** Middleware of route handlers, for every caller. */
export const guardSlot = slot<(route: Route) => Route>('guards');

/** Lists that can be written as files. */
export const exportSlot = slot<ExportSource>('exports');

/** What can be seen of the running product from outside. */
export const gaugeSlot = slot<Gauge>('gauges');

/** A unique field; a form checks it during typing. */
export interface UniqueField {
  entity: string;
  field: string;
  table: string;
  column: string;
  /** Access of the forms in which it is filled. */
  can: readonly Access[];
}
/** Unique fields other than those of masters, which derive from their contracts. */
export const uniqueSlot = slot<UniqueField>('unique fields');
