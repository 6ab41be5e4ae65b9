import type { Tx } from '#kernel/server/database/database.ts';
import type { ImportBy } from '#contexts/files/server/import/import-by.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { setNumbers } from './store.ts';

/** Numbers of a file; the later of two rows about one number is used. Returns the owners' loans. */
export async function blockNumbers(
  tx: Tx,
  rows: Fragment,
  { userId, jobId, remember }: ImportBy,
): Promise<number[]> {
  const said = sql`
    select distinct on (loan_id, coalesce(row->>'mobile', own)) loan_id, coalesce(row->>'mobile', own) as mobile,
      coalesce(row->>'status', 'active') as status
    from (${rows}) rows order by loan_id, coalesce(row->>'mobile', own), n desc`;
  const were = await tx.rows<{ id: number; status: string }>(sql`
    select n.id, n.status from dnc_numbers n join (${said}) s using (loan_id, mobile) where n.status <> s.status`);
  const changed = await setNumbers(tx, said, { userId, jobId });
  const known = new Set(were.map(({ id }) => id));
  await remember('dnc_numbers', {
    made: changed.flatMap(({ id }) => (known.has(id) ? [] : [id])),
    before: were,
  });
  const loanIds = [...new Set(changed.map(({ loanId }) => loanId))];
  const traces = await tx.rows<{ id: number }>(
    sql`select id from dnc_history where job_id = ${jobId} and dnc_id = any(${changed.map(({ id }) => id)})`,
  );
  await remember('dnc_history', { made: traces.map(({ id }) => id) });
  await remember('touched', { made: loanIds });
  const people = await tx.rows<{ id: number }>(sql`
    select distinct assignee_id as id from loans where id = any(${loanIds}) and assignee_id is not null`);
  return people.map(({ id }) => id);
}
