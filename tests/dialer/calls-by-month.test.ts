/** Calls are partitioned by month in ranges of ids: uniqueness of open calls also applies across months. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMonths } from '../../src/app/database/months.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { calls } from '../../src/contexts/dialer/contract/calls.ts';
import { addAttempt } from '../../src/contexts/dialer/server/engine/attempt/attempts.ts';
import { callIn } from '../../src/contexts/dialer/server/engine/inbound.ts';
import { newMove } from '../../src/contexts/dialer/server/engine/move.ts';
import { moveAttempt } from '../../src/contexts/dialer/server/engine/transition.ts';
import { sqlState } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { backup } from '../../src/tools/backup.ts';
import { restore } from '../../src/tools/restore.ts';
import { type Caller, type TestServer, bareDatabase, boot } from '../kit.ts';

/** The server's dialer runs in the past, where none of this is due. */
const longAgo = { now: () => new Date('2020-01-01T05:00:00Z') };
const at = new Date('2026-11-20T06:30:00Z');
const later = new Date(at.getTime() + 3_600_000);
let server: TestServer;
let client: pg.PoolClient;
let campaignId: number;
let admin: Caller;
/** The first month with a separate id range. */
let month: string;

interface Lead {
  id: number;
  loanId: number;
  phone: string;
}
let n = 0;
async function lead(): Promise<Lead> {
  n += 1;
  const made = await server.database.one<Lead>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Zarina Quill') returning id),
    l as (insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id)
      select 1, 1, id, 'Zarina Quill', ${`C${n}`}, ${`98444${String(n).padStart(5, '0')}`}, ${campaignId} from b returning id, mobile)
    insert into leads (campaign_id, loan_id, phone) select ${campaignId}, id, mobile from l
    returning id, loan_id as "loanId", phone`);
  if (!made) throw new Error('no lead made');
  return made;
}
/** Placed as the pacing loop and an agent do. */
const place = (
  { loanId, phone }: Lead,
  o: { leadId?: number; userId?: number; isSecond?: boolean },
): Promise<number> =>
  server.database.transaction(async (tx) => {
    const call = { loanId, campaignId, mode: 'predictive', phone, phoneOrd: 0, dueAt: later };
    return (await addAttempt(tx, at, { userId: null, ...call, ...o })).id;
  });
const comesIn = (legId: string): Promise<number> =>
  server.database.transaction((tx) =>
    callIn(newMove(tx, at), { legId, from: '9844999999', did: '1600000001' }),
  );
const step = (id: number, event: Parameters<typeof moveAttempt>[2]) =>
  server.database.transaction((tx) => moveAttempt(newMove(tx, at), id, event));
const over = (id: number) => step(id, { type: 'ended', cause: 17, by: 'far' });

/** Six concurrent attempts; returns how many succeeded. The others fail on the unique constraint. */
async function six(work: () => Promise<number>): Promise<number> {
  const done = await Promise.allSettled(Array.from({ length: 6 }, work));
  const refused = done.filter((one) => one.status === 'rejected');
  expect(refused.map(({ reason }) => sqlState(reason)).filter((state) => state !== '23505')).toEqual([]);
  return done.length - refused.length;
}
const placeOf = async (id: number): Promise<string | undefined> =>
  (
    await server.database.one<{ place: string }>(
      sql`select tableoid::regclass::text as place from call_attempts where id = ${id}`,
    )
  )?.place;
const monthPlace = (): string => `months.call_attempts_${month.slice(0, 4)}_${month.slice(4)}`;
const isOn = async (id: number): Promise<boolean> =>
  (await server.database.one(sql`select 1 as ok from live_calls where attempt_id = ${id}`)) !== undefined;

const reference = (end: number): string => `00000000-0000-4000-8000-${String(end).padStart(12, '0')}`;
/** Calls open at the end of the month. */
let before: { lead: Lead; dialed: number; agent: number; agents: number; beside: number; caller: number };

beforeAll(async () => {
  server = await boot({ clock: longAgo });
  client = await server.database.connect();
  admin = await server.person({ roleType: 'admin' });
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('By month', 'predictive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
  const dialedLead = await lead();
  const agent = (await server.person({ roleType: 'agent' })).id;
  before = {
    lead: dialedLead,
    dialed: await place(dialedLead, { leadId: dialedLead.id }),
    agent,
    agents: await place(await lead(), { userId: agent }),
    beside: await place(await lead(), { userId: agent, isSecond: true }),
    caller: await comesIn(reference(1)),
  };
  const bound = await server.database.one<{ month: string }>(sql`
    select substring(pg_get_expr(relpartbound, oid) from $$TO \\('(\\d{6})$$) as month from pg_class where relname = 'call_attempts_before'`);
  month = bound?.month ?? '';
  await makeMonths(client, new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1, 15)));
});
afterAll(async () => {
  client.release();
  await server.stop();
});

