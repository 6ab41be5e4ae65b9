/** What happens to a call when an agent's line is lost. */
import { signal } from '#kernel/server/live/event.ts';
import type { Session } from '../../agent/sessions.ts';
import { heldBeside } from '../../agent/two-calls.ts';
import { listensOver } from '../../call-control/listening/listens.ts';
import { attemptById } from '../attempt/attempts.ts';
import type { Move } from '../move.ts';
import { leaveCall, moveAgent, moveAttempt } from '../transition.ts';

/** A browser line ends with its page, so its end is no hang-up: agents disconnect by a button. */
const isLostOnly = ({ leg }: Session): boolean => leg === 'webrtc';

/** The borrower of a lost line hears hold music; a joined colleague keeps the call, and a consulted one is dropped. */
async function suspendCall(move: Move, id: number, userId: number): Promise<void> {
  const attempt = await attemptById(move.tx, id);
  if (!attempt) return;
  const { transfer, agentId } = attempt.state;
  if (agentId !== userId || transfer?.stage === 'joined') return void (await leaveCall(move, id, userId));
  // Monitoring is bound to the agent's line.
  if (!(await moveAttempt(move, id, { type: 'line-lost' }))) return;
  await listensOver(move, id, 'left');
  await signal(move.tx, { stale: ['dialer'], to: [userId] });
}

/** Both calls of a lost line are suspended; a ringing second call is cancelled. */
async function suspendCalls(move: Move, { state, userId }: Session): Promise<void> {
  const { activity, attemptId } = state;
  const other = heldBeside(state);
  if (other !== null) await suspendCall(move, other, userId);
  if (attemptId === null) return;
  if (activity === 'TALK') await suspendCall(move, attemptId, userId);
  else if (activity === 'RINGING' && other !== null)
    await moveAttempt(move, attemptId, { type: 'end', reason: 'cancel' });
}

/**
 * Resumes the calls of an agent whose line was lost. `isAsked`: the agent pressed Resume; else the line is up after
 * Resume.
 */
export async function resumeCalls(
  move: Move,
  { state, userId }: Session,
  isAsked: boolean,
): Promise<boolean> {
  const { attemptId, isLegUp } = state;
  if (attemptId === null) return false;
  const loss = (await attemptById(move.tx, attemptId))?.state.lineLoss;
  if (!loss || (!isAsked && !loss.isResuming)) return false;
  const event = { type: 'line-resumed', isUp: isLegUp } as const;
  const other = heldBeside(state);
  if (other !== null) await moveAttempt(move, other, event);
  const isResumed = await moveAttempt(move, attemptId, event);
  if (isResumed) await signal(move.tx, { stale: ['dialer'], to: [userId] });
  return isResumed || loss.isResuming;
}

interface Down {
  hasBroken: boolean;
  /** Requested without a listening server. */
  isUnplaced?: boolean;
}
/** An agent's line is down: hung up, broken or never answered. A broken one is rung again. */
export async function lineDown(
  move: Move,
  session: Session,
  { hasBroken, isUnplaced = false }: Down,
): Promise<void> {
  const { isPerCall, isLegUp, attemptId, activity } = session.state;
  if (isUnplaced && !isLegUp) return void (await moveAgent(move, session, { type: 'leg-broke' }));
  if (isPerCall && !isLegUp && activity === 'RINGING' && attemptId !== null) {
    await moveAttempt(move, attemptId, { type: 'end', reason: 'agent-missed' });
    return;
  }
  const upEnd = hasBroken && !isPerCall ? 'leg-broke' : 'leg-lost';
  await moveAgent(move, session, { type: isLegUp ? upEnd : 'leg-missed' });
  if (attemptId === null) return;
  if (isLostOnly(session)) return suspendCalls(move, session);
  await leaveSecond(move, session);
  // The agent's side is gone: the call is disconnected or returned, so that the borrower does not hear silence.
  if (activity === 'TALK') await leaveCall(move, attemptId, session.userId);
  // The borrower is not dialled for an agent's phone that was hung up.
  else if (isPerCall && activity === 'RINGING')
    await moveAttempt(move, attemptId, { type: 'end', reason: 'cancel' });
}

/** The held call is disconnected too, and a ringing second call is cancelled. */
async function leaveSecond(move: Move, { state, userId }: Session): Promise<void> {
  const other = heldBeside(state);
  if (other === null) return;
  if (state.activity === 'RINGING' && state.attemptId !== null)
    await moveAttempt(move, state.attemptId, { type: 'end', reason: 'cancel' });
  await leaveCall(move, other, userId);
}

/** Drops a line that is up but dead, before a borrower is connected to silence. */
export async function dropLine(move: Move, session: Session): Promise<void> {
  const { activity, attemptId } = session.state;
  if (session.legId === null) return;
  const call = activity === 'TALK' && attemptId !== null ? await attemptById(move.tx, attemptId) : undefined;
  // Removed from the call first: at its end the exchange plays a farewell to a borrower not on hold. It is an orphan
  // then.
  if (call && isLostOnly(session)) move.parted.push({ bridgeId: call.referenceId, legId: session.legId });
  else move.lines.add(session.legId);
  await moveAgent(move, session, { type: 'leg-dropped' });
  if (isLostOnly(session)) return suspendCalls(move, session);
  await leaveSecond(move, session);
  if (activity === 'TALK' && attemptId !== null) await leaveCall(move, attemptId, session.userId);
}
