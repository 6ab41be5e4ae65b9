import { expect, test } from 'vitest';
import { isAgreed, isScheduleAgreed, meaningOf } from './amount-meaning.ts';

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

test('a one-time settlement has at most one instalment', () => {
  expect(isScheduleAgreed('once', 3)).toBe(false);
  expect(isScheduleAgreed('once', 1)).toBe(true);
  expect(isScheduleAgreed('instalments', 3)).toBe(true);
});
