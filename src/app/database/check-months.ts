/**
 * Verifies archived months: each file exists and matches the hash in a chained event, and each archived event has the
 * hash that follows from its predecessor. Together the chain is verified from its first event on.
 */
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Events } from '#kernel/contract/events/events.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type MonthFile, isSame, monthFiles, readWhole } from './month-files.ts';
import { type Place, lent } from './old-months.ts';

/** `gone`: its file is not there. `changed`: it does not open, or it or what is noted of it is another. */
export type MonthFault = { is: 'gone'; month: string } | { is: 'changed'; month: string };
type Note = Events['system.month-archived'];
type Notes = Map<number, Note>;

/** Archived months, sorted by name. */
export const monthsAway = ({ database }: Pick<Place, 'database'>): Promise<MonthFile[]> =>
  monthFiles(database, sql`left_at is not null`);

/** All of them. */
export async function checkMonths(place: Place): Promise<MonthFault | undefined> {
  const months = await monthsAway(place);
  const archived: Notes = new Map();
  for (const month of months) {
    const fault = await checkMonth(place, month, archived);
    if (fault) return fault;
  }
  for (const month of months)
    if (!isAsNoted(month, archived.get(month.notedBy) ?? (await noteOf(place.database, month)))) {
      await keepFound(place, month, 'changed');
      return { is: 'changed', month: month.name };
    }
  return undefined;
}

/** The event's note about a month; none if its hash is invalid. The newest are not chained yet. */
export const noteOf = async (tx: Tx, { notedBy }: MonthFile): Promise<Note | undefined> =>
  (
    await tx.planned<{ facts: Note }>(sql`
      select e.facts from event e left join event_seal s on s.event_id = e.id
        left join lateral (select p.hash from event_seal p where p.n < s.n order by p.n desc limit 1) p on true
      where e.id = ${notedBy} and e.type = 'system.month-archived'
        and (s.n is null or event_hash(coalesce(p.hash, '\\x00'), row(e.*)::public.event) = s.hash)`)
  )[0]?.facts;

export const isAsNoted = (month: MonthFile, note: Note | undefined): boolean =>
  note !== undefined &&
  (['table', 'name', 'bound', 'file', 'rows', 'sha256'] as const).every(
    (fact) => note[fact] === month[fact],
  ) &&
  note.columns.join() === month.columns.join();

const keepFound = (
  { database }: Place,
  { name }: MonthFile,
  fault: MonthFault['is'] | null,
): Promise<number> =>
  database.run(sql`update month_files set read_at = now(), fault = ${fault} where name = ${name}`);

/**
 * The result is stored with the month. One restored meanwhile has no fault. Collects notes of archived events about
 * other months.
 */
export async function checkMonth(
  place: Place,
  month: MonthFile,
  archived: Notes = new Map(),
): Promise<MonthFault | undefined> {
  const found = await faultOf(place, month, archived);
  const fault =
    found && (await monthsAway(place)).some(({ file }) => file === month.file) ? found : undefined;
  await keepFound(place, month, fault?.is ?? null);
  return fault;
}

async function faultOf(place: Place, month: MonthFile, archived: Notes): Promise<MonthFault | undefined> {
  const { database, store } = place;
  if (!(await store.has(month.file))) return { is: 'gone', month: month.name };
  const changed: MonthFault = { is: 'changed', month: month.name };
  const isEvents = month.table === 'event';
  let isBroken = false;
  const each = async (rows: Buffer): Promise<void> => {
    isBroken ||= !(await lent(database, (client) => isSealed(client, month, rows, archived)));
  };
  const read = await readWhole(store, month, isEvents ? each : undefined);
  if (!read || isBroken || !isSame(read, month)) return changed;
  return isEvents && (await sealsOf(place, month)) !== month.rows ? changed : undefined;
}

/**
 * Verifies some events of a file: the hash chain and the postings that they note. Short, because phones are delayed
 * by the oldest transaction.
 */
async function isSealed(
  client: pg.PoolClient,
  { columns }: MonthFile,
  rows: Buffer,
  archived: Notes,
): Promise<boolean> {
  const names = columns.map((one) => pg.escapeIdentifier(one)).join(', ');
  await client.query('begin; create temp table event_read (like event) on commit drop');
  await pipeline(Readable.from([rows]), client.query(copyFrom(`copy event_read (${names}) from stdin`)));
  const notes = await client.query<{ id: number; facts: Note }>(
    `select id, facts from event_read where type = 'system.month-archived'`,
  );
  for (const { id, facts } of notes.rows) archived.set(id, facts);
  const broken = await client.query(`
    select from event_read e left join event_seal s on s.event_id = e.id
      left join lateral (select p.hash from event_seal p where p.n < s.n order by p.n desc limit 1) p on true
    where event_hash(coalesce(p.hash, '\\x00'), row(e.*)::event) is distinct from s.hash limit 1`);
  const others = await client.query(`
    select from event_read e where e.type = 'ledger.posted' and not exists (
      select from posting_digest((e.facts ->> 'ids')::int8multirange) d
      where d.n = (e.facts ->> 'count')::bigint and d.digest = e.facts ->> 'sha256') limit 1`);
  await client.query('commit');
  return broken.rowCount === 0 && others.rowCount === 0;
}

/** Hashes of the month without events: as many as its file has rows, or some were removed from both. */
const sealsOf = async ({ database }: Place, { bound }: MonthFile): Promise<number | undefined> =>
  (
    await database.one<{ n: number }>(sql`
      with month as (select coalesce(substring(${bound}::text from $$FROM \\('(\\d+)'\\)$$)::bigint, 0) as since,
        substring(${bound}::text from $$TO \\('(\\d+)'\\)$$)::bigint as until)
      select (select count(*) from event_seal, month where event_id >= since and event_id < until)
        - (select count(*) from event, month where id >= since and id < until) as n`)
  )?.n;
