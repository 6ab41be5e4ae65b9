/** What follows from a visit: the same advice on the phone and wherever it is read. Pure. */
import type { VisitOutcome } from './visits.ts';

type NextStep = 'write_down' | 'another_time' | 'call_first' | 'tell_leader' | 'check_address';

/** The first locked door is a matter of the hour, the second of an appointment, the third one for the team leader. */
const ladder: readonly NextStep[] = ['another_time', 'call_first', 'tell_leader'];

/** `lockedTimes`: visits to a locked door one after another, this one included. */
export function nextStepOf(outcome: VisitOutcome, lockedTimes: number): NextStep {
  if (outcome === 'met') return 'write_down';
  if (outcome === 'locked') return ladder[Math.min(lockedTimes, ladder.length) - 1] ?? 'another_time';
  if (outcome === 'family') return 'call_first';
  return outcome === 'refused' ? 'tell_leader' : 'check_address';
}
