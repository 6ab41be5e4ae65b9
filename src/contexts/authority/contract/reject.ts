/** Who may say no. Pure. */
import { isEligible, routeOf, rulingOf } from './rules.ts';

/**
 * May this person say no: who may decide it now, and a maker, who takes it back. What no step covers nobody may approve;
 * whoever any step names may reject it.
 */
export function mayReject(o: Parameters<typeof rulingOf>[0]): boolean {
  const { steps, facts, person, conflict } = o;
  if (!steps || conflict.makers.includes(person.id)) return true;
  const ruling = rulingOf(o);
  if (ruling.is !== 'refused') return ruling.is === 'decides';
  const any = steps.map((step) => ({ step: { ...step, ...limitless }, isSubstitute: false }));
  return routeOf(steps, facts).length === 0 && any.some((station) => isEligible(station, person, conflict));
}
const limitless = {
  maxWaiver: null,
  maxWaiverTotal: null,
  maxAmount: null,
  maxDays: null,
  maxCount: null,
} as const;
