/** The bad rows as the lender wrote them, each with its row, column and reason, to be mended and sent again. */
import { csvLine } from '#server/kernel/csv-safe.ts';
import { importText } from '#text/en/imports.ts';
import type { FileRecord } from './file-reader.ts';
import type { BadRow } from './import-store.ts';

const { row, column, reason } = importText.errorColumns;
const ours = [row, column, reason];

/** `after` answers the next bad rows below a row, in order; the whole file is never held. */
export async function* errorLines(
  records: AsyncIterable<FileRecord>,
  after: (n: number) => Promise<readonly BadRow[]>,
): AsyncGenerator<string> {
  let waiting = [...(await after(0))];
  let last: BadRow | undefined;
  let isBegun = false;
  for await (const { n, cells, header } of records) {
    // An error file that was mended and sent again has our columns already.
    const places = header.flatMap((name, i) => (ours.includes(name.trim().toUpperCase()) ? [] : [i]));
    if (!isBegun) yield csvLine([...ours, ...places.map((i) => header[i])]);
    isBegun = true;
    if (waiting.length === 0 && last) waiting = [...(await after(last.n))];
    if (waiting.length === 0) return;
    if (waiting[0]?.n !== n) continue;
    last = waiting.shift();
    if (last) yield csvLine([n, last.field, last.reason, ...places.map((i) => cells[i])]);
  }
}
