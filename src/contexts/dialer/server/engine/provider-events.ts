/** Provider events, stored once and processed in the same transaction. */
import { type Tx, sqlState } from '#kernel/server/database/database.ts';
import { signal } from '#kernel/server/live/event.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { ProviderEvent } from '../telephony/port.ts';
import type { AttemptEvent } from './attempt/attempt-state.ts';
import { isCarrierFault } from '../trunks/call-fault.ts';
import type { Engine } from './engine-parts.ts';
import { change } from './provider-commands.ts';
import { stepCaller, toldCaller } from '../inbound/callers.ts';
import { callIn } from './inbound.ts';
import { keepCheck } from '../machines/checks.ts';
import { heardOf, leaves } from '../machines/messages.ts';
import { listenByLeg, listensOver } from '../call-control/listening/listens.ts';
import { lineDown, resumeCalls } from './lines/lines.ts';
import type { Move } from './move.ts';
import { lockCall } from './attempt/attempts.ts';
import { addReport } from '../trunks/line-reports.ts';
import { goesOn, moveAgent, moveAttempt } from './transition.ts';
import { callOfLine, lockHolder } from '../call-control/transfer/transfers.ts';
import { lockSession } from '../agent/sessions.ts';

const repeated = '23505';

/** The call event of a provider event; undefined if it is none. */
function eventOf(event: ProviderEvent): AttemptEvent | undefined {
  switch (event.type) {
    case 'leg.progress':
      return { type: 'progress' };
    case 'leg.ringing':
      return { type: 'ringing' };
    case 'leg.picked-up':
      return { type: 'picked-up' };
    case 'leg.answered':
      return { type: 'answered' };
    case 'leg.machine':
      return { type: 'machine' };
    case 'leg.bridged':
      return { type: 'bridged' };
    case 'leg.ended':
      return {
        type: 'ended',
        cause: event.cause,
        by: event.by,
        ...(event.sip && { sip: event.sip }),
        ...(event.wasAnswered && { wasAnswered: true }),
      };
    case 'leg.dtmf':
    case 'leg.told':
    case 'leg.recorded':
    case 'leg.message':
    case 'inbound':
      return undefined;
  }
}

/** True if the carrier rejected the call before the borrower's phone rang: another carrier may try it. */
const isNotCarried = (event: ProviderEvent): boolean =>
  event.type === 'leg.ended' && event.by === 'network' && !event.wasAnswered && isCarrierFault(event);

/** Reroutes a call that a carrier rejected before any ring; returns true if another trunk dials it. */
async function rerouteRejected(move: Move, id: number, event: ProviderEvent): Promise<boolean> {
  const isUnrung = await move.tx.one(sql`
    select 1 as ok from call_attempts where id = ${id} and state in ('originating', 'ringing') and direction = 'outbound'
      and ringing_at is null and answered_at is null and end_reason is null`);
  if (!isUnrung) return false;
  await addReport(move, id, 'refused', event.type === 'leg.ended' ? event.sip : undefined);
  return goesOn(move, id);
}

/** Events of an agent's line. */
async function ofAgent(move: Move, event: ProviderEvent): Promise<void> {
  const theirs = sql`select user_id from agent_sessions where agent_leg_id = ${event.legId} and ended_at is null`;
  await lockHolder(move.tx, theirs);
  const session = await lockSession(move.tx, sql`s.agent_leg_id = ${event.legId}`);
  if (!session) return;
  const { isPerCall, isLegUp } = session.state;
  // Voicemail answers too: a person confirms with a key.
  const isThere = isPerCall
    ? event.type === 'leg.dtmf' && event.digit === '1'
    : event.type === 'leg.answered';
  if (isThere && !isLegUp) {
    await moveAgent(move, session, { type: 'leg-up' });
    await resumeCalls(move, { ...session, state: { ...session.state, isLegUp: true } }, false);
  }
  if (event.type === 'leg.ended') await lineDown(move, session, { hasBroken: event.by === 'network' });
}

