/** Who decides what: from the steps of a policy and the facts of a request to a route of people. Pure. */
import type { RoleType } from '#kernel/contract/access.ts';

/** What can need a second person. */
export const authorityKinds = [
  'settlement',
  'account',
  'hold',
  'export',
  'reveal',
  'role',
  'payment',
  'deactivate',
] as const;
export type AuthorityKind = (typeof authorityKinds)[number];

/** Roles that decide; agents ask, and lenders answer in their portal. */
export const deciderRoles = [
  'tech_lead',
  'authorized_officer',
  'supervisor',
  'manager',
  'admin',
  'system_admin',
] as const satisfies readonly RoleType[];
/** Who a step names: a role, or whoever asks, who needs nobody else up to its limits. */
export const stepRoles = [...deciderRoles, 'asker'] as const;
/** Roles that may decide a kind: who requests a settlement never decides it. */
export const stepRolesOf = (kind: AuthorityKind): readonly (typeof stepRoles)[number][] =>
  kind === 'settlement' ? deciderRoles : stepRoles;
export type StepRole = (typeof stepRoles)[number];

export const limitNames = ['waiver', 'total', 'amount', 'days', 'count'] as const;
export type LimitName = (typeof limitNames)[number];
/** What each kind is measured by; the others of its limits are never reached. */
export const limitsOf: Readonly<Record<AuthorityKind, readonly LimitName[]>> = {
  settlement: ['waiver', 'total', 'amount', 'days'],
  account: [],
  hold: ['days'],
  export: ['count'],
  reveal: ['count'],
  role: [],
  payment: ['amount'],
  deactivate: ['count'],
};

/** Up to what a step decides; null: without a limit. Percent, paise, days, number of rows. */
interface Limits {
  /** On the principal; on the total where there is none (G106). */
  maxWaiver: number | null;
  maxWaiverTotal: number | null;
  maxAmount: number | null;
  maxDays: number | null;
  maxCount: number | null;
}
export interface PolicyStep extends Limits {
  id: number;
  /** Either everybody of a role, or one person. */
  roleType: StepRole | null;
  userId: number | null;
  /** Decides once the step's hours are over. */
  substituteId: number | null;
  hours: number;
  /** True: nobody above or below a maker decides here. */
  exceptLine: boolean;
}
export interface RequestFacts {
  amount: number;
  /** Hundredths of a percent, rounded up. */
  waiver: number;
  waiverTotal: number;
  /** Null: not known, and above every limit of days. */
  days: number | null;
  /** Rows of an export, reveals of a day. */
  count: number;
}
export interface Decider {
  id: number;
  roleType: RoleType;
}
/** Makers: who asked and who last changed the amount; their line: everybody above or below them. */
export interface Conflict {
  makers: readonly number[];
  line: readonly number[];
}
/** A place where a request waits: at a step, or at its substitute. */
export interface Station {
  step: PolicyStep;
  isSubstitute: boolean;
}

/** What is given up of what is owed, in hundredths of a percent, rounded up: 35.001 % is above 35 %. */
export const waivedOf = (owed: number, amount: number): number =>
  owed <= 0 || amount >= owed ? 0 : Math.ceil(((owed - amount) * 10_000) / owed);

export const requestFactsOf = (o: {
  amount: number;
  pos: number;
  tos: number;
  days: number | null;
}): RequestFacts => ({
  amount: o.amount,
  waiver: waivedOf(o.pos > 0 ? o.pos : o.tos, o.amount),
  waiverTotal: waivedOf(o.tos, o.amount),
  days: o.days,
  count: 0,
});

/** What is measured of anything but a settlement. */
export const plainFacts = (o: Partial<Pick<RequestFacts, 'amount' | 'days' | 'count'>>): RequestFacts => ({
  amount: 0,
  waiver: 0,
  waiverTotal: 0,
  days: 0,
  count: 0,
  ...o,
});

