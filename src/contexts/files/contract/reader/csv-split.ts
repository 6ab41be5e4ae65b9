/** Splits CSV as it arrives, a piece of text at a time; refuses what is not well-formed before it fills the memory. */
import { separatorIn } from './csv-separator.ts';

export const csvLimits = { rows: 500_000, columns: 200, field: 64 * 1024, record: 256 * 1024 };

export type CsvTrouble =
  'quote not closed' | 'quote inside a field' | 'record too long' | 'too many columns' | 'field too long';
export class CsvFault extends Error {
  readonly trouble: CsvTrouble;
  /** The row a spreadsheet shows it in. */
  readonly row: number;
  constructor(trouble: CsvTrouble, row: number) {
    super(trouble);
    this.trouble = trouble;
    this.row = row;
  }
}

interface Line {
  cells: string[];
  /** Where the next record begins. */
  next: number;
}
const quote = 34;

export class CsvSplitter {
  #rest = '';
  #isFirst = true;
  #end = '';
  /** Known as soon as a line of cells is whole. */
  #separator = '';
  /** Records so far, empty ones too. */
  #row = 0;

  /** The records that are whole by now. */
  push(text: string): string[][] {
    let all = this.#rest + text;
    if (this.#isFirst && all) {
      this.#isFirst = false;
      if (all.startsWith('\uFEFF')) all = all.slice(1);
    }
    return this.#take(this.#begun(all, false), false);
  }

  /** What is left when nothing more comes: the last line need not end. */
  end(): string[][] {
    return this.#take(this.#begun(this.#rest, true), true);
  }

  /** The separator: from a first line `sep=;`, which is no row, or guessed from the header and the titles above it. */
  #begun(all: string, isLast: boolean): string {
    if (this.#separator) return all;
    const found = separatorIn(all, isLast || all.length > csvLimits.record);
    if (!found) return all;
    const said = /^sep=([,;\t|])(\r\n|\r|\n|$)/i.exec(all);
    // A return at the very end may still become half of a break.
    if (said?.[2] === '\r' && said[0].length === all.length && !isLast) return all;
    this.#separator = said?.[1] ?? found;
    return said ? all.slice(said[0].length) : all;
  }

  /** The first break decides how records end; a return at the very end may still become half of one. */
  #breakOf(all: string, isLast: boolean): string {
    if (this.#end) return this.#end;
    const at = all.search(/[\r\n]/);
    if (at < 0 || (all[at] === '\r' && at === all.length - 1 && !isLast)) return '\n';
    this.#end = all[at] === '\r' && all[at + 1] !== '\n' ? '\r' : '\n';
    return this.#end;
  }

  #take(all: string, isLast: boolean): string[][] {
    if (!this.#separator) {
      this.#rest = all;
      return [];
    }
    const end = this.#breakOf(all, isLast);
    const records: string[][] = [];
    let from = 0;
    let nextQuote = all.indexOf('"');
    while (from < all.length) {
      if (nextQuote >= 0 && nextQuote < from) nextQuote = all.indexOf('"', from);
      const line = this.#line(all, from, { end, isLast, nextQuote });
      if (!line) break;
      this.#row += 1;
      this.#check(line.cells);
      records.push(line.cells);
      from = line.next;
    }
    this.#rest = all.slice(from);
    if (this.#rest.length > csvLimits.record) throw new CsvFault(this.#tooLong(end), this.#row + 1);
    return records;
  }

  /** A record that never ends is most often one of very many cells, or an open quote. */
  #tooLong(end: string): CsvTrouble {
    // Read as if it ended here: then it says itself what is wrong with it.
    if (this.#rest.includes('"')) this.#quoted(this.#rest, 0, { end, isLast: true });
    return this.#rest.split(this.#separator, csvLimits.columns + 1).length > csvLimits.columns
      ? 'too many columns'
      : 'record too long';
  }

  #check(cells: readonly string[]): void {
    if (cells.length > csvLimits.columns) throw new CsvFault('too many columns', this.#row);
    for (const cell of cells)
      if (cell.length > csvLimits.field) throw new CsvFault('field too long', this.#row);
  }

  #line(
    all: string,
    from: number,
    { end, isLast, nextQuote }: { end: string; isLast: boolean; nextQuote: number },
  ): Line | undefined {
    const at = all.indexOf(end, from);
    if (at < 0 && !isLast) return undefined;
    const stop = at < 0 ? all.length : at;
    // Most lines have no quotes, and are split by the engine itself.
    if (nextQuote >= 0 && nextQuote < stop) return this.#quoted(all, from, { end, isLast });
    const bare = end === '\n' && stop > from && all[stop - 1] === '\r' ? stop - 1 : stop;
    return { cells: all.slice(from, bare).split(this.#separator), next: stop + 1 };
  }

  #quoted(all: string, from: number, { end, isLast }: { end: string; isLast: boolean }): Line | undefined {
    const cells: string[] = [];
    let stop = -1;
    for (let at = from; ; at += 1) {
      const isQuoted = all.charCodeAt(at) === quote;
      // A line may go on behind a quote, so its end is looked for again when it was passed.
      if (!isQuoted && stop < at) stop = endOf(all, at, end);
      const cell = isQuoted
        ? this.#inQuotes(all, at, isLast)
        : bareCell(all, at, { line: stop, end, separator: this.#separator });
      if (!cell) return undefined;
      if (!cell.isQuoted && cell.text.includes('"'))
        throw new CsvFault('quote inside a field', this.#row + 1);
      at = cell.next;
      const isOver = at >= all.length;
      if (isOver && !isLast) return undefined;
      cells.push(cell.text);
      if (all[at] === this.#separator) {
        if (cells.length > csvLimits.columns) throw new CsvFault('too many columns', this.#row + 1);
        continue;
      }
      if (isOver || all.startsWith(end, at)) return { cells, next: at + 1 };
      if (end === '\n' && all[at] === '\r') {
        if (at + 1 >= all.length && !isLast) return undefined;
        if (at + 1 >= all.length || all[at + 1] === '\n') return { cells, next: at + 2 };
      }
      throw new CsvFault('quote inside a field', this.#row + 1);
    }
  }

  #inQuotes(all: string, from: number, isLast: boolean): Cell | undefined {
    let text = '';
    for (let at = from + 1; ;) {
      const close = all.indexOf('"', at);
      if (close < 0) {
        if (isLast) throw new CsvFault('quote not closed', this.#row + 1);
        return undefined;
      }
      text += all.slice(at, close);
      if (all.charCodeAt(close + 1) !== quote) return { text, next: close + 1, isQuoted: true };
      text += '"';
      at = close + 2;
    }
  }
}

interface Cell {
  text: string;
  next: number;
  isQuoted: boolean;
}
function endOf(all: string, from: number, end: string): number {
  const at = all.indexOf(end, from);
  return at < 0 ? all.length : at;
}
/** Up to the next separator or the end of the line. */
function bareCell(
  all: string,
  from: number,
  { line, end, separator }: { line: number; end: string; separator: string },
): Cell {
  const found = all.indexOf(separator, from);
  if (found >= 0 && found < line) return { text: all.slice(from, found), next: found, isQuoted: false };
  const next = end === '\n' && line > from && all[line - 1] === '\r' ? line - 1 : line;
  return { text: all.slice(from, next), next, isQuoted: false };
}
