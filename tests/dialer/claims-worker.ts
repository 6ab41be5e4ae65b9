/** A worker: claims and places as the pacing loop does, in one transaction, until none remain. */
import type pg from 'pg';
import { addAttempt } from '../../src/contexts/dialer/server/engine/attempt/attempts.ts';
import { claimLeads, queuedOf } from '../../src/contexts/dialer/server/leads/leads.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';

const database = openDatabase({ ...(JSON.parse(process.env['CLAIM_PG'] ?? '{}') as pg.PoolConfig), max: 1 });
const campaignId = Number(process.env['CLAIM_CAMPAIGN']);
const most = 25;

const turn = (): Promise<number> =>
  database.transaction(async (tx) => {
    const now = new Date();
    const node = String(process.pid);
    const leads = await claimLeads(tx, { campaignId, most, node, now });
    const dueAt = new Date(now.getTime() + 3_600_000);
    for (const { id, loanId, phone, phoneOrd } of leads)
      await addAttempt(tx, now, {
        loanId,
        campaignId,
        userId: null,
        leadId: id,
        mode: 'predictive',
        phone,
        phoneOrd,
        epoch: 1,
        dueAt,
      });
    return leads.length;
  });

/** Claims of a killed worker are released a moment later. */
const isDone = async (): Promise<boolean> => (await queuedOf(database, campaignId, new Date())) === 0;

for (;;) {
  const claimed = await turn();
  if (claimed > 0) process.send?.(claimed);
  else if (await isDone()) break;
  else await new Promise((go) => setTimeout(go, 20));
}
await database.end();
process.exit(0);
