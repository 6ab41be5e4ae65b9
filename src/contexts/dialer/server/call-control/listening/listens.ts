/** Monitoring supervisors as rows, and their provider commands. Idempotent. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { sessionBy, sessionOfUser } from '../../agent/sessions.ts';
import type { Attempt } from '../../engine/attempt/attempts.ts';
import type { Move } from '../../engine/move.ts';
import type { Engine } from '../../engine/engine-parts.ts';
import { ringLine } from '../../engine/lines/ring-line.ts';
import type { listenModes } from '#contexts/dialer/contract/call-control/listening.ts';
import { eventLog, signal } from '#kernel/server/live/event.ts';
import type { ListenEnd } from '#kernel/contract/events/events.ts';

export type ListenMode = (typeof listenModes)[number];
export interface Listen {
  id: number;
  attemptId: number;
  userId: number;
  agentId: number;
  mode: ListenMode;
  toldMode: ListenMode | null;
  legId: string;
  extension: string;
  isPlaced: boolean;
  isAnswered: boolean;
}
const selected = sql`select id, attempt_id as "attemptId", user_id as "userId", agent_id as "agentId", mode,
  told_mode as "toldMode", leg_id as "legId", extension, placed_at is not null as "isPlaced",
  answered_at is not null as "isAnswered" from call_listens`;
const ringMs = 20_000;

export const listenOf = (tx: Tx, userId: number): Promise<Listen | undefined> =>
  tx.one(sql`${selected} where user_id = ${userId} and ended_at is null for no key update`);
export const listenByLeg = (tx: Tx, legId: string): Promise<Listen | undefined> =>
  tx.one(sql`${selected} where leg_id = ${legId} and ended_at is null`);

/** Monitoring to stop: of one supervisor, or of all on an agent. */
interface Whose {
  userId?: number;
  agentId?: number;
}
/** Stops monitoring and updates the agent's screen. */
export async function endListens(
  move: Move,
  attemptId: number,
  { userId, agentId }: Whose = {},
): Promise<{ userId: number; agentId: number }[]> {
  const ended = await move.tx.rows<{ legId: string; userId: number; agentId: number; taken: boolean }>(sql`
    update call_listens set ended_at = ${move.now} where attempt_id = ${attemptId} and ended_at is null
      and user_id = coalesce(${userId ?? null}, user_id) and agent_id = coalesce(${agentId ?? null}, agent_id)
    returning leg_id as "legId", user_id as "userId", agent_id as "agentId", has_taken_over as taken`);
  // A supervisor who took over the call keeps their telephone in it.
  for (const one of ended) if (!one.taken) move.lines.add(one.legId);
  if (ended.length > 0)
    await signal(move.tx, {
      stale: ['dialer', 'listening'],
      to: ended.flatMap((one) => [one.userId, one.agentId]),
    });
  return ended;
}

/** Monitoring stopped by the system; recorded in the audit log too. */
export async function listensOver(
  move: Move,
  attemptId: number,
  why: ListenEnd,
  whose?: Whose,
): Promise<void> {
  const events = eventLog(null, null);
  for (const one of await endListens(move, attemptId, whose))
    events.emit('listening.stopped', {
      id: attemptId,
      facts: { ...one, why },
      to: [one.userId, one.agentId],
    });
  await events.flush(move.tx, []);
}

/** Answers whether it rings, or rang before. */
async function ring(engine: Engine, listen: Listen): Promise<boolean> {
  const { database, clock } = engine;
  const mine = await database.run(
    sql`update call_listens set placed_at = ${clock.now()} where id = ${listen.id} and placed_at is null and ended_at is null`,
  );
  if (mine === 0) return true;
  const { legId, extension } = listen;
  return (await ringLine(engine, { legId, to: { kind: 'extension', extension }, ringMs })).ok;
}

/** Longer than an exchange may need to respond. */
const tellsFor = '5 seconds';
/** Claims the command: sent by two servers, the channel would be added twice and be in no bridge meanwhile. */
async function claim({ database, clock }: Engine, { id }: Listen): Promise<Date | undefined> {
  const now = clock.now();
  const mine = await database.run(sql`
    update call_listens set telling_at = ${now} where id = ${id} and ended_at is null
      and coalesce(telling_at < ${now}::timestamptz - ${tellsFor}::interval, true)`);
  return mine === 0 ? undefined : now;
}
/** Returns the current target mode. `told`: null if unknown, so that the command is repeated. */
const told = ({ database }: Engine, { id }: Listen, since: Date, mode: ListenMode | null) =>
  database.one<{ mode: ListenMode }>(sql`
    update call_listens set told_mode = case when telling_at = ${since} then ${mode}::text end,
      telling_at = nullif(telling_at, ${since}::timestamptz)
    where id = ${id} returning mode`);

async function tell(engine: Engine, attempt: Attempt, listen: Listen): Promise<void> {
  const { database, provider } = engine;
  const { legId, mode } = listen;
  const session = await sessionBy(database, sessionOfUser(listen.agentId));
  if (!session || session.legId === null || session.state.attemptId !== attempt.id) return;
  const since = await claim(engine, listen);
  if (!since) return;
  const place = { bridgeId: attempt.referenceId, legId };
  try {
    await provider.mute(legId, mode === 'listen');
    if (mode === 'join') await provider.join(place);
    else {
      await provider.part(place);
      await provider.spy({ legId, agentLegId: session.legId });
    }
  } catch (error) {
    await told(engine, listen, since, null);
    throw error;
  }
  const now = await told(engine, listen, since, mode);
  if (now && now.mode !== mode) await tell(engine, attempt, { ...listen, mode: now.mode });
}

/** `notPlaced`: called in a separate step. */
export async function attendListens(
  engine: Engine,
  attempt: Attempt,
  notPlaced: (listen: Listen) => Promise<void>,
): Promise<void> {
  const all = await engine.database.rows<Listen>(sql`
    ${selected} where attempt_id = ${attempt.id} and ended_at is null and not has_taken_over`);
  for (const one of all) {
    if (!one.isPlaced) {
      if (!(await ring(engine, one))) await notPlaced(one);
    } else if (one.isAnswered && one.mode !== one.toldMode) await tell(engine, attempt, one);
  }
}
