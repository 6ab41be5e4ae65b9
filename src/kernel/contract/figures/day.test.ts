import { expect, test } from 'vitest';
import { type UnreadDay, readDay, typedDayOf } from './day.ts';

const said = (read: string | UnreadDay): string => (typeof read === 'string' ? read : read.fault);

test.each([
  ['2025-04-05', '2025-04-05'],
  ['05-04-2025', '2025-04-05'],
  ['5/4/2025', '2025-04-05'],
  ['05.04.2025', '2025-04-05'],
  ['29-02-2024', '2024-02-29'],
  ['29-02-2025', 'date does not exist'],
  ['31/04/2025', 'date does not exist'],
  ['12/25/2025', 'date does not exist'],
  ['05-04-25', 'date ambiguous'],
  ['2025/04/05', '2025-04-05'],
  ['20250405', '2025-04-05'],
  ['05042025', '2025-04-05'],
  ['25th April 2024', '2024-04-25'],
  ['Apr 25, 2024', '2024-04-25'],
  ['April 25th, 2024', '2024-04-25'],
  ['25-Sept-24', '2024-09-25'],
  ['2024-Apr-25', '2024-04-25'],
  ['Thursday, 25 April 2024', '2024-04-25'],
  ['5 अप्रैल 2024', '2024-04-05'],
  ['२८-११-२०२६', '2026-11-28'],
  ['25 / 04 / 2024', '2024-04-25'],
  ['31-Mayo-2025', 'date not understood'],
  ['1-Marzipan-2025', 'date not understood'],
  ['25-04-24', 'date ambiguous'],
  ['31-04-99', 'date ambiguous'],
  ['Apr-25', 'date not understood'],
  ['2025-04-05T00:00:00+05:30', '2025-04-05'],
  ['2025-04-05T00:00:00.000Z', '2025-04-05'],
  ['2025-02-30T00:00:00Z', 'date does not exist'],
  ['45752', '2025-04-05'],
  ['45752.5', '2025-04-05'],
  ['12345', 'date not understood'],
  ['5-Apr-25', '2025-04-05'],
  ['5/Apr/2025', '2025-04-05'],
  ['5-Apr-85', 'date ambiguous'],
  ['2025-04-05 00:00:00', '2025-04-05'],
  ['2025-04-05T00:00', '2025-04-05'],
  ['05/04/2025 12:00:00 AM', '2025-04-05'],
  ['2025-04-05T18:30:00Z', '2025-04-06'],
  ['0000-01-01', 'date not understood'],
  ['01-01-9999', 'date not understood'],
  ['5 April 2025', '2025-04-05'],
])('the date %s', (cell, wanted) => {
  expect(said(readDay(cell))).toBe(wanted);
});

test.each([
  ['2/28/1997', 'monthFirst', '1997-02-28'],
  ['28/2/1997', 'monthFirst', 'date does not exist'],
  ['1997-02-28', 'monthFirst', '1997-02-28'],
  ['03/02/2026', 'unsaid', 'date ambiguous'],
  ['03/03/2026', 'unsaid', '2026-03-03'],
  ['2/28/1997', 'unsaid', '1997-02-28'],
  ['28/2/1997', 'unsaid', '1997-02-28'],
  ['28/2/1997', 'iso', 'date not understood'],
  ['28-Feb-1997', 'unsaid', '1997-02-28'],
  ['25-04-24', 'dayFirst', '2024-04-25'],
  ['05/04/25', 'dayFirst', '2025-04-05'],
  ['05/04/25', 'monthFirst', '2025-05-04'],
  ['25-04-05', 'iso', '2025-04-05'],
  ['25-04-24', 'unsaid', 'date ambiguous'],
  ['05-04-85', 'dayFirst', 'date ambiguous'],
  ['5 March 2026', 'iso', '2026-03-05'],
  ['5-Foo-2026', 'dayFirst', 'date not understood'],
  ['31-04-2026', 'dayFirst', 'date does not exist'],
  ['29-02-2024', 'dayFirst', '2024-02-29'],
  ['29-02-2023', 'dayFirst', 'date does not exist'],
] as const)('the date %s where the order is %s', (cell, order, wanted) => {
  expect(said(readDay(cell, { order }))).toBe(wanted);
});

test.each([
  ['5-Apr-85', '1985-04-05'],
  ['5-Apr-05', '2005-04-05'],
  ['5-Apr-25', '1925-04-05'],
  ['05/04/85', '1985-04-05'],
])('the day of birth %s', (cell, wanted) => {
  expect(said(readDay(cell, { order: 'dayFirst', isBirth: true }))).toBe(wanted);
});

test('a birth of two figures that may be of either century is named', () => {
  const noted: string[] = [];
  const onNote = (note: string) => noted.push(note);
  expect(readDay('05-04-85', { order: 'dayFirst', isBirth: true, onNote })).toBe('1985-04-05');
  expect(noted).toEqual([]);
  expect(readDay('05-04-25', { order: 'dayFirst', isBirth: true, onNote })).toBe('1925-04-05');
  expect(noted).toEqual(['century']);
});

test.each([
  ['28-11-26', '2026-11-28'],
  ['28 Nov 2026', '2026-11-28'],
  ['28 नवंबर 2026', '2026-11-28'],
  ['28112026', '2026-11-28'],
  ['२८/११/२०२६', '2026-11-28'],
  ['11-28-2026', undefined],
  ['28-11', undefined],
  ['', undefined],
])('the typed day %s', (text, day) => {
  expect(typedDayOf(text)).toBe(day);
});
