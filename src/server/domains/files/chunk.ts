/** Rows are applied a chunk at a time: one transaction with what it counts and what it takes to undo it. */
import type { Tx } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';
import type { ImportJob } from './import-store.ts';

const chunkRows = 10_000;

/** The last row of the next chunk and how many it holds; undefined when all is done. */
export async function nextRows(tx: Tx, job: ImportJob): Promise<{ last: number; rows: number } | undefined> {
  const next = await tx.one<{ last: number | null; rows: number }>(sql`
    select max(n) as last, count(*)::int as rows from
      (select n from stage where n > ${job.rowsDone} order by n limit ${chunkRows}) next`);
  return next?.last ? { last: next.last, rows: next.rows } : undefined;
}

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
