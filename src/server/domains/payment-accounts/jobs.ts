/** A lender's loans are paid to the account of that lender that is in use. */
import type { Database } from '#server/kernel/database.ts';
import type { Job } from '#server/kernel/jobs.ts';
import { sql } from '#server/kernel/sql.ts';

export const assignJobName = 'payment-accounts.assign';
const atOnce = 5000;

/** In parts, so that nobody who works a loan waits for all of them. */
export const assignJob = (database: Database): Job<{ accountId: number }> => ({
  name: assignJobName,
  retries: 5,
  async run({ accountId }) {
    let changed = atOnce;
    while (changed === atOnce)
      changed = await database.run(sql`
        update loans set payment_account_id = ${accountId} where id in (
          select l.id from loans l join payment_accounts a on a.client_id = l.client_id
          where a.id = ${accountId} and a.is_active and l.payment_account_id is distinct from a.id
          limit ${atOnce} for update of l skip locked)`);
  },
});
