/** The promises of a loan that are not kept yet: its calendar, charged by a mandate where the borrower agreed to one. */
import type { OpenInstalment } from '#contexts/payments/contract/autopay-rules.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Two promises for one day are the same money promised again: the later word counts. */
export const openPromisesOf = (tx: Tx, loanId: number): Promise<OpenInstalment[]> =>
  tx.rows<OpenInstalment>(sql`
    select distinct on (due_on) id::text as key, due_on as "dueOn", amount, amount - received as left, lapses_on as until
    from promises
    where loan_id = ${loanId} and state = 'open' and amount > received order by due_on, made_at desc, id desc`);
