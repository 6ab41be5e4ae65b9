/** Streams a query as CSV: PostgreSQL sends rows as they are consumed, so no file is in memory. */
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { byteOrderMark, csvCell, csvLine } from './csv-safe.ts';
import { inlined } from '../database/literal.ts';
import { type Fragment, join, sql } from '../database/sql.ts';

export interface CsvColumn {
  head: string;
  value: Fragment;
  /** Numbers stay numbers; money is paise in the database and rupees in the file; a day is never a formula. */
  as?: 'number' | 'money' | 'day';
}
export interface CsvTable {
  columns: readonly CsvColumn[];
  /** `from … where … order by …`, with the caller's filters and the rows the caller sees. */
  from: Fragment;
}
interface CsvPart {
  text: string;
  rows: number;
}
/** Bytes per part; the first part is sent as soon as there is a row. */
const atOnce = 64 * 1024;

function rupeesIn(paise: string): string {
  const [sign, digits] = paise.startsWith('-') ? ['-', paise.slice(1)] : ['', paise];
  const padded = digits.padStart(3, '0');
  return `${sign}${padded.slice(0, -2)}.${padded.slice(-2)}`;
}

/** Formats 2026-11-22 as 22/11/2026; a time after it is preserved. */
const dayIn = (cell: string): string => cell.replace(/^(\d{4})-(\d{2})-(\d{2})/, '$3/$2/$1');

/** Formats a batch of rows at once; the column kinds are resolved in advance, not per cell. */
function writerOf(columns: readonly CsvColumn[]): (rows: readonly string[][]) => string {
  const kinds = columns.map(({ as }) => as);
  return (rows) => {
    let text = '';
    for (const cells of rows) {
      for (let i = 0; i < kinds.length; i += 1) {
        const cell = cells[i] ?? '';
        const kind = kinds[i];
        if (i > 0) text += ',';
        if (cell === '' || kind === undefined) text += csvCell(cell);
        else text += kind === 'money' ? rupeesIn(cell) : kind === 'day' ? `"${dayIn(cell)}"` : cell;
      }
      text += '\r\n';
    }
    return text;
  };
}

const newline = 10;
const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const unescaped = (cell: string): string =>
  cell.replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign);
/** Rows as COPY writes them, between their newlines and tabs; those within a cell come as two signs. */
const rowsIn = (bytes: Buffer): string[][] => {
  const rows = bytes
    .toString('utf8')
    .split('\n')
    .map((line) => line.split('\t'));
  return bytes.includes('\\') ? rows.map((cells) => cells.map(unescaped)) : rows;
};

/**
 * Yields the header and then every row. The caller finishes the client's transaction; a caller that stops before the
 * last row must close the connection.
 */
export async function* csvParts(
  client: pg.PoolClient,
  { columns, from }: CsvTable,
): AsyncGenerator<CsvPart, void, void> {
  yield { text: byteOrderMark + csvLine(columns.map(({ head }) => head)), rows: 0 };
  // An unspecified limit requests a plan with fast first rows.
  const query = sql`select ${join(columns.map(({ value }) => value))} ${from} limit (select null::bigint)`;
  const write = writerOf(columns);
  let waiting: Buffer[] = [];
  let size = 0;
  let enough = 0;
  // Created inside the loop's head, which listens at once: a stream without an error listener would end the process.
  for await (const chunk of client.query(copyTo(`copy (${inlined(query)}) to stdout (null '')`))) {
    const bytes = chunk as Buffer;
    const end = bytes.lastIndexOf(newline);
    size += bytes.length;
    if (end < 0 || size < enough) {
      waiting.push(bytes);
      continue;
    }
    const rows = rowsIn(Buffer.concat([...waiting, bytes.subarray(0, end)]));
    waiting = [bytes.subarray(end + 1)];
    size = 0;
    enough = atOnce;
    yield { text: write(rows), rows: rows.length };
  }
  if (size === 0) return;
  const rows = rowsIn(Buffer.concat(waiting).subarray(0, -1));
  yield { text: write(rows), rows: rows.length };
}
