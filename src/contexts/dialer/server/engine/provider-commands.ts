/** Sends provider commands of calls and sessions. Idempotent, so that another worker can repeat them. */
import { randomUUID } from 'node:crypto';
import { sql } from '#kernel/server/database/sql.ts';
import type { Engine } from './engine-parts.ts';
import { isSpokenEnd } from './attempt/attempt-state.ts';
import { endEarly, hearEarly } from '../early-media/hear.ts';
import { lineLossMs } from './talk-state.ts';
import { type Attempt, attemptById, takeClaimed } from './attempt/attempts.ts';
import { type Move, type Parted, newMove } from './move.ts';
import { addReport } from '../trunks/line-reports.ts';
import { goesOn, moveAttempt } from './transition.ts';
import { type LineReport, recordCall } from '../trunks/health.ts';
import { formatForTrunk } from '../trunks/number-format.ts';
import { attendCaller, cutOff } from '../inbound/callers.ts';
import { attendListens, listensOver } from '../call-control/listening/listens.ts';
import { pressKeys } from '../call-control/keypad/press.ts';
import { leave } from '../machines/messages.ts';
import { attendTransfer } from '../call-control/transfer/transfer-commands.ts';
import { farewellAfterPatience } from '../exchange/files.ts';
import { trunkName } from '../exchange/plan.ts';
import { ringLine } from './lines/ring-line.ts';
import { type Session, sessionBy, sessionOfUser } from '../agent/sessions.ts';
import { heldLeg, tellHold } from '../call-control/second-line/tell-hold.ts';

/** One change in a separate transaction; provider commands follow after the commit. */
export async function change<T>(engine: Engine, work: (move: Move) => Promise<T>): Promise<T> {
  let move: Move | undefined;
  const result = await engine.database.transaction((tx) => {
    move = newMove(tx, engine.clock.now());
    return work(move);
  });
  if (move?.isFreed) engine.freed?.();
  if (move) await recordReports(engine, move.reports);
  if (move) await attend(engine, [...move.attempts], [...move.sessions], [...move.lines], move.parted);
  return result;
}

/** Records call results of trunks and caller IDs; logs an alarm when a line is put out of service. */
async function recordReports(
  { database, clock, log }: Engine,
  reports: readonly LineReport[],
): Promise<void> {
  for (const report of reports) {
    const changes = await recordCall(database, report, clock.now()).catch((error: unknown) => {
      log.warn({ err: error }, 'lines: not counted');
      return [];
    });
    for (const change of changes)
      if (change.isOut) log.error(change, 'lines: out of service');
      else log.info(change, 'lines: in service again');
  }
}

export async function attend(
  engine: Engine,
  attempts: readonly number[],
  sessions: readonly number[],
  lines: readonly string[] = [],
  parted: readonly Parted[] = [],
): Promise<void> {
  const quietly = async (work: Promise<void>): Promise<void> => {
    // Failed commands are retried by the watchdog at the timeout.
    await work.catch((error: unknown) => engine.log.warn({ err: error }, 'telephony'));
  };
  await Promise.all([
    ...lines.map((legId) => quietly(engine.provider.hangup(legId))),
    ...sessions.map((id) => quietly(attendSession(engine, id, attempts))),
    // A line leaves a call when the remaining parties are unmuted: a held party is muted.
    Promise.all(attempts.map((id) => quietly(attendAttempt(engine, id)))).then(() =>
      Promise.all(parted.map((one) => quietly(leaveCall(engine, one)))),
    ),
  ]);
}

/** The unmute may be so late that the call has been returned meanwhile: then this line remains, or rejoins. */
async function leaveCall({ database, provider }: Engine, place: Parted): Promise<void> {
  const isBack = async (): Promise<boolean> =>
    (await database.one(sql`
      select 1 as ok from agent_sessions s join call_attempts k on k.id = s.current_attempt_id
      where s.agent_leg_id = ${place.legId} and s.ended_at is null and s.activity <> 'WRAP'
        and k.reference_id = ${place.bridgeId} and k.state <> 'ended'`)) !== undefined;
  if (await isBack()) return;
  await provider.part(place);
  if (await isBack()) await provider.join(place);
}

