/** Effects of a swap on an agent's two calls. */
import { signal } from '#kernel/server/live/event.ts';
import type { AgentState } from '../../agent/agent.ts';
import { turnsOf } from '../../agent/two-calls.ts';
import { listensOver } from '../listening/listens.ts';
import type { Move } from '../../engine/move.ts';

/** One step of a call; false when nothing changes. */
type Step = (move: Move, id: number, event: { type: 'aside' | 'back' }) => Promise<boolean>;

export async function followLines(
  move: Move,
  userId: number,
  before: AgentState,
  after: AgentState,
  step: Step,
): Promise<void> {
  for (const { id, type } of turnsOf(before, after)) {
    // Monitoring is bound to the agent's line: it ends here, so that the supervisor does not monitor the other call.
    if (type === 'aside') await listensOver(move, id, 'left');
    await step(move, id, { type });
  }
  const [was, is] = [before.beside, after.beside];
  // The published status may be unchanged.
  if (was?.attemptId !== is?.attemptId || was?.isOver !== is?.isOver)
    await signal(move.tx, { stale: ['dialer'], to: [userId] });
}
