/** Effects of a transfer on agents and lines. */
import { signal } from '#kernel/server/live/event.ts';
import type { AgentEvent } from '../../agent/agent-state.ts';
import { type Session, lockSession, sessionOfUser } from '../../agent/sessions.ts';
import { listensOver } from '../listening/listens.ts';
import type { Attempt } from '../../engine/attempt/attempts.ts';
import type { Move } from '../../engine/move.ts';
import { isHandedBy } from './transfers.ts';

type MoveAgent = (move: Move, session: Session, event: AgentEvent) => Promise<boolean>;

/** Leaves the call's bridge, unless the agent's phone is hung up anyway. */
function part(move: Move, { referenceId }: Attempt, session: Session): void {
  if (session.legId !== null && !session.state.isPerCall)
    move.parted.push({ bridgeId: referenceId, legId: session.legId });
}

async function ofOther(move: Move, before: Attempt, after: Attempt, moveAgent: MoveAgent): Promise<void> {
  const { transfer } = before.state;
  const isHanded = isHandedBy(before.state, after.state);
  const session =
    transfer?.isLine && transfer.toUserId !== null
      ? await lockSession(move.tx, sessionOfUser(transfer.toUserId))
      : undefined;
  if (!session) {
    // The target's telephone is no longer needed.
    if (after.state.transfer === null && before.line) move.lines.add(before.line.legId);
    return;
  }
  if (isHanded || after.state.transfer?.stage === 'joined') {
    await moveAgent(move, session, { type: 'bridged', attemptId: after.id });
    return;
  }
  if (after.state.transfer !== null || session.state.attemptId !== after.id) return;
  if (after.state.state !== 'ended') part(move, after, session);
  await listensOver(move, after.id, 'left', { agentId: session.userId });
  await moveAgent(move, session, { type: 'call-ended', attemptId: after.id, wraps: false });
}

/** `session`: the agent who had the call before this transition. */
export async function followTransfer(
  move: Move,
  before: Attempt,
  after: Attempt,
  session: Session | undefined,
  moveAgent: MoveAgent,
): Promise<void> {
  const was = before.state.transfer;
  if (was === null || was.stage === after.state.transfer?.stage) return;
  await ofOther(move, before, after, moveAgent);
  const people = [before.state.agentId, was.toUserId].filter((id) => id !== null);
  await signal(move.tx, { stale: ['dialer'], to: people });
  if (!isHandedBy(before.state, after.state) || !session) return;
  // Monitoring is bound to the agent's line: it ends here, so that the supervisor does not monitor the next call.
  await listensOver(move, after.id, 'left');
  part(move, after, session);
  // A transfer to an agent includes the disposition; a call without a loan has none.
  const wraps = !was.isLine && after.loanId !== null;
  await moveAgent(move, session, { type: 'call-ended', attemptId: after.id, wraps });
}