/** The first limit of a step that a request is above, and that limit in percent, paise or days. */
export function exceeded(
  limits: Limits,
  facts: RequestFacts,
): { limit: LimitName; most: number } | undefined {
  const { maxWaiver, maxWaiverTotal, maxAmount, maxDays, maxCount } = limits;
  if (maxWaiver !== null && facts.waiver > maxWaiver * 100) return { limit: 'waiver', most: maxWaiver };
  if (maxWaiverTotal !== null && facts.waiverTotal > maxWaiverTotal * 100)
    return { limit: 'total', most: maxWaiverTotal };
  if (maxAmount !== null && facts.amount > maxAmount) return { limit: 'amount', most: maxAmount };
  if (maxDays !== null && (facts.days === null || facts.days > maxDays))
    return { limit: 'days', most: maxDays };
  if (maxCount !== null && facts.count > maxCount) return { limit: 'count', most: maxCount };
  return undefined;
}
export const covers = (limits: Limits, facts: RequestFacts): boolean => exceeded(limits, facts) === undefined;

/** Where it waits, one after the other: the steps that may decide it, each followed by its substitute. */
export const routeOf = (steps: readonly PolicyStep[], facts: RequestFacts): Station[] =>
  steps
    .filter((step) => step.roleType !== 'asker' && covers(step, facts))
    .flatMap((step) => [
      { step, isSubstitute: false },
      ...(step.substituteId === null ? [] : [{ step, isSubstitute: true }]),
    ]);

/** Whoever asks needs nobody else for it. */
export const isAlone = (steps: readonly PolicyStep[], facts: RequestFacts): boolean =>
  steps.some((step) => step.roleType === 'asker' && covers(step, facts));

const isTheirs = ({ step, isSubstitute }: Station, { id, roleType }: Decider): boolean => {
  if (isSubstitute) return step.substituteId === id;
  return step.userId === null ? step.roleType === roleType : step.userId === id;
};

/** May this person decide at this station: never a maker, nor somebody of their line where the step says so. */
export const isEligible = (station: Station, person: Decider, { makers, line }: Conflict): boolean =>
  isTheirs(station, person) &&
  !makers.includes(person.id) &&
  !(station.step.exceptLine && line.includes(person.id));

/** A station by its step, which keeps its id when the policy is edited. */
export const stationKey = ({ step, isSubstitute }: Station): string => `${step.id}${isSubstitute ? 's' : ''}`;

/** Steps at any time, substitutes once the request has come to them. `passed`: the keys of where it has been. */
export const isOpenAt = (station: Station, passed: readonly string[]): boolean =>
  !station.isSubstitute || passed.includes(stationKey(station));

/** The place in the route as it is now: behind the last station it has come to, or at that station again. */
export function placeIn(route: readonly Station[], passed: readonly string[], from: 'here' | 'next'): number {
  const last = route.findLastIndex((station) => passed.includes(stationKey(station)));
  return from === 'next' ? last + 1 : Math.max(last, 0);
}

export type Ruling =
  | { is: 'decides' }
  /** It is somebody else's. */
  | { is: 'passes' }
  | { is: 'refused'; why: 'own' | 'nobody' };

/**
 * What follows when this person says yes. Steps: undefined where no policy is written, and whoever holds the flag decides.
 * `passed`: the stations the request has come to; their substitutes decide too, and every step at any time.
 */
export function rulingOf(o: {
  steps: readonly PolicyStep[] | undefined;
  facts: RequestFacts;
  person: Decider;
  conflict: Conflict;
  passed?: readonly string[];
}): Ruling {
  const { steps, facts, person, conflict, passed = [] } = o;
  if (conflict.makers.includes(person.id)) return { is: 'refused', why: 'own' };
  if (!steps) return { is: 'decides' };
  const route = routeOf(steps, facts);
  if (route.some((station) => isOpenAt(station, passed) && isEligible(station, person, conflict)))
    return { is: 'decides' };
  return route.length === 0 ? { is: 'refused', why: 'nobody' } : { is: 'passes' };
}
