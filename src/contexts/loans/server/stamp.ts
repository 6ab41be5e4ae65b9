/** Marks loans as changed for the phones that cache them. */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Phones fetch these loans again, such as after a change of their tags or holds. */
export const stampLoans = (tx: Tx, loanIds: readonly number[]): Promise<number> =>
  tx.run(sql`update loans set id = id where id = any(${[...loanIds]}::bigint[])`);

/** Runs a write on a table of loans, and stamps the loans of the written rows; returns the number of loans. */
export const writeAndStamp = (tx: Tx, write: Fragment): Promise<number> =>
  tx.run(sql`
    with written as (${write} returning loan_id)
    update loans set id = id where id in (select loan_id from written)`);
