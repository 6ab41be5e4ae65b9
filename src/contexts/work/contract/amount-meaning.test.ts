import { expect, test } from 'vitest';
import {
  amountFor,
  contradictionOf,
  isAgreed,
  isScheduleAgreed,
  meaningOf,
  meaningOfAmount,
} from './amount-meaning.ts';

test.each([
  [1, 'Full Amount', 'all'],
  [1, 'One EMI', 'emi'],
  [1, 'Full EMI', 'emi'],
  [1, '2 EMI', undefined],
  [1, 'EMI + Overdue', undefined],
  [1, 'Part Payment', 'part'],
  [1, 'After Salary', undefined],
  [4, 'Full Payment', 'all'],
  [4, 'Partially paid', 'part'],
  [4, 'Foreclosure', 'all'],
  [3, 'One Time', 'once'],
  [3, 'In Instalments', 'instalments'],
  [3, 'EMIs', 'instalments'],
  [2, 'Full Amount', undefined],
])('the name of a sub-disposition of %i, %s, states %s', (id, name, meaning) => {
  expect(meaningOf(id, name)).toBe(meaning);
});

test('an amount agrees with its sub-disposition only when both state the same', () => {
  const dues = { emiAmount: 3240, totalOutstanding: 23_923 };
  expect(isAgreed('all', 3240, dues)).toBe(false);
  expect(isAgreed('all', 23_923, dues)).toBe(true);
  expect(isAgreed('emi', 3240, dues)).toBe(true);
  expect(isAgreed('emi', 3241, dues)).toBe(false);
  expect(isAgreed('part', 23_923, dues)).toBe(false);
  expect(isAgreed(undefined, 1, dues)).toBe(true);
  expect(isAgreed('emi', 3240, { totalOutstanding: 23_923 })).toBe(false);
});

test('no amount is compared with a total that the lender does not state', () => {
  const dues = { emiAmount: 3240, totalOutstanding: 0 };
  expect([amountFor('all', dues), amountFor('emi', dues)]).toEqual([undefined, 3240]);
  expect([meaningOfAmount(500, dues), meaningOfAmount(3240, dues)]).toEqual([undefined, 'emi']);
  expect([isAgreed('part', 500, dues), isAgreed('all', 500, dues)]).toEqual([true, true]);
});

const dues = { emiAmount: 3240, totalOutstanding: 23_923 };
const stated = (dispositionId: number, subName: string, amount: number, instalments = 1) =>
  contradictionOf({ dispositionId, subName, amount, instalments }, dues);
test('a contradiction names what the sub-disposition states and the amount that agrees', () => {
  expect(stated(1, 'Full Amount', 3240)).toEqual({ code: 'AMOUNT_DISAGREES', meaning: 'all', due: 23_923 });
  expect(stated(1, 'One EMI', 3000)).toEqual({ code: 'AMOUNT_DISAGREES', meaning: 'emi', due: 3240 });
  expect(stated(1, 'Part Payment', 23_923)).toMatchObject({ meaning: 'part' });
  expect(stated(1, 'After Salary', 1)).toBeUndefined();
  expect(stated(4, 'Full Payment', 4359)).toMatchObject({ meaning: 'all' });
  expect(stated(3, 'One Time', 9000, 3)).toEqual({ code: 'ONE_TIME_SETTLEMENT' });
  expect(stated(3, 'In Instalments', 9000, 1)).toEqual({ code: 'INSTALMENTS_MISSING' });
  expect(stated(3, 'In Instalments', 9000, 2)).toBeUndefined();
});

test('a part payment above the balance is no contradiction: the balance may be without it already', () => {
  expect(stated(4, 'Part Payment', 30_000)).toBeUndefined();
});

test('a one-time settlement has at most one instalment, one in instalments at least two', () => {
  expect(isScheduleAgreed('once', 3)).toBe(false);
  expect(isScheduleAgreed('once', 1)).toBe(true);
  expect(isScheduleAgreed('instalments', 3)).toBe(true);
  expect(isScheduleAgreed('instalments', 1)).toBe(false);
});
