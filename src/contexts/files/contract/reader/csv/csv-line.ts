/** Reads one line with stray quotes, where the rules of CSV find no reading of it. Pure. */

export type LineTrouble = 'quote not closed' | 'quote inside a field' | 'too many columns' | 'field too long';
interface LooseLine {
  cells: string[];
  /** More than one reading is possible: the cells are for showing only. */
  trouble?: LineTrouble;
  /** Fields with an odd number of quotes that are text, such as an inch sign. */
  odd: number;
}

/** Placeholder of an escaped quote while a line is read; no file contains it as text. */
const escaped = '\uE0F0';
const quotesIn = (text: string): number => text.split('"').length - 1;
export const isOdd = (text: string): boolean => quotesIn(text) % 2 === 1;

interface Field {
  text: string;
  next: number;
  isOdd: boolean;
  trouble?: LineTrouble;
}
/** Up to the next separator, quotes as text. */
function bareField(line: string, from: number, separator: string): Field {
  const at = line.indexOf(separator, from);
  const next = at < 0 ? line.length : at;
  const text = line.slice(from, next);
  return { text, next, isOdd: isOdd(text) };
}
/** Whether a field ends after a quote: blanks, then a separator or the end of the row. */
function endBehind(line: string, at: number, separator: string): number | undefined {
  let next = at + 1;
  while (line[next] === ' ') next += 1;
  return next >= line.length || line[next] === separator ? next : undefined;
}
/** A quoted field; closed by the first quote before a separator. */
function quotedField(line: string, open: number, separator: string): Field | undefined {
  let hasStray = false;
  for (let at = line.indexOf('"', open + 1); at >= 0; at = line.indexOf('"', at + 1)) {
    if (line[at + 1] === '"' && endBehind(line, at + 1, separator) === undefined) {
      at += 1;
      continue;
    }
    const next = endBehind(line, at, separator);
    if (next === undefined) {
      hasStray = true;
      continue;
    }
    const text = line.slice(open + 1, at).replaceAll('""', '"');
    const isSplit = hasStray && text.includes(separator);
    return {
      text,
      next,
      isOdd: hasStray && isOdd(text),
      ...(isSplit && { trouble: 'quote inside a field' as const }),
    };
  }
  return undefined;
}

function fieldAt(line: string, from: number, separator: string): Field {
  let open = from;
  while (line[open] === ' ') open += 1;
  if (line[open] !== '"') return bareField(line, from, separator);
  const quoted = quotedField(line, open, separator);
  if (quoted) return quoted;
  const bare = bareField(line, from, separator);
  return bare.isOdd ? { ...bare, trouble: 'quote not closed' } : bare;
}

function readOnce(line: string, separator: string): LooseLine {
  const cells: string[] = [];
  let odd = 0;
  let trouble: LineTrouble | undefined;
  for (let at = 0; ;) {
    const field = fieldAt(line, at, separator);
    cells.push(field.text);
    if (field.isOdd) odd += 1;
    trouble ??= field.trouble;
    if (field.next >= line.length) break;
    at = field.next + 1;
  }
  // Two inch signs in two fields may as well be one quoted text with a separator in it.
  if (odd > 1) trouble ??= 'quote inside a field';
  return { cells, odd, ...(trouble && { trouble }) };
}

/** The only reading of the row; where none or several are possible, its error. A backslash may escape a quote. */
export function looseLine(line: string, separator: string): LooseLine {
  if (line.includes('\\"')) {
    const read = readOnce(line.replaceAll('\\"', escaped), separator);
    if (!read.trouble) return { ...read, cells: read.cells.map((cell) => cell.replaceAll(escaped, '"')) };
  }
  return readOnce(line, separator);
}
