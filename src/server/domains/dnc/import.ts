import type { Tx } from '#server/kernel/database.ts';
import { type Fragment, sql } from '#server/kernel/sql.ts';
import { setNumbers } from './store.ts';

/** Numbers a file names; of two rows about one number the later speaks. Answers whose loans they are. */
export async function blockNumbers(
  tx: Tx,
  rows: Fragment,
  by: { userId: number; jobId: number },
): Promise<number[]> {
  const said = sql`
    select distinct on (loan_id, coalesce(row->>'mobile', own)) loan_id, coalesce(row->>'mobile', own) as mobile,
      coalesce(row->>'status', 'active') as status
    from (${rows}) rows order by loan_id, coalesce(row->>'mobile', own), n desc`;
  const changed = await setNumbers(tx, said, by);
  const people = await tx.rows<{ id: number }>(sql`
    select distinct assignee_id as id from loans
    where id = any(${changed.map(({ loanId }) => loanId)}) and assignee_id is not null`);
  return people.map(({ id }) => id);
}
