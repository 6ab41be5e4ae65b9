/** A month whose time is over leaves the database for a sealed file, whole and noted, and comes back as it was. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMonths } from '../../src/app/database/months.ts';
import {
  bringMonthBack,
  ChangedMonth,
  takeOffMonths,
  UnknownMonth,
} from '../../src/app/database/old-months.ts';
import { filesOf } from '../../src/app/providers/chosen-files.ts';
import { intervalsKept } from '../../src/contexts/dialer/server/agent/intervals-kept.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { openSafe } from '../../src/kernel/server/operation/safe.ts';
import type { FileStore } from '../../src/kernel/server/providers/files/port.ts';
import { type TestServer, boot } from '../kit.ts';

const rules = intervalsKept(36);
const before = 'agent_intervals_before';

/** A day after the time of what was there before months is over; that of the next month is not. */
let later: Date;
let server: TestServer;
let folder: string;
let store: FileStore;
beforeAll(async () => {
  server = await boot({ demo: true });
  folder = await mkdtemp(path.join(tmpdir(), 'recoup-old-months-'));
  const end = await server.database.one<{ later: Date }>(sql`
    select substring(pg_get_expr(relpartbound, oid) from $$ TO \\('([^']+)'\\)$$)::timestamptz + interval '36 months 1 day' as later
    from pg_class where relname = ${before}`);
  // Holds of the demo and those at work in it would keep it.
  await server.database.run(sql`update loan_holds set until_day = from_day`);
  await server.database.run(sql`delete from open_intervals`);
  later = end?.later ?? new Date(Number.NaN);
  store = await filesOf({ dataDir: folder }, openSafe({ dataDir: folder }));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const takeOff = (now = later): Promise<string[]> => takeOffMonths({ ...server, store }, rules, now);
const bringBack = (): Promise<number> => bringMonthBack({ ...server, store }, before);
const rowsThere = () =>
  server.database.one<{ n: number; hash: string | null }>(sql`
    select count(*)::int as n, md5(string_agg(i::text, '|' order by i.id)) as hash from agent_intervals i`);
const sums = () =>
  server.database.one(sql`select sum(spans)::int as spans, sum(login)::bigint as login from agent_days_now`);
const keyNoted = async (): Promise<string> =>
  (
    await server.database.one<{ file: string }>(sql`
      select facts->>'file' as file from event where type = 'system.month-archived' order by id desc limit 1`)
  )?.file ?? '';
const noted = () =>
  server.database.rows<{ type: string; rows: number }>(sql`
    select type, (facts->>'rows')::int as rows from event where type like 'system.month%' order by id`);

test('none leaves before its time', async () => {
  expect(await takeOff(new Date())).toEqual([]);
  expect(intervalsKept(undefined)).toEqual([]);
});

test('a hold keeps the month of what it is about, and the end of the hold lets it go', async () => {
  const [loan] = await server.database.rows<{ id: number }>(sql`
    select min(k.loan_id) as id from agent_intervals i join call_attempts k on k.id = i.attempt_id`);
  await server.database.run(sql`
    insert into loan_holds (loan_id, rule_id, from_day, until_day) select ${loan?.id}, min(id), current_date, '9999-01-01' from compliance_rules where kind = 'hold'`);
  expect(await takeOff()).toEqual([]);
  await server.database.run(sql`update loan_holds set until_day = from_day where loan_id = ${loan?.id}`);
});

test('an interval that lasts keeps its month', async () => {
  await server.database.run(sql`
    insert into open_intervals select session_id, started_at from agent_intervals order by id limit 1`);
  expect(await takeOff()).toEqual([]);
  await server.database.run(sql`delete from open_intervals`);
});

test('a file that cannot be written keeps its month', async () => {
  const was = await rowsThere();
  await writeFile(path.join(folder, 'files', 'months'), 'in the way');
  await expect(takeOff()).rejects.toThrow();
  await rm(path.join(folder, 'files', 'months'));
  expect([await rowsThere(), await noted()]).toEqual([was, []]);
});

test('by two nodes at once it leaves once, sealed and noted; figures stay, and it comes back as it was', async () => {
  const [was, figures] = [await rowsThere(), await sums()];
  expect(was?.n).toBeGreaterThan(100);
  expect((await Promise.all([takeOff(), takeOff()])).flat()).toEqual([before]);
  expect([await rowsThere(), await sums()]).toEqual([{ n: 0, hash: null }, figures]);
  expect((await readFile(path.join(folder, 'files', await keyNoted()))).subarray(0, 15).toString()).toBe(
    'recoup-sealed-1',
  );
  expect(await noted()).toEqual([{ type: 'system.month-archived', rows: was?.n }]);
  // What is written now goes on.
  const client = await server.database.connect();
  await makeMonths(client, new Date());
  client.release();

  expect(await bringBack()).toBe(was?.n);
  expect([await rowsThere(), await sums()]).toEqual([was, figures]);
  await expect(bringBack()).rejects.toThrow(UnknownMonth);
  // And leaves again.
  expect(await takeOff()).toEqual([before]);
});

test('a file of other rows is refused, and nothing changes', async () => {
  const key = await keyNoted();
  await store.remove(key);
  await store.put(key, Readable.from([gzipSync('')]), 100);
  await expect(bringBack()).rejects.toThrow(ChangedMonth);
  expect((await rowsThere())?.n).toBe(0);
});
