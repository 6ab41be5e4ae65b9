import type { Tx } from '#server/kernel/database.ts';
import { type Fragment, sql } from '#server/kernel/sql.ts';

/** Keeps the messages a file names, each once while it waits; nothing is sent. */
export async function storeMessages(
  tx: Tx,
  rows: Fragment,
  by: { userId: number; jobId: number },
): Promise<number[]> {
  const people = await tx.rows<{ id: number }>(sql`
    with said as (
      select loan_id, assignee_id, row->>'channel' as channel, coalesce(row->>'mobile', own) as mobile, row->>'message' as message, n
      from (${rows}) rows),
    kept as (
      insert into messages (loan_id, channel, mobile, message, job_id, user_id)
      select loan_id, channel, mobile, message, ${by.jobId}::bigint, ${by.userId}::bigint from said order by n
      on conflict (loan_id, channel, coalesce(mobile, ''), md5(coalesce(message, ''))) where status = 'stored' do nothing
      returning loan_id)
    select distinct assignee_id as id from said join kept using (loan_id) where assignee_id is not null`);
  return people.map(({ id }) => id);
}
