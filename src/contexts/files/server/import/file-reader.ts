/** Streams a file, and stops at an invalid one. */
import { failuresText } from '#text/en/failures.ts';
import { DamagedFile } from '#kernel/server/providers/files/port.ts';
import type { Readable } from 'node:stream';
import { csvLimits } from '#contexts/files/contract/reader/csv/csv-record.ts';
import { CsvFault, CsvSplitter, type Records } from '#contexts/files/contract/reader/csv/csv-split.ts';
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import { type Encoding, FileDecoder, NotText } from '#contexts/files/contract/reader/file-encoding.ts';
import { type FileRecord, LineReader, isBlankLine } from '#contexts/files/contract/reader/file-lines.ts';
import {
  type FileMapping,
  type Header,
  readHeader,
} from '#contexts/files/contract/reader/columns/file-mapping.ts';
import { headerAmong, mostTitleLines } from '#contexts/files/contract/reader/columns/header-line.ts';
import { unmarked } from '#kernel/server/files/csv-safe.ts';
import { importText } from '#contexts/files/text/en/imports.ts';

/** The entire file is unreadable; the message is shown to the uploader. */
export class Unreadable extends Error {}
/** Why a file cannot be read, however often it is tried; undefined for what may pass. */
export function unreadableReason(error: unknown): string | undefined {
  if (error instanceof DamagedFile) return failuresText.FILE_DAMAGED({});
  return error instanceof Unreadable ? error.message : undefined;
}

interface Split extends Records {
  /** The last line did not end. */
  isOpen: boolean;
}
async function* piecesOf(body: Readable, decoder: FileDecoder): AsyncGenerator<Split> {
  const splitter = new CsvSplitter();
  try {
    for await (const chunk of body) yield { ...splitter.push(decoder.push(chunk as Buffer)), isOpen: false };
    yield { ...splitter.push(decoder.end()), isOpen: false };
    yield { ...splitter.end(), isOpen: true };
  } catch (error) {
    if (error instanceof NotText) throw new Unreadable(importText.wrongFile[error.is]);
    throw error instanceof CsvFault ? new Unreadable(importText.notCsvAt(error.trouble, error.row)) : error;
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

export interface Piece {
  records: FileRecord[];
  /** Header names, and the index of each recognised column. */
  header: readonly string[];
  at: Header['at'];
  encoding: Encoding;
}

type Head = Omit<Piece, 'records' | 'encoding'> & { lines: LineReader };
/** Searches the first rows for the header, below title rows. */
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
    if (header.length > csvLimits.columns) throw new Unreadable(importText.tooManyColumns);
    const { at } = checkHeader(this.#columns, header, this.#mapping);
    return { header, at, lines: new LineReader(this.#columns, header, at) };
  }
}

/** Rows below the header while streaming. Rejects with Unreadable when columns are missing or a limit is exceeded. */
export async function* readPieces(
  body: Readable,
  columns: readonly FileColumn[],
  mapping?: FileMapping,
): AsyncGenerator<Piece> {
  const search = new HeaderSearch(columns, mapping);
  const decoder = new FileDecoder();
  let head: Head | undefined;
  let n = 0;
  for await (const { records: lines, troubles, isOpen } of piecesOf(body, decoder)) {
    const records: FileRecord[] = [];
    for (const [i, cells] of lines.entries()) {
      n += 1;
      if (!head) {
        if (!isBlankLine(cells)) head = search.take(cells);
      } else if (n > csvLimits.rows + 1) break;
      else {
        const trouble = troubles.size ? troubles.get(i) : undefined;
        const record = head.lines.read(n, cells.map(unmarked), { trouble, isOpen });
        if (record) records.push(record);
      }
    }
    if (head) yield { header: head.header, at: head.at, records, encoding: decoder.encoding };
    if (n > csvLimits.rows + 1) throw new Unreadable(importText.tooManyRows);
  }
  if (!head) search.end();
}
