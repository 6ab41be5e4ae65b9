import { expect, test } from 'vitest';
import type { TodayRow } from '#contexts/work/contract/today-rules.ts';
import { clockWords, contactWords } from './today-words.ts';

test.each([
  ['18:00', '6 pm'],
  ['18:30', '6:30 pm'],
  ['19:05', '7:05 pm'],
  ['09:00', '9 am'],
  ['12:00', '12 pm'],
  ['12:15', '12:15 pm'],
  ['11:59', '11:59 am'],
  ['24:00', 'midnight'],
  ['23:59', 'midnight'],
  ['00:00', 'midnight'],
])('the clock of a rule until %s is written as %s', (clock, words) => {
  expect(clockWords(clock).replaceAll('\u00A0', ' ')).toBe(words);
});

test('a card states until when it may be called, with its minutes', () => {
  const row = { hours: { from: '09:00', until: '18:30' } } as unknown as TodayRow;
  expect(contactWords(row)?.replaceAll('\u00A0', ' ')).toBe('calls until 6:30 pm');
});
