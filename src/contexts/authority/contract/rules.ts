/** Approval routing: from policy steps and request facts to a route of approvers. Pure. */
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

/** Approver roles; agents request, and lenders answer in their portal. */
export const deciderRoles = [
  'tech_lead',
  'authorized_officer',
  'supervisor',
  'manager',
  'admin',
  'system_admin',
] as const satisfies readonly RoleType[];
/** Role of a step: a role, or the requester, who needs no other approver up to the limits. */
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
  /** Eligible once the step's hours have passed. */
  substituteId: number | null;
  hours: number;
  /** True: excludes users above or below a maker. */
  exceptLine: boolean;
}
export interface RequestFacts {
  amount: number;
  /** Hundredths of a percent, rounded up. */
  waiver: number;
  waiverTotal: number;
  /** Null: unknown, exceeds every limit of days. */
  days: number | null;
  /** Rows of an export, reveals of a day. */
  count: number;
}
export interface Decider {
  id: number;
  roleType: RoleType;
}
/** Makers: the requester and the latest amount editor; their line: all users above or below them. */
export interface Conflict {
  makers: readonly number[];
  line: readonly number[];
}
/** Position of a pending request: at a step, or at its backup approver. */
export interface Station {
  step: PolicyStep;
  isSubstitute: boolean;
}

/** Waived share of the balance in hundredths of a percent, rounded up: 35.001 % is above 35 %. */
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

/** Route: the covering steps in order, each with its backup approver. */
export const routeOf = (steps: readonly PolicyStep[], facts: RequestFacts): Station[] =>
  steps
    .filter((step) => step.roleType !== 'asker' && covers(step, facts))
    .flatMap((step) => [
      { step, isSubstitute: false },
      ...(step.substituteId === null ? [] : [{ step, isSubstitute: true }]),
    ]);

/** Whether the requester needs no approver. */
export const isAlone = (steps: readonly PolicyStep[], facts: RequestFacts): boolean =>
  steps.some((step) => step.roleType === 'asker' && covers(step, facts));

const isTheirs = ({ step, isSubstitute }: Station, { id, roleType }: Decider): boolean => {
  if (isSubstitute) return step.substituteId === id;
  return step.userId === null ? step.roleType === roleType : step.userId === id;
};

/** Eligibility at this station: excludes makers, and their line where the step requires it. */
export const isEligible = (station: Station, person: Decider, { makers, line }: Conflict): boolean =>
  isTheirs(station, person) &&
  !makers.includes(person.id) &&
  !(station.step.exceptLine && line.includes(person.id));

/** Key of a station by its step, which has a stable id across policy edits. */
export const stationKey = ({ step, isSubstitute }: Station): string => `${step.id}${isSubstitute ? 's' : ''}`;

/** Steps at any time, substitutes once the request has come to them. `passed`: the keys of where it has been. */
export const isOpenAt = (station: Station, passed: readonly string[]): boolean =>
  !station.isSubstitute || passed.includes(stationKey(station));

/** Current position in the route: after the last reached station, or at that station again. */
export function placeIn(route: readonly Station[], passed: readonly string[], from: 'here' | 'next'): number {
  const last = route.findLastIndex((station) => passed.includes(stationKey(station)));
  return from === 'next' ? last + 1 : Math.max(last, 0);
}

export type Ruling =
  | { is: 'decides' }
  /** For another approver. */
  | { is: 'passes' }
  | { is: 'refused'; why: 'own' | 'nobody' };

/**
 * Effect of this user's approval. Steps: undefined without a policy, then any user with the flag decides. `passed`:
 * reached stations; their backup approvers decide too, and every step at any time.
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
