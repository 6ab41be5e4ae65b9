/** What contexts above contact tell of a hold. */
import type { Tx } from '#kernel/server/database/database.ts';
import { slot } from '#kernel/server/module.ts';

/** Refuses to end a hold by hand while something else ends it. */
export type HoldKeeper = (tx: Tx, holdId: number) => Promise<void>;
export const holdSlot = slot<HoldKeeper>('holds');
