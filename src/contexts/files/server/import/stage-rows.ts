/** Reads rows of a file into the stage: accepted ones, rejected ones with reasons, and notices of both. */
import { mostRefusals } from '#contexts/files/contract/import-rows.ts';
import type { Known, Value } from '#contexts/files/contract/reader/columns/column-kinds.ts';
import type { FileRecord } from '#contexts/files/contract/reader/file-lines.ts';
import { type Bad, type RowReader, isBad, rowReader } from '#contexts/files/contract/reader/file-rows.ts';
import { type Summing, summing } from '#contexts/files/contract/reader/file-total.ts';
import { isAadhaarHeader } from '#contexts/files/contract/reader/columns/file-mapping.ts';
import { NoticeBook, type Noted } from '#contexts/files/contract/reader/notice-book.ts';
import { copyLine } from '#kernel/server/database/copy-text.ts';
import { businessDay, type Clock } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { type ColumnFix, type RowRead, columnFixer } from '../mend/column-fixes.ts';
import type { UnreadCell } from '../mend/unread-cells.ts';
import type { Piece } from './file-reader.ts';
import type { ImportKind } from './import-kinds.ts';
import type { ImportJob } from './import-store.ts';
import { type Sealer, sealer } from './sealer.ts';
import type { Stage } from './stage.ts';

interface Run {
  kind: ImportKind;
  job: ImportJob;
  stage: Stage;
  safe: Safe;
  clock: Clock;
  /** Readings of columns with rejected cells. */
  fixes: readonly ColumnFix[];
  stop: AbortSignal;
}

/** File-level notices. */
function noteFile(book: NoticeBook, { header, encoding }: Piece): void {
  for (const column of header.filter(isAadhaarHeader)) book.add(1, { column, kind: 'aadhaar-column' });
  if (encoding === 'windows-1252') book.add(1, { column: '', kind: 'windows-1252' });
  if (encoding.startsWith('utf-16')) book.add(1, { column: '', kind: 'utf-16' });
}

class RowStager {
  readonly #reader: RowReader;
  readonly #sum: Summing | undefined;
  readonly #sealing: Sealer;
  readonly #at: Piece['at'];
  readonly #fix: ReturnType<typeof columnFixer> | undefined;
  readonly #noted: Noted[] = [];
  /** Columns with values that can be written later. */
  readonly #keys: ReadonlyMap<string, string>;
  readonly #columns: ImportKind['columns'];
  readonly book = new NoticeBook();
  /** First skipped cells, as in the file. */
  readonly unread: UnreadCell[] = [];
  /** Rows readable with a new column correction. */
  readonly mended: number[] = [];
  good = '';
  bad = '';
  left = '';

