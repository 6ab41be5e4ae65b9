import { expect, test } from 'vitest';
import { figureWords, labelWords, wholeWords } from './figure-words.ts';

test.each([
  ['jobs_oldest_seconds', 0, '0 s'],
  ['jobs_oldest_seconds', 59.9, '59 s'],
  ['jobs_oldest_seconds', 3599, '59 min'],
  ['payments_held_seconds', 86_399, '23 h'],
  ['payments_held_seconds', 86_400, '1 day'],
  ['backup_age_seconds', 129_600, '36 h'],
  ['payments_held_seconds', 172_800, '2 days'],
  ['calls_abandoned_share', 0.0312, '3.1 %'],
  ['jobs_waiting', 123_456, '1,23,456'],
])('%s of %d is shown as %s', (name, value, words) => expect(figureWords(name, value)).toBe(words));

test.each([
  ['jobs_failed', [3, 1], '4'],
  ['messages_due_seconds', [120, 30], '2 min'],
  ['messages_failed_share', [0.5, 0.3], '50 %'],
  ['jobs_failed', [], 'none'],
  ['backup_age_seconds', [], 'none known'],
])('%s of %j is %s in all', (name, values, words) =>
  expect(
    wholeWords(
      name,
      values.map((value) => ({ value })),
    ),
  ).toBe(words),
);

test.each([
  ['mail.send', 'E-mails'],
  ['sms', 'SMS'],
  ['payu', 'PayU'],
  ['Personal loans, north', 'Personal loans, north'],
])('%s is shown as %s', (label, words) => expect(labelWords(label)).toBe(words));
