import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, addMonths, spread } from './instalment-days.ts';
import {
  type DayReceipts,
  type InstalmentPlan,
  judgePlan,
  lapseOf,
  rescale,
  scheduleFault,
  scheduleOfVersion,
} from './instalment-rules.ts';

const start = '2026-11-01';
const dayOf = (n: number): string => addDays(start, n);

test('a month later is the same day, or the last of a shorter month', () => {
  expect([addMonths('2026-01-31', 1), addMonths('2026-11-30', 3), addMonths('2027-12-15', 1)]).toEqual([
    '2026-02-28',
    '2027-02-28',
    '2028-01-15',
  ]);
});

const amounts = fc.integer({ min: 2000, max: 90_000_000 });
const counts = fc.integer({ min: 2, max: 12 });
test('a split schedule adds up to its amount, also for another amount', () => {
  fc.assert(
    fc.property(amounts, counts, amounts, (amount, count, other) => {
      const of = { today: start, mostDays: 400 };
      const made = spread(amount, count, start);
      if (amount >= count * 100) expect(scheduleFault(made, { ...of, amount })).toBeUndefined();
      else return;
      expect(scheduleFault(rescale(made, other), { ...of, amount: other })).toBeUndefined();
    }),
  );
});

const plans = fc
  .record({
    parts: fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 6,
    }),
    asks: fc.boolean(),
    isAccepted: fc.boolean(),
    binds: fc.boolean(),
    graceDays: fc.nat(4),
    answer: fc.nat(10),
  })
  .map(({ parts, answer, binds, asks, ...rest }): InstalmentPlan => {
    let due = 0;
    const instalments = parts.map(([amount, gap]) => ({ amount, dueOn: dayOf((due += gap)) }));
    return { ...rest, asks, binds: binds || asks, acceptBy: dayOf(answer), instalments };
  });
const receipts = fc
  .array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 600 })), { maxLength: 8 })
  .map((drawn) => drawn.map(([day, amount]): DayReceipts => ({ day: dayOf(day), amount })));
const todays = fc.nat(70).map(dayOf);

/** Equivalent definition: by its last day the receipts covered the total scheduled by then. */
const cameInTime = (plan: InstalmentPlan, came: readonly DayReceipts[]): boolean => {
  let due = 0;
  return plan.instalments.every(({ amount, dueOn }) => {
    due += amount;
    const until = plan.binds ? addDays(dueOn, plan.graceDays) : '9999-12-31';
    return came.filter(({ day }) => day <= until).reduce((sum, one) => sum + one.amount, 0) >= due;
  });
};

test('a settlement is paid only when fully received on time and accepted where required', () => {
  fc.assert(
    fc.property(plans, receipts, todays, (plan, came, today) => {
      const { state } = judgePlan(plan, came, today);
      expect(state === 'paid').toBe(cameInTime(plan, came) && (!plan.asks || plan.isAccepted));
    }),
    { numRuns: 1000 },
  );
});

test('payments are allocated up to each instalment, and never beyond the receipts', () => {
  fc.assert(
    fc.property(plans, receipts, todays, (plan, came, today) => {
      const { instalments } = judgePlan(plan, came, today);
      instalments.forEach(({ received }, n) =>
        expect(received).toBeLessThanOrEqual(plan.instalments[n]?.amount ?? -1),
      );
      const all = came.reduce((sum, { amount }) => sum + amount, 0);
      expect(instalments.reduce((sum, { received }) => sum + received, 0)).toBeLessThanOrEqual(all);
    }),
  );
});

test('the order of events does not matter, and a reversal restores the previous state', () => {
  fc.assert(
    fc.property(plans, receipts, receipts, todays, (plan, came, wrong, today) => {
      const before = judgePlan(plan, came, today);
      expect(judgePlan(plan, came.toReversed(), today)).toEqual(before);
      const back = wrong.map(({ day, amount }) => ({ day, amount: -amount }));
      expect(judgePlan(plan, [...wrong, ...came, ...back], today)).toEqual(before);
    }),
  );
});

test('a broken or expired settlement remains so as days pass', () => {
  fc.assert(
    fc.property(plans, receipts, todays, fc.nat(30), (plan, came, today, later) => {
      const { state } = judgePlan(plan, came, today);
      const then = judgePlan(plan, came, addDays(today, later)).state;
      if (['broken', 'expired', 'paid'].includes(state)) expect(then).toBe(state);
    }),
  );
});

test('a settlement is broken by its plan before it is expired by its day', () => {
  const of = (state: 'broken' | 'late' | 'paid', isExpired: boolean) =>
    lapseOf({ isExpired, plan: { state } });
  expect([of('broken', false), of('broken', true), of('late', true), of('paid', false)]).toEqual([
    'broken',
    'broken',
    'expired',
    undefined,
  ]);
  expect(lapseOf({ isExpired: false, plan: null })).toBeUndefined();
});

test('a new version preserves paid instalments and spreads the remainder across the open ones', () => {
  const part = (dueOn: string, amount: number) => ({ dueOn, amount });
  const paid = [part('2026-11-30', 9_600_00)];
  const open = [part('2026-12-31', 9_600_00), part('2027-01-31', 9_600_00)];
  expect(scheduleOfVersion(paid, open, 20_000_00)).toEqual([
    ...paid,
    part('2026-12-31', 5_200_00),
    part('2027-01-31', 5_200_00),
  ]);
  // Less than was paid: all in proportion; too little for every instalment: one payment.
  expect(scheduleOfVersion(paid, open, 9_000_00).reduce((sum, { amount }) => sum + amount, 0)).toBe(9_000_00);
  expect(scheduleOfVersion(paid, open, 2)).toEqual([]);
  expect(scheduleOfVersion(paid, [], 12_000_00)).toEqual([part('2026-11-30', 12_000_00)]);
});
