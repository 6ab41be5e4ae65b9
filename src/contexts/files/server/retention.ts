/** Expired uploads and exports are deleted; their rows remain as history. */
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import type { Job, Jobs } from '#kernel/server/work/jobs.ts';
import { forgetRows } from './mend/refusals.ts';
import { jobPurpose } from './purposes.ts';

const name = 'files.forget';
const batch = 200;
/** `undo`: retention of imports' changes; older files cannot be undone. */
const retentionDays = { exports: 7, imports: 90, undo: 30 } as const;

interface OldJob {
  id: number;
  keys: string[];
}
const before = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000);

/** Exported files, and side files of imports: rejected rows and missing loans. */
const oldJobs = (database: Database, now: Date, most: number): Promise<OldJob[]> =>
  database.rows<OldJob>(sql`
    select id, array_remove(array[file_key, error_file_key, missing_file_key], null) as keys from file_jobs
    where (file_key is not null or error_file_key is not null or missing_file_key is not null)
      and status in ('completed', 'failed')
      and updated_at < case when type = 'EXPORT' then ${before(now, retentionDays.exports)}::timestamptz
        else ${before(now, retentionDays.imports)}::timestamptz end
    order by updated_at limit ${most}`);

/** Files of lenders as they were sent in. */
const oldUploads = (database: Database, now: Date, most: number): Promise<{ key: string }[]> =>
  database.rows<{ key: string }>(sql`
    select key from uploads where purpose = ${jobPurpose} and stored_at < ${before(now, retentionDays.imports)}
      and removed_at is null order by stored_at limit ${most}`);

interface Deps {
  database: Database;
  clock: Clock;
  store: FileStore;
}
const oldChanges = (now: Date) => sql`at < ${before(now, retentionDays.undo)}::timestamptz`;
async function forgetOldChanges(database: Database, now: Date): Promise<void> {
  await database.run(sql`delete from import_changes where ${oldChanges(now)}`);
  await database.run(sql`delete from import_left_cells where ${oldChanges(now)}`);
  await database.run(sql`delete from import_unread_cells where ${oldChanges(now)}`);
}

/** The bytes first: a run that died in between finds the rows again. */
export const forgetFiles = ({ database, clock, store }: Deps): Job => ({
  name,
  retries: 5,
  async run(_, { signal, log }) {
    let count = 0;
    await forgetOldChanges(database, clock.now());
    for (;;) {
      signal.throwIfAborted();
      const jobs = await oldJobs(database, clock.now(), batch);
      const uploads = await oldUploads(database, clock.now(), batch);
      const keys = [...jobs.flatMap((job) => job.keys), ...uploads.map(({ key }) => key)];
      if (keys.length === 0) break;
      for (const key of keys) await store.remove(key);
      await database.run(sql`update file_jobs set file_key = null, error_file_key = null, missing_file_key = null
        where id = any(${jobs.map(({ id }) => id)})`);
      await database.run(sql`update uploads set removed_at = ${clock.now()}
        where key = any(${uploads.map(({ key }) => key)})`);
      await database.transaction(async (tx) => {
        const theirs = await tx.rows<{
          id: number;
        }>(sql`select j.id from file_jobs j join uploads u on u.id = j.upload_id
          where u.key = any(${uploads.map(({ key }) => key)})`);
        await forgetRows(
          tx,
          theirs.map(({ id }) => id),
        );
      });
      count += keys.length;
    }
    log.info({ count }, 'files deleted, their retention being over');
  },
});

export async function enqueueFileRetention(
  { database, clock }: Omit<Deps, 'store'>,
  jobs: Jobs,
): Promise<void> {
  const due = [
    ...(await oldJobs(database, clock.now(), 1)),
    ...(await oldUploads(database, clock.now(), 1)),
    ...(await database.rows(sql`select job_id from import_changes where ${oldChanges(clock.now())} limit 1`)),
    ...(await database.rows(
      sql`select job_id from import_left_cells where ${oldChanges(clock.now())} limit 1`,
    )),
    ...(await database.rows(
      sql`select job_id from import_unread_cells where ${oldChanges(clock.now())} limit 1`,
    )),
  ];
  if (due.length > 0) await database.transaction((tx) => jobs.enqueue(tx, name, {}));
}
