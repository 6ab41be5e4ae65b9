import { expect, test } from 'vitest';
import { hundredthsIn, refusalOf } from './waiver-rules.ts';

const offer = { amount: 65_000_00, pos: 100_000_00, tos: 120_000_00, makers: [1, 2], maxWaiver: '35' };
const codeFor = (more: Partial<typeof offer>, userId = 9) =>
  refusalOf({ ...offer, ...more }, userId, 50)?.code;

test.each([
  ['35', 3500],
  [' 35 % ', 3500],
  ['12.5%', 1250],
  ['0', 0],
  ['100', 10_000],
  ['101', undefined],
  ['as agreed', undefined],
  ['', undefined],
])('%s is %s hundredths of a percent', (written, hundredths) => {
  expect(hundredthsIn(written)).toBe(hundredths);
});

test('the portfolio’s limit binds to the paisa, on the principal where there is any', () => {
  expect(codeFor({})).toBeUndefined();
  expect(refusalOf({ ...offer, amount: 64_999_99 }, 9, 50)).toEqual({
    code: 'WAIVER_ABOVE_LIMIT',
    facts: { waiver: '35', most: '35', least: '65000.00', on: 'POS' },
  });
  expect(codeFor({ pos: 0 })).toBe('WAIVER_ABOVE_LIMIT');
  expect(codeFor({ pos: 0, amount: 78_000_00 })).toBeUndefined();
  expect(codeFor({ pos: 0, tos: 0, amount: 0 })).toBeUndefined();
});

test("a portfolio without a valid percentage has the agency's limit", () => {
  for (const maxWaiver of ['', 'as agreed']) {
    expect(codeFor({ maxWaiver, amount: 50_000_00 })).toBeUndefined();
    expect(codeFor({ maxWaiver, amount: 49_999_99 })).toBe('WAIVER_ABOVE_LIMIT');
  }
});

test('the requester or amount editor cannot approve, however small the waiver', () => {
  expect(codeFor({ amount: 120_000_00 }, 1)).toBe('OWN_SETTLEMENT');
  expect(codeFor({ amount: 120_000_00 }, 2)).toBe('OWN_SETTLEMENT');
});
