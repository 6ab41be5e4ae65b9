/** The job that reads a file of any kind: parse, name the bad rows, apply the good ones in chunks, write the error file. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type JobType, uploadFlags } from '#contexts/files/contract/file-kinds.ts';
import { may } from '#kernel/contract/access.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { actorById } from '#contexts/agency/server/session/authenticator.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { signal } from '#kernel/server/live/event.ts';
import type { Job, JobContext } from '#kernel/server/work/jobs.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import { importText } from '#contexts/files/text/en/imports.ts';
import { mostRefusals } from '#contexts/files/contract/import-rows.ts';
import { type Corrections, corrected, correctionsOf } from '../mend/corrections.ts';
import { type ColumnFix, endFixes, fixesOf } from '../mend/column-fixes.ts';
import type { RefusedGroup } from '../mend/fix-column.ts';
import { GroupCounts } from '../mend/group-counts.ts';
import { fillLeftCells, noteCorrected, noteLeftCells } from '../mend/left-cells.ts';
import * as mend from '../mend/mend-job.ts';
import { type RefusedRow, addRefusals, keepRefusals, refusedRow } from '../mend/refusals.ts';
import { storeUnread } from '../mend/unread-cells.ts';
import { nameLoans } from '../questions/find.ts';
import { sortNames } from './chunk.ts';
import { errorLines } from './error-file.ts';
import { type Piece, Unreadable, readPieces, unreadableReason } from './file-reader.ts';
import type { ImportKind } from './import-kinds.ts';
import * as store from './import-store.ts';
import { close, tidy, writeMissing } from './job-end.ts';
import { type Worker, type Stage, openStage } from './stage.ts';
import { type FileRead, stageRows } from './stage-rows.ts';

/** Rejected rows per read of the error file. */
const batch = 2000;
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
  /** Corrected cells. */
  corrections: Corrections;
  /** Readings of columns with rejected cells. */
  fixes: readonly ColumnFix[];
  stop: AbortSignal;
}

const piecesOf = async ({ files, kind, job, corrections }: Run): Promise<AsyncIterable<Piece>> =>
  corrected(readPieces(await files.get(job.key), kind.columns, job.mapping ?? undefined), corrections);

async function readFile(run: Run): Promise<FileRead> {
  const { kind, actor, stage, clock } = run;
  const known = await store.knownNames(stage.tx, kind.people(actor), clock.now());
  return stageRows(run, await piecesOf(run), known);
}

/** Writes the error file, and the first rejected rows for correction on screen. */
async function writeErrors(
  run: Run,
): Promise<{ errorFileKey: string | null; refusals: RefusedRow[]; groups: RefusedGroup[] }> {
  const { files, stage } = run;
  const refusals: RefusedRow[] = [];
  const groups = new GroupCounts();
  const ask = (after: number): Promise<store.BadRow[]> =>
    stage.transaction((tx) => store.errorsAfter(tx, after, batch));
  if ((await ask(0)).length === 0) return { errorFileKey: null, refusals, groups: [] };
  const key = `error-file/${randomUUID()}`;
  const lines = errorLines(await piecesOf(run), ask, (bad, cells, at) => {
    if (bad.isLeft) return;
    groups.add(bad);
    if (refusals.length < mostRefusals) refusals.push(refusedRow(bad, cells, at));
  });
  await files.put(key, Readable.from(lines), Number.MAX_SAFE_INTEGER);
  return { errorFileKey: key, refusals, groups: groups.all() };
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
        await noteLeftCells(tx, job, kind);
        await signal(tx, { progress: { user: job.userId, job: id } });
        if (applied.people.length) await signal(tx, { stale: kind.stale, to: applied.people });
        return applied.rows;
      });
      // The name index is merged in parallel with the next batch.
      await sorting;
      sorting ??= sortNames(database).finally(() => (sorting = undefined));
      sorting.catch(() => undefined); // awaited above
    }
  };
  const others = kind.apart ? [await stage.anotherWorker()] : [];
  await Promise.all([stage, ...others].map(applyRows));
  await sortNames(database);
}

/** Rewrites the error file without imported rows; none when empty. */
async function rewriteErrors(
  { kind, job, files, corrections }: Run,
  changed: Awaited<ReturnType<typeof mend.linesToChange>>,
): Promise<{ errorFileKey: string | null } & mend.StillRefused> {
  const still = mend.stillRefused();
  if (!job.errorFileKey) return { errorFileKey: null, ...still.found() };
  const pieces = readPieces(await files.get(job.errorFileKey), kind.columns, job.mapping ?? undefined);
  const lines = mend.changedErrorLines(pieces, changed, { corrections, onLine: still.add });
  const first = await lines.next();
  if (first.done) return { errorFileKey: null, ...still.found() };
  const all = async function* (): AsyncGenerator<string> {
    yield first.value;
    yield* lines;
  };
  const key = `error-file/${randomUUID()}`;
  await files.put(key, Readable.from(all()), Number.MAX_SAFE_INTEGER);
  return { errorFileKey: key, ...still.found() };
}

