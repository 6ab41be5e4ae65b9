import { expect, test } from 'vitest';
import { checkAmount, guardOf, maskedName, runOf } from './rules.ts';

test.each([
  ['Rekha Kumari', 'R***** K*****'],
  ['  A  ', 'A*****'],
  ['रेखा देवी', 'रे***** दे*****'],
  ['𝒜nita', '𝒜*****'],
])('%s is reported as %s', (name, masked) => {
  expect(maskedName(name)).toBe(masked);
});

const bill = { total: 50_000, most: 1_000_000, isSure: false };
const outcome = (amount: number, o: object = {}): unknown => {
  try {
    checkAmount(amount, { ...bill, ...o });
    return 'taken';
  } catch (error) {
    return (error as { code: string }).code;
  }
};
test('an amount is positive, at most the limit, and above the balance only when confirmed', () => {
  expect(outcome(1)).toBe('taken');
  expect(outcome(50_000)).toBe('taken');
  expect(outcome(0)).toBe('INVALID_INPUT');
  expect(outcome(-1)).toBe('INVALID_INPUT');
  expect(outcome(50_001)).toBe('AMOUNT_ABOVE_DUE');
  expect(outcome(50_001, { isSure: true })).toBe('taken');
  expect(outcome(50_001, { total: null })).toBe('taken');
  expect(outcome(1_000_001, { isSure: true })).toBe('INVALID_INPUT');
});

test.each([
  ['SVM-0001234', 'SVM-0001299'],
  ['2024/77/A', '2024/78/a'],
])('%s and %s are of one run', (one, other) => {
  expect(runOf(one).stem).toBe(runOf(other).stem);
  expect(runOf(one).value).not.toBe(runOf(other).value);
});
test('another length, another ending or no figures at all is another run', () => {
  expect(new Set(['A-10', 'A-100', 'A-10X', 'B-10', 'none'].map((number) => runOf(number).stem)).size).toBe(
    5,
  );
});

const few = { soon: 1, day: 1, all: 1, beside: 0, block: 1 };
test.each([
  [{}, 'number'],
  [{ soon: 10, day: 30, all: 200, beside: 2, block: 12 }, 'number'],
  [{ soon: 11 }, 'digits'],
  [{ day: 31 }, 'digits'],
  [{ all: 201 }, 'digits'],
  [{ beside: 3 }, 'digits'],
  [{ block: 13 }, 'digits'],
  [{ soon: 31 }, 'work'],
  [{ all: 601 }, 'work'],
])('after %o a stranger must bring: %s', (asked, guard) => {
  expect(guardOf({ ...few, ...asked })).toBe(guard);
});
