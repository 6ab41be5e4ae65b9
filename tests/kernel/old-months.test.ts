/** An expired month is archived to an encrypted file, complete and noted first, and restored unchanged. */
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
import { openAnchors } from '../../src/app/server/operation/audit-anchors.ts';
import { type AuditWatch, auditWatch } from '../../src/app/server/operation/audit-watch.ts';
import { intervalsKept } from '../../src/contexts/dialer/server/agent/intervals-kept.ts';
import { indexFaults } from '../../src/contexts/agency/server/system/index-faults.ts';
import { Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import type { FileStore } from '../../src/kernel/server/providers/files/port.ts';
import { type TestServer, boot } from '../kit.ts';
import { untilSealed } from '../sealed.ts';

const rules = intervalsKept(36);
const before = 'agent_intervals_before';

/** A day after the first month expired; the next has not. */
let later: Date;
let server: TestServer;
let folder: string;
let store: FileStore;
let watch: AuditWatch;
beforeAll(async () => {
  server = await boot({ demo: true });
  folder = await mkdtemp(path.join(tmpdir(), 'recoup-old-months-'));
  const end = await server.database.one<{ later: Date }>(sql`
    select substring(pg_get_expr(relpartbound, oid) from $$ TO \\('([^']+)'\\)$$)::timestamptz + interval '36 months 1 day' as later
    from pg_class where relname = ${before}`);
  // Holds of the demo would retain it.
  await server.database.run(sql`update loan_holds set until_day = from_day`);
  await server.database.run(sql`delete from open_intervals`);
  later = end?.later ?? new Date(Number.NaN);
  const safe = openSafe({ dataDir: folder });
  store = await filesOf({ dataDir: folder }, safe);
  watch = auditWatch(server.database, openAnchors({ safe, dataDir: folder }));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const turn = (now = later): Promise<string[]> => takeOffMonths({ ...server, store }, rules, now);
/** What happened is in the chain, and the chain is marked. */
async function anchored(): Promise<void> {
  await untilSealed(server.database);
  expect((await watch.look()).is).toBe('whole');
}
/** Written and detached. */
async function takeOff(now = later): Promise<string[]> {
  expect(await turn(now)).toEqual([]);
  await anchored();
  return turn(now);
}
/** Concurrent writers go first: then it is archived in the next run. */
const leaves = (): Promise<void> =>
  expect
    .poll(async () => {
      await anchored();
      return turn();
    })
    .toEqual([before]);
const bringBack = (): Promise<number> => bringMonthBack({ ...server, store }, before);
const rowsThere = () =>
  server.database.one<{ n: number; hash: string | null }>(sql`
    select count(*)::int as n, md5(string_agg(i::text, '|' order by i.id)) as hash from agent_intervals i`);
const sums = () =>
  server.database.one(sql`select sum(spans)::int as spans, sum(login)::bigint as login from agent_days_now`);
const keyNoted = async (): Promise<string> =>
  (
    await server.database.one<{ file: string }>(
      sql`select facts ->> 'file' as file from month_files where name = ${before}`,
    )
  )?.file ?? '';
const noted = () =>
  server.database.rows<{ type: string; rows: number }>(sql`
    select type, (facts->>'rows')::int as rows from event where type like 'system.month%' order by id`);

test('none leaves before its time', async () => {
  expect(await takeOff(new Date())).toEqual([]);
  expect(intervalsKept(undefined)).toEqual([]);
});

test('a hold retains the month of its subject, and its release frees it', async () => {
  const [loan] = await server.database.rows<{ id: number }>(sql`
    select min(k.loan_id) as id from agent_intervals i join call_attempts k on k.id = i.attempt_id`);
  await server.database.run(sql`
    insert into loan_holds (loan_id, rule_id, from_day, until_day) select ${loan?.id}, min(id), current_date, '9999-01-01' from compliance_rules where kind = 'hold'`);
  expect(await takeOff()).toEqual([]);
  await server.database.run(sql`update loan_holds set until_day = from_day where loan_id = ${loan?.id}`);
});

test('an open interval retains its month', async () => {
  await server.database.run(sql`
    insert into open_intervals select session_id, started_at from agent_intervals order by id limit 1`);
  expect(await takeOff()).toEqual([]);
  await server.database.run(sql`delete from open_intervals`);
});

test('an unwritable file retains its month', async () => {
  const was = await rowsThere();
  await writeFile(path.join(folder, 'files', 'months'), 'in the way');
  await expect(turn()).rejects.toThrow();
  await rm(path.join(folder, 'files', 'months'));
  expect([await rowsThere(), await noted()]).toEqual([was, []]);
});

test('a month remains until its note is chained and anchored, and its file matches', async () => {
  const was = await rowsThere();
  // Blocks chaining meanwhile.
  const holder = await server.database.connect();
  await holder.query('begin; select pg_advisory_xact_lock(7061)');
  expect([await turn(), await turn()]).toEqual([[], []]);
  const first = await keyNoted();
  await holder.query('rollback');
  holder.release();
  await anchored();
  await store.remove(first);
  expect(await turn()).toEqual([]);
  const second = await keyNoted();
  expect(second).not.toBe(first);
  await anchored();
  await server.database.run(
    sql`update agent_intervals set word = word || '.' where id = (select min(id) from agent_intervals)`,
  );
  expect(await turn()).toEqual([]);
  expect(await keyNoted()).not.toBe(second);
  expect((await rowsThere())?.n).toBe(was?.n);
  expect(await noted()).toEqual(Array(3).fill({ type: 'system.month-written', rows: was?.n }));
});

test('archiving yields to queued writers', async () => {
  await anchored();
  const writer = await server.database.connect();
  await writer.query('begin; lock table only agent_intervals in row exclusive mode');
  const leaving = turn();
  const waits = sql`select 1 as ok from pg_locks where not granted and relation = 'agent_intervals'::regclass`;
  await expect.poll(() => server.database.one(waits), { interval: 10 }).toBeDefined();
  // Each has what the other one needs.
  const writing = writer.query(`lock table months.${before} in row exclusive mode`);
  expect((await Promise.allSettled([writing, leaving])).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
  ]);
  expect(await leaving).toEqual([]);
  await writer.query('rollback');
  writer.release();
});

test('two nodes archive a month once, chained and noted; totals remain, and it restores unchanged', async () => {
  const [was, figures] = [await rowsThere(), await sums()];
  expect(was?.n).toBeGreaterThan(100);
  await anchored();
  const left: string[] = [];
  while (left.length === 0) left.push(...(await Promise.all([turn(), turn()])).flat());
  expect(left).toEqual([before]);
  expect([await rowsThere(), await sums()]).toEqual([{ n: 0, hash: null }, figures]);
  expect((await readFile(path.join(folder, 'files', await keyNoted()))).subarray(0, 15).toString()).toBe(
    'recoup-sealed-1',
  );
  expect((await noted()).at(-1)).toEqual({ type: 'system.month-archived', rows: was?.n });
  // New writes continue.
  const client = await server.database.connect();
  await makeMonths(client, new Date());
  client.release();

  expect(await bringBack()).toBe(was?.n);
  expect([await rowsThere(), await sums()]).toEqual([was, figures]);
  await expect(bringBack()).rejects.toThrow(UnknownMonth);
  // And leaves again.
  await leaves();
});

test('a month returns with the indexes that only months have', async () => {
  const months = await server.database.rows<{ name: string }>(sql`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'agent_intervals'::regclass`);
  for (const { name } of months)
    await server.database.run(
      new Fragment([`create index on ${name} (word, started_at) where ended_at is null`], []),
    );
  await bringBack();
  expect(await server.database.rows(indexFaults)).toEqual([]);
  await leaves();
});

test('a file with other rows is rejected without changes', async () => {
  const key = await keyNoted();
  await store.remove(key);
  await store.put(key, Readable.from([gzipSync('')]), 100);
  await expect(bringBack()).rejects.toThrow(ChangedMonth);
  expect((await rowsThere())?.n).toBe(0);
});
