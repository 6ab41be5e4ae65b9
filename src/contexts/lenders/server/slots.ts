/** What contexts above the lenders do when something of theirs changes. */
import type { Tx } from '#kernel/server/database/database.ts';
import { slot } from '#kernel/server/module.ts';

/** A campaign is inactive now. */
export const campaignStoppedSlot = slot<(tx: Tx, campaignId: number) => Promise<unknown>>('campaign stopped');
