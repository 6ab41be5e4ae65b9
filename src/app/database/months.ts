/**
 * Tables in partitions by month: months to come are made ahead. A row whose month is not there is kept in the default
 * partition, and moved when the month is made. Partitions lie in the schema `months`; the catalogue says which there are.
 */
import pg from 'pg';
import { businessDay } from '#kernel/server/operation/clock.ts';

/** So many whole months lie ready beyond the present one. */
const AHEAD = 3;
export const LOCK_MS = 2000;
export const LOCKED = '55P03';
/** Whoever makes months or takes them off goes one after another. */
export const MONTHS_TURN = 7062;

/** A partition, with what belongs in it as PostgreSQL says it. */
export interface Month {
  table: string;
  name: string;
  bound: string;
}

/** All there are: a backup brings them along, so that restored rows lie as they lay. */
export const monthsNow = async (client: pg.ClientBase): Promise<Month[]> =>
  (
    await client.query<Month>(`
      select i.inhparent::regclass::text as table, p.oid::regclass::text as name, pg_get_expr(p.relpartbound, p.oid) as bound
      from pg_inherits i join pg_class p on p.oid = i.inhrelid
      where p.relnamespace = to_regnamespace('months') and p.relkind = 'r' order by 1, 2`)
  ).rows;

/** In place of the partitions that are there, which are empty. */
export async function putMonths(client: pg.ClientBase, months: readonly Month[]): Promise<void> {
  if (months.length === 0) return;
  for (const { name } of await monthsNow(client)) await client.query(`drop table ${name}`);
  for (const { table, name, bound } of months)
    await client.query(`create table ${name} partition of ${table} ${bound}`);
}

interface Parent {
  name: string;
  key: string;
  /** Where the last month ends, and the next begins. */
  end: Date;
}

const parents = `
  select c.relname as name, a.attname as key,
    (select max(substring(pg_get_expr(p.relpartbound, p.oid) from $$ TO \\('([^']+)'\\)$$)::timestamptz)
      from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid) as "end"
  from pg_class c join pg_partitioned_table t on t.partrelid = c.oid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = t.partattrs[0]
  where c.relnamespace = 'public'::regnamespace order by 1`;

/** Moments in India, as PostgreSQL reads them. */
const firstOf = (month: string): string => `${month}-01 00:00:00+05:30`;
const monthOf = (at: Date): string => businessDay(at).slice(0, 7);
function after(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Makes what is missing up to three months from now, and answers the names. Safe on every node at once. */
export async function makeMonths(client: pg.ClientBase, now: Date, ahead = AHEAD): Promise<string[]> {
  const made: string[] = [];
  const until = after(monthOf(now), ahead);
  for (const parent of (await client.query<Parent>(parents)).rows) {
    for (let month = monthOf(new Date(parent.end)); month <= until; month = after(month, 1))
      if (await makeMonth(client, parent, month)) made.push(`${parent.name}_${month.replace('-', '_')}`);
  }
  return made;
}

async function makeMonth(client: pg.ClientBase, { name, key }: Parent, month: string): Promise<boolean> {
  const [table, column] = [pg.escapeIdentifier(name), pg.escapeIdentifier(key)];
  const own = `months.${pg.escapeIdentifier(`${name}_${month.replace('-', '_')}`)}`;
  const other = `months.${pg.escapeIdentifier(`${name}_other`)}`;
  const [from, to] = [firstOf(month), firstOf(after(month, 1))].map(pg.escapeLiteral);
  await client.query('begin');
  try {
    // Whoever waits for a lock makes others wait: the next turn is soon enough.
    await client.query(`set local lock_timeout = ${LOCK_MS}`);
    await client.query(`select pg_advisory_xact_lock(${MONTHS_TURN})`);
    const { rows } = await client.query<{ isThere: boolean }>(
      `select to_regclass(${pg.escapeLiteral(own)}) is not null as "isThere"`,
    );
    if (!rows[0]?.isThere)
      await client.query(`
        create table ${own} (like ${table} including defaults including constraints including indexes);
        lock table ${other} in access exclusive mode;
        alter table ${other} disable trigger user;
        with moved as (delete from ${other} where ${column} >= ${from} and ${column} < ${to} returning *)
          insert into ${own} select * from moved;
        alter table ${other} enable trigger user;
        alter table ${table} attach partition ${own} for values from (${from}) to (${to})`);
    await client.query('commit');
    return rows[0]?.isThere === false;
  } catch (error) {
    await client.query('rollback');
    if (error instanceof pg.DatabaseError && error.code === LOCKED) return false;
    throw error;
  }
}
