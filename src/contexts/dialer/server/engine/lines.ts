/** What happens to a call when an agent's line is lost. */
import { signal } from '#kernel/server/live/event.ts';
import type { Session } from '../agent/sessions.ts';
import { heldBeside } from '../agent/two-calls.ts';
import { listensOver } from '../listening/listens.ts';
import { attemptById } from './attempts.ts';
import type { Move } from './move.ts';
import { leaveCall, moveAgent, moveAttempt } from './transition.ts';

/** A browser line ends with its page, so its end is no hang-up: agents hang up by a button. */
const isLostOnly = ({ leg }: Session): boolean => leg === 'webrtc';

/** The borrower of a lost line hears hold music; a colleague in the call keeps it, and a consulted one leaves. */
async function suspendCall(move: Move, id: number, userId: number): Promise<void> {
  const attempt = await attemptById(move.tx, id);
  if (!attempt) return;
  const { transfer, agentId } = attempt.state;
  if (agentId !== userId || transfer?.stage === 'joined') return void (await leaveCall(move, id, userId));
  // Listening is to the agent's line.
  if (!(await moveAttempt(move, id, { type: 'line-lost' }))) return;
  await listensOver(move, id, 'left');
  await signal(move.tx, { stale: ['dialer'], to: [userId] });
}

/** Both calls of an agent whose line was lost wait for it; one that rings beside another is cancelled. */
async function suspendCalls(move: Move, { state, userId }: Session): Promise<void> {
  const { activity, attemptId } = state;
  const other = heldBeside(state);
  if (other !== null) await suspendCall(move, other, userId);
  if (attemptId === null) return;
  if (activity === 'TALK') await suspendCall(move, attemptId, userId);
  else if (activity === 'RINGING' && other !== null)
    await moveAttempt(move, attemptId, { type: 'end', reason: 'cancel' });
}

/** Resumes the calls of an agent whose line was lost. `isAsked`: the agent pressed Resume; else the line they pressed it for is up. */
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
  /** No server listened when it was asked for. */
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
  // The agent's side is gone: the call is ended or handed back, so that the borrower does not hear silence.
  if (activity === 'TALK') await leaveCall(move, attemptId, session.userId);
  // The borrower is not dialled for an agent's phone that was hung up.
  else if (isPerCall && activity === 'RINGING')
    await moveAttempt(move, attemptId, { type: 'end', reason: 'cancel' });
}

/** Of two calls the one on hold ends as well: nobody would come back to it. Nor is another placed out of it. */
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
  // Out of the call first: at its end the exchange speaks a farewell to a borrower whom no server made wait. It is an orphan then.
  if (call && isLostOnly(session)) move.parted.push({ bridgeId: call.referenceId, legId: session.legId });
  else move.lines.add(session.legId);
  await moveAgent(move, session, { type: 'leg-dropped' });
  if (isLostOnly(session)) return suspendCalls(move, session);
  await leaveSecond(move, session);
  if (activity === 'TALK' && attemptId !== null) await leaveCall(move, attemptId, session.userId);
}
