/** The bad rows as the lender wrote them, each with its row, column and reason, to be mended and sent again. */
import { byteOrderMark, csvLine } from '#kernel/server/files/csv-safe.ts';
import { importText } from '#contexts/files/text/en/imports.ts';
import { isAadhaarHeader } from '#contexts/files/contract/reader/file-mapping.ts';
import { storedCell } from '../mend/unread-cells.ts';
import type { Piece } from './file-reader.ts';
import type { BadRow } from './import-store.ts';

const { row, column, reason } = importText.errorColumns;
const ours = [row, column, reason];

/** `after` answers the next bad rows below a row, in order; the whole file is never held. */
export async function* errorLines(
  pieces: AsyncIterable<Piece>,
  after: (n: number) => Promise<readonly BadRow[]>,
  onRow?: (bad: BadRow, cells: readonly string[], at: Piece['at']) => void,
): AsyncGenerator<string> {
  let waiting = await after(0);
  let next = 0;
  let isBegun = false;
  for await (const { records, header, at } of pieces) {
    // An error file that was mended and sent again has our columns already; Aadhaar numbers are stored nowhere.
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
