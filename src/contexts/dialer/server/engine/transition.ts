/** What one change brings about: each runs in a transaction, notes whom it touched, and leaves the provider for later. */
import { keepRecording, startRecording } from '../recordings/marks.ts';
import { callerFor, missed, markAnswered } from '../inbound/leaving.ts';
import { teamsOf } from '../inbound/queues.ts';
import { listensOver } from '../call-control/listening/listens.ts';
import { settleMessage } from '../machines/messages.ts';
import { followTransfer } from '../call-control/transfer/handing-on.ts';
import { followLines } from '../call-control/second-line/turns.ts';
import type { Move } from './move.ts';
import { saveTransfer } from '../call-control/transfer/transfers.ts';
import { signal } from '#kernel/server/live/event.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type AgentEvent, stepAgent } from '../agent/agent-state.ts';
import { heldBeside } from '../agent/two-calls.ts';
import { type AttemptEvent, claimMs, stepAttempt } from './attempt/attempt-state.ts';
import {
  type Attempt,
  attemptById,
  lockAttempt,
  lockCall,
  saveAttempt,
  setSaid,
} from './attempt/attempts.ts';
import { settleLead } from '../leads/leads.ts';
import { tryNext } from '../trunks/choice.ts';
import { reportCall } from '../trunks/line-reports.ts';
import { type Session, lockCandidate, lockFreeAgent, saveSession } from '../agent/sessions.ts';

/** Dialled by the agent: they write a disposition whether it was answered or not. */
const isOwnCall = ({ mode }: Attempt): boolean => mode === 'manual' || mode === 'task';

export const announce = (move: Move, attempt: Attempt, userId: number): Promise<void> =>
  signal(move.tx, {
    say: {
      to: [userId],
      event: 'call-initiated',
      body: {
        callRefNo: attempt.referenceId,
        loanId: attempt.loanId,
        type: attempt.mode === 'task' ? 'manual' : attempt.mode,
      },
    },
  });

const lineEnds: ReadonlySet<AgentEvent['type']> = new Set([
  'leg-lost',
  'leg-broke',
  'leg-missed',
  'leg-dropped',
]);

/** One step of an agent whose session is locked; false when it is not possible now. */
export async function moveAgent(move: Move, session: Session, event: AgentEvent): Promise<boolean> {
  const before = session.state;
  const after = stepAgent(before, event, { now: move.now.getTime(), wrapMaxMs: session.wrapMaxMs });
  if (!after) return false;
  // The agent's phone is free again after each call.
  const isRungOff = event.type === 'call-ended' && before.isPerCall;
  if (isRungOff && session.legId !== null) move.lines.add(session.legId);
  const isLineGone = lineEnds.has(event.type) || isRungOff;
  const saved = await saveSession(move, session, after, {
    isLineGone,
    isPageGone: event.type !== 'leg-broke',
  });
  move.sessions.add(session.id);
  const wasOn = before.attemptId;
  if (wasOn !== null && before.activity === 'WRAP' && after.attemptId !== wasOn)
    await setSaid(move, wasOn, event.type === 'said' ? 'said' : event.type === 'due' ? 'overdue' : 'left');
  await followLines(move, session.userId, before, after, moveAttempt);
  if (wasOn !== null && after.wish === 'logout') await letGo(move, wasOn, saved);
  if (after.activity === 'POOL' && before.activity !== 'POOL') move.isFreed = true;
  const isNew = after.activity === 'POOL' && before.activity !== 'POOL' && after.isLegUp;
  if (isNew && !(await takeWaiting(move, saved))) await takeCaller(move, saved);
  return true;
}

/** An agent signs out: their bridged calls end, an offered call is offered to the next agent. */
async function letGo(move: Move, attemptId: number, session: Session): Promise<void> {
  const attempt = await offeredCall(move, session);
  if (attempt) await passOn(move, attempt, session);
  else await leaveCall(move, attemptId, session.userId);
  const other = heldBeside(session.state);
  if (other !== null) await leaveCall(move, other, session.userId);
}

/** An agent leaves a call: during a transfer the other party continues, otherwise it disconnects. */
export async function leaveCall(move: Move, attemptId: number, userId: number): Promise<boolean> {
  const attempt = await attemptById(move.tx, attemptId);
  if (!attempt) return false;
  const { transfer, agentId } = attempt.state;
  if (agentId !== userId) return moveAttempt(move, attemptId, { type: 'returned' });
  if (transfer?.stage === 'joined') return moveAttempt(move, attemptId, { type: 'handed' });
  return moveAttempt(move, attemptId, { type: 'end', reason: 'hangup' });
}

