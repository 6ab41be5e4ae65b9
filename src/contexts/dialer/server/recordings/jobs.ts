/** Fetches recordings into our file store right after their calls, before the exchange may lose them. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { queueRemovals } from './removal.ts';
import { type FileStore, KeyTaken } from '#kernel/server/providers/files/port.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { type ToMeasure, measureName } from '../quality/measure-job.ts';
import { EmptyRecording, type TelephonyProvider } from '../telephony/port.ts';
import { isEmptyFor, isGivenUp, nextTry, storageKey } from './rules.ts';

const every = 1000;
const mostAtOnce = 8;
const mostBytes = 200_000_000;

interface Due {
  id: number;
  attemptId: number;
  referenceId: string;
  seconds: number;
  tries: number;
}
interface Fetching {
  database: Database;
  clock: Clock;
  files: FileStore;
  jobs: Pick<Jobs, 'enqueue'>;
  provider: Pick<TelephonyProvider, 'fetchRecording'>;
}

/** The next fetch time is written first, so that no other node fetches meanwhile. */
const take = (database: Database, now: Date): Promise<Due[]> =>
  database.transaction(async (tx) => {
    const due = await tx.rows<Due>(sql`
      select r.id, r.attempt_id as "attemptId", k.reference_id as "referenceId", coalesce(r.duration_s, 1) as seconds, r.tries
      from recordings r join call_attempts k on k.id = r.attempt_id
      where r.state = 'at_provider' and r.next_try_at <= ${now} order by r.next_try_at limit ${mostAtOnce}
      for no key update of r skip locked`);
    for (const { id, tries } of due)
      await tx.run(
        sql`update recordings set tries = tries + 1, next_try_at = ${nextTry(tries, now)} where id = ${id}`,
      );
    return due;
  });

async function keep({ database, clock, files, jobs, provider }: Fetching, one: Due): Promise<void> {
  const { bytes, contentType } = await provider.fetchRecording(one.referenceId, one.seconds);
  const key = storageKey(one.referenceId);
  await files.put(key, Readable.from([bytes]), mostBytes).catch((error: unknown) => {
    // It was fetched before, by a worker that died before it could note that.
    if (!(error instanceof KeyTaken)) throw error;
  });
  const sha256 = createHash('sha256').update(bytes).digest();
  const events = eventLog(null, null);
  const isStored = await database.transaction(async (tx) => {
    const stored = await tx.run(sql`
      update recordings set state = 'stored', storage_key = ${key}, sha256 = ${sha256}, content_type = ${contentType},
        fetched_at = ${clock.now()}, next_try_at = null where id = ${one.id} and state = 'at_provider'`);
    if (stored === 0)
      return (await tx.one(sql`select 1 as ok from recordings where id = ${one.id}`)) !== undefined;
    await queueRemovals(tx, sql`select ${one.referenceId}::uuid as reference_id`);
    const facts = { callRefNo: one.referenceId, seconds: one.seconds, bytes: bytes.length };
    events.emit('recordings.stored', { id: one.id, facts, to: [] });
    await jobs.enqueue<ToMeasure>(tx, measureName, { attemptId: one.attemptId });
    await events.flush(tx, []);
    return true;
  });
  // Its borrower was erased while it was on its way.
  if (!isStored) await files.remove(key);
}

/** A file without sound is no copy of anything: it is deleted. */
const giveUp = (database: Database, { id, referenceId }: Due, isEmpty: boolean): Promise<void> =>
  database.transaction(async (tx) => {
    const failed = await tx.run(sql`
      update recordings set state = 'failed', is_empty = ${isEmpty}, next_try_at = null
      where id = ${id} and state = 'at_provider'`);
    if (failed > 0 && isEmpty) await queueRemovals(tx, sql`select ${referenceId}::uuid as reference_id`);
  });

/** Returns the number of fetch attempts. */
async function fetchDue(o: Fetching, log: Logger): Promise<number> {
  const due = await take(o.database, o.clock.now());
  for (const one of due)
    await keep(o, one).catch(async (error: unknown) => {
      log.warn({ err: error, tries: one.tries }, 'recording not brought');
      const isEmpty = error instanceof EmptyRecording && isEmptyFor(one.tries);
      if (isEmpty || isGivenUp(one.tries)) await giveUp(o.database, one, isEmpty);
    });
  return due.length;
}

/** Safe on every node at once. */
export const keepFetching = (o: Fetching, log: Logger): Loop =>
  openLoop(
    every,
    () => fetchDue(o, log),
    (error) => log.warn({ err: error }, 'recordings'),
    o.database.rest,
  );
