/** What the loaded settlements and paid-off loans cause: waivers in the ledger, letters, withdrawn messages and leads. */
import { paidOffConsequences } from '#contexts/loans/server/pay-off.ts';
import { postWaivers } from '#contexts/settlements/server/waivers.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { listConsequences } from '../../server/consequences.ts';

export async function followSettlements(tx: Tx): Promise<void> {
  listConsequences();
  const approved = await tx.rows<{ id: number }>(sql`select id from settlements where status = 'Approved'`);
  await postWaivers(
    tx,
    approved.map(({ id }) => id),
  );
  const paidOff = await tx.rows<{ id: number }>(sql`select id from loans where paid_off_at is not null`);
  await paidOffConsequences.run(tx, { paidOff: paidOff.map(({ id }) => id), owedAgain: [] });
}
