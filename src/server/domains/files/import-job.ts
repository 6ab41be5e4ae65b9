/** The job that reads a file of any kind: parse, name the bad rows, apply the good ones in chunks, write the error file. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type JobType, uploadFlags } from '#contract/file-kinds.ts';
import { may } from '#contract/kernel/access.ts';
import { type ServerActor, actorById } from '#server/kernel/actor.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { eventLog, signal } from '#server/kernel/event.ts';
import type { Job, JobContext } from '#server/kernel/jobs.ts';
import { sql } from '#server/kernel/sql.ts';
import type { FileStore } from '#server/providers/files/port.ts';
import { importText } from '#text/en/imports.ts';
import { Unreadable, readRecords } from './file-reader.ts';
import { readRow } from './row-rules.ts';
import { errorLines } from './error-file.ts';
import type { ImportKind } from './import-kinds.ts';
import * as store from './import-store.ts';

const batch = 2000;
/** From here on the visibility map is worth making anew, so that counts stay on the index. */
const manyRows = 10_000;
interface Deps {
  database: Database;
  files: FileStore;
  kind: ImportKind;
}

async function readFile(
  { database, files, kind }: Deps,
  job: store.ImportJob,
  actor: ServerActor,
  stop: AbortSignal,
): Promise<void> {
  const { columns } = kind;
  const known = await store.knownNames(database, kind.people(actor));
  let good: store.ReadRow[] = [];
  let bad: store.BadRow[] = [];
  const flush = async (): Promise<void> => {
    stop.throwIfAborted();
    await database.transaction((tx) => store.keepRows(tx, job.id, good, bad));
    good = [];
    bad = [];
  };
  for await (const { n, cells, at } of readRecords(await files.get(job.key), columns)) {
    const result = readRow(columns, cells, at, known);
    if ('row' in result) good.push({ n, row: result.row });
    else bad.push({ n, ...result });
    if (good.length + bad.length >= batch) await flush();
  }
  await flush();
}

async function writeErrors({ database, files, kind }: Deps, job: store.ImportJob): Promise<string | null> {
  const ask = (after: number): Promise<store.BadRow[]> => store.errorsAfter(database, job.id, after, batch);
  if ((await ask(0)).length === 0) return null;
  const key = `error-file/${randomUUID()}`;
  const lines = errorLines(readRecords(await files.get(job.key), kind.columns), ask);
  await files.put(key, Readable.from(lines), Number.MAX_SAFE_INTEGER);
  return key;
}

async function applyAll({ database, kind }: Deps, jobId: number, stop: AbortSignal): Promise<void> {
  for (let rows = 1; rows > 0;) {
    stop.throwIfAborted();
    rows = await database.transaction(async (tx) => {
      const job = await store.importJob(tx, jobId);
      if (!job) return 0;
      const applied = await kind.apply(tx, job);
      await signal(tx, { progress: { user: job.userId, job: jobId } });
      if (applied.people.length) await signal(tx, { stale: kind.stale, to: applied.people });
      return applied.rows;
    });
  }
}

async function close(
  deps: Deps,
  job: store.ImportJob,
  status: 'completed' | 'failed',
  end: (tx: Tx) => Promise<unknown>,
): Promise<number> {
  return deps.database.transaction(async (tx) => {
    await end(tx);
    const { correct = 0, incorrect = 0 } = (await store.countsOf(tx, job.id)) ?? {};
    const events = eventLog(job.userId, null);
    events.emit('files.job-finished', {
      id: job.id,
      to: [job.userId],
      facts: { type: deps.kind.type, status, correct: correct ?? 0, incorrect: incorrect ?? 0 },
    });
    await events.flush(tx, []);
    await tx.run(sql`delete from import_rows where job_id = ${job.id}`);
    await signal(tx, { progress: { user: job.userId, job: job.id } });
    return correct ?? 0;
  });
}

/** The planner and the counts must know what changed. Never inside a transaction. */
async function tidy(database: Database, rows: number): Promise<void> {
  const client = await database.connect();
  try {
    await client.query(rows >= manyRows ? 'vacuum (analyze) loans, borrowers' : 'analyze loans, borrowers');
  } finally {
    client.release();
  }
}

/** A run that died is done again from the file; chunks that were committed stay as they are. */
async function work(deps: Deps, job: store.ImportJob, stop: AbortSignal): Promise<number> {
  const actor = await actorById(deps.database, job.userId);
  if (!actor || !may(actor, uploadFlags[deps.kind.type])) throw new Unreadable(importText.notAllowed);
  await deps.database.transaction((tx) => store.clearRows(tx, job.id));
  await readFile(deps, job, actor, stop);
  await deps.database.run(sql`analyze import_rows`);
  await deps.database.transaction(async (tx) => {
    await store.refuseDuplicates(tx, job.id, deps.kind);
    await deps.kind.settle(tx, job, actor);
    await store.setTotals(tx, job.id);
  });
  await applyAll(deps, job.id, stop);
  const errorFile = await writeErrors(deps, job);
  return close(deps, job, 'completed', (tx) => deps.kind.finish(tx, job, errorFile));
}

async function run(deps: Deps, jobId: number, { signal: stop, isLastTry }: JobContext): Promise<void> {
  const job = await deps.database.transaction((tx) => store.importJob(tx, jobId));
  if (!job || job.status === 'completed' || job.status === 'failed') return;
  let rows: number;
  try {
    rows = await work(deps, job, stop);
  } catch (error) {
    const isHopeless = error instanceof Unreadable;
    const words = isHopeless ? error.message : importText.broken;
    if (isHopeless || isLastTry) await close(deps, job, 'failed', (tx) => store.fail(tx, jobId, words));
    if (isHopeless) return;
    throw error;
  }
  await tidy(deps.database, rows);
}

/** One queue for each kind, so that a long file of one does not hold up another. */
export const importJobNames: Readonly<Record<JobType, string>> = {
  CUSTOMER_FILE: 'files.import-customers',
  PAYMENT_FILE: 'files.import-payments',
  IMPORT_MESSAGE_FILE: 'files.import-messages',
  REASSIGNMENT_FILE: 'files.import-reassignments',
  ALLOCATION_TYPE_FILE: 'files.import-allocations',
  DNC_FILE: 'files.import-dnc',
};

export const importFiles = (deps: Deps): Job<{ jobId: number }> => ({
  name: importJobNames[deps.kind.type],
  retries: 5,
  run: ({ jobId }, context) => run(deps, jobId, context),
});
