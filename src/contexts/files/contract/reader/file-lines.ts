/** Classifies rows below a header: data, blank, repeated headers. Pure. */
import type { FileColumn } from '../customer-file.ts';
import type { lineNotices } from '../notices.ts';
import type { LineTrouble } from './csv/csv-line.ts';
import { hasSign } from './csv/csv-separator.ts';
import type { RowReason } from './file-cells.ts';
import { plainName } from './columns/file-mapping.ts';
import { isTotal } from './file-text.ts';
import { widthFault } from './row-sense.ts';

type LineKind = Extract<
  (typeof lineNotices)[number],
  'repeated-header' | 'second-header' | 'footer' | 'total'
>;
export interface FileRecord {
  /** The row a spreadsheet shows it in; the header is in row 1. */
  n: number;
  cells: string[];
  /** Why the line cannot be read at all. */
  fault?: RowReason;
  /** It is no row, and no fault. */
  line?: LineKind;
}

/** Neither letter nor digit: a spreadsheet's empty row has only separators, quotes, dashes and invisible characters. */
export const isBlankLine = (cells: readonly string[]): boolean => !cells.some((cell) => hasSign.test(cell));

const footers =
  /^[\s*–—-]*((prepared|checked|verified|generated|printed|created|approved|submitted|signed|compiled|downloaded) (by|on|at|from)\b|(report|file|list|data)\b.*\b(generated|as on|as of|date)\b|page \d+|end of|notes?\b|n\.?b\.?:|disclaimer|source\b|signature|authori[sz]ed|thanks|regards|remarks?:|date\s*:|\(?all (amounts|figures)|(no|number|count) of |total (records|rows|loans|cases|accounts|count))/i;
const grandTotal = /^(grand |sub|net |overall )?(total|योग|कुल)\b(?![-/]?\d)|^(योग|कुल( योग| जोड़)?)$/i;
/** Most loan numbers have one part with a digit: such rows need no further check. */
const likeNumber = /^\S*\d\S*$/;
const hasFigure = /[\p{Nd}]/u;

function lineKindOf(cells: readonly string[], key: string): LineKind | undefined {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean);
  const [label = ''] = filled;
  if (key !== '' && key !== label) return undefined;
  if (isTotal(label) || grandTotal.test(label)) return 'total';
  if (filled.length <= 3 && footers.test(label)) return 'footer';
  const isSentence = filled.length === 1 && /\p{L}\s+\p{L}/u.test(label) && !hasFigure.test(label);
  return isSentence ? 'footer' : undefined;
}

export class LineReader {
  readonly #header: readonly string[];
  readonly #names: readonly string[];
  /** Indexes of numeric columns. */
  readonly #figures: readonly number[];
  readonly #amounts: readonly number[];
  /** Index of the key column. */
  readonly #key: number;
  #isFirst = true;

  constructor(columns: readonly FileColumn[], header: readonly string[], at: ReadonlyMap<string, number>) {
    const placesOf = (is: (column: FileColumn) => boolean): number[] =>
      columns.filter(is).flatMap(({ key }) => at.get(key) ?? []);
    this.#header = header;
    this.#names = header.map(plainName);
    this.#figures = placesOf(({ kind }) => ['amount', 'date', 'count', 'mobile'].includes(kind));
    this.#amounts = placesOf(({ kind }) => kind === 'amount');
    this.#key = placesOf(({ required }) => required === true)[0] ?? 0;
  }

  /** Undefined for a blank line. */
  read(
    n: number,
    cells: string[],
    { trouble, isOpen }: { trouble?: LineTrouble | undefined; isOpen: boolean },
  ): FileRecord | undefined {
    if (isBlankLine(cells)) return undefined;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const line = trouble ? undefined : this.#lineOf(cells, isFirst);
    if (line) return { n, cells, line };
    const fault = trouble ?? this.#faultOf(cells, isOpen);
    return { n, cells, ...(fault && { fault }) };
  }

  #faultOf(cells: readonly string[], isOpen: boolean): RowReason | undefined {
    const width = this.#header.length;
    if (isOpen && cells.length < width) return 'row cut off';
    return cells.length > width ? widthFault(cells, width, this.#amounts) : undefined;
  }

  #lineOf(cells: readonly string[], isFirst: boolean): LineKind | undefined {
    const key = (cells[this.#key] ?? '').trim();
    if (likeNumber.test(key)) return undefined;
    if (this.#isHeader(cells)) return 'repeated-header';
    if (isFirst && this.#isSecondHeader(cells, key)) return 'second-header';
    return lineKindOf(cells, key);
  }

  #isHeader(cells: readonly string[]): boolean {
    const filled = cells.flatMap((cell, i) =>
      cell.trim() === '' ? [] : [plainName(cell) === this.#names[i]],
    );
    return filled.length > 1 && filled.every(Boolean);
  }

  /** The names once more in another language, or units: no figure where figures belong. */
  #isSecondHeader(cells: readonly string[], key: string): boolean {
    if (hasFigure.test(key)) return false;
    const typed = this.#figures.map((place) => (cells[place] ?? '').trim()).filter(Boolean);
    return typed.length > 0 && typed.every((cell) => !hasFigure.test(cell) && cell.length > 2);
  }
}
