/** COPY of generated rows: while one batch is on its way, the next is made. */
import { finished } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Agency } from './agency.ts';
import { copyText } from './copy-text.ts';
import { type StoryTable, storyTableNames, storyTables } from './rows.ts';

const batchSize = 4000;
/** So many loans are made between two looks at the connection, which must not wait for us. */
const sliceSize = 25;

interface Copying {
  loans: number;
  /** The tables were emptied in this transaction, so rows need no later freezing. */
  isFrozen: boolean;
  onProgress?: (done: number) => void;
}
type Texts = Record<StoryTable, string>;

/** Stores rows that all have the columns of the first. */
export async function copy(client: pg.ClientBase, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (rows.length)
    await send(client, `copy ${table} (${columns.join(', ')}) from stdin`, copyText(rows, columns));
}

/** Stores all loans with their stories; memory stays that of two batches. */
export async function copyStories(client: pg.ClientBase, agency: Agency, o: Copying): Promise<void> {
  const option = o.isFrozen ? ' with (freeze)' : '';
  let texts = await prepare(agency, 1, o.loans);
  for (let done = 0; done < o.loans; done = Math.min(o.loans, done + batchSize)) {
    const [next] = await Promise.all([
      prepare(agency, done + batchSize + 1, o.loans),
      (async (batch: Texts) => {
        for (const table of storyTableNames)
          if (batch[table])
            await send(
              client,
              `copy ${table} (${storyTables[table].join(', ')}) from stdin${option}`,
              batch[table],
            );
      })(texts),
    ]);
    texts = next;
    o.onProgress?.(Math.min(o.loans, done + batchSize));
  }
}

async function prepare(agency: Agency, first: number, last: number): Promise<Texts> {
  const texts = Object.fromEntries(storyTableNames.map((table) => [table, ''])) as Texts;
  for (let n = first; n <= Math.min(last, first + batchSize - 1); n += 1) {
    const story = agency.story(n);
    for (const table of storyTableNames)
      if (story[table].length) texts[table] += copyText(story[table], storyTables[table]);
    if (n % sliceSize === 0) await turn();
  }
  return texts;
}

async function send(client: pg.ClientBase, statement: string, text: string): Promise<void> {
  const stream = client.query(copyFrom(statement));
  stream.end(Buffer.from(text));
  await finished(stream);
}

/** Identity columns go on after the highest number in use. */
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
