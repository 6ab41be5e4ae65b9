import type { Tx } from '#server/kernel/database.ts';
import type { ImportBy } from '#server/kernel/import.ts';
import { type Fragment, sql } from '#server/kernel/sql.ts';

/** Keeps the messages a file names, each once while it waits; nothing is sent. */
export async function storeMessages(
  tx: Tx,
  rows: Fragment,
  { userId, jobId, remember }: ImportBy,
): Promise<number[]> {
  const kept = await tx.one<{ people: number[]; made: number[] }>(sql`
    with said as (
      select loan_id, assignee_id, row->>'channel' as channel, coalesce(row->>'mobile', own) as mobile, row->>'message' as message, n
      from (${rows}) rows),
    kept as (
      insert into messages (loan_id, channel, mobile, message, job_id, user_id)
      select loan_id, channel, mobile, message, ${jobId}::bigint, ${userId}::bigint from said order by n
      on conflict (loan_id, channel, coalesce(mobile, ''), md5(coalesce(message, ''))) where status = 'stored' do nothing
      returning id, loan_id)
    select coalesce(array_agg(distinct assignee_id) filter (where assignee_id is not null), '{}') as people,
      coalesce(array_agg(distinct id), '{}') as made
    from said join kept using (loan_id)`);
  await remember('messages', { made: kept?.made });
  return kept?.people ?? [];
}
