/** Reads a file piece by piece, never the whole of it, and stops at what is no such file. */
import { failuresText } from '#text/en/failures.ts';
import { DamagedFile } from '#kernel/server/providers/files/port.ts';
import type { Readable } from 'node:stream';
import { CsvFault, CsvSplitter, csvLimits } from '#contexts/files/contract/reader/csv-split.ts';
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import {
  type FileMapping,
  type Header,
  headerAmong,
  mostTitleLines,
  readHeader,
} from '#contexts/files/contract/reader/file-mapping.ts';
import { unmarked } from '#kernel/server/files/csv-safe.ts';
import { importText } from '#contexts/files/text/en/imports.ts';

/** The file as a whole cannot be read; the message is shown to the uploader. */
export class Unreadable extends Error {}
/** Why a file cannot be read, however often it is tried; undefined for what may pass. */
export function unreadableReason(error: unknown): string | undefined {
  if (error instanceof DamagedFile) return failuresText.FILE_DAMAGED({});
  return error instanceof Unreadable ? error.message : undefined;
}

/** UTF-8 only, no NUL: what a spreadsheet saves as UTF-16 or a zip named .csv ends here. */
async function* textOf(body: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decoded = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new Unreadable(importText.notText);
    }
  };
  for await (const chunk of body) {
    const text = decoded(chunk as Buffer);
    if (text.includes('\u0000')) throw new Unreadable(importText.notText);
    yield text;
  }
  yield decoded();
}

const wordsOf = ({ trouble, row }: CsvFault): string => {
  if (trouble === 'too many columns') return importText.tooManyColumns;
  if (trouble === 'field too long') return importText.fieldTooLong;
  return importText.notCsv(trouble, row);
};

interface Split {
  records: string[][];
  /** The last line did not end. */
  isOpen: boolean;
}
async function* piecesOf(body: Readable): AsyncGenerator<Split> {
  const splitter = new CsvSplitter();
  try {
    for await (const text of textOf(body)) yield { records: splitter.push(text), isOpen: false };
    yield { records: splitter.end(), isOpen: true };
  } catch (error) {
    throw error instanceof CsvFault ? new Unreadable(wordsOf(error)) : error;
  } finally {
    body.destroy();
  }
}

function checkHeader(
  columns: readonly FileColumn[],
  names: readonly string[],
  mapping?: FileMapping,
): Header {
  const header = readHeader(columns, names, mapping);
  if (header.missing.length) throw new Unreadable(importText.columnsMissing(header.missing.join(', ')));
  if (header.twice.length) throw new Unreadable(importText.columnsTwice(header.twice.join(', ')));
  return header;
}
// An empty line still counts as a row.
const isEmpty = (record: readonly string[]): boolean => record.length === 1 && record[0]?.trim() === '';

export interface FileRecord {
  /** The row a spreadsheet shows it in; the header is in row 1. */
  n: number;
  cells: string[];
  /** The file ends in the middle of it: what its last cell says is not known. */
  isCut: boolean;
}
export interface Piece {
  records: FileRecord[];
  /** The header's names, and where each column we know stands. */
  header: readonly string[];
  at: Header['at'];
}

type Head = Omit<Piece, 'records'>;
/** Takes the first lines until one of them is the header; lenders write titles above it. */
class HeaderSearch {
  readonly #above: string[][] = [];
  readonly #columns: readonly FileColumn[];
  readonly #mapping: FileMapping | undefined;
  constructor(columns: readonly FileColumn[], mapping: FileMapping | undefined) {
    this.#columns = columns;
    this.#mapping = mapping;
  }

  take(cells: string[]): Head | undefined {
    this.#above.push(cells);
    const isFound = headerAmong(this.#columns, [cells], this.#mapping).isFound;
    return isFound || this.#above.length > mostTitleLines ? this.end() : undefined;
  }

  /** The header as it is; or, when none is, what is wrong with the line that is most like one. */
  end(): Head {
    if (this.#above.length === 0) throw new Unreadable(importText.empty);
    const { place } = headerAmong(this.#columns, this.#above, this.#mapping);
    const header = this.#above[place] ?? [];
    return { header, at: checkHeader(this.#columns, header, this.#mapping).at };
  }
}

/** The rows below the header, as they come. Rejects with Unreadable when the file has not these columns or passes a limit. */
export async function* readPieces(
  body: Readable,
  columns: readonly FileColumn[],
  mapping?: FileMapping,
): AsyncGenerator<Piece> {
  const search = new HeaderSearch(columns, mapping);
  let head: Head | undefined;
  let n = 0;
  for await (const piece of piecesOf(body)) {
    const records: FileRecord[] = [];
    for (const cells of piece.records) {
      n += 1;
      if (isEmpty(cells)) continue;
      if (!head) head = search.take(cells);
      else if (n > csvLimits.rows + 1) break;
      else {
        const isCut = piece.isOpen && cells.length < head.header.length;
        records.push({ n, cells: cells.map(unmarked), isCut });
      }
    }
    if (head) yield { ...head, records };
    if (n > csvLimits.rows + 1) throw new Unreadable(importText.tooManyRows);
  }
  if (!head) search.end();
}
