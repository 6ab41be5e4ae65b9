/**
 * Splits CSV as it arrives, a piece of text at a time. A line that breaks the rules costs itself only; what would fill the
 * memory ends the file.
 */
import { type LineTrouble, isOdd, looseLine } from './csv-line.ts';
import { separatorIn } from './csv-separator.ts';

export const csvLimits = { rows: 500_000, columns: 200, field: 64 * 1024, record: 256 * 1024 };

export type CsvTrouble = LineTrouble | 'record too long';
/** The file ends here: what follows would fill the memory. */
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

/** Records, and by their place among them what is wrong with some. */
export interface Records {
  records: string[][];
  troubles: ReadonlyMap<number, LineTrouble>;
}
const noTroubles: ReadonlyMap<number, LineTrouble> = new Map();

interface Line {
  cells: string[];
  /** Where the next record begins. */
  next: number;
  trouble?: LineTrouble;
  /** A field has an odd number of quotes. */
  isOdd?: boolean;
}
const quote = 34;
/** A text in quotes that goes on for more lines is a quote that was never closed. */
const mostBreaks = 200;
/** The widest of so many lines has the width of the header. */
const linesOfWidth = 11;

export class CsvSplitter {
  #rest = '';
  #isFirst = true;
  #end = '';
  /** Known as soon as a line of cells is whole. */
  #separator = '';
  /** Records so far, empty ones too. */
  #row = 0;
  #width = 0;
  /** A line before has a quote that was never closed: this one may be the rest of it. */
  #isOpen = false;

  /** The records that are whole by now. */
  push(text: string): Records {
    let all = this.#rest + text;
    if (this.#isFirst && all) {
      this.#isFirst = false;
      if (all.startsWith('\uFEFF')) all = all.slice(1);
    }
    return this.#take(this.#begun(all, false), false);
  }

