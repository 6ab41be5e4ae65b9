/** Error file: rejected rows unchanged, each with row, column and reason, to be corrected and resent. */
import { byteOrderMark, csvLine } from '#kernel/server/files/csv-safe.ts';
import { importText } from '#contexts/files/text/en/imports.ts';
import { isAadhaarHeader } from '#contexts/files/contract/reader/columns/file-mapping.ts';
import { storedCell } from '../mend/unread-cells.ts';
import type { Piece } from './file-reader.ts';
import type { BadRow } from './import-store.ts';

const { row, column, reason } = importText.errorColumns;
const ours = [row, column, reason];

/** `after` returns the next rejected rows in order; the file is never entirely in memory. */
export async function* errorLines(
  pieces: AsyncIterable<Piece>,
  after: (n: number) => Promise<readonly BadRow[]>,
  onRow?: (bad: BadRow, cells: readonly string[], at: Piece['at']) => void,
): AsyncGenerator<string> {
  let waiting = await after(0);
  let next = 0;
  let isBegun = false;
  for await (const { records, header, at } of pieces) {
    // A corrected error file already has our columns; Aadhaar numbers are not stored.
    const places = header.flatMap((name, i) =>
      ours.includes(name.trim().toUpperCase()) || isAadhaarHeader(name) ? [] : [i],
    );
    const keys = new Map([...at].map(([key, i]) => [i, key]));
    let text = isBegun ? '' : byteOrderMark + csvLine([...ours, ...places.map((i) => header[i])]);
    isBegun = true;
    for (const { n, cells } of records) {
      const bad = waiting[next];
      if (bad?.n !== n) continue;
      text += csvLine([
        n,
        bad.field,
        bad.reason,
        ...places.map((i) => storedCell(keys.get(i) ?? '', cells[i] ?? '')),
      ]);
      onRow?.(bad, cells, at);
      next += 1;
      if (next < waiting.length) continue;
      waiting = await after(n);
      next = 0;
    }
    if (text) yield text;
    if (waiting.length === 0) return;
  }
}
