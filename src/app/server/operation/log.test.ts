import fs from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLineWriter } from './line-writer.ts';
import { openLog } from './log.ts';

let folder = '';
beforeEach(() => void (folder = fs.mkdtempSync(path.join(tmpdir(), 'log-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));
const linesOf = (file: string): string[] => fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);

test('a log record has level name, host, process and version', async () => {
  const file = path.join(folder, 'recoup.log');
  openLog(file, { version: 'abc', ids: () => ({ trace: 't' }) }).warn({ job: 'mail' }, 'tried again');
  await expect.poll(() => linesOf(file).length, { timeout: 5000 }).toBe(1);
  expect(JSON.parse(linesOf(file)[0] ?? '')).toMatchObject({
    level: 'warn',
    host: hostname(),
    pid: process.pid,
    version: 'abc',
    trace: 't',
    job: 'mail',
    msg: 'tried again',
  });
});

test('a large log is rotated to one previous file without losing records', async () => {
  const file = path.join(folder, 'recoup.log');
  const line = (n: number): string => `${String(n).padStart(9, '0')}\n`;
  const first = openLineWriter(file, 1000);
  for (let n = 0; n < 200; n += 1) first.write(line(n));
  first.end();
  const next = openLineWriter(file, 1000);
  next.write(line(200));
  await expect.poll(() => fs.existsSync(`${file}.1`), { timeout: 5000 }).toBe(true);
  await expect.poll(() => linesOf(file).length, { timeout: 5000 }).toBe(1);
  next.end();
  expect([...linesOf(`${file}.1`), ...linesOf(file)].map(Number)).toEqual(
    Array.from({ length: 201 }, (_, n) => n),
  );
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});
