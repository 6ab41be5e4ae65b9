/** Tables partitioned by month: converted in place, created in advance, without slowdown or loss. */
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate } from '../../src/app/database/migrate.ts';
import { migrationsFolder } from '../../src/app/database/migration-file.ts';
import { makeMonths } from '../../src/app/database/months.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { contactEvidence } from '../../src/contexts/contact/server/policy/evidence.ts';
import { keepDecisions } from '../../src/contexts/contact/server/policy/contact.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';
import { untilSealed } from '../sealed.ts';
import { until } from '../until.ts';

let server: TestServer;
let client: pg.PoolClient;
beforeAll(async () => {
  server = await boot({ demo: true });
  client = await server.database.connect();
});
afterAll(async () => {
  client.release();
  await server.stop();
});

const partitions = async (): Promise<string[]> =>
  (
    await client.query<{ name: string }>(`select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'contact_decisions'::regclass order by 1`)
  ).rows.map(({ name }) => name);
const someLoan = async (): Promise<number> =>
  (await client.query<{ id: number }>('select min(id) as id from loans')).rows[0]?.id ?? 0;
const decide = async (at: Date): Promise<number> =>
  keepDecisions(
    server.database,
    [{ loanId: await someLoan(), channel: 'call', contact: 'mobile', refusal: null }],
    { now: at },
  );
const whereIs = async (at: Date): Promise<string[]> =>
  (
    await client.query<{ place: string }>(
      'select tableoid::regclass::text as place from contact_decisions where at = $1',
      [at],
    )
  ).rows.map(({ place }) => place);

test('three months are pre-created, and repeating it creates nothing', async () => {
  // At their creation: another month may have started since.
  const { rows } = await client.query<{ now: string }>('select max(at) as now from migration');
  const now = new Date(rows[0]?.now ?? Date.now());
  expect(await makeMonths(client, now)).toEqual([]);
  const end = new Date(now.getFullYear(), now.getMonth() + 3, 15);
  await decide(end);
  expect(await whereIs(end)).toEqual([
    `months.contact_decisions_${end.toISOString().slice(0, 7).replace('-', '_')}`,
  ]);
});

test('a decision of a missing month is stored, and moved when two nodes create it', async () => {
  const far = new Date(new Date().getFullYear() + 1, 8, 15);
  await decide(far);
  expect(await whereIs(far)).toEqual(['months.contact_decisions_other']);
  const beside = await server.database.connect();
  const months: string[] = [];
  const isMade = async (): Promise<boolean> => {
    const made = await Promise.all([makeMonths(client, far), makeMonths(beside, far)]);
    months.push(...made.flat());
    return made.flat().length === 0;
  };
  // If slow, one yields, and both continue in the next run.
  await until(isMade);
  beside.release();
  expect(new Set(months).size).toBe(months.length);
  expect(await whereIs(far)).toEqual([`months.contact_decisions_${far.getFullYear()}_09`]);
});

test('a postponed month is created in the next run, and none after it before', async () => {
  const year = new Date().getFullYear() + 2;
  await client.query(`create sequence gave_way;
    create function give_way() returns event_trigger language plpgsql as $$ begin
      if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'months.contact_decisions_${year}_01')
        and nextval('gave_way') = 1 then raise exception 'somebody works' using errcode = 'lock_not_available'; end if;
      end $$;
    create event trigger give_way on ddl_command_end when tag in ('CREATE TABLE') execute function give_way()`);
  const make = () => makeMonths(client, new Date(year, 0, 15), 1);
  const name = (month: string): string => `months.contact_decisions_${year}_${month}`;
  await make();
  await client.query('drop event trigger give_way; drop function give_way(); drop sequence gave_way');
  expect(await partitions()).not.toEqual(expect.arrayContaining([name('01')]));
  await until(async () => (await make()).length === 0);
  expect(await partitions()).toEqual(expect.arrayContaining([name('01'), name('02')]));
});

test('with two years of months, loan queries read one index per partition and no table', async () => {
  const then = new Date(new Date().getFullYear() + 2, 0, 1);
  await until(async () => (await makeMonths(client, then, 12)).length === 0);
  expect((await partitions()).length).toBeGreaterThan(24);
  await client.query(`insert into contact_decisions (at, loan_id, channel, contact, is_allowed)
    select now() + make_interval(days => n * 8), l.id, 'call', 'mobile', true
    from generate_series(1, 100) n cross join loans l`);
  await client.query('analyze contact_decisions');
  const [decisions] = contactEvidence;
  const loan = await someLoan();
  const plan = await server.database.rows<{ 'QUERY PLAN': string }>(
    sql`explain (analyze, buffers off) ${decisions?.(sql`(${loan}::bigint)`) ?? sql``}`,
  );
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  // The default partition is empty.
  expect(text).not.toMatch(/Seq Scan on (?!contact_decisions_other)/);
  expect(text.match(/Index Scan/g)?.length).toBeGreaterThan(20);
});

