/** A lender's loans are paid to the account of that lender that is in use. */
import type { Database, Tx } from '#kernel/server/database/database.ts';
import type { Job } from '#kernel/server/work/jobs.ts';
import { sql } from '#kernel/server/database/sql.ts';

export const assignJobName = 'payment-accounts.assign';
/** As many loans are held at most, by the request of whoever saves the account, too. */
const atOnce = 500;

/**
 * Gives some more loans to their lender's account, those with higher numbers than `after`, as what was given would be gone
 * through again with each piece; answers the last one, null when there are no others.
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

/** In batches, so that row locks stay short. */
export const assignJob = (database: Database): Job<{ accountId: number }> => ({
  name: assignJobName,
  retries: 5,
  async run({ accountId }) {
    for (let last: number | null = 0; last !== null;) last = await assignSome(database, accountId, last);
  },
});
