/** Slots that every context may fill. */
import type { ExportSource } from './files/export.ts';
import type { Authenticator } from './http/actor.ts';
import type { UniqueField } from './http/unique-fields.ts';
import { slot } from './module.ts';

/** Tells who is asking; exactly one context does. */
export const authenticatorSlot = slot<Authenticator>('authenticator');

/** Lists that can be written as files. */
export const exportSlot = slot<ExportSource>('exports');

/** Unique fields of what is no master over one table; those of masters are found (`uniqueFieldsOf`). */
export const uniqueSlot = slot<UniqueField>('unique fields');
