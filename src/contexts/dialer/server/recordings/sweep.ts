/** Searches hourly for recordings left on the exchange, queues deletable ones, and measures the stored total. */
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { Job, Jobs } from '#kernel/server/work/jobs.ts';
import type { StoredRecordings, TelephonyProvider } from '../telephony/port.ts';

const name = 'recordings.sweep';
/**
 * Minimum age of files without a call or recording: their call may be recorded later. Without a prefix they are never
 * deleted: they may belong to another product on the exchange.
 */
const leftAfter = sql`interval '1 day'`;

interface Deps {
  database: Database;
  clock: Clock;
  provider: Pick<TelephonyProvider, 'id' | 'storedRecordings'>;
}

/** Files with the call and the recording they belong to. */
const seen = (recordings: StoredRecordings['recordings']): Fragment => sql`
  select f.reference_id, f.parts, f.is_proven, k.id as attempt_id, k.state = 'ended' as is_over, k.ended_at, r.id as recording_id, r.state, r.is_empty,
    coalesce(r.started_at, k.claimed_at) as started_at
  from unnest(${recordings.map(({ recId }) => recId)}::uuid[], ${recordings.map(({ parts }) => parts)}::int[],
    ${recordings.map(({ isProven }) => isProven)}::boolean[]) f (reference_id, parts, is_proven)
    left join call_attempts k on k.reference_id = f.reference_id left join recordings r on r.attempt_id = k.id`;

/** Abandoned recordings, and those with a missed end, are fetched again: their only copy is on the exchange. */
const fetchAgain = (tx: Tx, files: Fragment, now: Date): Promise<number> =>
  tx.run(sql`
    update recordings r set state = 'at_provider', tries = 0, next_try_at = ${now} from (${files}) s
    where r.id = s.recording_id and (s.state = 'failed' and not s.is_empty or s.state = 'recording' and s.is_over)`);

const queueLeftovers = (tx: Tx, files: Fragment, now: Date): Promise<number> =>
  tx.run(sql`
    insert into recording_removals as q (reference_id, parts, requested_at, next_try_at)
    select s.reference_id, s.parts, ${now}, case when s.attempt_id is null then ${now}::timestamptz + ${leftAfter} else ${now} end
    from (${files}) s
    where s.attempt_id is null and (s.is_proven or exists (select from recording_removals x where x.reference_id = s.reference_id))
      or s.is_over and (s.state = 'stored' or s.is_empty or s.state is null and s.ended_at < ${now}::timestamptz - ${leftAfter})
    on conflict (reference_id) do update set parts = greatest(q.parts, excluded.parts)`);

const count = (tx: Tx, id: string, stored: StoredRecordings, files: Fragment, now: Date): Promise<number> =>
  tx.run(sql`
    insert into exchange_states as x (provider, stored_files, stored_bytes, oldest_stored_at, counted_at)
    select ${id}, ${stored.files}, ${stored.bytes}, (select min(coalesce(s.started_at, q.requested_at)) from (${files}) s
      left join recording_removals q using (reference_id)), ${now}
    on conflict (provider) do update set stored_files = excluded.stored_files, stored_bytes = excluded.stored_bytes,
      oldest_stored_at = excluded.oldest_stored_at, counted_at = excluded.counted_at`);

export async function sweepExchange({ database, clock, provider }: Deps): Promise<StoredRecordings | null> {
  const now = clock.now();
  const stored = (await provider.storedRecordings?.(now)) ?? null;
  if (!stored) return null;
  const files = seen(stored.recordings);
  await database.transaction(async (tx) => {
    await fetchAgain(tx, files, now);
    await queueLeftovers(tx, files, now);
    await count(tx, provider.id, stored, files, now);
  });
  return stored;
}

export const sweepRecordings = (deps: Deps): Job => ({
  name,
  retries: 5,
  async run(_, { log }) {
    try {
      const stored = await sweepExchange(deps);
      log.info({ files: stored?.files ?? 0, bytes: stored?.bytes ?? 0 }, 'recordings on the exchange');
    } catch (error) {
      // An unreachable exchange is swept in the next hour, and reported by other metrics.
      log.warn({ err: error }, 'recordings on the exchange not listed');
    }
  },
});

export async function enqueueSweep({ database, provider }: Deps, jobs: Jobs): Promise<void> {
  if (provider.storedRecordings) await database.transaction((tx) => jobs.enqueue(tx, name, {}));
}
