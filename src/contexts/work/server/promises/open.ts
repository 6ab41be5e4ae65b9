/** Open PTPs of a loan: its calendar, debited by a mandate where the borrower agreed to one. */
import type { OpenInstalment } from '#contexts/payments/contract/autopay/autopay-rules.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Two PTPs for one day are the same money: the later one is used. */
export const openPromisesOf = (tx: Tx, loanId: number): Promise<OpenInstalment[]> =>
  tx.rows<OpenInstalment>(sql`
    select distinct on (due_on) id::text as key, due_on as "dueOn", amount, amount - received as left, lapses_on as until
    from promises
    where loan_id = ${loanId} and state = 'open' and amount > received order by due_on, made_at desc, id desc`);
