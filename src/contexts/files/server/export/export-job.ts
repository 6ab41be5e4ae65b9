/** Export job: writes a list with its owner's current visibility, as one file however often restarted. */
import { Readable } from 'node:stream';
import { may } from '#kernel/contract/access.ts';
import { exportTypes } from '#kernel/contract/export-types.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { actorById } from '#contexts/agency/server/session/authenticator.ts';
import { type CsvTable, csvParts } from '#kernel/server/files/csv-table.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { eventLog, signal } from '#kernel/server/live/event.ts';
import { type ExportSource, exportFiltersOf } from '#kernel/server/files/export.ts';
import type { Job, JobContext } from '#kernel/server/work/jobs.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import { filesText as say } from '#contexts/files/text/en/files.ts';
import { exportJobName } from './export-start.ts';

interface Deps {
  clock: Clock;
  database: Database;
  files: FileStore;
  sources: readonly ExportSource[];
}
interface ExportJob {
  id: number;
  type: string;
  filters: Record<string, unknown>;
  key: string;
  userId: number;
}
type Client = Awaited<ReturnType<Database['connect']>>;
type Connect = () => Promise<Client>;

/** Progress interval. */
const tellEvery = 500;
/** Retention of exports: one week. */
const keptFor = '7 days';

const waitingJob = (tx: Tx, id: number): Promise<ExportJob | undefined> =>
  tx.one<ExportJob>(sql`
    select id, export_type as type, filters, file_key as key, created_by as "userId" from file_jobs
    where id = ${id} and type = 'EXPORT' and status in ('pending', 'processing')`);

const told = (database: Database, job: ExportJob, change: Fragment): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.run(sql`update file_jobs set ${change}, updated_at = now() where id = ${job.id}`);
    await signal(tx, { progress: { user: job.userId, job: job.id } });
  });

/** Finishes the job permanently. */
const close = (
  database: Database,
  job: ExportJob,
  end: { rows: number } | { words: string },
): Promise<void> =>
  database.transaction(async (tx) => {
    const isDone = 'rows' in end;
    const rows = isDone ? end.rows : 0;
    await tx.run(
      isDone
        ? sql`update file_jobs set status = 'completed', progress_percentage = 100, total_records = ${rows},
            correct_records = ${rows}, updated_at = now() where id = ${job.id}`
        : sql`update file_jobs set status = 'failed', error_msg = ${end.words}, updated_at = now() where id = ${job.id}`,
    );
    const events = eventLog(job.userId, null);
    events.emit('files.job-finished', {
      id: job.id,
      to: [job.userId],
      facts: { type: 'EXPORT', status: isDone ? 'completed' : 'failed', correct: rows, incorrect: 0 },
    });
    await events.flush(tx, []);
    await signal(tx, { progress: { user: job.userId, job: job.id } });
  });

/** Now and then. */
function telling(database: Database, job: ExportJob): (percent: () => number) => Promise<void> {
  let last = performance.now();
  return async (percent) => {
    if (performance.now() - last < tellEvery) return;
    last = performance.now();
    await told(database, job, sql`progress_percentage = ${percent()}`);
  };
}

/** Streams rows to the file; reports progress periodically. */
async function* lines(
  database: Database,
  job: ExportJob,
  o: { client: Client; table: CsvTable; total: number; stop: AbortSignal; done: (rows: number) => void },
): AsyncGenerator<string> {
  let count = 0;
  const tell = telling(database, job);
  for await (const { text, rows } of csvParts(o.client, o.table)) {
    o.stop.throwIfAborted();
    count += rows;
    o.done(count);
    yield text;
    await tell(() => Math.min(99, Math.floor((100 * count) / Math.max(1, o.total))));
  }
}

/** Checks the permission again when the job runs, as it may have been revoked since. */
function sourceFor({ sources }: Deps, actor: ServerActor | null, type: string): ExportSource | undefined {
  const source = sources.find((one) => one.type === type);
  const can = exportTypes.find(({ id }) => id === type)?.can;
  return source && can && may(actor, can) && may(actor, source.list.can) ? source : undefined;
}

async function write(deps: Deps, job: ExportJob, stop: AbortSignal, connect: Connect): Promise<void> {
  const { database, files } = deps;
  const actor = await actorById(database, job.userId);
  const source = sourceFor(deps, actor, job.type);
  if (!actor || !source) return close(database, job, { words: say.notAllowed });
  const { count, ...table } = source.read(actor, exportFiltersOf(source, job.filters), deps.clock.now());
  const total = (await database.one<{ n: number }>(count))?.n ?? 0;
  await told(database, job, sql`status = 'processing', progress_percentage = 0, total_records = ${total}`);
  // Deletes a partial file of an earlier attempt.
  await files.remove(job.key);
  let rows = 0;
  await reading(connect, async (client) => {
    const made = lines(database, job, { client, table, total, stop, done: (n) => (rows = n) });
    await files.put(job.key, Readable.from(made, { highWaterMark: 2 }), Number.MAX_SAFE_INTEGER);
  });
  await close(database, job, { rows });
}

async function reading(connect: Connect, work: (client: Client) => Promise<void>): Promise<void> {
  const client = await connect();
  let isBroken = true;
  try {
    await client.query('begin read only');
    await work(client);
    await client.query('rollback');
    isBroken = false;
  } finally {
    client.release(isBroken);
  }
}

/** Expired exports are deleted with each new one. */
async function forget({ database, files }: Pick<Deps, 'database' | 'files'>): Promise<void> {
  const old = await database.rows<{ key: string }>(sql`
    select file_key as key from file_jobs where type = 'EXPORT' and file_key is not null
      and status in ('completed', 'failed') and created_at < now() - ${keptFor}::interval limit 100`);
  for (const { key } of old) {
    await files.remove(key);
    await database.run(sql`update file_jobs set file_key = null where file_key = ${key}`);
  }
}

async function run(
  deps: Pick<Deps, 'database' | 'files'>,
  jobId: number,
  { signal: stop, isLastTry }: JobContext,
  how: (job: ExportJob, stop: AbortSignal, connect: Connect) => Promise<void>,
): Promise<void> {
  await forget(deps);
  const client = await deps.database.connect();
  let isBroken = true;
  try {
    await client.query('begin read only');
    // One writer at a time: a worker wrongly assumed dead finishes first.
    await client.query('select pg_advisory_xact_lock(7065, $1)', [jobId]);
    const job = await waitingJob(deps.database, jobId);
    try {
      // Replica conflicts may cancel a long read, so the last attempt uses the primary.
      const { connect, connectReport } = deps.database;
      if (job) await how(job, stop, isLastTry ? connect : connectReport);
    } catch (error) {
      if (job && isLastTry) await close(deps.database, job, { words: say.exportFailed });
      throw error;
    }
    await client.query('rollback');
    isBroken = false;
  } finally {
    client.release(isBroken);
  }
}

export const exportLists = (deps: Deps): Job<{ jobId: number }> => ({
  name: exportJobName,
  retries: 5,
  run: ({ jobId }, context) => run(deps, jobId, context, (...job) => write(deps, ...job)),
});