/** Maximum wait for the agent's new line if no server is running: longer than agents may resume. */
const aloneSeconds = (2 * lineLossMs) / 1000 + 20;

async function attendAttempt(engine: Engine, id: number): Promise<void> {
  const attempt = await attemptById(engine.database, id);
  if (!attempt) return;
  const { state, endReason } = attempt.state;
  if (state === 'claimed')
    return (await isAgentThere(engine, attempt)) ? originate(engine, attempt) : undefined;
  if (state !== 'ended' && endReason !== null) {
    if (endReason === 'message') return leave(engine, attempt);
    if (!isSpokenEnd(endReason)) return engine.provider.hangup(attempt.referenceId);
    if (endReason === 'line-lost') return engine.provider.farewell(attempt.referenceId, ['nobody-here']);
    const { lines, hushNo } = await cutOff(engine, attempt);
    return engine.provider.farewell(attempt.referenceId, lines, hushNo);
  }
  if (state === 'ringing' && attempt.queueId !== null) return attendCaller(engine, attempt);
  if (state === 'ringing') return hearEarly(engine, attempt);
  if (state === 'ended') return endEarly(engine, attempt);
  if (state === 'queued') return bridge(engine, attempt);
  if (state !== 'bridged') return;
  const isAlone = attempt.state.lineLoss !== null;
  // In parallel: half a second after the agent's line is gone, the dialplan plays its farewell.
  await Promise.all([
    isAlone && engine.provider.waitAlone?.(attempt.referenceId, aloneSeconds),
    tellHold(engine, attempt),
  ]);
  await pressKeys(engine, attempt);
  await attendListens(engine, attempt, ({ userId }) =>
    change(engine, (move) => listensOver(move, id, 'gone', { userId })),
  );
  await attendTransfer(engine, attempt, (type) => change(engine, (move) => moveAttempt(move, id, { type })));
}

/** An agent on their phone must answer it before the borrower is called. */
async function isAgentThere(engine: Engine, { state: { agentId } }: Attempt): Promise<boolean> {
  if (agentId === null) return true;
  const session = await sessionBy(engine.database, sessionOfUser(agentId));
  if (!session?.state.isPerCall || session.state.isLegUp) return true;
  await attendSession(engine, session.id);
  return false;
}

async function originate(engine: Engine, attempt: Attempt): Promise<void> {
  const { provider, database, clock } = engine;
  engine.failAt?.('dialer-claimed');
  const choice = await takeClaimed(database, attempt.id, clock.now(), engine);
  if (!choice) return;
  engine.failAt?.('dialer-taken');
  if (!choice.isPossible) return notPlaced(engine, attempt.id, { isRetryable: true });
  if (choice.waitMs > 0) return dialLater(engine, attempt.id, choice.waitMs);
  const ack = await provider
    .originate({
      legId: attempt.referenceId,
      role: 'customer',
      to: { kind: 'pstn', number: formatForTrunk(attempt.phone, choice.numberFormat) },
      callerId: attempt.callerId,
      ringMs: attempt.ringMs,
      trunk: choice.trunkId === null ? null : trunkName({ id: choice.trunkId }),
      farewellAfterS: Math.ceil(attempt.patienceMs / 1000) + farewellAfterPatience,
      detects: attempt.detects && provider.caps.machines,
    })
    // Whether the call was placed is unknown: it is searched for, never placed twice.
    .catch((error: unknown) => {
      engine.log.warn({ err: error }, 'originate');
      return { ok: true } as const;
    });
  engine.failAt?.('dialer-originated');
  if (!ack.ok) await notPlaced(engine, attempt.id, ack);
}

/**
 * Dials later because every trunk has reached its calls per second. The call remains claimed: after a crash the watchdog
 * finds it.
 */
function dialLater(engine: Engine, id: number, waitMs: number): void {
  setTimeout(() => void attend(engine, [id], []), waitMs).unref();
}

/** Uses another carrier, if there is one; else the call is over. */
const notPlaced = (
  engine: Engine,
  id: number,
  { isRetryable, isOfTrunk }: { isRetryable: boolean; isOfTrunk?: boolean },
): Promise<void> =>
  change(engine, async (move) => {
    if (isOfTrunk) await addReport(move, id, 'refused');
    if (isRetryable && (await goesOn(move, id))) return;
    await moveAttempt(move, id, { type: 'refused', isRetryable });
  });

