/** The kinds of loan histories, generated day by day from the allocation to the end of the history. */
import * as outcomes from '../setup/outcomes.ts';
import type { Outcome } from '../setup/outcomes.ts';
import { weighted } from '../random.ts';
import type { DispositionRow } from '../rows.ts';
import type { Teller } from './teller.ts';

export interface Plot {
  /** Days since the loan was allocated to the agency. */
  age: readonly [from: number, to: number];
  /** Fitting allocation types, by id. */
  allocations: readonly number[];
  /** Final state of the loan. */
  ends?: 'foreclosed' | 'do-not-call';
  /** Possible for a loan recalled by the lender. */
  mayBeOver: boolean;
  tell(t: Teller, from: number, to: number): void;
}

const { ptp, followup, finalSettlement, ringing, switchedOff } = outcomes;
const HOURS = 3600;
const morningOf = (t: Teller, day: number): string => t.calendar.stamp((day * 24 + 10) * HOURS);

/** An unanswered call. Most agents record it. */
function ring(t: Teller, day: number): void {
  const contact = t.call(day, false);
  if (contact && t.r.chance(0.6)) {
    const isOff = contact.call?.outcome === 'switched_off' || contact.call?.outcome === 'invalid';
    t.note(contact, isOff ? switchedOff : ringing);
  }
}

function promise(t: Teller, day: number, due: number, amount: number): DispositionRow | null {
  return t.talk(day, ptp, {
    amount,
    action_date: t.calendar.date(due),
    follow_up_date: morningOf(t, due),
    is_hot_ptp: t.r.chance(0.2),
  });
}

function askAgain(t: Teller, day: number): void {
  const at = (day + t.r.int(1, 8)) * 24 * HOURS + t.r.int(9 * 4, 17 * 4) * (HOURS / 4);
  const due = t.calendar.date(Math.floor(at / (24 * HOURS)));
  t.talk(day, followup, { action_date: due, follow_up_date: t.calendar.stamp(at) });
}

function settle(t: Teller, day: number, due: number): DispositionRow | null {
  const date = t.calendar.date(due);
  return t.talk(day, finalSettlement, {
    amount: t.terms.max_settlement_amount,
    action_date: date,
    settlement_date: date,
    follow_up_date: morningOf(t, due),
  });
}

/** A PTP, and a full or partial payment; returns the payment day. */
function promiseAndPay(t: Teller, day: number, last: number, part = 1): number | null {
  const amount = t.terms.emi_amount * t.r.pick([1, 1, 1, 2]);
  const due = Math.min(day + t.r.int(1, 6), last);
  const promised = promise(t, day, due, amount);
  if (!promised || due <= day) return null;
  const paidOn = t.r.int(day + 1, due);
  const paid = t.payTold(paidOn, Math.round((amount * part) / 100) * 100);
  if (!paid) return null;
  promised.paid_amount = paid.amount;
  promised.paid_date = paid.payment_date;
  return paidOn;
}

/** A loan that was not worked yet. */
export const fresh: Plot = { age: [0, 12], allocations: [1], mayBeOver: false, tell: () => undefined };

const unreached: Plot = {
  age: [3, 90],
  allocations: [1, 5],
  mayBeOver: true,
  tell(t, from, to) {
    let day = to - t.r.near(0, Math.min(20, to - from));
    const first = Math.max(from, day - t.r.int(0, 12));
    for (let next = first; next < day; next += t.r.int(3, 9)) ring(t, next);
    if (t.r.chance(0.25)) day = to;
    ring(t, day);
  },
};

const talks: readonly Outcome[] = [outcomes.callBackLater, outcomes.callBackLater, followup];
const talking: Plot = {
  age: [5, 120],
  allocations: [1, 2, 3],
  mayBeOver: true,
  tell(t, from, to) {
    const day = to - t.r.near(0, Math.min(15, to - from - 2));
    const before = Math.max(from, day - t.r.int(2, 10));
    if (before < day) {
      if (t.r.chance(0.5)) ring(t, before);
      else t.talk(before, t.r.pick(talks));
    }
    askAgain(t, day);
  },
};

const refusals: readonly Outcome[] = [
  outcomes.refused,
  outcomes.refused,
  outcomes.dispute,
  outcomes.wrongNumber,
  outcomes.deceased,
];
export const refusing: Plot = {
  age: [8, 150],
  allocations: [3, 4, 5],
  mayBeOver: true,
  tell(t, from, to) {
    const day = to - t.r.near(0, Math.min(30, to - from - 1));
    if (t.r.chance(0.5)) ring(t, Math.max(from, day - t.r.int(1, 6)));
    t.talk(day, t.r.pick(refusals));
  },
};

