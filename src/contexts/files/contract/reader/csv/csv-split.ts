/** Splits CSV while streaming. An invalid row loses only itself; a record exceeding the memory limit ends the file. */
import type { LineTrouble } from './csv-line.ts';
import { type CsvRecord, csvLimits, recordAt } from './csv-record.ts';
import { separatorIn } from './csv-separator.ts';

type CsvTrouble = LineTrouble | 'record too long';
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

/** Records, and errors by their index. */
export interface Records {
  records: string[][];
  troubles: ReadonlyMap<number, LineTrouble>;
}
const noTroubles: ReadonlyMap<number, LineTrouble> = new Map();

/** A header has no cell that is a number. */
const isNumber = (cell: string): boolean => /^\W*\d[\d,./\s-]*$/.test(cell);
/** Among this many rows the widest without a number has the header's width. */
const linesOfWidth = 11;

export class CsvSplitter {
  #rest = '';
  #isFirst = true;
  #end = '';
  /** Detected with the first complete row of cells. */
  #separator = '';
  /** Records so far, empty ones too. */
  #row = 0;
  #width = 0;
  /** An earlier row has an unclosed quote: this one may continue it. */
  #isOpen = false;

  /** Records complete so far. */
  push(text: string): Records {
    let all = this.#rest + text;
    if (this.#isFirst && all) {
      this.#isFirst = false;
      if (all.startsWith('\uFEFF')) all = all.slice(1);
    }
    return this.#take(this.#begun(all, false), false);
  }

  /** Remaining records at the end of the file: the last row needs no line break. */
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
    const separator = this.#separator;
    const records: string[][] = [];
    let troubles: Map<number, LineTrouble> | undefined;
    let from = 0;
    let nextQuote = all.indexOf('"');
    while (from < all.length) {
      if (nextQuote >= 0 && nextQuote < from) nextQuote = all.indexOf('"', from);
      const line = recordAt(all, from, {
        end,
        isLast,
        separator,
        width: this.#width,
        nextQuote,
      });
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

  /** An endless record usually has too many cells, or an open quote. */
  #tooLong(): CsvTrouble {
    if (this.#rest.split(this.#separator, csvLimits.columns + 1).length > csvLimits.columns)
      return 'too many columns';
    return this.#rest.includes('"') ? 'quote not closed' : 'record too long';
  }

  #troubleOf(line: CsvRecord): LineTrouble | undefined {
    this.#row += 1;
    const { cells } = line;
    const trouble = line.trouble ?? troubleOfSize(cells) ?? this.#troubleOfRest(line);
    this.#isOpen = trouble === 'quote not closed';
    if (!trouble && this.#row <= linesOfWidth && !cells.some(isNumber))
      this.#width = Math.max(this.#width, cells.length);
    return trouble;
  }

  /** After an unclosed quote the next complete row is read again; a shorter one may be the remainder of the text. */
  #troubleOfRest({ cells, isOdd: hasOdd }: CsvRecord): LineTrouble | undefined {
    return this.#isOpen && (hasOdd || cells.length < this.#width) ? 'quote not closed' : undefined;
  }
}

function troubleOfSize(cells: readonly string[]): LineTrouble | undefined {
  if (cells.length > csvLimits.columns) return 'too many columns';
  for (const cell of cells) if (cell.length > csvLimits.field) return 'field too long';
  return undefined;
}
