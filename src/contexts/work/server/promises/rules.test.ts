import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Promised, type PaymentTowards, allotReceipts } from './rules.ts';

const start = Date.UTC(2026, 10, 1);
const dayOf = (n: number): string => new Date(start + n * 86_400_000).toISOString().slice(0, 10);
const promise = (id: number, o: Partial<Promised> = {}): Promised => ({
  id,
  amount: 200_000,
  needed: 190_000,
  madeAt: '2026-11-01T05:00:00Z',
  madeOn: dayOf(0),
  dueOn: dayOf(5),
  lapsesOn: dayOf(7),
  paidOffOn: null,
  ...o,
});
const on = (day: number, amount: number): PaymentTowards => ({ day: dayOf(day), amount });
const said = (promises: Promised[], receipts: PaymentTowards[], today: number): string[] =>
  allotReceipts(promises, receipts, dayOf(today)).map(
    ({ id, state, received }) => `${id} ${state} ${received}`,
  );

test.each<[string, PaymentTowards[], number, string]>([
  ['nothing came and the day is not over', [], 5, '1 open 0'],
  ['nothing came on the last day of grace', [], 7, '1 open 0'],
  ['nothing came and the days of grace are over', [], 8, '1 broken 0'],
  ['all of it came before its day', [on(2, 200_000)], 3, '1 kept 200000'],
  ['a little less came than promised', [on(2, 190_000)], 3, '1 kept 190000'],
  ['too little came, and time is left', [on(2, 189_999)], 6, '1 open 189999'],
  ['too little came', [on(2, 189_999)], 8, '1 part_kept 189999'],
  ['it came in parts, the last in the days of grace', [on(2, 100_000), on(7, 100_000)], 9, '1 kept 200000'],
  ['it came a day too late', [on(8, 200_000)], 9, '1 broken 0'],
  ['more came than promised', [on(2, 900_000)], 3, '1 kept 200000'],
])('when %s', (_, receipts, today, expected) => {
  expect(said([promise(1)], receipts, today)).toEqual([expected]);
});

test('a payment before the PTP was created does not satisfy it', () => {
  expect(said([promise(1, { madeOn: dayOf(3) })], [on(2, 200_000)], 8)).toEqual(['1 broken 0']);
});

test('a loan paid off by the last day breaks no promise; one paid off later leaves it broken', () => {
  expect(said([promise(1, { paidOffOn: dayOf(7) })], [on(2, 100_000)], 8)).toEqual(['1 kept 100000']);
  expect(said([promise(1, { paidOffOn: dayOf(8) })], [], 8)).toEqual(['1 broken 0']);
});

test('payments are allocated to the earliest PTP, the remainder to the next', () => {
  const later = promise(1, { dueOn: dayOf(9), lapsesOn: dayOf(9) });
  expect(said([later, promise(2)], [on(4, 250_000)], 8)).toEqual(['2 kept 200000', '1 open 50000']);
  expect(said([later, promise(2)], [on(4, 250_000)], 10)).toEqual(['2 kept 200000', '1 part_kept 50000']);
});

test('a reversal reopens the PTP, or breaks it when its day has passed', () => {
  const paid = [on(2, 200_000)];
  expect(said([promise(1)], paid, 6)).toEqual(['1 kept 200000']);
  expect(said([promise(1)], [], 6)).toEqual(['1 open 0']);
  expect(said([promise(1)], [], 9)).toEqual(['1 broken 0']);
});

const promises = fc
  .array(fc.tuple(fc.nat(20), fc.nat(10), fc.nat(5), fc.integer({ min: 1, max: 500 }), fc.nat(20)), {
    maxLength: 6,
  })
  .map((drawn) =>
    drawn.map(([made, until, grace, amount, missing], i) =>
      promise(i + 1, {
        amount,
        needed: Math.max(0, amount - missing),
        madeAt: `${dayOf(made)}T0${i}:00:00Z`,
        madeOn: dayOf(made),
        dueOn: dayOf(made + until),
        lapsesOn: dayOf(made + until + grace),
      }),
    ),
  );
const receipts = fc
  .array(fc.tuple(fc.nat(35), fc.integer({ min: 1, max: 400 })), { maxLength: 8 })
  .map((drawn) => drawn.map(([day, amount]) => on(day, amount)));
const today = fc.nat(40).map(dayOf);
const byId = (judged: ReturnType<typeof allotReceipts>) => judged.toSorted((a, b) => a.id - b.id);

test('a PTP gets at most its amount, and all of them at most the receipts', () => {
  fc.assert(
    fc.property(promises, receipts, today, (promised, paid, now) => {
      const judged = allotReceipts(promised, paid, now);
      for (const { id, received } of judged)
        expect(received).toBeLessThanOrEqual(promised.find((one) => one.id === id)?.amount ?? -1);
      const given = judged.reduce((sum, { received }) => sum + received, 0);
      expect(given).toBeLessThanOrEqual(paid.reduce((sum, { amount }) => sum + amount, 0));
    }),
  );
});

test('in which order promises and receipts arrive does not matter', () => {
  fc.assert(
    fc.property(promises, receipts, today, fc.infiniteStream(fc.nat()), (promised, paid, now, dice) => {
      const shuffled = <T>(list: readonly T[]): T[] =>
        list
          .map((one) => ({ one, at: dice.next().value as number }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ one }) => one);
      expect(byId(allotReceipts(shuffled(promised), shuffled(paid), now))).toEqual(
        byId(allotReceipts(promised, paid, now)),
      );
    }),
  );
});

test('a reversed receipt restores the state before it', () => {
  fc.assert(
    fc.property(promises, receipts, receipts, today, (promised, paid, wrong, now) => {
      const before = allotReceipts(promised, paid, now);
      allotReceipts(promised, [...paid, ...wrong], now);
      expect(allotReceipts(promised, paid, now)).toEqual(before);
    }),
  );
});

test('an additional payment never worsens a PTP', () => {
  const rank = { broken: 0, part_kept: 1, open: 2, kept: 3, void_inactive: 0 };
  fc.assert(
    fc.property(promises, receipts, receipts, today, (promised, paid, more, now) => {
      const after = new Map(allotReceipts(promised, [...paid, ...more], now).map((one) => [one.id, one]));
      for (const { id, state, received } of allotReceipts(promised, paid, now)) {
        expect(after.get(id)?.received).toBeGreaterThanOrEqual(received);
        expect(rank[after.get(id)?.state ?? 'broken']).toBeGreaterThanOrEqual(rank[state]);
      }
    }),
  );
});
