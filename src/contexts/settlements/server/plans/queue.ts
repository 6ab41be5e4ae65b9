/** Queues loans for the judgement of their payment plans by the ledger, within a second (`keep.ts`). */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Queues these loans, if they have a payment plan. */
export const queuePlans = (tx: Tx, loanIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    insert into settlement_queue (loan_id) select distinct loan_id from settlement_plans
    where loan_id = any(${[...loanIds]}::bigint[]) and state not in ('expired', 'withdrawn')`);
