/** A lender's loans are paid to the account of that lender that is in use. */
import type { Database, Tx } from '#kernel/server/database/database.ts';
import type { Job } from '#kernel/server/work/jobs.ts';
import { sql } from '#kernel/server/database/sql.ts';

export const assignJobName = 'payment-accounts.assign';
/** Maximum loans locked at once, also by the request that saves the account. */
const atOnce = 500;

/**
 * Assigns a batch of loans to their lender's account, by ids above `after`, because assigned ones would be scanned
 * again; returns the last id, null when complete.
 */
export async function assignSome(tx: Tx, accountId: number, after = 0): Promise<number | null> {
  const given = await tx.one<{ loans: number; last: number }>(sql`
    with given as (
      update loans set payment_account_id = ${accountId} where id in (
        select l.id from loans l join payment_accounts a on a.client_id = l.client_id
        where a.id = ${accountId} and a.is_active and l.payment_account_id is distinct from a.id and l.id > ${after}
        order by l.id limit ${atOnce} for no key update of l)
      returning id)
    select count(*)::int as loans, max(id) as last from given`);
  return given?.loans === atOnce ? given.last : null;
}

/** In batches, so that row locks are short. */
export const assignJob = (database: Database): Job<{ accountId: number }> => ({
  name: assignJobName,
  retries: 5,
  async run({ accountId }) {
    for (let last: number | null = 0; last !== null;) last = await assignSome(database, accountId, last);
  },
});
