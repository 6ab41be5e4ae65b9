import { readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lastWords, withoutSecrets } from './last-words.ts';

const env = { DATABASE_URL: 'postgres://recoup:p%40ss-w0rd@db/recoup', CRON_KEY: 'a-word-of-16-letters' };

test.each<[string, string]>([
  ['connect to postgres://recoup:other@db/recoup', 'connect to postgres://…@db/recoup'],
  ['password p@ss-w0rd is wrong', 'password … is wrong'],
  ['p%40ss-w0rd', '…'],
  ['key a-word-of-16-letters', 'key …'],
  ['https://recoup.test/a@b', 'https://recoup.test/a@b'],
])('an error of "%s" is shown without its secrets', (text, shown) => {
  expect(withoutSecrets(text, env)).toBe(shown);
});

test('an unexpected error writes its trace to a file and prints one line', () => {
  const cause = new Error('a row of a borrower');
  let file = '';
  const said = lastWords(new Error('first line\nsecond', { cause }), undefined, (reason, place) => {
    file = place;
    return reason;
  });
  expect(said).toBe('first line');
  const whole = readFileSync(file, 'utf8');
  rmSync(file);
  expect(whole).toContain('a row of a borrower');
  expect(whole).toMatch(/\n +at /);
});