/** Reasons of group members; only for lenders with groups. */
export const missedMeeting: Plot = {
  ...refusing,
  tell(t, from, to) {
    t.talk(to - t.r.near(0, Math.min(10, to - from)), outcomes.meetingMissed);
  },
};

const promised: Plot = {
  age: [4, 90],
  allocations: [1, 2],
  mayBeOver: false,
  tell(t, from, to) {
    const isOver = t.r.chance(0.2);
    const day = to - (isOver ? t.r.int(2, 3) : t.r.int(0, 3));
    if (t.r.chance(0.4)) ring(t, Math.max(from, day - t.r.int(2, 9)));
    // Open with a due date from today on; or yesterday without a follow-up.
    promise(t, day, isOver ? to - 1 : to + t.r.int(0, 8), t.terms.emi_amount * t.r.pick([1, 1, 2]));
  },
};

const broken: Plot = {
  age: [20, 150],
  allocations: [2, 3, 4],
  mayBeOver: true,
  tell(t, from, to) {
    const day = Math.max(from, to - t.r.int(8, 30));
    promise(t, day, day + t.r.int(1, 5), t.terms.emi_amount);
    const since = t.r.next();
    if (since < 0.5) askAgain(t, to - t.r.int(0, 1));
    else if (since < 0.75) ring(t, to - t.r.int(0, 1));
  },
};

/** Instalment by instalment, for up to a year. */
const paying: Plot = {
  age: [20, 380],
  allocations: [2],
  mayBeOver: true,
  tell(t, from, to) {
    for (const day of t.seasons.paydays(from, to, t.r)) {
      const kind = t.r.next();
      if (kind < 0.45) promiseAndPay(t, day, to, kind < 0.08 ? 0.5 : 1);
      else if (kind < 0.65) t.payTold(day, t.terms.emi_amount);
      else if (kind < 0.9) t.payUntold(day, t.terms.emi_amount);
      else ring(t, day);
    }
  },
};

/** Paid once, long ago. */
const lapsed: Plot = {
  age: [120, 400],
  allocations: [3, 5],
  mayBeOver: true,
  tell(t, from, to) {
    promiseAndPay(t, from + t.r.int(1, 10), to);
    ring(t, to - t.r.int(1, 25));
  },
};

/** A token: less than a hundred rupees, this month where the month is old enough (G067). */
const token: Plot = {
  age: [5, 60],
  allocations: [2],
  mayBeOver: false,
  tell(t, from) {
    t.payUntold(Math.max(from, -t.r.int(2, 9)), t.r.int(1, 99) * 100);
  },
};

const settling: Plot = {
  age: [5, 60],
  allocations: [6],
  mayBeOver: false,
  tell(t, from, to) {
    const day = to - t.r.near(0, Math.min(8, to - from));
    const due = to + t.r.int(3, 25);
    settle(t, day, due);
  },
};

const settled: Plot = {
  age: [40, 200],
  allocations: [6],
  mayBeOver: true,
  tell(t, from, to) {
    const day = t.r.int(from + 2, to - 24);
    const due = day + t.r.int(4, 14);
    if (settle(t, day, due)) t.payTold(t.r.int(day + 1, due), t.terms.max_settlement_amount);
  },
};

const foreclosed: Plot = {
  age: [40, 200],
  allocations: [2, 6],
  ends: 'foreclosed',
  mayBeOver: true,
  tell(t, from, to) {
    const day = t.r.int(from + 2, to - 10);
    if (t.r.chance(0.5)) askAgain(t, day - 1);
    t.payTold(day, t.terms.total_outstanding);
  },
};

const doNotCall: Plot = {
  age: [10, 150],
  allocations: [4],
  ends: 'do-not-call',
  mayBeOver: true,
  tell(t, from, to) {
    const day = to - t.r.int(0, Math.min(40, to - from - 2));
    if (t.r.chance(0.6)) ring(t, day - 2);
    t.talk(day, outcomes.doNotCall);
  },
};

export const pickPlot = weighted<Plot>([
  [21, fresh],
  [22, unreached],
  [14, talking],
  [7, refusing],
  [10, promised],
  [6.5, broken],
  [11, paying],
  [2, lapsed],
  [1, token],
  [1.5, settling],
  [1.2, settled],
  [1, foreclosed],
  [1.5, doNotCall],
]);
