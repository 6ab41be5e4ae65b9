/** Reads a file record by record, never the whole of it, and stops at what is no such file. */
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { FileColumn } from '#contract/customer-file.ts';
import { unmarked } from '#server/kernel/csv-safe.ts';
import { importText } from '#text/en/imports.ts';
import { readHeader } from './row-rules.ts';

const most = { rows: 500_000, columns: 200, field: 64 * 1024, record: 256 * 1024 };

/** The file as a whole cannot be read; the words are for the person who sent it. */
export class Unreadable extends Error {}

/** UTF-8 only, no NUL: what a spreadsheet saves as UTF-16 or a zip named .csv ends here. */
async function* textOf(body: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
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

async function* recordsOf(body: Readable): AsyncGenerator<string[]> {
  const source = Readable.from(textOf(body));
  const records = parse({ bom: true, relax_column_count: true, max_record_size: most.record });
  // A pipe carries bytes, not errors.
  source.once('error', (error) => records.destroy(error));
  source.pipe(records);
  try {
    for await (const record of records) yield record as string[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Unreadable(importText.notCsv(error.code, Number(error.lines ?? 0)));
  } finally {
    source.destroy();
    body.destroy();
  }
}

function checkHeader(columns: readonly FileColumn[], names: readonly string[]): ReadonlyMap<string, number> {
  const { at, missing, twice } = readHeader(columns, names);
  if (missing.length) throw new Unreadable(importText.columnsMissing(missing.join(', ')));
  if (twice.length) throw new Unreadable(importText.columnsTwice(twice.join(', ')));
  return at;
}

export interface FileRecord {
  /** The row a spreadsheet shows it in; the header is in row 1. */
  n: number;
  cells: string[];
  /** The header's names, and where each column we know stands. */
  header: readonly string[];
  at: ReadonlyMap<string, number>;
}

/** Every row below the header. Rejects with Unreadable when the file has not these columns or passes a limit. */
export async function* readRecords(
  body: Readable,
  columns: readonly FileColumn[],
): AsyncGenerator<FileRecord> {
  let head: Pick<FileRecord, 'header' | 'at'> | undefined;
  let n = 0;
  for await (const record of recordsOf(body)) {
    n += 1;
    if (record.length > most.columns) throw new Unreadable(importText.tooManyColumns);
    if (record.some((cell) => cell.length > most.field)) throw new Unreadable(importText.fieldTooLong);
    if (record.length === 1 && record[0]?.trim() === '') continue; // an empty line still counts as a row
    if (!head) {
      head = { header: record, at: checkHeader(columns, record) };
      continue;
    }
    if (n > most.rows + 1) throw new Unreadable(importText.tooManyRows);
    yield { n, cells: record.map(unmarked), ...head };
  }
  if (!head) throw new Unreadable(importText.empty);
}
