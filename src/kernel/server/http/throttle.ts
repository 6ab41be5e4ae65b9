/** Throttles guessing with increasing delays. Counters are rows shared by all nodes; no account is locked for good. */
import { Failure } from '#kernel/contract/failure.ts';
import type { Database, Tx } from '../database/database.ts';
import { sql } from '../database/sql.ts';

/** Up to `free` failures in `minutes` have no delay; each further one doubles it, from one second to `longest`. */
export interface Limit {
  key: string;
  free: number;
  minutes: number;
  longest: number;
}

interface Row {
  seconds: number;
}

/** Refuses while any of these keys is waiting. */
export async function refuseIfWaiting(tx: Tx, limits: readonly Limit[]): Promise<void> {
  const row = await tx.one<Row>(sql`
    select ceil(extract(epoch from max(blocked_until) - now()))::int as seconds from throttle
    where key = any(${limits.map((limit) => limit.key)}) and blocked_until > now()`);
  if (row?.seconds) throw new Failure('TOO_MANY_REQUESTS', { seconds: row.seconds });
}

/** Records one failure per key; in a separate transaction, so that a rejected request is still recorded. */
export const countFailure = (database: Database, limits: readonly Limit[]): Promise<void> =>
  database.transaction((tx) => countFailureIn(tx, limits));

/** The same within a transaction that the caller commits. */
export async function countFailureIn(tx: Tx, limits: readonly Limit[]): Promise<void> {
  for (const { key, free, minutes, longest } of [...limits].sort((a, b) => (a.key < b.key ? -1 : 1)))
    await tx.run(sql`
      insert into throttle as t (key, failures) values (${key}, 1)
      on conflict (key) do update set
        failures = case when t.window_start < now() - make_interval(mins => ${minutes}) then 1 else t.failures + 1 end,
        window_start = case when t.window_start < now() - make_interval(mins => ${minutes}) then now() else t.window_start end,
        blocked_until = case
          when t.window_start >= now() - make_interval(mins => ${minutes}) and t.failures + 1 > ${free}
          then now() + make_interval(secs => least(${longest}, power(2, least(t.failures - ${free}, 20)))::int) end`);
}

export const forgetFailures = (tx: Tx, keys: readonly string[]): Promise<number> =>
  tx.run(sql`delete from throttle where key = any(${keys})`);