test('creating months yields to lock conflicts', async () => {
  // One more of each table than there are.
  const next = new Date(new Date().getFullYear() + 2, 1, 1);
  const holder = await server.database.connect();
  await holder.query('begin; update payment_codes set is_over = is_over');
  const making = makeMonths(client, next, 12);
  // It locks the loans, and blocks on message links.
  const isWaiting = async (): Promise<unknown> =>
    (
      await holder.query(`select from pg_locks where not granted and relation = 'payment_codes'::regclass
        and database = (select oid from pg_database where datname = current_database())`)
    ).rowCount;
  await expect.poll(isWaiting, { timeout: 60_000, interval: 10 }).toBe(1);
  await holder.query('update loans set updated_at = updated_at where id = (select min(id) from loans)');
  await holder.query('commit');
  holder.release();
  const name = `messages_${next.getFullYear() + 1}_02`;
  expect([...(await making), ...(await makeMonths(client, next, 12))]).toContain(name);
});

/** Hot statements of the previous version, and their results with ten current rows on top of five thousand. */
const becomeMonths = [
  {
    table: 'contact_decisions',
    first: '0560',
    rows: `insert into contact_decisions (at, loan_id, channel, contact, is_allowed)
      select now() - make_interval(hours => n), 1, 'call', 'mobile', true from generate_series(1, 5000) n`,
    write: `insert into contact_decisions (at, loan_id, channel, contact, is_allowed)
      values (now(), 1, 'call', 'mobile', true) returning id`,
  },
  {
    table: 'agent_intervals',
    first: '0710',
    rows: `insert into agent_intervals (user_id, session_id, campaign_id, word, started_at, ended_at)
      select 1, 1, 1, 'waiting', now() - make_interval(hours => n),
        case when n > 1 then now() - make_interval(hours => n - 1) end from generate_series(5000, 1, -1) n`,
    // Closes the open one and opens the next.
    write: `with turned as (
        update agent_intervals set ended_at = greatest(now(), started_at) where session_id = 1 and ended_at is null
        returning ended_at)
      insert into agent_intervals (user_id, session_id, campaign_id, word, started_at)
      select 1, 1, 1, 'waiting', ended_at from turned returning id`,
  },
  {
    table: 'event',
    first: '0722',
    rows: `insert into event (type, domain, facts) select 'x.tested', 'x', jsonb_build_object('n', n) from generate_series(1, 5000) n`,
    write: `insert into event (type, domain) values ('x.tested', 'x') returning id`,
  },
  {
    table: 'messages',
    first: '0762',
    rows: `insert into messages (loan_id, channel, mobile, message, status)
        select 1, 'sms', '9876500001', 'Text ' || n, 'sent' from generate_series(1, 5000) n;
      insert into payment_codes (code, loan_id, channel, message_id, expires_at) values ('a', 1, 'sms', 1, now())`,
    // Its duplicate check.
    write: `insert into messages (loan_id, channel, mobile, message)
      select s.* from (select 1, 'sms', '9876500001', clock_timestamp()::text) s (loan_id, channel, mobile, message)
      where not exists (select from messages w where w.loan_id = s.loan_id and w.channel = s.channel and w.status = 'stored'
        and coalesce(w.mobile, '') = coalesce(s.mobile, '') and md5(coalesce(w.message, '')) = md5(coalesce(s.message, '')))
      on conflict do nothing returning id`,
  },
  {
    table: 'call_attempts',
    first: '0790',
    rows: `insert into call_attempts (direction, mode, state, outcome, dialed_at, ended_at)
        select 'outbound', 'manual', 'ended', 'busy', now(), now() from generate_series(1, 5000) n;
      insert into call_events (attempt_id, at, type) select n, now(), 'leg.ringing' from generate_series(1, 5000) n;
      insert into agent_intervals (user_id, session_id, campaign_id, word, attempt_id, started_at) values (1, 1, 1, 'on-call', 1, now())`,
    // As a lead is dialed.
    write: `with made as (
        insert into call_attempts (direction, mode, purpose, phone, phone_ord, is_second, claimed_at, due_at)
        values ('outbound', 'predictive', 'collection', '9876500001', 0, false, now(), now()) returning *)
      select id from made`,
  },
  {
    table: 'call_events',
    first: '0840',
    rows: `insert into call_events (attempt_id, at, type, provider_event_id)
      select n, now(), 'leg.ringing', 'told ' || n from generate_series(1, 5000) n`,
    write: `insert into call_events (attempt_id, at, type, provider_event_id)
      values (null, now(), 'leg.ringing', gen_random_uuid()::text) returning id`,
  },
];