test('a lead with a call of the previous month is not called concurrently, and once after it', async () => {
  const again = () => place(before.lead, { leadId: before.lead.id });
  expect(await six(again)).toBe(0);
  expect(await isOn(before.dialed)).toBe(true);
  await over(before.dialed);
  expect(await isOn(before.dialed)).toBe(false);
  expect(await six(again)).toBe(1);
  const places = await server.database.rows(sql`
    select tableoid::regclass::text as place, state from call_attempts where lead_id = ${before.lead.id} order by id`);
  expect(places).toEqual([
    { place: 'months.call_attempts_before', state: 'ended' },
    { place: monthPlace(), state: 'claimed' },
  ]);
});

test('an agent has one call and one second call across months, and none after a transfer', async () => {
  const [first, beside] = [await lead(), await lead()];
  const call = () => place(first, { userId: before.agent });
  const second = () => place(beside, { userId: before.agent, isSecond: true });
  expect([await six(call), await six(second)]).toEqual([0, 0]);
  // An unassigned call is not assigned to them either.
  const id = await place(await lead(), {});
  expect(
    await six(() =>
      server.database.run(sql`
    update call_attempts set user_id = ${before.agent} where id = ${id}`),
    ),
  ).toBe(0);
  await server.database.run(sql`update call_attempts set is_handed = true where id = ${before.agents}`);
  await over(before.beside);
  expect([await six(call), await six(second)]).toEqual([1, 1]);
  await over(before.agents);
  expect(await six(call)).toBe(0);
});

test('an inbound exchange call is one call while open and afterwards', async () => {
  expect(await placeOf(before.caller)).toBe('months.call_attempts_before');
  const again = () => comesIn(reference(1));
  expect(await six(again)).toBe(0);
  await server.database.run(sql`
    update call_attempts set state = 'ended', outcome = 'cancelled', ended_at = ${at} where id = ${before.caller}`);
  expect(await isOn(before.caller)).toBe(false);
  expect(await six(again)).toBe(0);
  expect(await six(() => comesIn(reference(2)))).toBe(1);
});

test('a repeated exchange event is processed once, across months and servers', async () => {
  const told = (eventId: string, id?: number): Promise<number> =>
    server.database.run(sql`
      insert into call_events (id, at, type, provider_event_id)
      values (${id === undefined ? sql`nextval(pg_get_serial_sequence('call_events', 'id'))` : sql`${id}`},
        ${at}, 'leg.ringing', ${eventId})`);
  await told('told before', 900);
  expect(await six(() => told('told before'))).toBe(0);
  // Ids advance between the two: each is in a separate month.
  let id = 901;
  expect(await six(() => told('told at once', id++ % 2 ? id : undefined))).toBe(1);
  await expect(told('told at once')).rejects.toThrow('provider_event_id');
  const places = sql`select distinct tableoid::regclass::text as place from call_events where provider_event_id like 'told%' order by 1`;
  await told('told since');
  expect(await server.database.rows(places)).toEqual(
    expect.arrayContaining([
      { place: 'months.call_events_before' },
      { place: monthPlace().replace('call_attempts', 'call_events') },
    ]),
  );
});

test('a call continues across months, and its disposition is found', async () => {
  const { id, user } = {
    id: await place(await lead(), {}),
    user: await server.person({ roleType: 'agent' }),
  };
  expect(await placeOf(id)).toBe(monthPlace());
  const old =
    (
      await server.database.one<{ id: number }>(sql`
    insert into call_attempts (id, direction, mode) values (900, 'outbound', 'manual') returning id`)
    )?.id ?? 0;
  for (const one of [old, id]) {
    await server.database.run(
      sql`update call_attempts set user_id = ${user.id}, dialed_at = ${at} where id = ${one}`,
    );
    await server.database.run(
      sql`insert into recordings (attempt_id, state, storage_key, started_at) values (${one}, 'stored', ${`r-${one}`}, ${at})`,
    );
    await server.database.run(
      sql`insert into call_events (attempt_id, at, type) values (${one}, ${at}, 'leg.ringing')`,
    );
    await over(one);
    expect(await isOn(one)).toBe(false);
  }
  const kept = () =>
    server.database.rows(sql`
      select k.tableoid::regclass::text as place, r.user_id as "userId", (select count(*)::int from call_events e where e.attempt_id = k.id) as events
      from call_attempts k join recordings r on r.attempt_id = k.id where k.id in (${old}, ${id}) order by k.id`);
  expect(await kept()).toEqual([
    { place: 'months.call_attempts_before', userId: user.id, events: 1 },
    { place: monthPlace(), userId: user.id, events: 1 },
  ]);
  expect(
    await server.database.one(
      sql`select sum(calls)::int as calls from agent_days_now where user_id = ${user.id}`,
    ),
  ).toEqual({ calls: 2 });
  const places = await server.database.rows<{ id: number }>(
    sql`select id from cdr where user_id = ${user.id} order by start_time desc, id desc`,
  );
  expect(places.map((one) => one.id)).toEqual([id, old]);
  await expect(
    server.database.run(
      sql`insert into call_events (attempt_id, at, type) values (7 * 10^14, ${at}, 'leg.ringing')`,
    ),
  ).rejects.toThrow('foreign key');
  await server.database.run(sql`delete from call_attempts where id in (${old}, ${id})`);
  expect(await kept()).toEqual([]);
});

