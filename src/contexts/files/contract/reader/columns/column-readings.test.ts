import { expect, test } from 'vitest';
import { reread } from './column-readings.ts';

const now = new Date('2026-11-29T06:00:00Z');
const read = (cell: string, reading: Parameters<typeof reread>[1], isBirth = false) =>
  reread(cell, reading, { isBirth }, now);

test.each([
  ['25-04-24', 'dayFirst', '2024-04-25'],
  ['05/04/25', 'dayFirst', '2025-04-05'],
  ['05/04/25', 'monthFirst', '2025-05-04'],
  ['25/04/05', 'yearFirst', '2025-04-05'],
  ['२५-०४-२४', 'dayFirst', '2024-04-25'],
  ['5 Apr 25 00:00', 'dayFirst', '2025-04-05'],
  ['050425', 'dayFirst', '2025-04-05'],
  ['20250405', 'yearFirst', '2025-04-05'],
  ['5-Sept-25', 'dayFirst', '2025-09-05'],
  ['५ अप्रैल 25', 'dayFirst', '2025-04-05'],
  ['1-Marzipan-25', 'dayFirst', undefined],
  ['31-Mayo-2025', 'dayFirst', undefined],
  ['soon', 'dayFirst', undefined],
  ['1.355,90', 'decimalComma', '1355.90'],
  ['1,355.90', 'decimalPoint', '1355.90'],
  ['₹ 1 355,9', 'decimalComma', '1355.9'],
  ['1,2,3', 'decimalComma', undefined],
  ['anything', 'leaveOut', ''],
] as const)('%s read as %s', (cell, reading, found) => {
  expect(read(cell, reading)).toBe(found);
});

test('a birth date is in the past, other two-digit years at most 20 years in the future', () => {
  expect([read('01-02-27', 'dayFirst', true), read('01-02-26', 'dayFirst', true)]).toEqual([
    '1927-02-01',
    '2026-02-01',
  ]);
  expect([read('01-02-46', 'dayFirst'), read('01-02-47', 'dayFirst')]).toEqual(['2046-02-01', '1947-02-01']);
});
