/** Recordings are erased after the lender's retention time, or with the borrower, from our files and from the exchange. */
import { isHeld } from '#contexts/contact/server/policy/permit.ts';
import type { Eraser, Person } from '#contexts/loans/server/slots.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import { forgetWords } from '../quality/forget.ts';
import { queueRemovals } from './removal.ts';
import { storageKey } from './rules.ts';
import type { Job, Jobs } from '#kernel/server/work/jobs.ts';

interface Stored {
  /** Null: not noted as stored. */
  key: string | null;
  referenceId: string;
}
const keyOf = ({ key, referenceId }: Stored): string => key ?? storageKey(referenceId);

/** Calls of their loans, and calls in from a number of theirs that belonged to no loan, unless another borrower has it. */
const callsOf = (tx: Tx, { loanIds, numbers }: Person): Promise<{ id: number }[]> =>
  tx.rows(sql`
    select k.id from call_attempts k where k.loan_id = any(${[...loanIds]})
    union all
    select k.id from call_attempts k where k.phone = any(${[...numbers]}) and k.loan_id is null
      and not exists (select from loans l where right(l.mobile, 4) = right(k.phone, 4) and l.mobile = k.phone)`);

export const callEraser: Eraser = {
  async forget(tx, person) {
    const ids = [...person.loanIds];
    const calls = (await callsOf(tx, person)).map(({ id }) => id);
    const theirs = sql`select k.reference_id from call_attempts k where k.id = any(${calls})`;
    await queueRemovals(tx, sql`${theirs} and exists (select from recordings r where r.attempt_id = k.id)`);
    // A server killed before it noted the file leaves it stored without a key.
    const recordings = await tx.rows<Stored>(sql`
      delete from recordings r using call_attempts k where k.id = r.attempt_id and k.id = any(${calls})
      returning r.storage_key as key, k.reference_id as "referenceId"`);
    await forgetWords(tx, sql`select unnest(${calls}::bigint[])`);
    await tx.run(sql`update call_attempts set phone = null where id = any(${calls})`);
    await tx.run(sql`
      with m as (delete from missed_calls where loan_id = any(${ids}) or attempt_id = any(${calls}))
      update queue_calls c set digits = '', suggested_loan_id = null
      where c.attempt_id = any(${calls}) or c.suggested_loan_id = any(${ids})`);
    await tx.run(sql`delete from leads where loan_id = any(${ids})`);
    return recordings.map(keyOf);
  },
};

const name = 'recordings.forget';
const batch = 200;
/** An unidentified caller has no lender to define the retention. */
const usualMonths = 24;
interface Old extends Stored {
  id: number;
  callId: number;
}
const old = (database: Database, now: Date, most: number): Promise<Old[]> =>
  database.rows<Old>(sql`
    select r.id, r.attempt_id as "callId", r.storage_key as key, k.reference_id as "referenceId" from recordings r join call_attempts k on k.id = r.attempt_id
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
      for (const row of rows) await store.remove(keyOf(row));
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
