/** What calls show of the trunk and the caller id they went out by, noted while they move and counted after the commit. */
import { type LineReport, reportOf } from './health.ts';
import type { Attempt } from '../engine/attempts.ts';
import type { Move } from '../engine/move.ts';

export async function report(move: Move, id: number, what: LineReport['what'], sip?: number): Promise<void> {
  const found = await reportOf(move.tx, id, what, sip);
  if (found) move.reports.push(found);
}

/** Outcomes of calls that were carried and not answered. */
const unanswered: ReadonlySet<string> = new Set(['no_answer', 'busy', 'rejected', 'switched_off', 'invalid']);

/** When it is answered, or ends without: a conversation that lasts keeps no trunk waiting for its good news. */
export async function reportCall(move: Move, before: Attempt, { id, mode, state }: Attempt): Promise<void> {
  if (mode === 'inbound' || before.state.answeredAt !== null) return;
  if (state.answeredAt !== null) return report(move, id, 'answered');
  if (state.state !== 'ended') return;
  // Its answer was not heard.
  if (state.outcome === 'abandoned') return report(move, id, 'answered');
  if (unanswered.has(state.outcome ?? '')) await report(move, id, 'unanswered');
}
