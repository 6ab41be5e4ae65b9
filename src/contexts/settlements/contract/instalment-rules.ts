/** Schedule of an instalment settlement, and the allocation of receipts. Pure; paise, and days in India. */
import { type Fault, addDays } from './instalment-days.ts';

export const fewestInstalments = 2;
export const mostInstalments = 12;

export interface InstalmentDraft {
  dueOn: string;
  amount: number;
}

/** Why this schedule is none; undefined when it is one. `amount` is that of the settlement. */
export function scheduleFault(
  schedule: readonly InstalmentDraft[],
  { amount, today, mostDays }: { amount: number; today: string; mostDays: number },
): { path: string; fault: Fault } | undefined {
  const at = (n: number, what: string): string => `instalments.${n}.${what}`;
  if (schedule.length < fewestInstalments || schedule.length > mostInstalments)
    return { path: 'instalments', fault: 'invalid' };
  const last = addDays(today, mostDays);
  for (const [n, one] of schedule.entries()) {
    const before = schedule[n - 1];
    if (one.amount <= 0) return { path: at(n, 'amount'), fault: 'invalid' };
    if (one.dueOn < today || one.dueOn > last || (before && one.dueOn <= before.dueOn))
      return { path: at(n, 'dueOn'), fault: 'invalid' };
  }
  if (schedule.reduce((sum, one) => sum + one.amount, 0) !== amount)
    return { path: 'instalments', fault: 'invalid' };
  return undefined;
}

/** Equal days for another amount: each scaled and rounded to rupees, the last has the remainder. */
export function rescale(schedule: readonly InstalmentDraft[], amount: number): InstalmentDraft[] {
  const whole = schedule.reduce((sum, one) => sum + one.amount, 0);
  let left = amount;
  return schedule.map((one, n) => {
    const after = schedule.length - n - 1;
    const share = Math.floor((one.amount * amount) / whole / 100) * 100;
    // Later instalments need a positive amount each.
    const given = after === 0 ? left : Math.min(Math.max(share, 1), left - after);
    left -= given;
    return { dueOn: one.dueOn, amount: given };
  });
}

/** Returns the instalments of a new version: paid ones are unchanged, the remainder is spread across the open ones. */
export function scheduleOfVersion(
  paid: readonly InstalmentDraft[],
  open: readonly InstalmentDraft[],
  amount: number,
): InstalmentDraft[] {
  const left = amount - paid.reduce((sum, one) => sum + one.amount, 0);
  if (open.length > 0 && left > open.length) return [...paid, ...rescale(open, left)];
  const all = [...paid, ...open];
  return amount > all.length ? rescale(all, amount) : [];
}

export const planStates = [
  'offered',
  'accepted',
  'running',
  'late',
  'paid',
  'broken',
  'expired',
  'withdrawn',
] as const;
export type PlanState = (typeof planStates)[number];
/** Why a settlement is no longer valid though its status is unchanged. */
type Lapse = 'expired' | 'broken';
export const lapseOf = (of: { isExpired: boolean; plan: { state: PlanState } | null }): Lapse | undefined =>
  of.plan?.state === 'broken' ? 'broken' : of.isExpired ? 'expired' : undefined;
export const instalmentStates = ['open', 'paid', 'late', 'missed'] as const;
type InstalmentState = (typeof instalmentStates)[number];

export interface InstalmentPlan {
  /** The borrower must accept it. */
  asks: boolean;
  /** It breaks when an instalment is late; else all of it at any time pays it. */
  binds: boolean;
  isAccepted: boolean;
  acceptBy: string;
  graceDays: number;
  instalments: readonly InstalmentDraft[];
}
export interface DayReceipts {
  day: string;
  /** Negative where more was reversed than received on a day. */
  amount: number;
}
export interface Judged {
  state: Exclude<PlanState, 'withdrawn'>;
  instalments: { received: number; state: InstalmentState }[];
}

const order = (a: DayReceipts, b: DayReceipts): number => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0);

/** The first day with these total receipts, considering later reversals; undefined: never. */
function dayOf(receipts: readonly DayReceipts[], needed: number): string | undefined {
  let sum = receipts.reduce((all, { amount }) => all + amount, 0);
  if (sum < needed) return undefined;
  let found: string | undefined;
  for (const { day, amount } of receipts.toSorted(order).toReversed()) {
    if (sum < needed) break;
    found = day;
    sum -= amount;
  }
  return found;
}

/** State of a plan, independent of the order of events. */
export function judgePlan(plan: InstalmentPlan, receipts: readonly DayReceipts[], today: string): Judged {
  const all = Math.max(
    0,
    receipts.reduce((sum, { amount }) => sum + amount, 0),
  );
  let before = 0;
  const instalments = plan.instalments.map(({ amount, dueOn }) => {
    const received = Math.min(amount, Math.max(0, all - before));
    before += amount;
    const lapsesOn = addDays(dueOn, plan.graceDays);
    const paidOn = dayOf(receipts, before);
    const isInTime = paidOn !== undefined && (!plan.binds || paidOn <= lapsesOn);
    const state: InstalmentState = isInTime
      ? 'paid'
      : !plan.binds || today <= dueOn
        ? 'open'
        : today <= lapsesOn
          ? 'late'
          : 'missed';
    return { received, state };
  });
  return { state: stateOf(plan, instalments, { all, today }), instalments };
}

function stateOf(
  plan: InstalmentPlan,
  instalments: Judged['instalments'],
  { all, today }: { all: number; today: string },
): Judged['state'] {
  const has = (state: InstalmentState): boolean => instalments.some((one) => one.state === state);
  if (plan.asks && !plan.isAccepted) return today > plan.acceptBy ? 'expired' : 'offered';
  if (has('missed')) return 'broken';
  if (has('late')) return 'late';
  if (!has('open')) return 'paid';
  return all > 0 || !plan.asks ? 'running' : 'accepted';
}
