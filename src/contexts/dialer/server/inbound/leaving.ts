/** The end of an inbound call: its outcome, and the missed call for a callback. */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { signal } from '#kernel/server/live/event.ts';
import { queueRemovals } from '../recordings/removal.ts';
import type { Attempt } from '../engine/attempt/attempts.ts';
import { waits } from './queues.ts';

interface Moment {
  tx: Tx;
  now: Date;
}
/** The first queue caller this agent may answer now. */
export const callerFor = (
  tx: Tx,
  { userId, campaignId }: { userId: number; campaignId: number },
  teams: Fragment,
): Promise<{ id: number } | undefined> =>
  tx.one<{ id: number }>(sql`
    select k.id from queue_calls c join call_attempts k on k.id = c.attempt_id join inbound_queues q on q.id = c.queue_id
    where ${waits} and not (${userId}::bigint = any(k.declined_by))
      and (${campaignId}::bigint = any(${teams}) or c.last_agent_id = ${userId})
    order by c.entered_at, c.attempt_id limit 1 for no key update of k skip locked`);

/** An agent speaks with the caller: out of the queue, and their missed calls are closed. */
export async function markAnswered({ tx, now }: Moment, attempt: Attempt): Promise<void> {
  if (attempt.queueId !== null)
    await tx.run(sql`
      update queue_calls set left_at = ${now}, result = 'answered', due_at = null
      where attempt_id = ${attempt.id} and left_at is null`);
  await closeMissed({ tx, now }, attempt.id);
}

/** A call in either direction that reached the borrower closes their missed calls. */
export async function closeMissed({ tx, now }: Moment, attemptId: number): Promise<void> {
  const closed = await tx.rows<{ agentId: number | null; teamId: number | null }>(sql`
    update missed_calls m set closed_at = ${now}, closed_attempt_id = k.id, closed_by = k.user_id
    from call_attempts k left join loans l on l.id = k.loan_id
    where k.id = ${attemptId} and m.closed_at is null
      and (m.borrower_id = l.borrower_id or m.borrower_id is null and m.number = k.phone)
    returning m.agent_id as "agentId", m.team_id as "teamId"`);
  for (const one of closed) await tell(tx, one);
}

/** Notifies the assigned agent, or the team, and their superiors. */
async function tell(tx: Tx, task: { agentId: number | null; teamId: number | null }): Promise<void> {
  const of =
    task.agentId === null
      ? sql`select user_id from campaign_agents where campaign_id = ${task.teamId}`
      : sql`select ${task.agentId}::bigint`;
  const to = await tx.rows<{ id: number }>(
    sql`select distinct ancestor_id as id from user_below where user_id in (${of})`,
  );
  await signal(tx, { stale: ['missed-calls'], to: to.map(({ id }) => id) });
}

/** A shorter recording is not stored as a voicemail. */
const leastMessageMs = 8000;

interface Left {
  result: 'missed' | 'call_back' | 'voicemail';
  /** Outside the hours. */
  isClosed: boolean;
}
async function leave({ tx, now }: Moment, { id, queueId }: Attempt): Promise<Left> {
  if (queueId === null) return { result: 'missed', isClosed: false };
  const left = await tx.one<Left>(sql`
    update queue_calls set left_at = coalesce(left_at, ${now}), due_at = null,
      result = case when result = 'voicemail' and message_at > ${new Date(now.getTime() - leastMessageMs)} then 'missed'
        else coalesce(result, 'missed') end
    where attempt_id = ${id} returning result, 'closed' = any(says) as "isClosed"`);
  return left ?? { result: 'missed', isClosed: false };
}

/** A missed call becomes a task of the last agent who spoke with them, else of the team. */
export async function missed(moment: Moment, attempt: Attempt): Promise<void> {
  const { tx, now } = moment;
  const { result, isClosed } = await leave(moment, attempt);
  if (result === 'voicemail')
    await tx.run(sql`
      update recordings r set duration_s = greatest(1, extract(epoch from ${now}::timestamptz - c.message_at))::int
      from queue_calls c where c.attempt_id = r.attempt_id and r.attempt_id = ${attempt.id}`);
  else {
    const short = sql`recordings r where r.attempt_id = ${attempt.id} and r.state <> 'stored'`;
    await queueRemovals(
      tx,
      sql`select k.reference_id from call_attempts k where k.id = ${attempt.id} and exists (select from ${short})`,
    );
    await tx.run(sql`delete from ${short}`);
  }
  const ended = isClosed ? 'closed' : attempt.state.endReason === null ? 'hung_up' : 'nobody';
  const why = result === 'missed' ? ended : result;
  const found = sql`
    select k.id as attempt_id, l.borrower_id, k.loan_id, k.phone as number, c.queue_id,
      coalesce(c.last_agent_id, (select a.user_id from call_attempts a where a.loan_id = k.loan_id and a.bridged_at is not null
        and a.user_id is not null order by a.dialed_at desc limit 1)) as agent_id,
      coalesce(q.team_id, l.campaign_id) as team_id, ${why}::text as why,
      coalesce(c.entered_at, k.claimed_at) as called_at,
      extract(epoch from ${now}::timestamptz - coalesce(c.entered_at, k.claimed_at))::int as waited_s,
      case when ${why === 'voicemail'} then k.id end as message_attempt_id
    from call_attempts k left join loans l on l.id = k.loan_id left join queue_calls c on c.attempt_id = k.id
      left join inbound_queues q on q.id = c.queue_id
    where k.id = ${attempt.id}`;
  const isKnown = attempt.loanId !== null;
  const one = isKnown
    ? sql`(borrower_id) where closed_at is null and borrower_id is not null`
    : sql`(number) where closed_at is null and borrower_id is null and number is not null`;
  const task = await tx.one<{ agentId: number | null; teamId: number | null }>(sql`
    insert into missed_calls as m (attempt_id, borrower_id, loan_id, number, queue_id, agent_id, team_id, why, called_at, waited_s,
      message_attempt_id)
    ${found}
    on conflict ${one} do update set attempt_id = excluded.attempt_id, loan_id = excluded.loan_id, number = excluded.number,
      queue_id = excluded.queue_id, agent_id = excluded.agent_id, team_id = excluded.team_id, why = excluded.why,
      called_at = excluded.called_at, waited_s = excluded.waited_s, calls = m.calls + 1,
      message_attempt_id = coalesce(excluded.message_attempt_id, m.message_attempt_id),
      transcript = case when excluded.message_attempt_id is null then m.transcript else '' end
    returning agent_id as "agentId", team_id as "teamId"`);
  if (task) await tell(tx, task);
}
