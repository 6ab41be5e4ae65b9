/** Ten analyst questions, with the role limited to the schema `report`. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearReport, makeReport } from '../../src/contexts/reporting/server/analysts/report.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';

let server: TestServer;
let client: pg.PoolClient;
beforeAll(async () => {
  server = await boot({ demo: true });
  client = await server.database.connect();
  await client.query('set role recoup_report');
  await client.query('set search_path to report');
});
afterAll(async () => {
  client.release(true);
  await server.stop();
});

type Row = Record<string, string | number | boolean | null>;
const ask = async (question: string): Promise<Row[]> => (await client.query<Row>(question)).rows;
/** Expected values from the tables, read as their owner. */
const truth = async (text: TemplateStringsArray): Promise<unknown> => {
  const row = await server.database.one<{ n: unknown }>(sql(text));
  return row?.n;
};
const sumOf = (rows: readonly Row[], column: string): number =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);

test('1. how much was collected by lender and month?', async () => {
  const rows =
    await ask(`select lender, date_trunc('month', paid_on)::date as month, sum(amount_rupees) as rupees
    from payments where counts group by 1, 2 order by 1, 2`);
  expect(rows.length).toBeGreaterThan(2);
  expect(sumOf(rows, 'rupees')).toBe(
    await truth`select sum(amount)::bigint as n from payments where status = 'success'`,
  );
});

test('2. which share of it is realized?', async () => {
  const [row] = await ask(
    `select sum(amount_rupees) filter (where is_realized) / sum(amount_rupees) as share from payments where counts`,
  );
  expect(Number(row?.['share'])).toBeCloseTo(
    Number(
      await truth`select sum(amount) filter (where realized) / sum(amount) as n from payments where status = 'success'`,
    ),
    6,
  );
});

test('3. what is the connect rate by hour of the day?', async () => {
  const rows = await ask(
    `select hour, count(*)::int as calls, avg(is_answered::int) as connect_rate from calls group by hour order by hour`,
  );
  expect(rows.every(({ hour }) => Number(hour) >= 7 && Number(hour) <= 20)).toBe(true);
  expect(rows.reduce((sum, { calls }) => sum + Number(calls), 0)).toBe(
    await truth`select count(*)::int as n from cdr`,
  );
});

test('4. which PTP-kept rate has each agent, by number and value?', async () => {
  const rows = await ask(`select agent, count(*) filter (where is_kept)::float / count(*) as kept,
      sum(least(received_rupees, amount_rupees)) / sum(amount_rupees) as kept_of_value from promises where is_due group by agent`);
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.every(({ kept }) => Number(kept) >= 0 && Number(kept) <= 1)).toBe(true);
});

test('5. how are POS and loans distributed across buckets?', async () => {
  const rows = await ask(
    `select bucket, count(*)::int as loans, sum(pos_rupees) as pos from loans where is_active group by bucket`,
  );
  expect(sumOf(rows, 'pos')).toBe(
    await truth`select sum(principal_outstanding)::bigint as n from loans where is_active`,
  );
});

test('6. what are penetration and intensity of the month’s calls?', async () => {
  const [row] =
    await ask(`select count(m.loan_id)::float / count(*) as penetration, sum(m.calls)::float / nullif(count(m.loan_id), 0) as intensity
    from loans l left join loan_months m on m.loan_id = l.loan_id and m.calls > 0
      and m.month = date_trunc('month', now() at time zone 'Asia/Kolkata')::date where l.is_active`);
  expect(Number(row?.['penetration'])).toBeLessThanOrEqual(1);
  expect(Number(row?.['intensity'] ?? 1)).toBeGreaterThanOrEqual(1);
});

test('7. how often were borrowers contacted by each channel, and reached?', async () => {
  const rows =
    await ask(`select channel, count(*)::int as contacts, count(*) filter (where is_reached)::int as reached
    from contacts group by channel order by channel`);
  expect(rows.map(({ channel }) => channel)).toContain('call');
  expect(rows.every(({ contacts, reached }) => Number(reached) <= Number(contacts))).toBe(true);
});

test('8. what is recovered and waived in settlements, by lender?', async () => {
  const rows =
    await ask(`select lender, count(*)::int as settlements, sum(amount_rupees) / nullif(sum(pos_rupees), 0) as recovery,
      avg(waiver_on_pos) as waiver from settlements group by lender`);
  expect(rows.reduce((sum, { settlements }) => sum + Number(settlements), 0)).toBe(
    await truth`select count(*)::int as n from settlements`,
  );
});

test('9. which dispositions are recorded most often?', async () => {
  const rows = await ask(
    `select disposition, count(*)::int as records from dispositions group by 1 order by 2 desc limit 5`,
  );
  expect(rows.length).toBeGreaterThan(2);
});

test('10. how do agents spend a day, and what is their average handling time?', async () => {
  const [days] = await ask(`select count(*)::int as days, min(login_seconds) as login from agent_days`);
  expect(Number(days?.['days'])).toBeGreaterThan(0);
  const rows = await ask(`select agent, sum(talk_seconds + coalesce(wrap_seconds, 0))::float / count(*) as aht
    from calls where is_connected and agent is not null group by agent`);
  expect(rows.every(({ aht }) => Number(aht) > 0)).toBe(true);
});

test('the role reads its views and no table, and writes nothing', async () => {
  const { rows } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as "table" from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p', 'v') and has_table_privilege(c.oid, 'select, insert, update, delete')`,
  );
  expect(rows).toEqual([]);
  await expect(client.query('select from public.loans')).rejects.toThrow('permission denied');
  await expect(client.query(`update report.agents set role = 'x'`)).rejects.toThrow();
  await expect(client.query('create table report.mine (id int)')).rejects.toThrow('permission denied');
  await expect(client.query(`update public.database_epoch set number = 1`)).rejects.toThrow(
    'permission denied',
  );
});

test('no view shows a number, an address or the name of a borrower', async () => {
  const columns = await server.database.rows<{ name: string }>(
    sql`select column_name as name from information_schema.columns where table_schema = 'report'`,
  );
  expect(columns.length).toBeGreaterThan(80);
  const personal = /mobile|phone|contact_?\d|email|address|borrower_name|father|mother|pan$|aadhar|dob/;
  expect(columns.filter(({ name }) => personal.test(name))).toEqual([]);
});

test('views are dropped for migrations and with their tables, and recreated for the role', async () => {
  const owner = await server.database.connect();
  await clearReport(owner);
  await makeReport(owner);
  await owner.query('drop view report.loans');
  await makeReport(owner);
  owner.release();
  expect(await ask('select count(*)::int as n from loans')).toEqual([
    { n: await truth`select count(*)::int as n from loans` },
  ]);
});
