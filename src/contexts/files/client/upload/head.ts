/** The beginning of a picked file, read on the device before anything is sent. */
import { CsvFault, CsvSplitter } from '#contexts/files/contract/reader/csv-split.ts';
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import { headerAmong } from '#contexts/files/contract/reader/file-mapping.ts';
import { importText } from '#contexts/files/text/en/imports.ts';

const headBytes = 128 * 1024;
const mostRows = 200;

export interface FileHead {
  header: string[];
  /** With the row a spreadsheet shows them in. */
  rows: { n: number; cells: string[] }[];
}

const wordsOf = ({ trouble, row }: CsvFault): string =>
  trouble === 'too many columns' ? importText.tooManyColumns : importText.notCsv(trouble, row);

/** The header, below the titles a lender may have written, and the first rows; or, in words, why the file cannot be read at all. */
export async function readHead(
  columns: readonly FileColumn[],
  file: File,
): Promise<FileHead | { trouble: string }> {
  const isWhole = file.size <= headBytes;
  const bytes = await file.slice(0, headBytes).arrayBuffer();
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return { trouble: importText.notText };
  }
  if (text.includes('\u0000')) return { trouble: importText.notText };
  try {
    const splitter = new CsvSplitter();
    const records = [...splitter.push(text), ...(isWhole ? splitter.end() : [])];
    const lines = records
      .map((cells, i) => ({ n: i + 1, cells }))
      .filter(({ cells }) => cells.length > 1 || cells[0]?.trim() !== '');
    if (lines.length === 0) return { trouble: importText.empty };
    const { place } = headerAmong(
      columns,
      lines.map(({ cells }) => cells),
    );
    return { header: lines[place]?.cells ?? [], rows: lines.slice(place + 1, place + 1 + mostRows) };
  } catch (error) {
    if (error instanceof CsvFault) return { trouble: wordsOf(error) };
    throw error;
  }
}
