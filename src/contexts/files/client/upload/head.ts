/** The beginning of a picked file, read on the device before anything is sent. */
import { CsvFault, CsvSplitter } from '#contexts/files/contract/reader/csv/csv-split.ts';
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import type { LineTrouble } from '#contexts/files/contract/reader/csv/csv-line.ts';
import { FileDecoder, NotText } from '#contexts/files/contract/reader/file-encoding.ts';
import { isBlankLine } from '#contexts/files/contract/reader/file-lines.ts';
import { headerAmong } from '#contexts/files/contract/reader/columns/header-line.ts';
import { importText } from '#contexts/files/text/en/imports.ts';

const headBytes = 128 * 1024;
const mostRows = 200;

export interface FileHead {
  header: string[];
  /** With the row a spreadsheet shows them in. */
  rows: { n: number; cells: string[]; trouble?: LineTrouble | undefined }[];
}

/** Finds the header below title rows, and the first rows; or the reason why the file is unreadable. */
export async function readHead(
  columns: readonly FileColumn[],
  file: File,
): Promise<FileHead | { trouble: string }> {
  const isWhole = file.size <= headBytes;
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  try {
    const decoder = new FileDecoder();
    const splitter = new CsvSplitter();
    const parts = [splitter.push(decoder.push(bytes))];
    if (isWhole) parts.push(splitter.push(decoder.end()), splitter.end());
    const lines = parts
      .flatMap(({ records, troubles }) => records.map((cells, i) => ({ cells, trouble: troubles.get(i) })))
      .map((line, i) => ({ n: i + 1, ...line }))
      .filter(({ cells }) => !isBlankLine(cells));
    if (lines.length === 0) return { trouble: importText.empty };
    const { place } = headerAmong(
      columns,
      lines.map(({ cells }) => cells),
    );
    return { header: lines[place]?.cells ?? [], rows: lines.slice(place + 1, place + 1 + mostRows) };
  } catch (error) {
    if (error instanceof NotText) return { trouble: importText.wrongFile[error.is] };
    if (error instanceof CsvFault) return { trouble: importText.notCsvAt(error.trouble, error.row) };
    throw error;
  }
}
