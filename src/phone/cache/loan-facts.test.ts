import { expect, test } from 'vitest';
import { loanHolds } from '#contexts/contact/contract/loan-holds.ts';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import type { TodayRow } from '#contexts/work/contract/today-rules.ts';
import { visits } from '#contexts/work/contract/visits.ts';
import { factOf, limitsOf } from './loan-facts.ts';
import type { FedLoan } from './shelves/loan-shelf.ts';

const hold = { reason: 'Death in the family', untilDay: '2026-11-28', isNow: true };
const fed = { timeline: [], holds: [hold], numbers: [] } as unknown as FedLoan;
const at = (clock: string): Date => new Date(`2026-11-28T${clock}:00+05:30`);

test('facts that an older server did not send are undefined, not empty', () => {
  for (const endpoint of [loans.timeline, loans.contacts, loanHolds.list])
    expect(factOf(endpoint, {}, { loanId: 9 })).toBeUndefined();
});

test('a loan hold expires on its last day without a network', () => {
  expect(factOf(loanHolds.list, fed, { loanId: 9 }, at('23:00'))).toMatchObject([{ isNow: true }]);
  expect(factOf(loanHolds.list, fed, { loanId: 9 }, new Date('2026-11-29T00:01:00+05:30'))).toMatchObject([
    { isNow: false },
  ]);
});

const row = {
  id: 9,
  closed: null,
  isDNC: false,
  hours: { from: '08:00', until: '19:00' },
  closedOn: [],
  rest: null,
  cappedUntil: null,
  visitCappedUntil: '2026-11-30',
  contacts: { times: 1, most: 3, everyDays: 1 },
} as unknown as TodayRow;

test('limits of contact are those of the moment, not of when they were stored', () => {
  expect(limitsOf(dialer.allowance, row, at('18:59'))).toMatchObject({ rule: null, times: 1, most: 3 });
  expect(limitsOf(dialer.allowance, row, at('19:01'))?.rule).toBe('hours');
  expect(limitsOf(visits.allowance, row, at('10:00'))?.rule).toBe('capped');
  expect(limitsOf(loanHolds.list, row, at('10:00'))).toBeUndefined();
});
