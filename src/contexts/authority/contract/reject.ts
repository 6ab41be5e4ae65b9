/** Who may reject. Pure. */
import { isEligible, routeOf, rulingOf } from './rules.ts';

/**
 * True for an eligible approver, or a maker, who withdraws it. Where no step covers it, any listed approver may reject
 * it.
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
