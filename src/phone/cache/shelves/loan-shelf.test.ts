import { expect, test } from 'vitest';
import { allEndpoints } from '#app/contract.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { fieldwork } from '../cache.ts';
import { keyOf } from '../choices.ts';
import { type FedLoan, type KeptLoan, knownLoan, shelfPage, summaryOf } from './loan-shelf.ts';

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
const ids = (query: Parameters<typeof shelfPage>[1]): number[] | undefined =>
  shelfPage(kept, query)?.rows.map(({ id }) => id);

test('the list is the server’s: active loans, the largest first', () => {
  expect(ids({})).toEqual([2, 4, 1]);
  expect(ids({ isActive: false })).toEqual([3]);
  expect(ids({ sort: 'totalOutstanding' })).toEqual([1, 4, 2]);
  expect(ids({ sort: '-dpd' })).toEqual([4, 2, 1]);
});

test('the cached list supports search, filters and paging', () => {
  expect(ids({ q: 'asha' })).toEqual([2]);
  expect(ids({ q: 'ln4' })).toEqual([4]);
  expect(ids({ q: '1001' })).toEqual([1]);
  expect(ids({ paymentStatus: 'Foreclosure' })).toEqual([4]);
  expect(shelfPage(kept, { page: 2, size: 2 })).toEqual({ rows: [kept[0]], count: 3 });
});

test('what this device cannot know it does not answer', () => {
  expect(shelfPage([], {})).toBeUndefined();
  for (const query of [{ userIds: [1] }, { newAssigned: true }, { newAssigned: false }, { ids: [1] }])
    expect(ids(query)).toBeUndefined();
  const unpaid = { paymentStatus: 'Unpaid' } as const;
  expect(shelfPage([summaryOf(ofOlderServer)], unpaid)).toBeUndefined();
  expect(shelfPage([summaryOf(fed)], unpaid)?.count).toBe(1);
});

const fed: FedLoan = {
  id: 9,
  version: 3,
  loanNumber: 'LN9',
  borrowerId: 90,
  borrowerName: 'Asha Rao',
  address: 'Lake Road',
  city: 'Pune',
  pincode: '411001',
  mobile: 'XXXXXX1009',
  client: 'Lender A',
  clientId: 4,
  isActive: true,
  isDNC: false,
  assigneeId: 1,
  principalOutstanding: 90,
  totalOutstanding: 100,
  lastDisposition: 'PTP',
  lastDispositionAt: '2026-11-20T10:00:00.000Z',
  ptpDate: '2026-11-25',
  ptpAmount: 50,
  tags: [],
  emiAmount: 5016,
  unpaidEmiAmount: null,
  maxSettlementAmount: null,
  dpd: 598,
  currentDpdBucket: null,
  productType: null,
  paymentStatus: 'Unpaid',
  paymentAwaits: null,
  paymentHistoryStatus: null,
  latestRealizePaymentAmount: null,
  latestRealizePaymentDate: null,
  paidOff: null,
  paymentAccountId: null,
  timeline: [],
  holds: [],
  numbers: [],
};
/** From servers that did not send dues, holds and the timeline yet. */
const { emiAmount: _, dpd: __, paymentStatus: ___, timeline: ____, ...older } = fed;
const ofOlderServer = older as FedLoan;

test('a loan of the feed is a list row and a profile; uncached fields are empty', () => {
  const row = summaryOf(fed);
  expect(shelfPage([row], { clientIds: [4], q: 'asha' })?.rows).toEqual([row]);
  expect(shelfPage([row], { clientIds: [5] })?.rows).toEqual([]);
  expect(knownLoan(fed)).toMatchObject({
    loanBorrower: { name: 'Asha Rao' },
    address: 'Lake Road, Pune, 411001',
    mobile: 'XXXXXX1009',
    loanDispositions: [{ dispositions: { name: 'PTP' } }],
    emiAmount: 5016,
    unpaidEmiAmount: null,
  });
});

test('what the feed and the list call alike is passed on', () => {
  const row = summaryOf(fed) as unknown as Record<string, unknown>;
  const inList = (loans.list.gives as unknown as { shape: object }).shape;
  const alike = Object.entries(fed).filter(([name]) => name in inList && name !== 'client');
  expect(alike.length).toBeGreaterThan(7);
  for (const [name, value] of alike) expect([name, row[name]]).toEqual([name, value]);
});

test('what neither feed nor opened profile has is undefined, never null', () => {
  expect(knownLoan(fed)).not.toHaveProperty('supplierName');
  expect(knownLoan(ofOlderServer)).not.toHaveProperty('emiAmount');
  const opened = { ...loan(9, 80), supplierName: 'Lender', emiAmount: 1, unpaidEmiAmount: 7 } as KeptLoan;
  const known = knownLoan(fed, opened);
  expect(known).toMatchObject({ supplierName: 'Lender', emiAmount: 5016, unpaidEmiAmount: null });
  expect(knownLoan(ofOlderServer, opened)).toMatchObject({ emiAmount: 1 });
});

test('of feed and profile the newer version is shown', () => {
  const opened = { ...loan(9, 80), version: fed.version + 1, totalOutstanding: 12, emiAmount: 1 } as KeptLoan;
  expect(knownLoan(fed, opened)).toMatchObject({ totalOutstanding: 12, emiAmount: 1 });
  expect(knownLoan(fed, { ...opened, version: fed.version - 1 })).toMatchObject({ emiAmount: 5016 });
});

test('equal queries have one key, whatever the order and omitted fields', () => {
  expect(keyOf(loans.list, { q: 'a', page: 1, size: undefined })).toBe(
    keyOf(loans.list, { page: 1, q: 'a' }),
  );
  expect(keyOf(loans.list, { page: 1 })).not.toBe(keyOf(loans.list, { page: 2 }));
});

test('endpoints cached for field work exist', () => {
  const names = new Set(allEndpoints().map(({ name }) => name));
  expect([...fieldwork].filter((name) => !names.has(name))).toEqual([]);
});