  /** What is left when nothing more comes: the last line need not end. */
  end(): Records {
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

  #take(all: string, isLast: boolean): Records {
    if (!this.#separator) {
      this.#rest = all;
      return { records: [], troubles: noTroubles };
    }
    const end = this.#breakOf(all, isLast);
    const records: string[][] = [];
    let troubles: Map<number, LineTrouble> | undefined;
    let from = 0;
    let nextQuote = all.indexOf('"');
    while (from < all.length) {
      if (nextQuote >= 0 && nextQuote < from) nextQuote = all.indexOf('"', from);
      const line = this.#line(all, from, { end, isLast, nextQuote });
      if (!line) break;
      const trouble = this.#troubleOf(line);
      if (trouble) (troubles ??= new Map()).set(records.length, trouble);
      records.push(line.cells);
      from = line.next;
    }
    this.#rest = all.slice(from);
    if (this.#rest.length > csvLimits.record) throw new CsvFault(this.#tooLong(), this.#row + 1);
    return { records, troubles: troubles ?? noTroubles };
  }

  /** A record that never ends is most often one of very many cells, or an open quote. */
  #tooLong(): CsvTrouble {
    if (this.#rest.split(this.#separator, csvLimits.columns + 1).length > csvLimits.columns)
      return 'too many columns';
    return this.#rest.includes('"') ? 'quote not closed' : 'record too long';
  }

  #troubleOf(line: Line): LineTrouble | undefined {
    this.#row += 1;
    const { cells } = line;
    const trouble = line.trouble ?? troubleOfSize(cells) ?? this.#troubleOfRest(line);
    this.#isOpen = trouble === 'quote not closed';
    if (!trouble && this.#row <= linesOfWidth) this.#width = Math.max(this.#width, cells.length);
    return trouble;
  }

  /** Behind a quote that was never closed the next whole line is read again; a shorter one may be the rest of the text. */
  #troubleOfRest({ cells, isOdd: hasOdd }: Line): LineTrouble | undefined {
    return this.#isOpen && (hasOdd || cells.length < this.#width) ? 'quote not closed' : undefined;
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
    let odd = 0;
    for (let at = from; ; at += 1) {
      const isQuoted = all.charCodeAt(at) === quote;
      // A line may go on behind a quote, so its end is looked for again when it was passed.
      if (!isQuoted && stop < at) stop = endOf(all, at, end);
      const cell = isQuoted
        ? inQuotes(all, at)
        : bareCell(all, at, { line: stop, end, separator: this.#separator });
      if (!cell) return this.#unclosed(all, from, { end, isLast });
      if (!cell.isQuoted && cell.text.includes('"')) {
        if (/^ *"|\\"/.test(cell.text)) return this.#loose(all, from, end);
        if (isOdd(cell.text)) odd += 1;
      }
      at = cell.next;
      const isOver = at >= all.length;
      if (isOver && !isLast) return this.#unclosed(all, from, { end, isLast });
      cells.push(cell.text);
      if (all[at] === this.#separator) {
        if (cells.length > csvLimits.columns) return this.#loose(all, from, end);
        continue;
      }
      const next = isOver ? at + 1 : behindBreak(all, at, end);
      if (next === undefined) return this.#loose(all, from, end);
      if (next > all.length && !isLast) return undefined;
      if (this.#isSwallowed(all, from, { to: at, end }))
        return { ...this.#loose(all, from, end), trouble: 'quote not closed' };
      const isDoubtful = odd > 1;
      return { cells, next, isOdd: odd > 0, ...(isDoubtful && { trouble: 'quote inside a field' }) };
    }
  }

  /** The lines of a text in quotes are parts of a row; where they are rows, the quote was a stray one. */
  #isSwallowed(all: string, from: number, { to, end }: { to: number; end: string }): boolean {
    const at = all.indexOf(end, from);
    if (at < 0 || at >= to) return false;
    if (this.#width < 2) return false;
    const lines = all.slice(from, to).split(end, mostBreaks + 2);
    const isRow = (line: string): boolean => line.split(this.#separator).length >= this.#width;
    const [first = '', last = ''] = [lines[0], lines.at(-1)];
    return lines.length > mostBreaks + 1 || lines.slice(1, -1).some(isRow) || (isRow(first) && isRow(last));
  }

  /** A quote that is open where the text ends so far: more may come, unless it has gone on for too long. */
  #unclosed(all: string, from: number, { end, isLast }: { end: string; isLast: boolean }): Line | undefined {
    const first = all.indexOf(end, from);
    if (isLast) return this.#loose(all, from, end);
    if (first < 0) return undefined;
    const isLong =
      all.length - from > csvLimits.record ||
      all.slice(from).split(end, mostBreaks + 2).length > mostBreaks + 1;
    return isLong ? this.#loose(all, from, end) : undefined;
  }

  /** The line by itself, where the text in its quotes cannot go on in the next ones. */
  #loose(all: string, from: number, end: string): Line {
    const stop = endOf(all, from, end);
    const bare = end === '\n' && stop > from && all[stop - 1] === '\r' ? stop - 1 : stop;
    const { cells, trouble, odd } = looseLine(all.slice(from, bare), this.#separator);
    return { cells, next: stop + end.length, isOdd: odd > 0, ...(trouble && { trouble }) };
  }
}

function troubleOfSize(cells: readonly string[]): LineTrouble | undefined {
  if (cells.length > csvLimits.columns) return 'too many columns';
  for (const cell of cells) if (cell.length > csvLimits.field) return 'field too long';
  return undefined;
}

interface Cell {
  text: string;
  next: number;
  isQuoted: boolean;
}
/** A text in quotes; undefined while its closing quote is not there. */
function inQuotes(all: string, from: number): Cell | undefined {
  let text = '';
  for (let at = from + 1; ;) {
    const close = all.indexOf('"', at);
    if (close < 0) return undefined;
    text += all.slice(at, close);
    if (all.charCodeAt(close + 1) !== quote) return { text, next: close + 1, isQuoted: true };
    text += '"';
    at = close + 2;
  }
}
/** Where the next record begins, if a break of lines is here; beyond the text where half of it is missing. */
function behindBreak(all: string, at: number, end: string): number | undefined {
  if (all.startsWith(end, at)) return at + 1;
  if (end !== '\n' || all[at] !== '\r') return undefined;
  if (at + 1 >= all.length) return all.length + 1;
  return all[at + 1] === '\n' ? at + 2 : undefined;
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
