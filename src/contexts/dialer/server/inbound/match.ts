/** A loan by the last digits of its number: suggested to the agent, who verifies the caller; never read out by the menu. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** The only loan of the queue's lender whose number has these last digits; ambiguous matches are ignored. */
export const matchDigits = (tx: Tx, attemptId: number): Promise<number> =>
  tx.run(sql`
    update queue_calls c set suggested_loan_id = (
      select case when count(*) = 1 then min(l.id) end from (
        select l.id from loans l where l.client_id = q.client_id and l.loan_number like '%' || c.digits limit 2) l)
    from inbound_queues q where q.id = c.queue_id and c.attempt_id = ${attemptId} and length(c.digits) >= 4`);
