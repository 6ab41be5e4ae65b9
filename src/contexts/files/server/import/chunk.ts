/** Rows are applied in batches: one transaction with figures and undo data. */
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { ImportJob } from './import-store.ts';
import { importWorkers } from './stage.ts';

const chunkRows = 10_000;

/** Files of one lender are serialised, each worker with its counterpart of the other file. */
export const takeTurn = (tx: Tx, clientId: number, worker: number): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(7064, ${clientId * importWorkers + worker}::int)`);
/** Locks out other imports of this lender's loans until the transaction commits. */
export async function takeAllTurns(tx: Tx, clientId: number): Promise<void> {
  for (let worker = 0; worker < importWorkers; worker += 1) await takeTurn(tx, clientId, worker);
}

/** Last row and size of the next batch; undefined at the end. */
export async function nextRows(tx: Tx, job: ImportJob): Promise<{ last: number; rows: number } | undefined> {
  const next = await tx.one<{ last: number | null; rows: number }>(sql`
    select max(n) as last, count(*)::int as rows from
      (select n from stage where n > ${job.rowsDone} and worker = ${job.worker} order by n limit ${chunkRows}) next`);
  return next?.last ? { last: next.last, rows: next.rows } : undefined;
}

/** Adds a batch's figures, and the worker's progress. `counted` returns made, known, woken and dnc. */
export const countChunk = (tx: Tx, job: ImportJob, last: number, counted: Fragment): Promise<number> =>
  tx.run(sql`
    update file_jobs set applied[${job.worker + 1}::int] = ${last}, updated_at = now(),
      new_loans_count = new_loans_count + counted.made, exist_loans_count = exist_loans_count + counted.known,
      re_active_loans_count = re_active_loans_count + counted.woken, dnc_loans_count = dnc_loans_count + counted.dnc,
      progress_percentage = least(99, 100 * (counted.made + counted.known + new_loans_count + exist_loans_count) / greatest(1, correct_records))
    from (${counted}) counted
    where id = ${job.id}`);

/** Stores a batch's new ids and previous rows; nothing without changes. */
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
 * Merges the pending list of the name index, which every search scans. With an import's timeout: it may exceed a
 * request's, and with another import running it queues for a low-priority connection.
 */
export const sortNames = (database: Database): Promise<unknown> =>
  database.transaction(async (tx) => {
    await tx.run(sql`set local statement_timeout = '10min'`);
    await tx.run(sql`select gin_clean_pending_list('loans_search')`);
  });
