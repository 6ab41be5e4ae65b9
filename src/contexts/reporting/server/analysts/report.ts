import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';

const definition = new URL('./report.sql', import.meta.url);
/** Role with read access to the views only; analysts are its members. */
const role = 'recoup_report';

/** Views depend on their columns: dropped while the schema changes. */
export const clearReport = (client: pg.ClientBase): Promise<unknown> =>
  client.query('drop schema if exists report cascade');

/** Creates the analysts' views where missing or outdated. */
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

/** Roles are cluster-wide: created if permitted, else reused if existing. */
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
