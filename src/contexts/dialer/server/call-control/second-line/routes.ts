/** Second call of an agent. */
import { secondLine } from '#contexts/dialer/contract/call-control/second-line.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import type { Session } from '../../agent/sessions.ts';
import { standingOf } from '../../agent/standing.ts';
import { heldBeside } from '../../agent/two-calls.ts';
import { lockAttempt } from '../../engine/attempt/attempts.ts';
import { newMove } from '../../engine/move.ts';
import { moveAgent, moveAttempt } from '../../engine/transition.ts';
import { type CallDeps, heldSession, loanIdOf, placeCall, tellDialer } from '../../place-call.ts';

/** Allowed from a bridged call of the agent that is not itself a second call. */
async function mayPlace({ caps }: CallDeps, { tx, actor }: Context, session: Session): Promise<void> {
  const { attemptId, activity, beside, isPerCall } = session.state;
  // The agent's phone hangs up after each call.
  if (!caps.secondLine || isPerCall) throw new Failure('LEG_NOT_POSSIBLE');
  const attempt = attemptId === null ? undefined : await lockAttempt(tx, attemptId);
  const { state, agentId, endReason, transfer, lineLoss } = attempt?.state ?? {};
  const isOn = state === 'bridged' && endReason === null && transfer === null && lineLoss === null;
  if (!isOn || agentId !== actor.id || activity !== 'TALK' || beside !== null || attempt?.isSecond)
    throw new Failure('DIALER_BUSY');
}

async function swap(context: Context) {
  const { tx, actor, now, emit } = context;
  const session = await heldSession(context);
  const { attemptId } = session.state;
  const attempt = attemptId === null ? undefined : await lockAttempt(tx, attemptId);
  const move = newMove(tx, now);
  const { transfer, lineLoss } = attempt?.state ?? {};
  // Not during a transfer, because the target would be alone; a lost line must be resumed first.
  if (!attempt || transfer || lineLoss || !(await moveAgent(move, session, { type: 'swap' })))
    throw new Failure('DIALER_BUSY');
  await tellDialer(move);
  emit('dialer.swapped', { id: attempt.id, facts: { callRefNo: attempt.referenceId }, to: [actor.id] });
  return standingOf(tx, actor.id);
}

async function end(context: Context) {
  const { tx, actor, now, emit } = context;
  const held = heldBeside((await heldSession(context)).state);
  const attempt = held === null ? undefined : await lockAttempt(tx, held);
  const move = newMove(tx, now);
  if (!attempt || !(await moveAttempt(move, attempt.id, { type: 'end', reason: 'hangup' })))
    throw new Failure('DIALER_BUSY');
  await tellDialer(move);
  emit('dialer.ended', { id: attempt.id, facts: { callRefNo: attempt.referenceId }, to: [actor.id] });
  return standingOf(tx, actor.id);
}

export const secondLineRoutes = (deps: CallDeps): Route[] =>
  implement(secondLine, {
    async place({ id, alternateNumber }, context) {
      const wanted = { loanId: loanIdOf(id), ...(alternateNumber && { contact: alternateNumber }) };
      const callRefNo = await placeCall(deps, context, wanted, (one) => mayPlace(deps, context, one));
      return { callRefNo };
    },
    swap: (_, context) => swap(context),
    end: (_, context) => end(context),
  });
