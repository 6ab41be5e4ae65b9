/** The job that reads a file of any kind: parse, name the bad rows, apply the good ones in chunks, write the error file. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type JobType, uploadFlags } from '#contexts/files/contract/file-kinds.ts';
import type { Notice } from '#contexts/files/contract/notices.ts';
import type { Summing } from '#contexts/files/contract/reader/file-total.ts';
import { may } from '#kernel/contract/access.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { actorById } from '#contexts/agency/server/session/authenticator.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { eventLog, signal } from '#kernel/server/live/event.ts';
import type { Job, JobContext } from '#kernel/server/work/jobs.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import { importText } from '#contexts/files/text/en/imports.ts';
import { mostRefusals } from '#contexts/files/contract/import-rows.ts';
import { type Corrections, corrected, correctionsOf } from '../mend/corrections.ts';
import * as mend from '../mend/mend-job.ts';
import { type RefusedRow, keepRefusals, refusedRow } from '../mend/refusals.ts';
import { sortNames } from './chunk.ts';
import { errorLines } from './error-file.ts';
import { type Piece, Unreadable, readPieces } from './file-reader.ts';
import type { ImportKind } from './import-kinds.ts';
import * as store from './import-store.ts';
import { lowPriorityConnection } from './low-priority.ts';
import { type Worker, type Stage, openStage } from './stage.ts';
import { missingLines } from './missing-file.ts';
import { stageRows } from './stage-rows.ts';

/** Bad rows asked for at once while the error file is written. */
const batch = 2000;
/** From here on the visibility map is worth making anew, so that counts stay on the index. */
const manyRows = 10_000;
interface Deps {
  database: Database;
  clock: Clock;
  files: FileStore;
  safe: Safe;
  kind: ImportKind;
}
interface Run extends Deps {
  job: store.ImportJob;
  actor: ServerActor;
  stage: Stage;
  /** What was written in the place of cells of the file. */
  corrections: Corrections;
  stop: AbortSignal;
}

const piecesOf = async ({ files, kind, job, corrections }: Run): Promise<AsyncIterable<Piece>> =>
  corrected(readPieces(await files.get(job.key), kind.columns, job.mapping ?? undefined), corrections);

async function readFile(run: Run): Promise<{ total: Summing['total'] | undefined; notices: Notice[] }> {
  const { kind, actor, stage, clock } = run;
  const known = await store.knownNames(stage.tx, kind.people(actor), clock.now());
  return stageRows(run, await piecesOf(run), known);
}

/** The file of refused rows, and the first of them to be mended on screen. */
async function writeErrors(run: Run): Promise<{ errorFileKey: string | null; refusals: RefusedRow[] }> {
  const { files, stage } = run;
  const refusals: RefusedRow[] = [];
  const ask = (after: number): Promise<store.BadRow[]> =>
    stage.transaction((tx) => store.errorsAfter(tx, after, batch));
  if ((await ask(0)).length === 0) return { errorFileKey: null, refusals };
  const key = `error-file/${randomUUID()}`;
  const lines = errorLines(await piecesOf(run), ask, (bad, cells, at) => {
    if (!bad.isLeft && refusals.length < mostRefusals) refusals.push(refusedRow(bad, cells, at));
  });
  await files.put(key, Readable.from(lines), Number.MAX_SAFE_INTEGER);
  return { errorFileKey: key, refusals };
}

async function writeMissing({ files, stage }: Run): Promise<string> {
  const key = `missing-file/${randomUUID()}`;
  await files.put(key, missingLines(stage.transaction), Number.MAX_SAFE_INTEGER);
  return key;
}

async function applyAll({ database, kind, job: { id }, stage, stop }: Run): Promise<void> {
  let sorting: Promise<unknown> | undefined;
  const applyRows = async ({ transaction }: Worker, worker: number): Promise<void> => {
    for (let rows = 1; rows > 0;) {
      stop.throwIfAborted();
      rows = await transaction(async (tx) => {
        const job = await store.importJob(tx, id, worker);
        if (!job) return 0;
        const isQuick = (await kind.mayInsertFast?.(tx)) ?? false;
        const applied = await kind.apply(tx, { ...job, mayCheckAtOnce: isQuick });
        await signal(tx, { progress: { user: job.userId, job: id } });
        if (applied.people.length) await signal(tx, { stale: kind.stale, to: applied.people });
        return applied.rows;
      });
      // The names of a chunk are sorted beside the next one.
      await sorting;
      sorting ??= sortNames(database).finally(() => (sorting = undefined));
      sorting.catch(() => undefined); // awaited above
    }
  };
  const others = kind.apart ? [await stage.anotherWorker()] : [];
  await Promise.all([stage, ...others].map(applyRows));
  await sortNames(database);
}