/** A free agent gets the answered call that has waited longest. */
export async function takeWaiting(move: Move, session: Session): Promise<boolean> {
  const waiting = await move.tx.one<{ id: number }>(sql`
    select id from call_attempts where campaign_id = ${session.state.campaignId} and state = 'answered'
      and user_id is null and end_reason is null order by answered_at limit 1 for no key update skip locked`);
  if (!waiting) return false;
  await giveTo(move, await lockAttempt(move.tx, waiting.id), session);
  return true;
}

/** Without a waiting outbound call, the inbound caller who has waited longest rings at the agent. */
async function takeCaller(move: Move, session: Session): Promise<void> {
  const { userId, state } = session;
  const waiting = await callerFor(move.tx, { userId, campaignId: state.campaignId }, teamsOf(move.now));
  const attempt = waiting && (await lockAttempt(move.tx, waiting.id));
  if (attempt) await offerTo(move, attempt, session);
}

/** An answered call is assigned to an agent of the pool. */
async function giveTo(move: Move, attempt: Attempt | undefined, session: Session): Promise<void> {
  if (!attempt) return;
  if (!(await moveAgent(move, session, { type: 'reserve', attemptId: attempt.id }))) return;
  await stepAndSave(move, attempt, { type: 'agent-found', agentId: session.userId });
  await announce(move, attempt, session.userId);
}

function stepOf(move: Move, attempt: Attempt, event: AttemptEvent): Attempt | null {
  const { ringMs, patienceMs } = attempt;
  const after = stepAttempt(attempt.state, event, { now: move.now.getTime(), ringMs, patienceMs });
  return after && { ...attempt, state: after };
}
async function stepAndSave(move: Move, attempt: Attempt, event: AttemptEvent): Promise<Attempt | null> {
  const after = stepOf(move, attempt, event);
  if (!after) return null;
  await saveAttempt(move, after);
  await saveTransfer(move, attempt.id, attempt.state, after.state);
  move.attempts.add(attempt.id);
  return after;
}

/** An answered call is assigned to the agent it was placed for, else to the longest free agent of the pool. */
async function answer(move: Move, attempt: Attempt): Promise<Attempt | null> {
  const heard = stepOf(move, attempt, { type: 'answered' });
  if (!heard) return null;
  const { id, campaignId } = heard;
  const theirs = heard.state.agentId;
  const free = theirs === null && campaignId !== null && (await lockFreeAgent(move.tx, campaignId));
  const isTaken = free && (await moveAgent(move, free, { type: 'reserve', attemptId: id }));
  const agentId = isTaken ? free.userId : theirs;
  // One write for both steps, because the borrower waits for it.
  const after = (agentId !== null && stepOf(move, heard, { type: 'agent-found', agentId })) || heard;
  await saveAttempt(move, after);
  move.attempts.add(id);
  if (agentId !== null && !isOwnCall(after)) await announce(move, after, agentId);
  if (agentId === null) move.isFreed = true;
  return after;
}

/** No dial command was sent, because the agent's phone rings first. */
const isOwnPhoneOnly = (session: Session | undefined, { state }: Attempt): boolean =>
  state.state === 'claimed' && (session?.state.isPerCall ?? false) && !session?.state.isLegUp;

async function over(
  move: Move,
  attempt: Attempt,
  session: Session | undefined,
  before: Attempt,
): Promise<void> {
  const isOwnPhone = isOwnPhoneOnly(session, before);
  // Without a loan there is no disposition to write.
  const hasTalked = attempt.state.bridgedAt !== null && attempt.loanId !== null;
  const wraps = hasTalked || (isOwnCall(attempt) && !isOwnPhone);
  const isUnanswered = isOwnPhone && attempt.state.endReason !== 'hangup';
  const event = { type: 'call-ended', attemptId: attempt.id, wraps, isUnanswered } as const;
  if (session) await moveAgent(move, session, event);
  // No disposition is due, or it is saved.
  const hadIt = session?.state.attemptId === attempt.id;
  const had = hadIt ? session.state : session?.state.beside;
  const isHad = hadIt || had?.attemptId === attempt.id;
  const isSaid = !wraps || attempt.state.agentId === null || (isHad && (had?.isSaid ?? false));
  if (isSaid) await setSaid(move, attempt.id, 'said');
  // A missed inbound call belongs to no agent.
  if (attempt.mode === 'inbound' && attempt.state.bridgedAt === null)
    await move.tx.run(sql`update call_attempts set user_id = null where id = ${attempt.id}`);
  await listensOver(move, attempt.id, 'over');
  await keepRecording(move, attempt);
  await settleMessage(move, attempt);
  if (attempt.mode === 'inbound' && attempt.state.bridgedAt === null) await missed(move, attempt);
  await settleLead(move, attempt);
  await signal(move.tx, {
    stale: ['calls', 'pending-calls'],
    to: attempt.state.agentId === null ? [] : [attempt.state.agentId],
  });
}

