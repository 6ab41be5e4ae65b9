import { expect, test } from 'vitest';
import { checkAmount, maskedName } from './rules.ts';

test.each([
  ['Rekha Kumari', 'R***** K*****'],
  ['  A  ', 'A*****'],
  ['रेखा देवी', 'रे***** दे*****'],
  ['𝒜nita', '𝒜*****'],
])('%s is told as %s', (name, masked) => {
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
test('an amount is more than nothing, no more than may be paid at once, and above the due only when confirmed', () => {
  expect(outcome(1)).toBe('taken');
  expect(outcome(50_000)).toBe('taken');
  expect(outcome(0)).toBe('INVALID_INPUT');
  expect(outcome(-1)).toBe('INVALID_INPUT');
  expect(outcome(50_001)).toBe('AMOUNT_ABOVE_DUE');
  expect(outcome(50_001, { isSure: true })).toBe('taken');
  expect(outcome(50_001, { total: null })).toBe('taken');
  expect(outcome(1_000_001, { isSure: true })).toBe('INVALID_INPUT');
});