/** A database from before a migration. */
async function before(first: string, work: (database: Database) => Promise<void>): Promise<void> {
  const name = `recoup_test_months_${process.pid}`;
  const folder = await mkdtemp(path.join(tmpdir(), 'recoup-before-'));
  await client.query(`create database ${name}`);
  const database = openDatabase({ ...inject('postgres'), database: name });
  try {
    for (const file of await readdir(migrationsFolder))
      if (file < first)
        await symlink(fileURLToPath(new URL(file, migrationsFolder)), path.join(folder, file));
    await migrate(database, { folder: pathToFileURL(`${folder}/`) });
    await work(database);
  } finally {
    await database.end();
    await client.query(`drop database ${name} with (force)`);
    await rm(folder, { recursive: true, force: true });
  }
}

test.each(becomeMonths)(
  '$table with rows becomes the first month without a rewrite, under concurrent writes',
  ({ table, first, rows, write }) =>
    before(first, async (database) => {
      const old = await database.connect();
      // Foreign keys are disabled; the program's triggers still run.
      await old.query(`set session_replication_role = replica; ${rows}`);
      // Hashed by the previous version's functions, and verified by this one's.
      const prepared = { name: 'w', text: write };
      await old.query('select seal_events(10000)');
      expect((await old.query<{ id: number }>(prepared)).rows).toEqual([{ id: 5001 }]);
      const file = (of: string) =>
        database.one<{ node: number }>(sql`select pg_relation_filenode(${of}::regclass) as node`);
      const was = await file(table);
      await migrate(database);
      expect(await file(`months.${table}_before`)).toEqual(was);
      // As a server of the version before, with its statement prepared.
      expect((await old.query<{ id: number }>(prepared)).rows).toEqual([{ id: 5002 }]);
      expect((await old.query(`select from ${table}`)).rowCount).toBe(5002);
      await untilSealed(database);
      expect((await old.query('select broken_seal() as broken')).rows).toEqual([{ broken: null }]);
      old.release(true);
    }),
  300_000,
);

test(
  'a server of the version before partitioned calls preserves its constraints',
  () =>
    before('0790', async (database) => {
      const old = await database.connect();
      await old.query('set session_replication_role = replica');
      const dial = {
        name: 'd',
        text: `insert into call_attempts (lead_id, user_id, direction, mode) values (7, 8, 'outbound', 'predictive') returning id`,
      };
      const end = {
        name: 'e',
        text: `update call_attempts set state = 'ended', outcome = 'busy', ended_at = now() where lead_id = 7 and state <> 'ended' returning id`,
      };
      const first = await old.query<{ id: number }>(dial);
      await migrate(database);
      // Foreign keys would require the lead; the program's triggers still run.
      await old.query(`alter table call_attempts drop constraint call_attempts_lead_id_fkey,
        drop constraint call_attempts_user_id_fkey; reset session_replication_role`);
      await makeMonths(old as pg.PoolClient, new Date(Date.now() + 70 * 86_400_000));
      await expect(old.query(dial)).rejects.toMatchObject({ code: '23505' });
      expect((await old.query(end)).rows).toEqual(first.rows);
      const second = await old.query<{ id: number }>(dial);
      expect(second.rows[0]?.id).toBeGreaterThan(10 ** 14);
      await expect(old.query(dial)).rejects.toMatchObject({ code: '23505' });
      // All references to calls are validated, on the parent.
      const keys =
        await old.query(`select count(*)::int as keys, bool_and(convalidated) as "isChecked" from pg_constraint
        where contype = 'f' and confrelid = 'call_attempts'::regclass and conparentid = 0`);
      expect(keys.rows).toEqual([{ keys: 16, isChecked: true }]);
      old.release(true);
    }),
  300_000,
);

const exchanges = [
  {
    of: 'messages',
    first: '0764',
    holds: 'update messages set tries = 1',
    wants: 'update payment_codes set is_over = false',
    name: '0764-messages-by-number-attached.sql',
  },
  {
    of: 'calls',
    first: '0793',
    holds: `update call_events set type = 'x'`,
    wants: 'update agent_sessions set is_said = false',
    name: '0793-calls-by-number-attached.sql',
  },
  {
    of: 'what the exchange told of calls',
    first: '0842',
    holds: `update call_events set type = 'x'`,
    wants: `update call_attempts set purpose = 'collection'`,
    name: '0842-events-of-calls-by-number-attached.sql',
  },
];

test.each(exchanges)(
  'the swap of $of yields to lock conflicts',
  ({ first, holds, wants, name }) =>
    before(first, async (database) => {
      const holder = await database.connect();
      await holder.query(`begin; ${holds}`);
      const migrated = migrate(database);
      // It owns their lock, and blocks on theirs.
      const isWaiting = async (): Promise<unknown> =>
        (
          await client.query(
            `select from pg_locks where not granted and mode = 'AccessExclusiveLock'
          and database = (select oid from pg_database where datname = $1)`,
            [database.config.database],
          )
        ).rowCount;
      await expect.poll(isWaiting, { timeout: 60_000, interval: 5 }).toBe(1);
      await holder.query(wants);
      await holder.query('commit');
      holder.release();
      expect(await migrated).toContain(name);
    }),
  300_000,
);