/** The carrier rejected a call and another may try: it remains claimed. */
export async function goesOn(move: Move, id: number): Promise<boolean> {
  const dueAt = new Date(move.now.getTime() + claimMs);
  const isMoved = await tryNext(move.tx, id, move.now, dueAt);
  if (isMoved) move.attempts.add(id);
  return isMoved;
}

/** One step of a call with all its effects; false when nothing changes. */
export async function moveAttempt(move: Move, id: number, event: AttemptEvent): Promise<boolean> {
  const locked = await lockCall(move.tx, id);
  if (!locked) return false;
  const { attempt, session } = locked;
  if (event.type === 'due' && session && isLetRing(attempt, move.now)) {
    await passOn(move, attempt, session);
    return true;
  }
  const after = await (event.type === 'answered' ? answer(move, attempt) : stepAndSave(move, attempt, event));
  if (!after) return false;
  // The message needs no agent: the reserved agent is free.
  if (after.state.endReason === 'message' && session && after.state.state !== 'ended')
    await moveAgent(move, session, { type: 'call-ended', attemptId: id, wraps: false });
  await followTransfer(move, attempt, after, session, moveAgent);
  if (event.type === 'bridged' && session) {
    await moveAgent(move, session, { type: 'bridged', attemptId: id });
    if (attempt.records) await startRecording(move, after);
  }
  if (event.type === 'bridged') await markAnswered(move, after);
  await reportCall(move, attempt, after);
  if (after.state.state === 'ended') await over(move, after, session, attempt);
  return true;
}

/** Longest wait in a queue, after which the announcement plays. */
export const longestWaitMs = 30 * 60_000;
/** Ring time of an inbound call per agent. */
export const offerMs = 20_000;

/** Offers the call to the next eligible agent; without one it ends, or returns to its queue. */
export async function offer(move: Move, attempt: Attempt): Promise<void> {
  const { tx, now } = move;
  if (attempt.queueId !== null) return waitAgain(move, attempt);
  const session = attempt.loanId === null ? undefined : await lockCandidate(tx, attempt, now);
  if (session && (await offerTo(move, attempt, session))) return;
  await stepAndSave(move, attempt, { type: 'end', reason: 'nobody' });
}

/** Rings at that agent; false when they cannot answer now. */
export async function offerTo(move: Move, { id }: Attempt, session: Session): Promise<boolean> {
  if (!(await moveAgent(move, session, { type: 'dial', attemptId: id }))) return false;
  move.attempts.add(id);
  await move.tx.run(sql`
    update call_attempts set user_id = ${session.userId}, campaign_id = ${session.state.campaignId},
      due_at = ${new Date(move.now.getTime() + offerMs)} where id = ${id}`);
  return true;
}

/** Returns to the queue, which is served in order of arrival. */
async function waitAgain(move: Move, { id }: Pick<Attempt, 'id'>): Promise<void> {
  const until = new Date(move.now.getTime() + longestWaitMs);
  await move.tx.run(sql`update call_attempts set user_id = null, due_at = ${until} where id = ${id}`);
  move.isFreed = true;
}

/** Withdraws the offer from the agent without a new offer; the caller has both locks. */
export async function release(move: Move, { id }: Attempt, session: Session): Promise<void> {
  await waitAgain(move, { id });
  await moveAgent(move, session, { type: 'call-ended', attemptId: id, wraps: false });
}

/** It rang long enough at one agent. */
const isLetRing = ({ mode, state: s }: Attempt, now: Date): boolean =>
  mode === 'inbound' &&
  s.state === 'ringing' &&
  s.endReason === null &&
  s.dueAt !== null &&
  now.getTime() >= s.dueAt;

/** The agent passes on the call; both are locked. */
export async function passOn(move: Move, attempt: Attempt, session: Session): Promise<void> {
  await move.tx.run(sql`
    update call_attempts set user_id = null, declined_by = declined_by || ${session.userId}::bigint where id = ${attempt.id}`);
  await moveAgent(move, session, { type: 'call-ended', attemptId: attempt.id, wraps: false });
  await offer(move, { ...attempt, state: { ...attempt.state, agentId: null } });
}

/** The call an agent is offered now. */
export async function offeredCall(move: Move, session: Session): Promise<Attempt | undefined> {
  const { attemptId } = session.state;
  const attempt = attemptId === null ? undefined : await lockAttempt(move.tx, attemptId);
  const { mode, state } = attempt ?? {};
  return mode === 'inbound' && state?.state === 'ringing' && state.endReason === null ? attempt : undefined;
}
