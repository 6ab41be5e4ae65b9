/** Slots for higher contexts on changes of lenders. */
import type { Tx } from '#kernel/server/database/database.ts';
import { slot } from '#kernel/server/module.ts';

/** A campaign is inactive now. */
export const campaignStoppedSlot = slot<(tx: Tx, campaignId: number) => Promise<unknown>>('campaign stopped');
