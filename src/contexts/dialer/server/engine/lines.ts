/** What becomes of a call when the line of somebody in it is gone. */
import type { Session } from '../agent/sessions.ts';
import type { Move } from './move.ts';
import { leaveCall, moveAgent, moveAttempt } from './transition.ts';

/** An agent's line is down: it was put down, it broke, or nobody took it. One that broke is rung again. */
export async function lineDown(move: Move, session: Session, hasBroken: boolean): Promise<void> {
  const { isPerCall, isLegUp, attemptId, activity } = session.state;
  if (isPerCall && !isLegUp && activity === 'RINGING' && attemptId !== null) {
    await moveAttempt(move, attemptId, { type: 'end', reason: 'agent-missed' });
    return;
  }
  const upEnd = hasBroken && !isPerCall ? 'leg-broke' : 'leg-lost';
  await moveAgent(move, session, { type: isLegUp ? upEnd : 'leg-missed' });
  if (attemptId === null) return;
  // Nobody is on the agent's side any more: the caller is not left alone.
  if (activity === 'TALK') await leaveCall(move, attemptId, session.userId);
  // Nor is anybody rung for a phone that was put down.
  else if (isPerCall && activity === 'RINGING')
    await moveAttempt(move, attemptId, { type: 'end', reason: 'cancel' });
}

/** A line that is up and reaches nobody any more is let go: whoever would speak with them is not left in silence. */
export async function dropLine(move: Move, session: Session): Promise<void> {
  const { activity, attemptId } = session.state;
  if (session.legId === null) return;
  move.lines.add(session.legId);
  await moveAgent(move, session, { type: 'leg-dropped' });
  if (activity === 'TALK' && attemptId !== null) await leaveCall(move, attemptId, session.userId);
}
