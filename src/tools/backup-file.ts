/**
 * A backup is one gzip text stream that psql can load as well: a header in a comment, `COPY … FROM stdin` with the rows of
 * each table in PostgreSQL's text format up to a row `\.` (impossible as data), the sequences, and a trailer in a comment.
 * Streamed in both directions; a truncated file is rejected.
 */
export const FORMAT = 'recoup-backup-2';

export interface Header {
  at: string;
  migrations: string[];
  /** Of the job queue's tables; null without them. */
  jobsVersion: number | null;
}
/** One line of SQL, parsed. */
export type Entry =
  /** Name and columns are quoted, ready for SQL. */
  | { table: string; columns: string }
  | { sequenceOf: string; column: string; next: number }
  /** The trailer: number of rows in all tables. */
  | { rows: number };

export const headerLine = (header: Header): string => `-- ${FORMAT} ${JSON.stringify(header)}\n`;
export const endLine = (rows: number): string => `-- end ${rows}\n`;
export const copyLine = (table: string, columns: string): string =>
  `COPY ${table} (${columns}) FROM stdin;\n`;
export const sequenceLine = (table: string, column: string, next: number): string =>
  `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), ${next}, false);\n`;
export const END_OF_ROWS = '\\.\n';

/** Undefined for a file of another kind or version. */
export const headerOf = (line: string | undefined): Header | undefined =>
  line?.startsWith(`-- ${FORMAT} {`) ? (JSON.parse(line.slice(FORMAT.length + 4)) as Header) : undefined;

/** Header line of version 0.1.0, whose schema was another. */
export const isBeforeBaseline = (line: string | undefined): boolean =>
  line?.startsWith('{"format":"recoup-backup-1"') ?? false;

/** Undefined for lines that only psql needs. Nothing else of a file is ever carried out. */
export function entryOf(line: string): Entry | undefined {
  const copy = /^COPY ([\w."]+) \(([\w", ]+)\) FROM stdin;$/.exec(line);
  if (copy) return { table: copy[1] ?? '', columns: copy[2] ?? '' };
  const sequence = /^SELECT setval\(pg_get_serial_sequence\('([\w."]+)', '(\w+)'\), (\d+), false\);$/.exec(
    line,
  );
  if (sequence)
    return { sequenceOf: sequence[1] ?? '', column: sequence[2] ?? '', next: Number(sequence[3]) };
  const end = /^-- end (\d+)$/.exec(line);
  return end ? { rows: Number(end[1]) } : undefined;
}

const NEWLINE = 10;
const END_LINE = Buffer.from('\\.');

/** Reads lines, and blocks of rows without parsing them. */
export class BackupReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The next line, or undefined at the end of the file. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE);
      if (end >= 0) {
        const line = this.#rest.subarray(0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line.toString();
      }
      if (!(await this.#more())) return undefined;
    }
  }

  /** Rows up to their terminator, in chunks of complete rows. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = endOfRows(this.#rest);
      if (end >= 0) {
        const rows = this.#rest.subarray(0, end);
        this.#rest = this.#rest.subarray(end + END_OF_ROWS.length);
        if (rows.length > 0) yield rows;
        return;
      }
      // The last row may be the start of the terminator.
      const whole = this.#rest.lastIndexOf(NEWLINE) + 1;
      if (whole > 0) yield this.#rest.subarray(0, whole);
      this.#rest = this.#rest.subarray(whole);
      if (!(await this.#more())) throw new Error('The backup ends in the middle of a table.');
    }
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, value]) : value;
    return true;
  }
}

/** Index of the `\.` row, or -1. Always searches from the start of a row. */
function endOfRows(bytes: Buffer): number {
  for (let from = bytes.indexOf(END_LINE); from >= 0; from = bytes.indexOf(END_LINE, from + 1)) {
    const isWholeLine = (from === 0 || bytes[from - 1] === NEWLINE) && bytes[from + 2] === NEWLINE;
    if (isWholeLine) return from;
  }
  return -1;
}
