/** Reads one record of a CSV text, with quotes, strays among them. Pure. */
import { type LineTrouble, isOdd, looseLine } from './csv-line.ts';

export const csvLimits = { rows: 500_000, columns: 200, field: 64 * 1024, record: 256 * 1024 };

export interface CsvRecord {
  cells: string[];
  /** Start of the next record. */
  next: number;
  trouble?: LineTrouble;
  /** A field has an odd number of quotes. */
  isOdd?: boolean;
}
const quote = 34;
/** A quoted text with more line breaks has an unclosed quote. */
const mostBreaks = 200;

interface Source {
  /** How records end. */
  end: string;
  /** No text remains. */
  isLast: boolean;
  separator: string;
  /** Cells of the header; 0 until it was read. */
  width: number;
  /** Where the next quote is; -1 without one. */
  nextQuote: number;
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
/** Start of the next record after a line break at this index; past the text if half of it is missing. */
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

/** The physical row alone, where its quoted text cannot continue. */
function looseRecord(all: string, from: number, { end, separator }: Source): CsvRecord {
  const stop = endOf(all, from, end);
  const bare = end === '\n' && stop > from && all[stop - 1] === '\r' ? stop - 1 : stop;
  const { cells, trouble, odd } = looseLine(all.slice(from, bare), separator);
  return { cells, next: stop + end.length, isOdd: odd > 0, ...(trouble && { trouble }) };
}

/** An open quote at the end of the text: more may follow, unless it is too long. */
function unclosedRecord(all: string, from: number, source: Source): CsvRecord | undefined {
  const { end, isLast } = source;
  const first = all.indexOf(end, from);
  if (isLast) return looseRecord(all, from, source);
  if (first < 0) return undefined;
  const isLong =
    all.length - from > csvLimits.record ||
    all.slice(from).split(end, mostBreaks + 2).length > mostBreaks + 1;
  return isLong ? looseRecord(all, from, source) : undefined;
}

/** Rows inside a quoted text indicate a stray quote. */
function isSwallowed(
  all: string,
  from: number,
  { to, end, separator, width }: Source & { to: number },
): boolean {
  const at = all.indexOf(end, from);
  if (at < 0 || at >= to) return false;
  if (width < 2) return false;
  const lines = all.slice(from, to).split(end, mostBreaks + 2);
  const isRow = (line: string): boolean => line.split(separator).length >= width;
  const [first = '', last = ''] = [lines[0], lines.at(-1)];
  return lines.length > mostBreaks + 1 || lines.slice(1, -1).some(isRow) || (isRow(first) && isRow(last));
}

function quotedRecord(all: string, from: number, source: Source): CsvRecord | undefined {
  const { end, isLast, separator } = source;
  const cells: string[] = [];
  let stop = -1;
  let odd = 0;
  for (let at = from; ; at += 1) {
    const isQuoted = all.charCodeAt(at) === quote;
    // A record may continue after a quote, so its end is searched again when passed.
    if (!isQuoted && stop < at) stop = endOf(all, at, end);
    const cell = isQuoted ? inQuotes(all, at) : bareCell(all, at, { line: stop, end, separator });
    if (!cell) return unclosedRecord(all, from, source);
    if (!cell.isQuoted && cell.text.includes('"')) {
      if (/^ *"|\\"/.test(cell.text)) return looseRecord(all, from, source);
      if (isOdd(cell.text)) odd += 1;
    }
    at = cell.next;
    const isOver = at >= all.length;
    if (isOver && !isLast) return unclosedRecord(all, from, source);
    cells.push(cell.text);
    if (all[at] === separator) {
      if (cells.length > csvLimits.columns) return looseRecord(all, from, source);
      continue;
    }
    const next = isOver ? at + 1 : behindBreak(all, at, end);
    if (next === undefined) return looseRecord(all, from, source);
    if (next > all.length && !isLast) return undefined;
    if (isSwallowed(all, from, { ...source, to: at }))
      return { ...looseRecord(all, from, source), trouble: 'quote not closed' };
    const isDoubtful = odd > 1;
    return { cells, next, isOdd: odd > 0, ...(isDoubtful && { trouble: 'quote inside a field' }) };
  }
}

/** The record at `from`; undefined while its end is missing. */
export function recordAt(all: string, from: number, source: Source): CsvRecord | undefined {
  const { end, isLast, separator, nextQuote } = source;
  const at = all.indexOf(end, from);
  if (at < 0 && !isLast) return undefined;
  const stop = at < 0 ? all.length : at;
  // Most rows have no quotes, and use the engine's split.
  if (nextQuote >= 0 && nextQuote < stop) return quotedRecord(all, from, source);
  const bare = end === '\n' && stop > from && all[stop - 1] === '\r' ? stop - 1 : stop;
  return { cells: all.slice(from, bare).split(separator), next: stop + 1 };
}
