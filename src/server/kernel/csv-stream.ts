/** A list as a CSV file of any length: read by a cursor, written as it is read, never held in memory. */
import { Readable } from 'node:stream';
import { csvLine } from './csv-safe.ts';
import type { Database } from './database.ts';
import type { Streaming } from './implement.ts';
import { type Fragment, compile } from './sql.ts';

export type CsvColumns<R> = readonly (readonly [head: string, cell: (row: R) => string | number | null])[];
interface Csv<R> {
  database: Database;
  query: Fragment;
  columns: CsvColumns<R>;
  /** Of the file, without its ending. */
  name: string;
  /** After the last line, with how many there were: whoever exports leaves an event. */
  finish: (rows: number) => Promise<void>;
}
const atOnce = 1000;
/** Spreadsheets take a file without it for one of their own alphabet. */
const byteOrderMark = '\uFEFF';

async function* linesOf<R extends object>({
  database,
  query,
  columns,
  finish,
}: Csv<R>): AsyncGenerator<string> {
  const client = await database.connect();
  let isBroken = true;
  let count = 0;
  try {
    const { text, values } = compile(query);
    await client.query('begin read only');
    // Whoever does not read on gives the connection back.
    await client.query(`set local idle_in_transaction_session_timeout = '60s'`);
    await client.query(`declare csv no scroll cursor for ${text}`, values);
    yield byteOrderMark + csvLine(columns.map(([head]) => head));
    for (;;) {
      const { rows } = await client.query<R>(`fetch ${atOnce} from csv`);
      if (rows.length === 0) break;
      count += rows.length;
      yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('');
    }
    await client.query('commit');
    isBroken = false;
  } finally {
    // Whoever stopped listening leaves a transaction open: closing the connection ends it.
    client.release(isBroken);
  }
  await finish(count);
}

export const csvStream =
  <R extends object>(csv: Csv<R>): Streaming =>
  ({ reply }) =>
    Promise.resolve(
      reply
        .header('Content-Type', 'text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="${csv.name}.csv"`)
        .header('Content-Security-Policy', "default-src 'none'; sandbox")
        .header('Cache-Control', 'no-store')
        .send(Readable.from(linesOf(csv))),
    );
