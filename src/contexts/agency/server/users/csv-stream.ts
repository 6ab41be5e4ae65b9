/** Streams a list as CSV of any length, never in memory. */
import { Readable } from 'node:stream';
import { type CsvTable, csvParts } from '#kernel/server/files/csv-table.ts';
import type { Database } from '#kernel/server/database/database.ts';
import type { Streaming } from '#kernel/server/http/implement.ts';

interface Csv {
  database: Database;
  table: CsvTable;
  /** Of the file, without its ending. */
  name: string;
  /** After the last line, with the number of rows, for the event of the export. */
  finish: (rows: number) => Promise<void>;
}

async function* linesOf({ database, table, finish }: Csv): AsyncGenerator<string> {
  const client = await database.connect();
  let isBroken = true;
  let count = 0;
  try {
    await client.query('begin read only');
    for await (const { text, rows } of csvParts(client, table)) {
      count += rows;
      yield text;
    }
    await client.query('commit');
    isBroken = false;
  } finally {
    // A disconnected client leaves a transaction open: closing the connection aborts it.
    client.release(isBroken);
  }
  await finish(count);
}

/** A client that stops reading is disconnected after this; a stalled stream is checked twice. */
const patience = 30_000;

export const csvStream =
  (csv: Csv): Streaming =>
  ({ reply }) => {
    reply.raw.setTimeout(patience);
    return Promise.resolve(
      reply
        .header('Content-Type', 'text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="${csv.name}.csv"`)
        .header('Content-Security-Policy', "default-src 'none'; sandbox")
        .header('Cache-Control', 'no-store')
        .send(Readable.from(linesOf(csv), { highWaterMark: 2 })),
    );
  };