/** An agent and a caller are put together as soon as both are there. */
async function bridge(engine: Engine, attempt: Attempt): Promise<void> {
  const { agentId } = attempt.state;
  const session = agentId === null ? undefined : await sessionBy(engine.database, sessionOfUser(agentId));
  if (!session?.state.isLegUp || session.legId === null) return;
  const { hushNo } = await cutOff(engine, attempt);
  await engine.provider.bridge({
    bridgeId: attempt.referenceId,
    legs: [attempt.referenceId, session.legId],
    hushNo,
    aside: await heldLeg(engine.database, session),
    ...(attempt.records && { recId: attempt.referenceId }),
  });
}

/** An agent's line: placed while needed, disconnected after sign-out. `attended`: calls processed already. */
async function attendSession(engine: Engine, id: number, attended: readonly number[] = []): Promise<void> {
  const { database, provider } = engine;
  const session = await sessionBy(database, sql`s.id = ${id}`);
  if (!session) return;
  const { state, legId, userId } = session;
  if (session.leg === 'webrtc') await keepLine(engine, session);
  if (state.mode === 'OFF') {
    if (legId !== null) await provider.hangup(legId);
    return;
  }
  if (state.isLegUp) {
    if (session.isMuted !== session.isMuteTold) await tellMute(engine, session);
    if (state.attemptId !== null && !attended.includes(state.attemptId))
      await attendAttempt(engine, state.attemptId);
    return;
  }
  const needsLine = state.isPerCall
    ? await isStillClaimed(engine, state.attemptId)
    : state.mode === 'READY' || state.attemptId !== null || state.missedLegs === 0;
  const isReachable = session.leg !== 'webrtc' || session.isLineReady;
  if (legId !== null || !needsLine || !isReachable) return;
  const made = randomUUID();
  const mine = await database.run(sql`
    update agent_sessions set agent_leg_id = ${made} where id = ${id} and agent_leg_id is null and ended_at is null`);
  if (mine === 0) return;
  const kind = session.leg === 'webrtc' ? 'browser' : 'extension';
  const to =
    session.legPhone === null
      ? ({ kind, extension: await extensionOf(engine, userId) } as const)
      : ({ kind: 'own-phone', number: session.legPhone } as const);
  // A line that could not be placed is treated as unanswered: the watchdog finds it.
  await ringLine(engine, { legId: made, to, ringMs: 20_000 });
}

/** The agent's phone is rung before the borrower, never after. */
async function isStillClaimed({ database }: Engine, attemptId: number | null): Promise<boolean> {
  const attempt = attemptId === null ? undefined : await attemptById(database, attemptId);
  const before = attempt?.mode === 'inbound' ? 'queued' : 'claimed';
  return attempt?.state.state === before && attempt.state.endReason === null;
}

async function extensionOf({ database }: Engine, userId: number): Promise<string> {
  const found = await database.one<{ extension: string }>(
    sql`select coalesce(extension_number::text, id::text) as extension from users where id = ${userId}`,
  );
  return found?.extension ?? '';
}

/** The secret of a browser line is valid for the session; a later session has another one. */
async function keepLine(engine: Engine, session: Session): Promise<void> {
  const { database, provider } = engine;
  const isOver = session.state.mode === 'OFF';
  if (!provider.browser || session.isLineTold !== isOver) return;
  const later = await database.one(
    sql`select 1 as ok from agent_sessions where user_id = ${session.userId} and id > ${session.id} and is_line_told`,
  );
  const secret = isOver ? null : provider.browser.secretOf(session.id);
  if (!later) await provider.browser.setSecret(await extensionOf(engine, session.userId), secret);
  await database.run(sql`update agent_sessions set is_line_told = ${!isOver} where id = ${session.id}`);
}

async function tellMute({ provider, database }: Engine, { id, legId, isMuted }: Session): Promise<void> {
  if (legId === null) return;
  await provider.mute(legId, isMuted);
  await database.run(
    sql`update agent_sessions set is_mute_told = ${isMuted} where id = ${id} and agent_leg_id = ${legId}`,
  );
}