test('lists show both months, the newest first', async () => {
  const moments = [2, 1, 3].map((hours) => new Date(at.getTime() + hours * 3_600_000));
  const made: number[] = [];
  const { loanId } = await lead();
  for (const moment of moments)
    made.push(
      (
        await server.database.one<{ id: number }>(sql`
      insert into call_attempts (id, loan_id, direction, mode, phone, state, outcome, dialed_at, ended_at)
      values (${made.length === 1 ? sql`901` : sql`nextval(pg_get_serial_sequence('call_attempts', 'id'))`}, ${loanId},
        'outbound', 'manual', '9844888888', 'ended', 'busy', ${moment}, ${moment}) returning id`)
      )?.id ?? 0,
    );
  const { rows } = await admin.call(calls.list, { size: 10, loanId });
  expect(rows.map(({ id }) => id)).toEqual([made[2], made[0], made[1]]);
});

test("a backup restores calls into their months, with open ones and each month's constraints", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recoup-calls-'));
  const target = await bareDatabase();
  const places = sql`select tableoid::regclass::text as place, count(*)::int as calls from call_attempts group by 1 order by 1`;
  const wrong = sql`select 1 as ok from live_calls l full join (select * from call_attempts where state <> 'ended') k on k.id = l.attempt_id
    where (k.reference_id, k.lead_id, k.user_id) is distinct from (l.reference_id, l.lead_id, l.user_id)`;
  const promises = sql`
    select indrelid::regclass::text as place, count(*)::int as indexes, count(*) filter (where indisunique)::int as unique
    from pg_index where indrelid::regclass::text ~ 'call_attempts_(before|\\d)' group by 1 order by 1`;
  const keys = sql`
    select conrelid::regclass::text as place, conname, convalidated from pg_constraint
    where contype = 'f' and conparentid = 0 and confrelid = 'call_attempts'::regclass order by 1, 2`;
  try {
    await backup(server.database.config, path.join(folder, 'agency.backup.gz'));
    await restore(target.database.config, path.join(folder, 'agency.backup.gz'), true);
    const restored = openDatabase(target.database.config);
    for (const one of [places, wrong, promises, keys])
      expect(await restored.rows(one)).toEqual(await server.database.rows(one));
    expect(await restored.rows(wrong)).toEqual([]);
    const kept = await restored.rows<{ unique: number }>(promises);
    expect(kept.length).toBeGreaterThan(4);
    expect(kept.every(({ unique }) => unique === 2)).toBe(true);
    expect(await restored.rows(keys)).toHaveLength(16);
    // Those that are on there have their promises too.
    await expect(
      restored.run(
        sql`insert into call_attempts (lead_id, direction, mode) values (${before.lead.id}, 'outbound', 'manual')`,
      ),
    ).rejects.toMatchObject({ code: '23505' });
    await restored.end();
  } finally {
    await target.end();
    await rm(folder, { recursive: true, force: true });
  }
});

test('of years of months a call is found by its number in one, and a page of the list reads each by its index', async () => {
  await makeMonths(client, new Date(), 24);
  await client.query(`insert into call_attempts (direction, mode, state, outcome, dialed_at, ended_at)
    select 'outbound', 'manual', 'ended', 'busy', now() - make_interval(mins => n), now() from generate_series(1, 3000) n`);
  await client.query('analyze call_attempts');
  const planOf = async (text: ReturnType<typeof sql>): Promise<string[]> =>
    (await server.database.rows<{ 'QUERY PLAN': string }>(sql`explain (analyze, buffers off) ${text}`)).map(
      (line) => line['QUERY PLAN'],
    );
  const months = (lines: string[]): string[] =>
    lines.filter((line) => / on (months\.)?call_attempts_/.test(line));
  expect(
    months(await planOf(sql`select id from call_attempts where id = ${before.caller} for no key update`)),
  ).toHaveLength(1);
  const list = await planOf(sql`select k.id from cdr k order by k.start_time desc, k.id desc limit 20`);
  expect(list.filter((line) => /Sort \(|->  Sort|Seq Scan/.test(line))).toEqual([]);
  expect(months(list).length).toBeGreaterThan(23);
});
