/** Deletes recordings from the exchange: stored ones, and those of erased borrowers. Retried until the exchange has done it. */
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';
import type { TelephonyProvider } from '../telephony/port.ts';
import { nextRemoval } from './rules.ts';

const every = 1000;
const mostAtOnce = 8;

/**
 * Queues recordings for deletion from the exchange in the transaction that makes their copy there superfluous, due at once.
 * `references`: rows of a column reference_id.
 */
export const queueRemovals = (tx: Tx, references: Fragment): Promise<number> =>
  tx.run(sql`
    insert into recording_removals as q (reference_id, requested_at, next_try_at)
    select x.reference_id, now(), '-infinity' from (${references}) x
    on conflict (reference_id) do update set next_try_at = '-infinity', tries = 0`);

interface Removal {
  recId: string;
  parts: number;
  tries: number;
}
interface Removing {
  database: Database;
  clock: Clock;
  provider: Pick<TelephonyProvider, 'removeRecording'>;
}

/** Never those of a call that is on, nor the only copy: what is not stored yet is stored first. */
const take = (database: Database, now: Date): Promise<Removal[]> =>
  database.transaction(async (tx) => {
    const due = await tx.rows<Removal>(sql`
      select q.reference_id as "recId", q.parts, q.tries from recording_removals q where q.next_try_at <= ${now}
        and not exists (select from call_attempts k left join recordings r on r.attempt_id = k.id
          where k.reference_id = q.reference_id and (k.state <> 'ended' or r.state <> 'stored' and not r.is_empty))
      order by q.next_try_at limit ${mostAtOnce} for no key update of q skip locked`);
    for (const { recId, tries } of due)
      await tx.run(sql`
        update recording_removals set tries = tries + 1, next_try_at = ${nextRemoval(tries, now)}
        where reference_id = ${recId}`);
    return due;
  });

/** Returns how many were tried. */
async function removeDue({ database, clock, provider }: Removing, log: Logger): Promise<number> {
  const due = provider.removeRecording ? await take(database, clock.now()) : [];
  for (const { recId, parts, tries } of due)
    try {
      await provider.removeRecording?.(recId, parts);
      await database.run(sql`delete from recording_removals where reference_id = ${recId}`);
    } catch (error) {
      log.warn({ err: error, tries }, 'recordings: not deleted from the exchange');
    }
  return due.length;
}

/** Safe on every node at once. */
export const keepRemoving = (o: Removing, log: Logger): Loop =>
  openLoop(
    every,
    () => removeDue(o, log),
    (error) => log.warn({ err: error }, 'recordings: deletion'),
    o.database.rest,
  );
