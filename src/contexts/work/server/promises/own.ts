/** PTPs on the borrower portal, latest due first. */
import type { Promised } from '#contexts/payments/server/slots.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

const most = 100;
export const ownPromisesOf = (tx: Tx, loanId: number): Promise<Promised[]> =>
  tx.rows<Promised>(sql`
    select due_on as "dueOn", amount, state from promises where loan_id = ${loanId}
    order by due_on desc, made_at desc, id desc limit ${most}`);