  constructor({ kind, job, safe, clock, fixes }: Run, { at, header }: Piece, { known }: { known: Known }) {
    const mapping = job.mapping ?? undefined;
    this.#at = at;
    this.#columns = kind.columns;
    this.#keys = new Map(
      kind.columns.flatMap(({ key, header: name }) => (kind.later?.keys.includes(key) ? [[name, key]] : [])),
    );
    this.#fix = fixes.length > 0 ? columnFixer(kind.columns, fixes, clock.now()) : undefined;
    this.#sealing = sealer(kind.columns, safe, job.clientId);
    this.#sum = summing(kind.columns, at, mapping);
    this.#reader = rowReader(kind.columns, at, {
      mapping,
      known,
      width: header.length,
      today: businessDay(clock.now()),
      onNotice: (noted) => this.#noted.push(noted),
    });
  }

  get total(): Summing['total'] | undefined {
    return this.#sum?.total;
  }

  add({ n, cells, fault, line }: FileRecord): void {
    if (line === undefined || line === 'total') this.#addTo(cells, { fault, line });
    if (line) return this.book.add(n, { column: '', kind: line });
    if (fault) {
      this.bad += copyLine([n, fault, '', null, true, false]);
      return;
    }
    const values = this.#valuesOf(n, cells);
    if (isBad(values)) {
      const { reason, field, loanNumber, isUnclear = false } = values;
      this.bad += copyLine([n, reason, field, loanNumber, isUnclear, false]);
      return;
    }
    this.good += copyLine([n, ...this.#sealing.of(values, cells, this.#at)]);
    if (this.#noted.length) this.#note(n);
  }

  readonly #read = (cells: string[]): RowRead => {
    this.#noted.length = 0;
    const values = this.#reader(cells);
    return { values, left: this.#noted.filter(({ kind }) => kind === 'left-out') };
  };

  #valuesOf(n: number, cells: string[]): Value[] | Bad {
    const first = this.#read(cells);
    const fixed =
      isBad(first.values) || first.left.length ? this.#fix?.(cells, this.#at, first, this.#read) : undefined;
    if (fixed?.isNew) this.mended.push(n);
    const { values, left } = fixed ?? first;
    if (isBad(values)) return values;
    for (const key of fixed?.filled ?? []) this.left += copyLine([n, key, '', true]);
    for (const { column, reason = '' } of left) {
      const key = this.#keys.get(column);
      if (key !== undefined) this.left += copyLine([n, key, reason, false]);
      if (this.unread.length < mostRefusals) this.#keepUnread(n, cells, { column, reason });
    }
    return values;
  }

  /** With its first number a second one can be written later. A skipped cell is corrected separately. */
  #noteSecond(n: number, column: string): void {
    const key = this.#keys.get(column);
    const isLeft = this.#noted.some((one) => one.kind === 'left-out' && one.column === column);
    if (key !== undefined && !isLeft) this.left += copyLine([n, key, '', true]);
  }

  /** A value that is the same for every row of the file is no cell. */
  #keepUnread(
    n: number,
    cells: readonly string[],
    { column, reason }: { column: string; reason: string },
  ): void {
    const key = this.#columns.find(({ header }) => header === column)?.key;
    const place = key === undefined ? undefined : this.#at.get(key);
    if (key === undefined || place === undefined) return;
    this.unread.push({ n, key, reason, cell: (cells[place] ?? '').trim() });
  }

  /** The amount of a row with misplaced cells is unclear. */
  #addTo(cells: readonly string[], { fault, line }: Pick<FileRecord, 'fault' | 'line'>): void {
    if (!fault) this.#sum?.add(cells, line === 'total');
  }

  #note(n: number): void {
    for (const noted of this.#noted) this.book.add(n, noted);
    for (const { kind, column } of this.#noted) if (kind === 'second-number') this.#noteSecond(n, column);
    const left = this.#noted.find(({ kind }) => kind === 'left-out');
    if (left)
      this.bad += copyLine([n, `${left.reason} (loan taken without it)`, left.column, null, false, true]);
  }
}

/** Sum of a file's rows, outside the stage. */
export interface FileRead {
  total: Summing['total'] | undefined;
  book: NoticeBook;
  unread: readonly UnreadCell[];
}
export async function stageRows(run: Run, pieces: AsyncIterable<Piece>, known: Known): Promise<FileRead> {
  const { kind, job, stage, safe, stop } = run;
  const names = [
    'n',
    ...kind.columns.map(({ key }) => key),
    ...sealer(kind.columns, safe, job.clientId).keys,
  ];
  const into = stage.copy('stage', names);
  let stager: RowStager | undefined;
  let last: Piece | undefined;
  try {
    for await (const piece of pieces) {
      stop.throwIfAborted();
      stager ??= new RowStager(run, piece, { known });
      for (const record of piece.records) stager.add(record);
      if (stager.good) await into.write(stager.good);
      stager.good = '';
      last = piece;
    }
  } finally {
    await into.end();
  }
  const refused = stage.copy('bad', ['n', 'reason', 'field', 'loanNumber', 'is_unclear', 'is_left']);
  if (stager?.bad) await refused.write(stager.bad);
  await refused.end();
  const leftOut = stage.copy('left_out', ['n', 'key', 'reason', 'is_filled']);
  if (stager?.left) await leftOut.write(stager.left);
  await leftOut.end();
  await stage.tx.run(sql`insert into mended select unnest(${stager?.mended ?? []}::int[])`);
  if (stager && last) noteFile(stager.book, last);
  return { total: stager?.total, book: stager?.book ?? new NoticeBook(), unread: stager?.unread ?? [] };
}
