/** Slots that every context may fill. */
import type { Access } from '#kernel/contract/access.ts';
import type { ExportSource } from './files/export.ts';
import type { Authenticator } from './http/actor.ts';
import { slot } from './module.ts';

/** Tells who is asking; exactly one context does. */
export const authenticatorSlot = slot<Authenticator>('authenticator');

/** Lists that can be written as files. */
export const exportSlot = slot<ExportSource>('exports');

/** What a form asks about while somebody types: is it taken? */
export interface UniqueField {
  entity: string;
  field: string;
  table: string;
  column: string;
  can: Access;
}
export const uniqueSlot = slot<UniqueField>('unique fields');