const headersOfLater = ({ columns, later }: ImportKind): string[] =>
  columns.flatMap(({ key, header }) => (later?.keys.includes(key) ? [header] : []));

/** Imports rows corrected after the file was applied. */
async function performMended(run: Run): Promise<number> {
  const { kind, job, actor, stage, safe } = run;
  const { book, unread } = await readFile(run);
  const filled = await stage.transaction(async (tx) => {
    await store.settleStage(tx);
    await noteCorrected(tx, job.id);
    return fillLeftCells(tx, job, kind);
  });
  const changed = await stage.transaction(async (tx) => {
    await nameLoans(tx, job);
    await mend.keepMended(tx, job, kind);
    await kind.check(tx, job, actor);
    return mend.linesToChange(tx, job.id);
  });
  await applyAll(run);
  const { errorFileKey, rows, groups } = await rewriteErrors(run, changed);
  return stage.transaction(async (tx) => {
    await mend.finishMended(tx, job.id, errorFileKey);
    await addRefusals(tx, safe, job.id, rows);
    await storeUnread(tx, safe, job, unread);
    await mend.keepGroups(tx, job.id, groups);
    const notices = book.noticesWithout(await store.refusedRows(tx, job.id));
    await store.renewNotices(tx, job.id, { headers: headersOfLater(kind), notices });
    await endFixes(tx, job.id);
    if (filled.length) await signal(tx, { stale: kind.stale, to: filled });
    return close(tx, job, kind, 'completed');
  });
}

async function countCheck(tx: Tx, { kind, job }: Run): Promise<void> {
  await store.countOnly(tx, job);
  if (kind.foresee) await store.noteForeseen(tx, job.id, await kind.foresee(tx, job));
}

async function perform(run: Run): Promise<number> {
  const { kind, job, actor, stage, safe, clock } = run;
  await stage.transaction((tx) => store.markProcessing(tx, job.id));
  if (job.isMending) return performMended(run);
  const { total, book, unread } = await readFile(run);
  const held = await stage.transaction(async (tx) => {
    await store.settleStage(tx);
    await nameLoans(tx, job);
    await kind.prepare?.(tx, job);
    await store.refuseDuplicates(tx, kind);
    await kind.check(tx, job, actor);
    await store.setTotals(tx, job.id);
    if (total) await store.noteTotal(tx, job.id, total);
    await store.noteNotices(tx, job.id, [
      ...book.noticesWithout(await store.refusedRows(tx)),
      ...((await kind.notices?.(tx, job, clock.now())) ?? []),
    ]);
    const holds = await kind.holds(tx, job, clock.now());
    if (job.isDryRun || holds) await countCheck(tx, run);
    return holds;
  });
  const isDryRun = job.isDryRun || held !== undefined;
  // The database applies rows while Node finds rejected ones in the file.
  const [{ errorFileKey, refusals, groups }] = await Promise.all([
    writeErrors(run),
    isDryRun || applyAll(run),
  ]);
  const missingFileKey = held === 'list' ? await writeMissing(run) : null;
  while (!isDryRun && (await stage.transaction((tx) => kind.last(tx, job))));
  return stage.transaction(async (tx) => {
    await keepRefusals(tx, safe, job.id, refusals);
    await storeUnread(tx, safe, { id: job.id, isDryRun }, unread);
    await mend.keepGroups(tx, job.id, groups);
    await endFixes(tx, job.id);
    await store.finish(tx, job, { errorFileKey, missingFileKey });
    if (held && !job.isDryRun) await store.awaitConfirmation(tx, job.id, importText.held[held]);
    return close(tx, { ...job, isDryRun }, kind, 'completed');
  });
}

/** A crashed run restarts from the file; committed batches remain. */
async function work(deps: Deps, job: store.ImportJob, stop: AbortSignal): Promise<number> {
  const actor = await actorById(deps.database, job.userId);
  if (!actor || !may(actor, uploadFlags[deps.kind.type])) throw new Unreadable(importText.notAllowed);
  const { columns, apart } = deps.kind;
  const [corrections, fixes] = await deps.database.transaction(async (tx) => [
    await correctionsOf(tx, deps.safe, job.id),
    await fixesOf(tx, job.id),
  ]);
  const stage = await openStage(deps.database, { jobId: job.id, columns, apart });
  try {
    return await perform({ ...deps, job, actor, stage, corrections, fixes, stop });
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
    const reason = unreadableReason(error);
    const words = reason ?? importText.broken;
    if (reason || isLastTry)
      await deps.database.transaction(async (tx) => {
        await (job.isMending ? mend.failMended : store.fail)(tx, jobId, words);
        await close(tx, job, deps.kind, job.isMending ? 'completed' : 'failed');
      });
    if (reason) return;
    throw error;
  }
  if (!job.isDryRun) await tidy(deps.database, rows);
}

/** One queue per kind, so that a long file delays no other kind. */
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
