/**
 * A backup is one gzip text stream. Each JSON row describes what follows: a header, a table with its rows in
 * PostgreSQL's text format up to a row `\.` (impossible as data), the sequences, a trailer with the number of rows.
 * Streamed in both directions; a truncated file is rejected.
 */
export const FORMAT = 'recoup-backup-1';

export interface Header {
  format: typeof FORMAT;
  at: string;
  migrations: string[];
  /** Of the job queue's tables; null without them. */
  jobsVersion: number | null;
}
export interface TableStart {
  /** Quoted and with its schema, ready for SQL. */
  table: string;
  columns: string[];
}
export interface Sequences {
  sequences: { table: string; column: string; next: number }[];
}
export interface End {
  end: true;
  rows: number;
}
export type Entry = Header | TableStart | Sequences | End;

export const END_OF_ROWS = '\\.\n';

const NEWLINE = 10;
const END_LINE = Buffer.from('\\.');

/** Reads JSON rows, and blocks of data without parsing them. */
export class BackupReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The next line of JSON, or undefined at the end of the file. */
  async entry(): Promise<Entry | undefined> {
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE);
      if (end >= 0) {
        const line = this.#rest.subarray(0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return JSON.parse(line.toString()) as Entry;
      }
      if (!(await this.#more())) return undefined;
    }
  }

  /** Data up to its terminator, in chunks of complete rows. */
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
