/** Tables in partitions by month: made in place, months made ahead, and nothing is slower or lost for it. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMonths } from '../../src/app/database/months.ts';
import { contactEvidence } from '../../src/contexts/contact/server/policy/evidence.ts';
import { keepDecisions } from '../../src/contexts/contact/server/policy/contact.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';
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
