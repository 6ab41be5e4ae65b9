import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** An inactive campaign places no calls. */
export const stopDialer = (tx: Tx, campaignId: number): Promise<number> =>
  tx.run(sql`update dialer_processes set is_started = false, is_cron_active = false, changed_at = now()
    where campaign_id = ${campaignId} and (is_started or is_cron_active)`);
