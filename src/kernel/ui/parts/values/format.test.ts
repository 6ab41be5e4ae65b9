import { expect, test } from 'vitest';
import {
  changesOf,
  clampedEnd,
  clockText,
  countText,
  dayText,
  dayWords,
  exactRupees,
  hoursText,
  isLastPage,
  minutesText,
  momentText,
  money,
  moneyShort,
  principalText,
  rupees,
  sinceText,
  totalText,
} from './format.ts';

test('amounts are grouped in lakhs and abbreviated in trade units', () => {
  expect(money(1234567.5)).toBe('₹12,34,567.50');
  expect(exactRupees(1500)).toBe('₹1,500');
  expect(exactRupees(1500.45)).toBe('₹1,500.45');
  // A joiner binds the minus to its amount.
  expect([money(-63), rupees(-63), moneyShort(-12_500)]).toEqual([
    '-\u2060₹63.00',
    '-\u2060₹63',
    '-\u2060₹12.5\u00A0K',
  ]);
  expect(moneyShort(950)).toBe('₹950.00');
  expect(moneyShort(12_500)).toBe('₹12.5\u00A0K');
  expect(moneyShort(1_250_000)).toBe('₹12.5\u00A0L');
  expect(moneyShort(98_76_54_321)).toBe('₹98.77\u00A0Cr');
  expect(moneyShort(9_99_76_54_321)).toBe('₹999.77\u00A0Cr');
  expect(moneyShort(-9_753_08_64_198)).toBe('-\u2060₹9,753\u00A0Cr');
});

test('dates and times use the Indian format, whatever the device', () => {
  expect(dayText('2026-11-05')).toBe('05-11-2026');
  expect(momentText('2026-11-20T20:05:00Z')).toBe('21-11-2026 01:35 AM');
  expect(sinceText(new Date('2026-11-20T03:40:00Z'))).toBe('20-11-2026 09:10');
  expect(clockText('2026-12-31T20:05:00Z')).toBe('2027-01-01T01:35');
});

test('a range spans at most thirty days', () => {
  expect(clampedEnd('2026-01-01', '2026-01-31')).toBe('2026-01-31');
  expect(clampedEnd('2026-01-01', '2026-03-01')).toBe('2026-01-31');
});

test('an edit sends what changed and nothing when nothing did', () => {
  expect(changesOf({ name: 'Tea', duration: '00:15' }, { name: 'Tea', duration: '00:20' })).toEqual({
    duration: '00:20',
  });
  expect(
    changesOf<{ name: string; note?: string }>({ name: 'Tea' }, { name: 'Tea', note: '' }),
  ).toBeUndefined();
});

test('lengths of time are written as minutes, or as hours', () => {
  expect([minutesText(0), minutesText(95), minutesText(6000)]).toEqual(['00:00', '01:35', '100:00']);
  expect([hoursText(59), hoursText(36_125)]).toEqual(['00:00:59', '10:02:05']);
});

test('days are shown in relative terms, by the calendar of India', () => {
  const now = new Date('2026-11-22T20:00:00Z'); // the 23rd in India
  const said = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-19', '2025-12-01'];
  expect(said.map((day) => dayWords(day, now))).toEqual([
    'yesterday',
    'today',
    'tomorrow',
    '19 Nov',
    '1 Dec 2025',
  ]);
});

test('round rupees omit paise', () => {
  expect([rupees(2_139_941), rupees(44_522.51), rupees(0)]).toEqual(['₹21,39,941', '₹44,523', '₹0']);
});

test('a capped total is shown with a plus and does not end the pages', () => {
  expect(countText({ count: 10_000, isMore: true })).toBe('10,000+');
  expect(countText({ count: 10_000 })).toBe('10,000');
  const page = { page: 100, size: 100 };
  expect(isLastPage({ count: 10_000, isMore: true }, { ...page, got: 100 })).toBe(false);
  expect(isLastPage({ count: 10_000, isMore: true }, { ...page, got: 99 })).toBe(true);
  expect(isLastPage({ count: 10_000 }, { ...page, got: 100 })).toBe(true);
});

const loan = { principalOutstanding: 0, totalOutstanding: 0 };

test('amounts that no file has stated are not shown as zero', () => {
  const unknown = { ...loan, isTotalKnown: false };
  expect(totalText(unknown)).toBe('Not stated');
  expect(principalText(unknown)).toBe('Not stated');
  expect(principalText({ ...unknown, principalOutstanding: 9000 })).toBe('₹9,000');
});

test('a stated zero is shown as zero, also in rows of an older version', () => {
  expect(totalText({ ...loan, isTotalKnown: true })).toBe('₹0');
  expect(principalText(loan, money)).toBe('₹0.00');
});
