/** Tracks changed tables by triggers, and restores their content. */
import { tablesOfSums } from '../../src/contexts/reporting/server/sums/declared.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { Fragment, sql } from '../../src/kernel/server/database/sql.ts';

/** Volatile tables, or records of rejections. */
const left = [
  'event',
  // Written shortly after a read.
  'access_records',
  'event_seal',
  'audit_anchor',
  'migration',
  'throttle',
  'mailbox',
  // Created when an email is sent, a moment after its request.
  'password_link',
  // The ledger is written when a message is sent; its sources are messages, calls and visits.
  'contacts',
  'payment_lookups',
  // Asynchronous effects of dispositions and payments. Totals, updated a moment later.
  ...tablesOfSums,
  'ledger_looks',
  'promise_queue',
  'promises',
  // Plans of settlements are judged a moment after an approval or a payment.
  'settlement_plans',
  'settlement_queue',
  'socket_io_attachments',
  // Dialer state, while a campaign is started.
  'dialer_leases',
  'dialer_nodes',
  'leads',
];
/** Volatile columns: session use and delivery state do not change a row's content. */
const ofNoMatter: Readonly<Record<string, readonly string[]>> = {
  messages: ['status', 'reference', 'fault', 'sent_at', 'updated_at'],
  session: ['seen_at'],
  settlements: ['email_status'],
};

const plain = (text: string): Fragment => new Fragment([text], []);

const tablesOf = async (database: Database): Promise<string[]> =>
  (
    await database.rows<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`)
  )
    .map(({ name }) => name)
    .filter((name) => !left.includes(name));

const jobs = `select count(*) as count from jobs.job where name not like '\\_\\_%'`;

/** Named by the parent: a row's table is its month. */
const noting = (table: string): string => {
  const columns = ofNoMatter[table]?.map((column) => ` - '${column}'`).join('') ?? '';
  const isNews = columns ? `when (to_jsonb(old)${columns} <> to_jsonb(new)${columns})` : '';
  const note = (on: string, each: string): string =>
    `create trigger noted_${on} after ${on} on public.${table} for each ${each} execute function noted.note('${table}');`;
  return ['insert', 'delete', 'truncate']
    .map((on) => note(on, on === 'truncate' ? 'statement' : 'row'))
    .concat(note('update', `row ${isNews}`))
    .join('\n');
};

/** Returns tables changed since the last reset; `jobs` when one was enqueued. */
export async function watcher(database: Database): Promise<() => Promise<string[]>> {
  const client = await database.connect();
  await client.query(`
    create schema noted;
    create table noted.change (name text);
    create table noted.job as ${jobs};
    create function noted.note() returns trigger language plpgsql as
      $$ begin insert into noted.change values (tg_argv[0]); return null; end $$;
    ${(await tablesOf(database)).map(noting).join('\n')}`);
  client.release();
  return async () => {
    const rows = await database.rows<{ name: string }>(sql`
      select distinct name from noted.change
      union all select 'jobs' from noted.job where count <> (${plain(jobs)}) order by 1`);
    return rows.map(({ name }) => name);
  };
}

/** Copies every table; the returned function restores the given ones. */
export async function keeper(database: Database): Promise<(tables: readonly string[]) => Promise<void>> {
  await database.run(sql`create schema kept`);
  for (const table of await tablesOf(database))
    await database.run(plain(`create table kept.${table} as table public.${table}`));
  return (tables) =>
    database.transaction(async (tx) => {
      await tx.run(sql`delete from noted.change`);
      await tx.run(sql`update noted.job set count = (${plain(jobs)})`);
      // Rows are restored unchanged: without triggers and foreign key checks.
      await tx.run(sql`set local session_replication_role = replica`);
      for (const table of tables.filter((name) => name !== 'jobs')) {
        await tx.run(plain(`delete from public.${table}`));
        await tx.run(plain(`insert into public.${table} overriding system value table kept.${table}`));
      }
    });
}
