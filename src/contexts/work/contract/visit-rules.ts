/** Next step after a visit: shared by the phone and all readers. Pure. */
import type { VisitOutcome } from './visits.ts';

type NextStep = 'write_down' | 'another_time' | 'call_first' | 'tell_leader' | 'check_address';

/** The first locked door suggests another time, the second an appointment, the third escalates to the team leader. */
const ladder: readonly NextStep[] = ['another_time', 'call_first', 'tell_leader'];

/** `lockedTimes`: consecutive visits to a locked house, including this one. */
export function nextStepOf(outcome: VisitOutcome, lockedTimes: number): NextStep {
  if (outcome === 'met') return 'write_down';
  if (outcome === 'locked') return ladder[Math.min(lockedTimes, ladder.length) - 1] ?? 'another_time';
  if (outcome === 'family') return 'call_first';
  return outcome === 'refused' ? 'tell_leader' : 'check_address';
}
