/**
 * A file's rows on their way into the tables: temporary tables of one connection, which is the job's own and is closed
 * with it, so that nothing of a run that ended or died is left behind.
 */
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ColumnKind, FileColumn } from '#contract/customer-file.ts';
import { type Database, type Tx, txOn } from '#server/kernel/database.ts';
import { Fragment, join, sql } from '#server/kernel/sql.ts';

const types: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  amount: 'bigint',
  count: 'int',
  date: 'date',
  mobile: 'text',
  agent: 'bigint',
  'allocation type': 'bigint',
  status: 'text',
  channel: 'text',
};
/** A column of the stage has the name of its key, so that a row as JSON has it too. */
export function column(key: string): Fragment {
  if (!/^[a-zA-Z0-9]+$/.test(key)) throw new Error(`not a key: ${key}`);
  return new Fragment([`"${key}"`], []);
}
const typed = ({ key, kind }: FileColumn): Fragment => sql`${column(key)} ${new Fragment([types[kind]], [])}`;

export interface Stage {
  tx: Tx;
  /** One after another, whoever asks. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Lines of COPY for one of the tables; `write` waits until the lines before are taken in. */
  copy(
    table: 'stage' | 'bad',
    columns: readonly string[],
  ): { write(bytes: Buffer): Promise<void>; end(): Promise<void> };
  close(): void;
}

/** Nothing of an import takes longer in one statement. */
const patience = '10min';
const settings = `set statement_timeout = '${patience}'; set work_mem = '64MB';
  set synchronous_commit = off; set default_statistics_target = 5; set gin_pending_list_limit = '32MB'`;

async function inTransaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** `stage` holds the good rows, `bad` the others with their reasons. */
export async function openStage(database: Database, columns: readonly FileColumn[]): Promise<Stage> {
  const client = await database.connect();
  const tx = txOn(client);
  const close = (): void => client.release(true);
  try {
    await client.query(settings);
    // Refused where the connection has had temporary tables before; then it is only a little slower.
    await client.query(`set temp_buffers = '64MB'`).catch(() => undefined);
    await tx.run(
      sql`create temp table stage (n int not null, speaks boolean not null default true, ${join(columns.map(typed))})`,
    );
    await tx.run(sql`create temp table bad (n int not null, reason text not null, field text not null)`);
  } catch (error) {
    close();
    throw error;
  }
  let turn: Promise<unknown> = Promise.resolve();
  return {
    tx,
    close,
    transaction(work) {
      const result = turn.then(() => inTransaction(client, () => work(tx)));
      turn = result.catch(() => undefined); // told by whoever asked
      return result;
    },
    copy(table, names) {
      const stream = client.query(
        copyFrom(`copy ${table} (${names.map((name) => `"${name}"`).join(', ')}) from stdin`),
      );
      const done = finished(stream);
      done.catch(() => undefined); // told by whoever ends it
      let drained: Promise<unknown> = Promise.resolve();
      return {
        async write(bytes) {
          // The next lines are made while these are taken in.
          await drained;
          // The bytes are used again by the next lines.
          if (stream.write(Buffer.from(bytes))) return;
          drained = Promise.race([once(stream, 'drain'), done]);
          drained.catch(() => undefined); // told by the next write, or by the end
        },
        async end() {
          stream.end();
          await done;
        },
      };
    },
  };
}
