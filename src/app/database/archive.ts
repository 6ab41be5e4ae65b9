/**
 * Reads archived rows of some loans: the file is read completely, its hash compared with the one in a chained event,
 * and the rows added to those of the table for one transaction.
 */
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Archive, ArchivedMonth, AskedMonths } from '#contexts/reporting/server/evidence/archive.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type Tx, txOn } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { isAsNoted, noteOf } from './check-months.ts';
import { type MonthFile, isSame, listed, monthFiles, readWhole } from './month-files.ts';
import { type Place, lent } from './old-months.ts';
import { type Wanted, rowsIn } from './rows-in.ts';

interface Read {
  month: MonthFile;
  fault?: ArchivedMonth['fault'];
  rows: Buffer[];
}
type Told = Parameters<Archive['read']>[2];

export const archiveOf = (place: Place): Archive => ({
  away: async (tx, asked) => (await monthsAway(tx, asked)).map(({ name }) => name),
  async read(asked, work, o) {
    for (;;) {
      const months = await monthsAway(place.database, asked);
      const read = await readAll(place, months, asked, o);
      const done = await lent(place.database, (client) => beside(client, asked, read, work));
      const now = await monthsAway(place.database, asked);
      // Read after the rows, so that a month archived or restored meanwhile is not missed or duplicated.
      if (filesOf(now) === filesOf(months)) return done;
    }
  },
});

const filesOf = (months: readonly MonthFile[]): string => months.map(({ file }) => file).join();
const monthsAway = (tx: Tx, { kept, since }: Pick<AskedMonths, 'kept' | 'since'>): Promise<MonthFile[]> =>
  monthFiles(tx, sql`name in (select months_away(${Object.keys(kept)}::text[], ${since}::timestamptz))`);

async function readAll(
  place: Place,
  months: readonly MonthFile[],
  asked: AskedMonths,
  { signal, told }: Told,
): Promise<Read[]> {
  const all = months.reduce((sum, { rows }) => sum + rows, 0);
  const found: Read[] = [];
  let seen = 0;
  let left = asked.most;
  for (const month of months) {
    const wanted = wantedOf(month, asked);
    const rows: Buffer[] = [];
    const each = async (piece: Buffer): Promise<void> => {
      signal.throwIfAborted();
      const { of, kept } = rowsIn(piece, month.columns, wanted);
      rows.push(...kept);
      left -= kept.length;
      if (left < 0) throw new Failure('TOO_LARGE');
      seen += of;
      await told(Math.min(99, Math.floor((100 * seen) / Math.max(1, all))));
    };
    const fault = await faultOf(place, month, each);
    found.push(fault ? { month, fault, rows: [] } : { month, rows });
  }
  return found;
}

/** For events also their notes about other months, which may be archived too. */
const wantedOf = ({ table }: MonthFile, { kept }: AskedMonths): Wanted[] => [
  kept[table] ?? {},
  ...(table === 'event' ? [{ type: ['system.month-archived'] }] : []),
];

async function faultOf(
  { store }: Place,
  month: MonthFile,
  each: (piece: Buffer) => Promise<void>,
): Promise<ArchivedMonth['fault']> {
  if (!(await store.has(month.file))) return 'gone';
  const read = await readWhole(store, month, each);
  return read && isSame(read, month) ? undefined : 'changed';
}

/** For one transaction, which writes nothing, each table is read with the rows of its files: by views of its name, of this session alone. */
async function beside<T>(
  client: pg.PoolClient,
  { kept }: AskedMonths,
  read: readonly Read[],
  work: (tx: Tx, months: readonly ArchivedMonth[]) => Promise<T>,
): Promise<T> {
  const tx = txOn(client);
  await client.query('begin');
  for (const table of Object.keys(kept)) {
    const own = pg.escapeIdentifier(table);
    await client.query(`create temp table ${ownOf(table)} (like public.${own}) on commit drop;
      create temp view ${own} as select * from public.${own} union all select * from ${ownOf(table)}`);
  }
  const months: ArchivedMonth[] = [];
  // A month is noted in the database, or in one archived after it.
  for (const { month, fault, rows } of read.toSorted((a, b) => b.month.notedBy - a.month.notedBy)) {
    const { name, rows: count, sha256, notedBy } = month;
    const isNoted = !fault && isAsNoted(month, await noteOf(tx, month));
    if (isNoted && rows.length > 0)
      await pipeline(
        Readable.from(rows),
        client.query(copyFrom(`copy ${ownOf(month.table)} (${listed(month.columns)}) from stdin`)),
      );
    const found = fault ?? (isNoted ? undefined : 'changed');
    months.push({ name, rows: count, sha256, notedBy, ...(found && { fault: found }) });
  }
  await client.query('set transaction read only');
  const done = await work(
    tx,
    months.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  );
  await client.query('rollback');
  return done;
}
const ownOf = (table: string): string => `pg_temp.${pg.escapeIdentifier(`${table}_kept`)}`;
