/** Assignees of promises: the same as of their loans. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Sets the assignees of these loans on their promises. */
export const reassignPromises = (tx: Tx, loanIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    update promises p set assignee_id = l.assignee_id from loans l
    where l.id = any(${[...loanIds]}::bigint[]) and p.loan_id = l.id and p.assignee_id is distinct from l.assignee_id`);
