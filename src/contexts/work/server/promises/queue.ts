/** Queues loans for the judgement of their promises, within a second (`jobs.ts`). */
import type { PaidOff } from '#contexts/loans/server/pay-off.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Queues these loans, if they have promises. */
export const queuePromises = (tx: Tx, loanIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    insert into promise_queue (loan_id) select w.loan_id from unnest(${[...loanIds]}::bigint[]) w (loan_id)
    where exists (select from promises p where p.loan_id = w.loan_id and p.state <> 'void_inactive')`);

/** Judges the promises of loans that are paid off, or owed again. */
export const judgePaidOffPromises = (tx: Tx, { paidOff, owedAgain }: PaidOff): Promise<number> =>
  queuePromises(tx, [...paidOff, ...owedAgain]);
