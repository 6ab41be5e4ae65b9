import { expect, test } from 'vitest';
import { Failure } from '#kernel/contract/failure.ts';
import { effectiveAt, dispositionOutcome } from './rules.ts';

const now = new Date('2026-11-21T18:45:00Z'); // already the 22nd in India
const promise = {
  dispositionId: 1,
  amount: 500_00,
  ptpDate: '2026-11-25',
  followUpDate: '2026-11-24T05:00:00Z',
};
const refusalOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return (error as Failure).code;
  }
  return 'not refused';
};

test('a PTP stores its day, amount and follow-up', () => {
  expect(dispositionOutcome(promise, now)).toMatchObject({ actionDate: '2026-11-25', amount: 500_00 });
});

test('a PTP without day, amount or follow-up is rejected, naming each field', () => {
  expect(() => dispositionOutcome({ dispositionId: 1 }, now)).toThrowError(Failure);
  try {
    dispositionOutcome({ dispositionId: 1 }, now);
  } catch (error) {
    expect((error as Failure).fields.map(({ path }) => path)).toEqual(['ptpDate', 'amount', 'followUpDate']);
  }
});

test('a PTP date cannot precede its creation day in India', () => {
  expect(refusalOf(() => dispositionOutcome({ ...promise, ptpDate: '2026-11-21' }, now))).toBe(
    'DATE_IN_PAST',
  );
  const madeEarlier = { ...promise, ptpDate: '2026-11-21', occurredAt: '2026-11-20T10:00:00Z' };
  expect(dispositionOutcome(madeEarlier, now).actionDate).toBe('2026-11-21');
});

test('nothing happens later than it arrives', () => {
  expect(effectiveAt('2026-12-01T00:00:00Z', now)).toEqual(now);
  expect(effectiveAt('2026-11-01T00:00:00Z', now)).toEqual(new Date('2026-11-01T00:00:00Z'));
});

test("a reported payment cannot be of tomorrow, unless the phone's date is already there", () => {
  const paid = { dispositionId: 4, amount: 1, transactionId: 'T', paymentMode: 'Bank' };
  expect(dispositionOutcome({ ...paid, paymentDate: '2026-11-22' }, now).actionDate).toBe('2026-11-22');
  expect(refusalOf(() => dispositionOutcome({ ...paid, paymentDate: '2026-11-23' }, now))).toBe(
    'DATE_IN_FUTURE',
  );
  const ahead = { ...paid, paymentDate: '2026-11-23', occurredAt: '2026-11-22T19:00:00Z' };
  expect(dispositionOutcome(ahead, now).actionDate).toBe('2026-11-23');
  const farAhead = { ...ahead, paymentDate: '2026-11-25', occurredAt: '2026-11-25T19:00:00Z' };
  expect(refusalOf(() => dispositionOutcome(farAhead, now))).toBe('DATE_IN_FUTURE');
});

test('fields of other kinds are removed from a disposition', () => {
  const all = {
    ...promise,
    isHotPtp: true,
    paymentDate: '2026-11-20',
    transactionId: 'T',
    paymentMode: 'Bank',
  };
  expect(dispositionOutcome(all, now)).toMatchObject({
    isHotPtp: true,
    paymentDate: null,
    transactionId: null,
  });
  expect(dispositionOutcome({ ...all, dispositionId: 2 }, now)).toMatchObject({
    isHotPtp: false,
    amount: null,
    actionDate: '2026-11-24',
  });
});
