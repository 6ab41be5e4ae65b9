/** What happens to a call when an agent's line is lost. */
import type { Session } from '../agent/sessions.ts';
import { heldBeside } from '../agent/two-calls.ts';
import type { Move } from './move.ts';
import { leaveCall, moveAgent, moveAttempt } from './transition.ts';

/** An agent's line is down: hung up, broken or never answered. A broken one is rung again. */
export async function lineDown(move: Move, session: Session, hasBroken: boolean): Promise<void> {
  const { isPerCall, isLegUp, attemptId, activity } = session.state;
  if (isPerCall && !isLegUp && activity === 'RINGING' && attemptId !== null) {
    await moveAttempt(move, attemptId, { type: 'end', reason: 'agent-missed' });
    return;
  }
  const upEnd = hasBroken && !isPerCall ? 'leg-broke' : 'leg-lost';
  await moveAgent(move, session, { type: isLegUp ? upEnd : 'leg-missed' });
  if (attemptId === null) return;
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
  move.lines.add(session.legId);
  await moveAgent(move, session, { type: 'leg-dropped' });
  await leaveSecond(move, session);
  if (activity === 'TALK' && attemptId !== null) await leaveCall(move, attemptId, session.userId);
}
