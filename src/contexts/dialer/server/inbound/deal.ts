/** Distributes waiting callers to agents in order of arrival; safe on several nodes. */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { lockSession } from '../agent/sessions.ts';
import { lockAttempt } from '../engine/attempt/attempts.ts';
import type { Engine } from '../engine/engine-parts.ts';
import { change } from '../engine/provider-commands.ts';
import { offerTo } from '../engine/transition.ts';
import { teamsOf, waits } from './queues.ts';

const mostATurn = 50;

/**
 * Agents `s` who may answer call `k` of caller `c` now: free, and of an eligible team or the last agent of this
 * borrower.
 */
const mayTake = (now: Date): Fragment => sql`
  s.ended_at is null and s.mode in ('READY', 'PAUSED') and s.heartbeat_at > ${now}::timestamptz - interval '45 seconds'
    and not (s.user_id = any(k.declined_by))
    and (s.activity = 'POOL' and s.campaign_id = any(${teamsOf(now)})
      or s.activity in ('NONE', 'POOL') and s.user_id = c.last_agent_id)`;

interface Caller {
  id: number;
  queueId: number;
}
/** Callers with an eligible agent, in order of arrival. */
const callersWith = (tx: Tx, now: Date): Promise<Caller[]> =>
  tx.rows<Caller>(sql`
    select k.id, c.queue_id as "queueId" from queue_calls c join call_attempts k on k.id = c.attempt_id
      join inbound_queues q on q.id = c.queue_id
    where ${waits} and exists (select from agent_sessions s where ${mayTake(now)})
    order by c.entered_at, c.attempt_id limit ${mostATurn}`);

/** The last agent who spoke with them, then teams in their order, within a team the agent who has been free longest. */
const candidate = (tx: Tx, attemptId: number, now: Date): Promise<{ id: number } | undefined> =>
  tx.one<{ id: number }>(sql`
    select s.id from agent_sessions s join call_attempts k on k.id = ${attemptId}
      join queue_calls c on c.attempt_id = k.id join inbound_queues q on q.id = c.queue_id
    where ${mayTake(now)}
    order by (s.user_id = c.last_agent_id) desc nulls last, array_position(${teamsOf(now)}, s.campaign_id), s.since, s.id
    limit 1 for no key update of s skip locked`);

/** Assigns one caller; false when another node assigns callers of that queue now, which preserves the order. */
const deal = (engine: Engine, { id, queueId }: Caller): Promise<boolean> =>
  change(engine, async (move) => {
    const { tx, now } = move;
    const isMine = await tx.one(
      sql`select id from inbound_queues where id = ${queueId} for no key update skip locked`,
    );
    if (!isMine) return false;
    const waiting = await tx.one(sql`
      select k.id from queue_calls c join call_attempts k on k.id = c.attempt_id
      where k.id = ${id} and ${waits} for no key update of k skip locked`);
    const found = waiting && (await candidate(tx, id, now));
    const session = found && (await lockSession(tx, sql`s.id = ${found.id}`));
    const attempt = session && (await lockAttempt(tx, id));
    if (attempt) await offerTo(move, attempt, session);
    return true;
  });

/** Safe on every node at once. */
export async function dealCallers(engine: Engine): Promise<void> {
  const callers = await callersWith(engine.database, engine.clock.now());
  const taken = new Set<number>();
  for (const one of callers)
    if (!taken.has(one.queueId) && !(await deal(engine, one))) taken.add(one.queueId);
}
