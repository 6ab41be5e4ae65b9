/** Totals are maintained by triggers: their queued changes are aggregated here. */
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';

const everyMs = 5000;

/** Folds until the queue is empty; what reports read is right before and after. */
export async function foldSums(database: Database): Promise<void> {
  for (let isMore = true; isMore;) {
    const row = await database.one<{ n: number }>(
      sql`select fold_sums() + fold_calls() + fold_messages() + fold_outcomes() + fold_months() + fold_lapses() + fold_rolls() as n`,
    );
    isMore = (row?.n ?? 0) > 0;
  }
}

/** Charts need four weeks of call hours; older ones are deleted. */
const hourDays = 40;
export const forgetHours = (database: Database, now: Date): Promise<number> =>
  database.run(
    sql`delete from call_hours where hour < (${now}::timestamptz at time zone 'Asia/Kolkata') - make_interval(days => ${hourDays})`,
  );

/** Safe on every node at once. */
export const keepFolding = (database: Database, log: Logger): Loop =>
  openLoop(
    everyMs,
    () => foldSums(database),
    (error) => log.warn({ err: error }, 'sums'),
    database.rest,
  );
