/** Recordings are erased after the lender's retention time, or with the borrower, from our files and from the exchange. */
import { isHeld } from '#contexts/contact/server/policy/permit.ts';
import type { Eraser } from '#contexts/loans/server/slots.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import { forgetWords } from '../quality/forget.ts';
import { queueRemovals } from './removal.ts';
import type { Job, Jobs } from '#kernel/server/work/jobs.ts';

export const callEraser: Eraser = {
  async forget(tx, { loanIds }) {
    const ids = [...loanIds];
    const theirs = sql`select k.reference_id, k.id from call_attempts k where k.loan_id = any(${ids})`;
    await queueRemovals(tx, sql`${theirs} and exists (select from recordings r where r.attempt_id = k.id)`);
    const recordings = await tx.rows<{ key: string | null }>(sql`
      delete from recordings r using call_attempts k where k.id = r.attempt_id and k.loan_id = any(${ids})
      returning r.storage_key as key`);
    await forgetWords(tx, sql`select id from call_attempts where loan_id = any(${ids})`);
    await tx.run(sql`update call_attempts set phone = null where loan_id = any(${ids})`);
    await tx.run(sql`
      with m as (delete from missed_calls where loan_id = any(${ids}))
      update queue_calls c set digits = '', suggested_loan_id = null from call_attempts k
      where k.id = c.attempt_id and (k.loan_id = any(${ids}) or c.suggested_loan_id = any(${ids}))`);
    await tx.run(sql`delete from leads where loan_id = any(${ids})`);
    return recordings.flatMap(({ key }) => key ?? []);
  },
};

const name = 'recordings.forget';
const batch = 200;
/** An unknown caller has no lender whose rule says how long a recording is kept. */
const usualMonths = 24;
interface Old {
  id: number;
  callId: number;
  /** Null: not stored yet. */
  key: string | null;
}
const old = (database: Database, now: Date, most: number): Promise<Old[]> =>
  database.rows<Old>(sql`
    select r.id, r.attempt_id as "callId", r.storage_key as key from recordings r join call_attempts k on k.id = r.attempt_id
    left join loans l on l.id = k.loan_id left join clients c on c.id = l.client_id
    where r.started_at < ${now}::timestamptz - (select make_interval(months => least(${usualMonths}, min(recording_months))) from clients)
      and r.started_at < ${now}::timestamptz - make_interval(months => coalesce(c.recording_months, ${usualMonths}))
      -- What a dispute is about is evidence.
      and not ${isHeld(sql`k.loan_id`, now)}
    order by r.started_at limit ${most}`);

interface Deps {
  database: Database;
  clock: Clock;
  store: FileStore;
}
/** The bytes first: one that died in between finds the row again. */
export const forgetRecordings = ({ database, clock, store }: Deps): Job => ({
  name,
  retries: 5,
  async run(_, { signal, log }) {
    let count = 0;
    for (let rows = await old(database, clock.now(), batch); rows.length > 0;) {
      signal.throwIfAborted();
      for (const { key } of rows) if (key !== null) await store.remove(key);
      await database.transaction(async (tx) => {
        await forgetWords(tx, sql`select unnest(${rows.map(({ callId }) => callId)}::bigint[])`);
        const ids = rows.map(({ id }) => id);
        await queueRemovals(
          tx,
          sql`select k.reference_id from recordings r join call_attempts k on k.id = r.attempt_id where r.id = any(${ids})`,
        );
        await tx.run(sql`delete from recordings where id = any(${ids})`);
      });
      count += rows.length;
      rows = await old(database, clock.now(), batch);
    }
    log.info({ count }, 'recordings deleted, their retention being over');
  },
});

export async function enqueueRecordingRetention(database: Database, clock: Clock, jobs: Jobs): Promise<void> {
  if ((await old(database, clock.now(), 1)).length === 0) return;
  await database.transaction((tx) => jobs.enqueue(tx, name, {}));
}
