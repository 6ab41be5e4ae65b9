/** Asks the provider for what calls and sessions need now. Safe to do twice: whoever died in between is replaced. */
import { randomUUID } from 'node:crypto';
import type { TelephonyProvider } from '#server/providers/telephony/port.ts';
import type { Clock } from '#server/kernel/clock.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Logger } from '#server/kernel/log.ts';
import { sql } from '#server/kernel/sql.ts';
import { type Attempt, attemptById, takeClaimed } from './attempts.ts';
import type { LimitsOf } from './guard.ts';
import { type Move, moveAttempt, newMove } from './move.ts';
import { sessionBy, sessionOfUser } from './sessions.ts';

/** Where a test may end the process; see kernel/failpoints.ts. */
export type DialerPoint = 'dialer-claimed' | 'dialer-originated' | 'dialer-answered' | 'dialer-bridged';

export interface Engine {
  database: Database;
  clock: Clock;
  provider: TelephonyProvider;
  log: Logger;
  /** This process, among the nodes. */
  node: string;
  limitsOf: LimitsOf;
  failAt?: ((point: DialerPoint) => void) | undefined;
}

/** One change in a transaction of its own; afterwards the provider is asked for what it needs. */
export async function change<T>(engine: Engine, work: (move: Move) => Promise<T>): Promise<T> {
  let move: Move | undefined;
  const result = await engine.database.transaction((tx) => {
    move = newMove(tx, engine.clock.now());
    return work(move);
  });
  if (move) await attend(engine, [...move.attempts], [...move.sessions]);
  return result;
}

export async function attend(
  engine: Engine,
  attempts: readonly number[],
  sessions: readonly number[],
): Promise<void> {
  const quietly = async (work: Promise<void>): Promise<void> => {
    // What could not be asked for now is found again when its time is due.
    await work.catch((error: unknown) => engine.log.warn({ err: error }, 'telephony'));
  };
  await Promise.all([
    ...sessions.map((id) => quietly(attendSession(engine, id))),
    ...attempts.map((id) => quietly(attendAttempt(engine, id))),
  ]);
}

async function attendAttempt(engine: Engine, id: number): Promise<void> {
  const attempt = await attemptById(engine.database, id);
  if (!attempt) return;
  const { state, endReason } = attempt.state;
  if (state === 'claimed') return originate(engine, attempt);
  if (state !== 'ended' && endReason !== null) return engine.provider.hangup(attempt.referenceId);
  if (state === 'queued') return bridge(engine, attempt);
}

async function originate(engine: Engine, attempt: Attempt): Promise<void> {
  const { provider, database, clock } = engine;
  engine.failAt?.('dialer-claimed');
  if (!(await takeClaimed(database, attempt.id, clock.now(), engine.node))) return;
  const ack = await provider
    .originate({
      legId: attempt.referenceId,
      role: 'customer',
      to: { kind: 'pstn', number: attempt.phone },
      callerId: attempt.callerId,
      ringMs: attempt.ringMs,
    })
    // Nobody knows whether it was placed: it is looked for, never placed again.
    .catch((error: unknown) => {
      engine.log.warn({ err: error }, 'originate');
      return { ok: true } as const;
    });
  engine.failAt?.('dialer-originated');
  if (!ack.ok)
    await change(engine, (move) =>
      moveAttempt(move, attempt.id, { type: 'refused', isRetryable: ack.isRetryable }),
    );
}

/** An agent and a caller are put together as soon as both are there. */
async function bridge(engine: Engine, attempt: Attempt): Promise<void> {
  const { agentId } = attempt.state;
  const session = agentId === null ? undefined : await sessionBy(engine.database, sessionOfUser(agentId));
  if (!session?.state.isLegUp || session.legId === null) return;
  await engine.provider.bridge({
    bridgeId: attempt.referenceId,
    legs: [attempt.referenceId, session.legId],
    ...(attempt.records && { recId: attempt.referenceId }),
  });
}

/** An agent's own line: placed while they need one, ended when they are gone. */
async function attendSession(engine: Engine, id: number): Promise<void> {
  const { database, provider } = engine;
  const session = await sessionBy(database, sql`s.id = ${id}`);
  if (!session) return;
  const { state, legId, userId } = session;
  if (state.mode === 'OFF') {
    if (legId !== null) await provider.hangup(legId);
    return;
  }
  if (state.isLegUp) {
    if (state.attemptId !== null) await attendAttempt(engine, state.attemptId);
    return;
  }
  const needsLine = state.mode === 'READY' || state.attemptId !== null || state.missedLegs === 0;
  if (legId !== null || !needsLine) return;
  const made = randomUUID();
  const mine = await database.run(sql`
    update agent_sessions set agent_leg_id = ${made} where id = ${id} and agent_leg_id is null and ended_at is null`);
  if (mine === 0) return;
  const extension = await database.one<{ extension: string }>(
    sql`select coalesce(extension_number::text, id::text) as extension from users where id = ${userId}`,
  );
  await provider.originate({
    legId: made,
    role: 'agent',
    to: { kind: 'extension', extension: extension?.extension ?? '' },
    callerId: null,
    ringMs: 20_000,
  });
}
