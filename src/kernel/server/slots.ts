/** Slots that every context may fill. */
import type { Access } from '#kernel/contract/access.ts';
import type { ExportSource } from './files/export.ts';
import { slot } from './module.ts';

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
