/** Rows are applied a chunk at a time: one transaction with what it counts and what it takes to undo it. */
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { ImportJob } from './import-store.ts';
import { importWorkers } from './stage.ts';

const chunkRows = 10_000;

/** Files of one lender take turns, each worker with its own of the other file. */
export const takeTurn = (tx: Tx, clientId: number, worker: number): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(7064, ${clientId * importWorkers + worker}::int)`);
/** Locks out other imports of this lender's loans until the transaction ends. */
export async function takeAllTurns(tx: Tx, clientId: number): Promise<void> {
  for (let worker = 0; worker < importWorkers; worker += 1) await takeTurn(tx, clientId, worker);
}

/** The last row of the next chunk and how many it holds; undefined when all is done. */
export async function nextRows(tx: Tx, job: ImportJob): Promise<{ last: number; rows: number } | undefined> {
  const next = await tx.one<{ last: number | null; rows: number }>(sql`
    select max(n) as last, count(*)::int as rows from
      (select n from stage where n > ${job.rowsDone} and worker = ${job.worker} order by n limit ${chunkRows}) next`);
  return next?.last ? { last: next.last, rows: next.rows } : undefined;
}

/** Counts what a chunk did, and how far its worker has come. `counted` answers made, known, woken and dnc. */
export const countChunk = (tx: Tx, job: ImportJob, last: number, counted: Fragment): Promise<number> =>
  tx.run(sql`
    update file_jobs set applied[${job.worker + 1}::int] = ${last}, updated_at = now(),
      new_loans_count = new_loans_count + counted.made, exist_loans_count = exist_loans_count + counted.known,
      re_active_loans_count = re_active_loans_count + counted.woken, dnc_loans_count = dnc_loans_count + counted.dnc,
      progress_percentage = least(99, 100 * (counted.made + counted.known + new_loans_count + exist_loans_count) / greatest(1, correct_records))
    from (${counted}) counted
    where id = ${job.id}`);

/** Remembers what a chunk made and what stood there before; nothing when it changed nothing. */
export async function keepChange(
  tx: Tx,
  job: Pick<ImportJob, 'id'>,
  what: string,
  { part, made, before }: { part: number; made?: readonly number[] | null; before?: unknown },
): Promise<void> {
  const was = JSON.stringify(before ?? []);
  if (!made?.length && was === '[]') return;
  await tx.run(sql`
    insert into import_changes (job_id, part, what, made, before)
    values (${job.id}, ${part}, ${what}, ${[...(made ?? [])]}::bigint[], ${was}::jsonb)`);
}

/**
 * Sorts what waits into the index of names, which every search looks through. With the time of an import: on a busy
 * machine it takes more than a request may, and behind another import's it waits for a connection that gives way.
 */
export const sortNames = (database: Database): Promise<unknown> =>
  database.transaction(async (tx) => {
    await tx.run(sql`set local statement_timeout = '10min'`);
    await tx.run(sql`select gin_clean_pending_list('loans_search')`);
  });
