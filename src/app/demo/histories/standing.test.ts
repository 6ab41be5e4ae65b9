import { expect, test } from 'vitest';
import { Calendar } from './calendar.ts';
import { finalSettlement, followup, payment, ptp, ringing } from '../setup/outcomes.ts';
import { emptyDisposition, emptyPayment } from '../rows.ts';
import { historyStatus, paymentStatus, standingOf } from './standing.ts';

test.each([
  [[-1, -2, -3], 'Last 3 Months'],
  [[0, -1, -2, -3, -9], 'Last 3 Months'],
  [[-1, -2], 'Last 2 Months'],
  [[-1, -3], 'Last Month'],
  [[0], 'Any time in last 3 Months'],
  [[-3], 'Any time in last 3 Months'],
  [[-2, -3], 'Any time in last 3 Months'],
  [[-6], 'Any time in last 6 Months'],
  [[-7], 'Before 6 months'],
  [[], null],
])('months %j with a realized payment are “%s”', (months, text) => {
  expect(historyStatus(new Set(months))).toBe(text);
});

const money = { realized: 50_000, thisMonth: 0, settlement: null, sinceSettlement: 0, outstanding: 1 };
test.each([
  [{ ...money, realized: 0 }, 'Unpaid'],
  [money, 'Partially Paid'],
  [{ ...money, thisMonth: 9_999 }, 'Amt < 100'],
  [{ ...money, thisMonth: 10_000 }, 'Partially Paid'],
  [{ ...money, settlement: 50_000, sinceSettlement: 49_999 }, 'Partially Paid'],
  [{ ...money, settlement: 50_000, sinceSettlement: 50_000 }, 'Settlement Paid'],
  [{ ...money, outstanding: 0 }, 'Foreclosure'],
])('%j is “%s”', (given, status) => {
  expect(paymentStatus(given)).toBe(status);
});

test('a loan repeats its last disposition, its best one and its latest realized payment', () => {
  const calendar = new Calendar(new Date('2026-03-17T06:00:00Z'));
  const note = (id: number, day: number) => ({
    ...emptyDisposition,
    disposition_id: id,
    created_at: calendar.stamp(day * 86_400 + 40_000),
  });
  const paid = (day: number, realized: boolean) => ({
    ...emptyPayment,
    amount: 100 * -day,
    payment_date: calendar.date(day),
    realized,
  });
  const dispositions = [note(ptp.id, -9), note(followup.id, -8), note(ptp.id, -7), note(ringing.id, -2)];
  const payments = [paid(-40, true), paid(-20, true), paid(-1, false)];
  expect(standingOf(calendar, { dispositions, payments }, 1)).toMatchObject({
    payment_status: 'Partially Paid',
    payment_history_status: 'Last Month',
    latest_realize_payment_amount: 2000,
    latest_realize_payment_date: '2026-02-25',
    last_disposition_id: ringing.id,
    best_disposition_id: ptp.id,
    best_disposition_at: calendar.stamp(-7 * 86_400 + 40_000),
  });
});

test('the fixed dispositions have the numbers of the specification', () => {
  expect([ptp, followup, finalSettlement, payment].map(({ id, name }) => [id, name])).toEqual([
    [1, 'PTP'],
    [2, 'Followup'],
    [3, 'FinalSettlement'],
    [4, 'Payment'],
  ]);
});