async function close(
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

/** The planner and the counts must know what changed. Never inside a transaction. */
async function tidy(database: Database, rows: number): Promise<void> {
  const client = await lowPriorityConnection(database);
  try {
    await client.query(rows >= manyRows ? 'vacuum (analyze) loans, borrowers' : 'analyze loans, borrowers');
  } finally {
    client.release(true);
  }
}

/** The error file without the rows that were taken in; none when no row is left. */
async function rewriteErrors(
  { kind, job, files, corrections }: Run,
  changed: Awaited<ReturnType<typeof mend.linesToChange>>,
): Promise<string | null> {
  if (!job.errorFileKey) return null;
  const pieces = readPieces(await files.get(job.errorFileKey), kind.columns, job.mapping ?? undefined);
  const lines = mend.changedErrorLines(pieces, changed, corrections);
  const first = await lines.next();
  if (first.done) return null;
  const all = async function* (): AsyncGenerator<string> {
    yield first.value;
    yield* lines;
  };
  const key = `error-file/${randomUUID()}`;
  await files.put(key, Readable.from(all()), Number.MAX_SAFE_INTEGER);
  return key;
}

/** Takes in what was mended after the file was applied. */
async function performMended(run: Run): Promise<number> {
  const { kind, job, actor, stage } = run;
  await readFile(run);
  const changed = await stage.transaction(async (tx) => {
    await mend.keepMended(tx, job, kind);
    await kind.check(tx, job, actor);
    return mend.linesToChange(tx, job.id);
  });
  await applyAll(run);
  const errorFileKey = await rewriteErrors(run, changed);
  return stage.transaction(async (tx) => {
    await mend.finishMended(tx, job.id, errorFileKey);
    return close(tx, job, kind, 'completed');
  });
}

async function perform(run: Run): Promise<number> {
  const { kind, job, actor, stage, safe, clock } = run;
  await stage.transaction((tx) => store.markProcessing(tx, job.id));
  if (job.isMending) return performMended(run);
  const { total, notices } = await readFile(run);
  const isHeld = await stage.transaction(async (tx) => {
    await store.settleStage(tx);
    await store.refuseDuplicates(tx, kind);
    await kind.check(tx, job, actor);
    await store.setTotals(tx, job.id);
    if (total) await store.noteTotal(tx, job.id, total);
    await store.noteNotices(tx, job.id, [...notices, ...((await kind.notices?.(tx, job)) ?? [])]);
    const holds = await kind.holds(tx, job, clock.now());
    if (job.isDryRun || holds) await store.countOnly(tx, job);
    return holds;
  });
  const isDryRun = job.isDryRun || isHeld;
  // The database applies rows while Node looks for the bad ones in the file.
  const [{ errorFileKey, refusals }] = await Promise.all([writeErrors(run), isDryRun || applyAll(run)]);
  const missingFileKey = isHeld && kind.type === 'CUSTOMER_FILE' ? await writeMissing(run) : null;
  while (!isDryRun && (await stage.transaction((tx) => kind.last(tx, job))));
  return stage.transaction(async (tx) => {
    await keepRefusals(tx, safe, job.id, refusals);
    await store.finish(tx, job, { errorFileKey, missingFileKey });
    if (isHeld && !job.isDryRun)
      await store.awaitConfirmation(
        tx,
        job.id,
        importText.held[kind.type === 'CUSTOMER_FILE' ? 'list' : 'total'],
      );
    return close(tx, { ...job, isDryRun }, kind, 'completed');
  });
}

/** A run that died is done again from the file; chunks that were committed stay as they are. */
async function work(deps: Deps, job: store.ImportJob, stop: AbortSignal): Promise<number> {
  const actor = await actorById(deps.database, job.userId);
  if (!actor || !may(actor, uploadFlags[deps.kind.type])) throw new Unreadable(importText.notAllowed);
  const { columns, apart } = deps.kind;
  const corrections = await deps.database.transaction((tx) => correctionsOf(tx, deps.safe, job.id));
  const stage = await openStage(deps.database, { jobId: job.id, columns, apart });
  try {
    return await perform({ ...deps, job, actor, stage, corrections, stop });
  } finally {
    await stage.close();
  }
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
    if (isHopeless || isLastTry)
      await deps.database.transaction(async (tx) => {
        await (job.isMending ? mend.failMended : store.fail)(tx, jobId, words);
        await close(tx, job, deps.kind, job.isMending ? 'completed' : 'failed');
      });
    if (isHopeless) return;
    throw error;
  }
  if (!job.isDryRun) await tidy(deps.database, rows);
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
