/** Reports of calls for their trunk and caller ID, collected during a change set and recorded after its commit. */
import { type LineReport, reportOf } from './health.ts';
import type { Attempt } from '../engine/attempt/attempts.ts';
import type { Move } from '../engine/move.ts';

export async function addReport(
  move: Move,
  id: number,
  what: LineReport['what'],
  sip?: number,
): Promise<void> {
  const found = await reportOf(move.tx, id, what, sip);
  if (found) move.reports.push(found);
}

/** Outcomes of carried calls without an answer. */
const unansweredOutcomes: ReadonlySet<string> = new Set([
  'no_answer',
  'busy',
  'rejected',
  'switched_off',
  'invalid',
]);

/** Reports a call when it is answered, or ends without an answer; a long conversation does not delay its report. */
export async function reportCall(move: Move, before: Attempt, { id, mode, state }: Attempt): Promise<void> {
  if (mode === 'inbound' || before.state.answeredAt !== null) return;
  if (state.answeredAt !== null) return addReport(move, id, 'answered');
  if (state.state !== 'ended') return;
  // Answered, but abandoned before an agent was connected.
  if (state.outcome === 'abandoned') return addReport(move, id, 'answered');
  if (unansweredOutcomes.has(state.outcome ?? '')) await addReport(move, id, 'unanswered');
}
