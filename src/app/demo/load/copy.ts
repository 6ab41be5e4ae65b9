/** COPY of generated rows: while one batch is sent, the next is generated. */
import { finished } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Agency } from '../agency.ts';
import { copyLines } from '#kernel/server/database/copy-text.ts';
import { type StoryTable, storyTableNames, storyTables } from '../rows.ts';

const batchSize = 2_000;
/** Loans generated between two checks of the connection, which must not be blocked by us. */
const sliceSize = 25;

interface Copying {
  loans: number;
  /** The tables were emptied in this transaction, so rows need no later freezing. */
  isFrozen: boolean;
  onProgress?: (done: number) => void;
}
/** COPY text of each table. */
type Batch = Record<StoryTable, string>;

/** Stores rows that all have the columns of the first. */
export async function copy(client: pg.ClientBase, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  await send(client, intoTable(table, columns), copyLines(rows, columns));
}

const intoTable = (table: string, columns: readonly string[]): string =>
  `copy ${table} (${columns.join(', ')}) from stdin`;

/** Stores all loans with their histories; memory is limited to two alternating batches. */
export async function copyStories(client: pg.ClientBase, agency: Agency, o: Copying): Promise<void> {
  let [full, spare] = [emptyBatch(), emptyBatch()];
  await prepare(full, agency, 1, o.loans);
  for (let done = 0; done < o.loans; done = Math.min(o.loans, done + batchSize)) {
    await Promise.all([
      prepare(spare, agency, done + batchSize + 1, o.loans),
      sendBatch(client, full, o.isFrozen),
    ]);
    [full, spare] = [spare, full];
    o.onProgress?.(Math.min(o.loans, done + batchSize));
  }
}

const emptyBatch = (): Batch => Object.fromEntries(storyTableNames.map((table) => [table, ''])) as Batch;

async function prepare(batch: Batch, agency: Agency, first: number, last: number): Promise<void> {
  for (const table of storyTableNames) batch[table] = '';
  const until = Math.min(last, first + batchSize - 1);
  for (let n = first; n <= until; n += 1) {
    const story = agency.story(n);
    for (const table of storyTableNames) batch[table] += copyLines(story[table], storyTables[table]);
    if (n % sliceSize === 0) await turn();
  }
}

async function sendBatch(client: pg.ClientBase, batch: Batch, isFrozen: boolean): Promise<void> {
  for (const table of storyTableNames)
    await send(
      client,
      intoTable(table, storyTables[table]) + (isFrozen ? ' with (freeze)' : ''),
      batch[table],
    );
}

async function send(client: pg.ClientBase, statement: string, lines: string): Promise<void> {
  if (!lines) return;
  const stream = client.query(copyFrom(statement));
  stream.end(lines);
  await finished(stream);
}

/** Identity columns continue after the highest id in use. */
export async function advanceSequences(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select attrelid::regclass::text as table, quote_ident(attname) as column from pg_attribute
     where attidentity <> '' and attrelid = any($1::regclass[])`,
    [tables],
  );
  for (const { table, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), max(${column})) from ${table} having max(${column}) is not null`,
      [table, column],
    );
}
