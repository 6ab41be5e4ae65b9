import { expect, test } from 'vitest';
import { loans } from '#contract/loans.ts';
import { keyOf } from './cache.ts';
import { type KeptLoan, pageOf, profileOf } from './loan-shelf.ts';

const loan = (id: number, totalOutstanding: number, more: Partial<KeptLoan> = {}): KeptLoan =>
  ({
    id,
    loanNumber: `LN${id}`,
    isActive: true,
    loanBorrower: { name: `Borrower ${id}`, clientBorrowerId: null },
    mobile: `XXXXXX100${id}`,
    paymentStatus: 'Unpaid',
    dpd: null,
    totalOutstanding,
    ...more,
  }) as KeptLoan;
const kept = [
  loan(1, 100),
  loan(2, 300, { loanBorrower: { name: 'Asha Rao', clientBorrowerId: null }, dpd: 30 }),
  loan(3, 200, { isActive: false }),
  loan(4, 200, { paymentStatus: 'Foreclosure', dpd: 90 }),
];
const ids = (query: Parameters<typeof pageOf>[1]): number[] | undefined =>
  pageOf(kept, query)?.rows.map(({ id }) => id);

test('the list is the server’s: active loans, the largest first', () => {
  expect(ids({})).toEqual([2, 4, 1]);
  expect(ids({ isActive: false })).toEqual([3]);
  expect(ids({ sort: 'totalOutstanding' })).toEqual([1, 4, 2]);
  expect(ids({ sort: '-dpd' })).toEqual([4, 2, 1]);
});

test('it can be searched, filtered and turned over', () => {
  expect(ids({ q: 'asha' })).toEqual([2]);
  expect(ids({ q: 'ln4' })).toEqual([4]);
  expect(ids({ q: '1001' })).toEqual([1]);
  expect(ids({ paymentStatus: 'Foreclosure' })).toEqual([4]);
  expect(pageOf(kept, { page: 2, size: 2 })).toEqual({ rows: [kept[0]], count: 3 });
});

test('what this device cannot know it does not answer', () => {
  expect(pageOf([], {})).toBeUndefined();
  expect(ids({ clientIds: [1] })).toBeUndefined();
  expect(ids({ userIds: [1] })).toBeUndefined();
});

test('a profile that was never opened has empty places, nothing made up', () => {
  const profile = profileOf(loan(1, 100, { address: 'Lake Road' }));
  expect(profile).toMatchObject({ id: 1, address: 'Lake Road', emiAmount: null, supplierName: null });
});

test('the same question has the same key, whatever its order and what is left open', () => {
  expect(keyOf(loans.list, { q: 'a', page: 1, size: undefined })).toBe(
    keyOf(loans.list, { page: 1, q: 'a' }),
  );
  expect(keyOf(loans.list, { page: 1 })).not.toBe(keyOf(loans.list, { page: 2 }));
});
