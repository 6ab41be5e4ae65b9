import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test, vi } from 'vitest';
import { openDailyLog } from './daily-log.ts';

const folder = fs.mkdtempSync(path.join(tmpdir(), 'recoup-logs-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));
const files = (): string[] => fs.readdirSync(folder).toSorted();

test('logs of 180 days are stored, compressed after their day, and older ones deleted', async () => {
  let at = Date.parse('2027-01-01T10:00:00Z');
  const log = openDailyLog({ folder, days: 180, now: () => at });
  log.write('first day\n');
  at = Date.parse('2027-01-02T00:00:01Z');
  log.write('second day\n');
  await vi.waitFor(() =>
    expect(files().map((name) => name.slice(0, 10) + path.extname(name))).toEqual([
      '2027-01-01.gz',
      '2027-01-02.log',
    ]),
  );
  expect(gunzipSync(fs.readFileSync(path.join(folder, files()[0] ?? ''))).toString()).toBe('first day\n');
  at = Date.parse('2027-06-30T10:00:00Z');
  log.write('day 180\n');
  await vi.waitFor(() => expect(files()).toHaveLength(3));
  at = Date.parse('2027-07-01T10:00:00Z');
  log.write('day 181\n');
  await vi.waitFor(() =>
    expect(files().map((name) => name.slice(0, 10))).toEqual(['2027-01-02', '2027-06-30', '2027-07-01']),
  );
  log.end();
});

test('a log file is readable by its owner alone', () => {
  for (const name of files()) expect(fs.statSync(path.join(folder, name)).mode & 0o077).toBe(0);
});
