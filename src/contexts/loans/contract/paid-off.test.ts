import { expect, test } from 'vitest';
import { isPaidOff, paidOffRefusal } from './paid-off.ts';

const on = '2026-11-02';
const owed = { paidOff: null, totalOutstanding: 100 };
const paid = { paidOff: { on }, totalOutstanding: 0 };

test('a loan is paid off by its day, or by the status of its row', () => {
  expect(isPaidOff(paid)).toBe(true);
  // Where the day is part of the answer, it alone decides.
  expect(isPaidOff({ ...owed, paymentStatus: 'Settlement Paid' })).toBe(false);
  expect(isPaidOff({ paymentStatus: 'Settlement Paid', totalOutstanding: 900 })).toBe(true);
  expect(isPaidOff({ paymentStatus: 'Foreclosure', totalOutstanding: 0 })).toBe(true);
  expect(isPaidOff({ paymentStatus: 'Foreclosure', totalOutstanding: 1 })).toBe(false);
  // A client's file without amounts: nothing is assumed paid.
  expect(isPaidOff({ paymentStatus: 'Unpaid', totalOutstanding: 0 })).toBe(false);
  expect(isPaidOff({ paymentStatus: null, totalOutstanding: 0 })).toBe(false);
});

test('a paid-off loan refuses calls, links and settlements, and nothing else', () => {
  const refusals = (loan: Parameters<typeof isPaidOff>[0]) =>
    ['call', 'link', 'whatsapp', 'settlement', 'ptp', 'payment', 'followup', 'visit', 'constructor'].map(
      (act) => paidOffRefusal(act, loan) ?? '-',
    );
  expect(refusals(paid).join(' ')).toBe(
    'CONTACT_BLOCKED CONTACT_BLOCKED CONTACT_BLOCKED LOAN_PAID_OFF - - - - -',
  );
  expect(refusals(owed).join(' ')).toBe('- - - - - - - - -');
});
