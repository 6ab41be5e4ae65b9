import { recorded } from '#kernel/contract/channels/channels.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { ImportBy } from '#contexts/files/server/import/import-by.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { isNew } from './waiting.ts';

const isRecorded = sql`x.channel = any(${[...recorded]})`;

/** Text of a template for this borrower. */
export const filled = (text: Fragment): Fragment =>
  sql`replace(replace(nullif(${text}, ''), '{{name}}', b.name), '{{loanNumber}}', l.loan_number)`;

/**
 * Queues the messages of a file, each once while queued. Sending starts after a minute, in which the file can be undone;
 * recorded calls start manually. A row without a channel is for every channel of the file, and one without a text uses
 * the channel's template.
 */
export async function storeMessages(
  tx: Tx,
  rows: Fragment,
  { userId, jobId, remember }: ImportBy,
): Promise<number[]> {
  const kept = await tx.one<{ people: number[]; made: number[] }>(sql`
    with said as (
      select rows.loan_id, rows.assignee_id, x.channel, coalesce(row->>'mobile', own) as mobile,
        case when ${isRecorded} then row->>'message' else coalesce(row->>'message', ${filled(sql`s.value->>'text'`)}) end as message,
        s.value->>'templateId' as template, case when ${isRecorded} then s.value->>'name' end as campaign, n
      from (${rows}) rows join loans l on l.id = rows.loan_id join borrowers b on b.id = l.borrower_id
      join file_jobs j on j.id = ${jobId}
      cross join lateral (select row->>'channel' as channel where row->>'channel' is not null
        union all select jsonb_object_keys(j.sends) where row->>'channel' is null) x
      left join lateral jsonb_each(j.sends) s on s.key = x.channel),
    once as (
      select distinct on (loan_id, channel, coalesce(mobile, ''), coalesce(message, '')) * from said x
      where ${isNew({ loanId: sql`x.loan_id`, channel: sql`x.channel`, mobile: sql`x.mobile`, message: sql`x.message` })}
      order by loan_id, channel, coalesce(mobile, ''), coalesce(message, ''), n),
    kept as (
      insert into messages (loan_id, channel, mobile, message, template_id, campaign_name, job_id, user_id, due_at)
      select loan_id, channel, mobile, message, template, campaign, ${jobId}::bigint, ${userId}::bigint,
        case when not ${isRecorded} then now() + interval '1 minute' end from once x order by n
      on conflict do nothing returning id, loan_id)
    select coalesce(array_agg(distinct assignee_id) filter (where assignee_id is not null), '{}') as people,
      coalesce(array_agg(distinct id), '{}') as made
    from said join kept using (loan_id)`);
  await remember('messages', { made: kept?.made });
  return kept?.people ?? [];
}
