/** The end of a job that reads a file: notices, its record, and statistics for the planner. */
import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { eventLog, signal } from '#kernel/server/live/event.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import type { ImportKind } from './import-kinds.ts';
import * as store from './import-store.ts';
import { lowPriorityConnection } from './low-priority.ts';
import { missingLines } from './missing-file.ts';
import type { Stage } from './stage.ts';

/** Number of rows from which a vacuum is worthwhile, so that counting uses only the index. */
const manyRows = 10_000;
export async function writeMissing({ files, stage }: { files: FileStore; stage: Stage }): Promise<string> {
  const key = `missing-file/${randomUUID()}`;
  await files.put(key, missingLines(stage.transaction), Number.MAX_SAFE_INTEGER);
  return key;
}

export async function close(
  tx: Tx,
  job: store.ImportJob,
  { type }: ImportKind,
  status: 'completed' | 'failed',
): Promise<number> {
  const counts = await store.countsOf(tx, job.id);
  const [correct, incorrect] = [counts?.correct ?? 0, counts?.incorrect ?? 0];
  const events = eventLog(job.userId, null);
  events.emit('files.job-finished', {
    id: job.id,
    to: [job.userId],
    facts: { type, status, correct, incorrect, isDryRun: job.isDryRun },
  });
  await events.flush(tx, []);
  await signal(tx, { progress: { user: job.userId, job: job.id } });
  return correct;
}

/** Updates planner statistics. Never inside a transaction. */
export async function tidy(database: Database, rows: number): Promise<void> {
  const client = await lowPriorityConnection(database);
  try {
    await client.query(rows >= manyRows ? 'vacuum (analyze) loans, borrowers' : 'analyze loans, borrowers');
  } finally {
    client.release(true);
  }
}
