import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';

const definition = new URL('./report.sql', import.meta.url);
/** Reads the views and nothing else; people are made members of it. */
const role = 'recoup_report';

/** Views hold on to the columns they read: they step aside while the schema changes. */
export const clearReport = (client: pg.ClientBase): Promise<unknown> =>
  client.query('drop schema if exists report cascade');

/** Makes the analysts' views where they are missing or defined otherwise. */
export async function makeReport(client: pg.ClientBase): Promise<void> {
  const text = await readFile(definition, 'utf8');
  const mark = `Views in the words of analysts: rupees, days in India. Definition ${createHash('sha256').update(text).digest('hex').slice(0, 12)}.`;
  const { rows } = await client.query<{ mark: string | null; views: number }>(
    `select obj_description(n.oid, 'pg_namespace') as mark,
       (select count(*)::int from pg_class c where c.relnamespace = n.oid and c.relkind = 'v') as views
     from pg_namespace n where n.nspname = 'report'`,
  );
  const [found] = rows;
  // Views are dropped with the tables they read, as a restore does.
  const isWhole = found?.mark === mark && found.views === text.match(/^create view/gm)?.length;
  if (!isWhole) {
    // Without values, one message is one transaction.
    await client.query(
      `drop schema if exists report cascade; create schema report; set local search_path = report, public; ${text};
      comment on schema report is '${mark}'`,
    );
  }
  await grant(client);
}

/** Roles belong to the whole PostgreSQL cluster: created if permitted, else used if it exists. */
async function grant(client: pg.ClientBase): Promise<void> {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
  exception when insufficient_privilege or duplicate_object or unique_violation then null; end $$`);
  await client.query(`do $$ begin
    if exists (select from pg_roles where rolname = '${role}') and not has_schema_privilege('${role}', 'report', 'usage') then
      grant usage on schema report to ${role};
      grant select on all tables in schema report to ${role};
    end if;
  end $$`);
}