/** Events of a transfer target's telephone; false for other legs. */
async function ofTransfer(move: Move, event: ProviderEvent): Promise<boolean> {
  const call = await callOfLine(move.tx, event.legId);
  if (!call) return false;
  if (event.type === 'leg.answered') {
    await move.tx.run(sql`update call_transfers set answered_at = ${move.now} where leg_id = ${event.legId}`);
    move.attempts.add(call.id);
  }
  if (event.type === 'leg.ended')
    await moveAttempt(
      move,
      call.id,
      call.stage === 'handed' ? { type: 'end', reason: 'hangup' } : { type: 'returned' },
    );
  return true;
}

/** Events of a monitoring supervisor's telephone; false for other legs. */
async function ofListener(move: Move, event: ProviderEvent): Promise<boolean> {
  const listen = await listenByLeg(move.tx, event.legId);
  if (!listen) return false;
  if (event.type === 'leg.answered') {
    await move.tx.run(sql`update call_listens set answered_at = ${move.now} where id = ${listen.id}`);
    move.attempts.add(listen.attemptId);
    await signal(move.tx, { stale: ['dialer', 'listening'], to: [listen.userId, listen.agentId] });
  }
  if (event.type === 'leg.ended')
    await listensOver(move, listen.attemptId, 'gone', { userId: listen.userId });
  return true;
}

/** An answering machine gets a message if one is configured, unless the call is sampled for an agent. */
async function ofMachine(move: Move, engine: Engine, id: number): Promise<void> {
  const held = await lockCall(move.tx, id);
  if (held)
    await moveAttempt(move, id, { type: 'machine', leaves: await leaves(move, engine, held.attempt) });
}

/** Irrelevant for lines without a call, and sent with each call bridged to them. */
const ofCallsOnly: ReadonlySet<ProviderEvent['type']> = new Set([
  'leg.progress',
  'leg.ringing',
  'leg.bridged',
]);

const callOf = (tx: Tx, legId: string): Promise<{ id: number } | undefined> =>
  tx.one<{ id: number }>(sql`select id from call_attempts where reference_id = ${legId}`);

async function take(move: Move, event: ProviderEvent, engine: Engine): Promise<void> {
  const attempt = await callOf(move.tx, event.legId);
  if (!attempt && ofCallsOnly.has(event.type)) return;
  const called = !attempt && event.type === 'inbound' ? await callIn(move, event) : null;
  const { eventId, at, type, legId: _leg, ...data } = event;
  await move.tx.run(sql`
    insert into call_events (attempt_id, at, type, data, provider_event_id)
    values (${attempt?.id ?? called}, ${at}, ${type}, ${JSON.stringify(data)}::jsonb, ${eventId})`);
  const means = eventOf(event);
  if (called !== null) return;
  if (!attempt)
    return void (
      (await ofTransfer(move, event)) ||
      (await ofListener(move, event)) ||
      (await ofAgent(move, event))
    );
  if (isNotCarried(event) && (await rerouteRejected(move, attempt.id, event))) return;
  const isThrough = 'checked' in event && (await keepCheck(move, attempt.id, event.checked));
  if (means?.type === 'machine' && !isThrough) await ofMachine(move, engine, attempt.id);
  else if (means) await moveAttempt(move, attempt.id, isThrough ? { type: 'answered' } : means);
  if (event.type === 'leg.message') await heardOf(move, attempt.id, event.how);
  if (event.type === 'leg.dtmf') await stepCaller(move, attempt.id, { type: 'key', digit: event.digit });
  if (event.type === 'leg.recorded') await stepCaller(move, attempt.id, { type: 'recorded' });
  if (event.type === 'leg.told') await toldCaller(move, attempt.id, event.no);
}

/** Handles an event of the provider; duplicates are ignored. */
export async function hear(engine: Engine, event: ProviderEvent): Promise<void> {
  try {
    await change(engine, (move) => take(move, event, engine));
  } catch (error) {
    if (sqlState(error) === repeated && String(error).includes('provider_event_id')) return;
    throw error;
  }
  if (event.type === 'leg.answered') engine.failAt?.('dialer-answered');
  if (event.type === 'leg.bridged') engine.failAt?.('dialer-bridged');
}
