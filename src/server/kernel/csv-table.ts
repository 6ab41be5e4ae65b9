/** A query as lines of CSV: read by a cursor a piece at a time, the next piece fetched while this one is written. */
import type pg from 'pg';
import { csvCell, csvLine } from './csv-safe.ts';
import { type Fragment, compile, join, sql } from './sql.ts';

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
export interface CsvPart {
  text: string;
  rows: number;
}
const atOnce = 1000;
/** Spreadsheets take a file without it for one of their own alphabet. */
const byteOrderMark = '\uFEFF';
// A row comes as one text, because taking a text over from the wire is what costs most; none of ours holds this sign.
const between = '\u001f';
const rowOf = (columns: readonly CsvColumn[]): Fragment =>
  sql`concat_ws(${between}::text, ${join(
    columns.map(({ value, as }) =>
      as
        ? sql`coalesce((${value})::text, '')`
        : sql`coalesce(replace((${value})::text, ${between}, ' '), '')`,
    ),
  )})`;

function rupeesIn(paise: string): string {
  const [sign, digits] = paise.startsWith('-') ? ['-', paise.slice(1)] : ['', paise];
  const padded = digits.padStart(3, '0');
  return `${sign}${padded.slice(0, -2)}.${padded.slice(-2)}`;
}

/** Formats a whole piece at once; which column is what is decided before, not for every cell. */
function writerOf(columns: readonly CsvColumn[]): (rows: readonly { line: string }[]) => string {
  const kinds = columns.map(({ as }) => as);
  return (rows) => {
    let text = '';
    for (const { line } of rows) {
      const cells = line.split(between);
      for (let i = 0; i < kinds.length; i += 1) {
        const cell = cells[i] ?? '';
        const kind = kinds[i];
        if (i > 0) text += ',';
        if (cell === '' || kind === undefined) text += csvCell(cell);
        else text += kind === 'money' ? rupeesIn(cell) : kind === 'day' ? `"${cell}"` : cell;
      }
      text += '\r\n';
    }
    return text;
  };
}

/** The head and then every row. The client is in a transaction of its own, which the caller ends. */
export async function* csvParts(
  client: pg.PoolClient,
  { columns, from }: CsvTable,
): AsyncGenerator<CsvPart, void, void> {
  const { text, values } = compile(sql`select ${rowOf(columns)} as line ${from}`);
  await client.query(`declare csv no scroll cursor for ${text}`, values);
  const fetch = () => client.query<{ line: string }>(`fetch ${atOnce} from csv`);
  const write = writerOf(columns);
  yield { text: byteOrderMark + csvLine(columns.map(({ head }) => head)), rows: 0 };
  let next = fetch();
  for (;;) {
    const { rows } = await next;
    if (rows.length === 0) break;
    next = fetch();
    // Whoever stops reading leaves a fetch behind; its error is nobody's then.
    next.catch(() => undefined);
    yield { text: write(rows), rows: rows.length };
  }
}
