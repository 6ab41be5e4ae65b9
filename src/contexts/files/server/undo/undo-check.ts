/** Before an undo: whether it is possible, and its effects; afterwards its result. */
import { Failure } from '#kernel/contract/failure.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type NamedStay, findUndo, namesOfKept, namesOfStays } from './stays.ts';

interface Looked {
  id: number;
  status: string;
  isDryRun: boolean;
  isUndone: boolean;
}
export function checkUndoable(job: Omit<Looked, 'id'>): void {
  const isOver = job.status === 'completed' || job.status === 'failed';
  if (job.isDryRun || job.isUndone || !isOver) throw new Failure('IMPORT_NOT_READY');
}

export async function tellUndo(
  { tx, database }: { tx: Tx; database: Database },
  job: Looked & { keptRecords: number | null },
): Promise<{ goes: number | null; stays: number; rows: NamedStay[] }> {
  if (job.isUndone) return { goes: null, stays: job.keptRecords ?? 0, rows: await namesOfKept(tx, job.id) };
  checkUndoable(job);
  // Needs a read-write transaction: the check fills temporary tables.
  return database.transaction(async (own) => {
    await own.run(sql`set local statement_timeout = '1min'`);
    const found = await findUndo(own, job.id);
    if (!found) throw new Failure('IMPORT_NOT_LAST');
    return { ...found, rows: await namesOfStays(own) };
  });
}
