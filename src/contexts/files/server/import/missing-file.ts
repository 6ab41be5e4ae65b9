import { Readable } from 'node:stream';
import { importText } from '#contexts/files/text/en/imports.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { byteOrderMark, csvLine } from '#kernel/server/files/csv-safe.ts';

/** Rows per read. */
const batch = 5000;

/** Missing loans of a complete list as a file, for review before their number is typed. */
export function missingLines(ask: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>): Readable {
  const { loanNumber, name, outstanding } = importText.missingColumns;
  async function* lines(): AsyncGenerator<string> {
    yield byteOrderMark + csvLine([loanNumber, name, outstanding]);
    for (let after = ''; ;) {
      const rows = await ask((tx) =>
        tx.rows<{ number: string; name: string; paise: number }>(sql`
          select loan_number as number, borrower_name as name, total_outstanding as paise from missing
          where loan_number > ${after} order by loan_number limit ${batch}`),
      );
      const last = rows.at(-1);
      if (!last) return;
      yield rows.map((row) => csvLine([row.number, row.name, row.paise / 100])).join('');
      after = last.number;
    }
  }
  return Readable.from(lines());
}
