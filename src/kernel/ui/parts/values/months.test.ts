import { expect, test } from 'vitest';
import { monthChoices, monthKeys, monthText, monthWord, nearMonths } from './months.ts';

test('months are named', () => {
  expect(monthText({ month: 11, year: 2026 })).toBe('Nov 2026');
  expect([monthChoices[0], monthChoices[11]]).toEqual([
    { value: '1', label: 'January' },
    { value: '12', label: 'December' },
  ]);
});

test('a filter offers a few future months and three past years', () => {
  const months = nearMonths('2026-11-21').map(({ label }) => label);
  expect([months[0], months[3], months.at(-1), months.length]).toEqual([
    'Feb 2027',
    'Nov 2026',
    'Nov 2023',
    40,
  ]);
  expect(nearMonths('2026-01-01')[4]?.label).toBe('Dec 2025');
});

test('selected months survive the URL', () => {
  const word = monthWord(['11-2026', '1-2027']);
  expect(word).toBe('[{"month":11,"year":2026},{"month":1,"year":2027}]');
  expect(monthKeys(word)).toEqual(['11-2026', '1-2027']);
});

test('an address that means nothing chooses no month', () => {
  for (const word of [undefined, '', '[{"mon', '{}', '7', '[null,{"month":13,"year":2026}]'])
    expect(monthKeys(word)).toEqual([]);
});
