import { expect, test } from 'vitest';
import type { TodayRow } from '#contexts/work/contract/today-rules.ts';
import { todayPage } from './today-shelf.ts';

const now = new Date('2026-11-21T06:00:00Z');
const row = (id: number, more: Partial<TodayRow> = {}): TodayRow => ({
  id,
  loanNumber: `LN${id}`,
  borrowerName: `Borrower ${id}`,
  city: null,
  mobile: null,
  client: 'Lender A',
  totalOutstanding: 100,
  principalOutstanding: 90,
  dpd: null,
  tags: [],
  assignedAt: null,
  lastDisposition: null,
  lastDispositionAt: null,
  followUpAt: null,
  broken: null,
  promise: null,
  closed: null,
  isDNC: false,
  hours: null,
  closedOn: [],
  rest: null,
  cappedUntil: null,
  visitCappedUntil: null,
  ...more,
});
const kept = [
  row(1),
  row(2, { followUpAt: '2026-11-21T05:00:00Z' }),
  row(3, { promise: { amount: 50, received: 0, dueOn: '2026-11-21', lapsesOn: '2026-11-22' } }),
];

test('order, sections and totals match the server at this moment', () => {
  const page = todayPage(kept, {}, now);
  expect(page?.rows.map(({ id }) => id)).toEqual([2, 3, 1]);
  expect(page?.summary).toEqual({
    broken: 0,
    follow_up: 1,
    promise: 1,
    new: 0,
    rest: 1,
    worked: 0,
    due: 1,
    dueAmount: 50,
  });
  expect(todayPage(kept, { section: 'promise' }, now)).toMatchObject({ rows: [{ id: 3 }], count: 1 });
  expect(todayPage(kept, { size: 1, page: 2 }, now)).toMatchObject({ rows: [{ id: 3 }], count: 3 });
});

test("another user's Today is not cached", () => {
  expect(todayPage(kept, { userId: 7 }, now)).toBeUndefined();
});
