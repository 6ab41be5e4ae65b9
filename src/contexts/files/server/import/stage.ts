/**
 * Staging tables of a file: unlogged, in a schema per job, so that two connections can apply them. Dropped with the run.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ColumnKind, FileColumn } from '#contexts/files/contract/customer-file.ts';
import { type Database, type Tx, txOn } from '#kernel/server/database/database.ts';
import { Fragment, join, sql } from '#kernel/server/database/sql.ts';
import { lowPriorityConnection } from './low-priority.ts';

const types: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  'loan number': 'text',
  amount: 'bigint',
  count: 'int',
  date: 'date',
  mobile: 'text',
  agent: 'bigint',
  'allocation type': 'bigint',
  status: 'text',
  channel: 'text',
  reference: 'text',
  pan: 'text',
  pincode: 'text',
  state: 'text',
  name: 'text',
};
/** A stage column is named by its key, so a row as JSON is too. */
export function stageColumn(key: string): Fragment {
  if (!/^[a-zA-Z0-9]+$/.test(key)) throw new Error(`not a key: ${key}`);
  return new Fragment([`"${key}"`], []);
}
/** Column of the encrypted form. */
export const sealedKey = (key: string): string => `${key}Sealed`;
const typed = ({ key, kind, sealed, received }: FileColumn): Fragment =>
  sql`${stageColumn(key)} ${new Fragment([types[kind]], [])}${sealed ? sql`, ${stageColumn(sealedKey(key))} text` : sql``}${received ? sql`, ${stageColumn(received)} text` : sql``}`;

/** A dedicated connection of the job. */
export interface Worker {
  tx: Tx;
  /** Serialised for all callers. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}
export interface Stage extends Worker {
  /** COPY stream into a table; `write` applies backpressure. */
  copy(
    table: 'stage' | 'bad' | 'left_out',
    columns: readonly string[],
  ): { write(lines: string): Promise<void>; end(): Promise<void> };
  /** One more connection that sees the same rows. */
  anotherWorker(): Promise<Worker>;
  close(): Promise<void>;
}

/** Statement timeout of imports. */
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

/** Number of connections applying rows, where those of one borrower can be grouped. */
export const importWorkers = 2;

async function openWorker(database: Database, schema: string): Promise<Worker & { client: PoolClient }> {
  const client = await lowPriorityConnection(database);
  // Tables grow during the import, so plans are not reused between batches.
  const tx = txOn(client, { isAnew: true });
  try {
    await client.query(settings);
    await client.query(`set search_path = ${schema}, public`);
  } catch (error) {
    client.release(true);
    throw error;
  }
  let turn: Promise<unknown> = Promise.resolve();
  return {
    client,
    tx,
    transaction(work) {
      const result = turn.then(() => inTransaction(client, () => work(tx)));
      turn = result.catch(() => undefined); // reported by the caller
      return result;
    },
  };
}

interface Rows {
  jobId: number;
  columns: readonly FileColumn[];
  /** Rows that are the same in this are one worker's. */
  apart?: Fragment;
}
/**
 * `stage`: accepted rows; `is_alias`: a row that names its loan by an alias. `bad`: rejected rows with reason and loan
 * number, whether the loan is unclear, and whether only a cell of an accepted row was skipped. `left_out`: those cells,
 * and cells read by a rule.
 */
export async function openStage(database: Database, { jobId, columns, apart }: Rows): Promise<Stage> {
  const ofJob = `import_${Math.trunc(jobId)}_`;
  const schema = ofJob + randomUUID().slice(0, 8);
  const first = await openWorker(database, schema);
  const all = [first];
  const { client, tx, transaction } = first;
  const close = async (): Promise<void> => {
    // Another worker may be in a transaction: closing its connection aborts it and releases its locks.
    for (const worker of all.slice(1)) worker.client.release(true);
    try {
      // Queued: inside this worker's transaction it would be undone by a rollback.
      await transaction(() => client.query(`drop schema if exists ${schema} cascade`));
    } finally {
      client.release(true);
    }
  };
  const worker = apart
    ? sql`int generated always as (abs(hashtext(${apart}) % ${new Fragment([String(importWorkers)], [])})) stored`
    : sql`int not null default 0`;
  const begin = async (): Promise<void> => {
    // Two runs of one file are serialised at the start.
    await tx.run(sql`select from file_jobs where id = ${jobId} for no key update`);
    // A crashed run left its tables; one wrongly assumed dead is blocking, and fails without them.
    const before = await tx.rows<{ name: string }>(
      sql`select nspname as name from pg_namespace where starts_with(nspname, ${ofJob})`,
    );
    for (const { name } of before) await client.query(`drop schema ${name} cascade`);
    await client.query(`create schema ${schema}`);
    await tx.run(
      sql`create unlogged table stage (n int not null, wins boolean not null default true, is_alias boolean not null default false, ${join(columns.map(typed))}, worker ${worker})`,
    );
    await tx.run(sql`create unlogged table bad (n int not null, reason text not null, field text not null,
        "loanNumber" text, is_unclear boolean not null default false, is_left boolean not null default false)`);
    await tx.run(sql`create unlogged table left_out
      (n int not null, key text not null, reason text not null, is_filled boolean not null, primary key (n, key))`);
    await tx.run(sql`create unlogged table mended (n int primary key)`);
  };
  try {
    await transaction(begin);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    tx,
    transaction,
    close,
    async anotherWorker() {
      const another = await openWorker(database, schema);
      all.push(another);
      return another;
    },
    copy(table, names) {
      const stream = client.query(
        copyFrom(`copy ${table} (${names.map((column) => `"${column}"`).join(', ')}) from stdin`),
      );
      const done = finished(stream);
      done.catch(() => undefined); // reported by the finisher
      let drained: Promise<unknown> = Promise.resolve();
      return {
        async write(lines) {
          // The next rows are prepared while these are sent.
          await drained;
          if (stream.write(lines)) return;
          drained = Promise.race([once(stream, 'drain'), done]);
          drained.catch(() => undefined); // reported by the next write, or at the end
        },
        async end() {
          stream.end();
          await done;
        },
      };
    },
  };
}
