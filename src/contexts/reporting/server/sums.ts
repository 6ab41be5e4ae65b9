/** Totals are maintained by triggers: their queued changes are aggregated here. */
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';
import { declaredSums } from './sums/declared.ts';
import { foldAll, forgetBefore } from './sums/keep.ts';

const everyMs = 5000;

/** Folds until the queues are empty. */
export const foldSums = (database: Database): Promise<void> => foldAll(database, declaredSums);

/** Pages need this month and the one before. */
const firstOfLastMonth = (now: Date): string => {
  const [year = 0, month = 0] = businessDay(now).split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10);
};

/** Computes all totals again, after rows were written without triggers. */
export const rebuildSums = (database: Database, now: Date): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.run(sql`select rebuild_sums(${firstOfLastMonth(now)})`);
    await tx.run(sql`
      update month_ends e set is_summed = exists (
        select from month_ends b where b.month = (e.month - interval '1 month')::date)`);
  });

/** Deletes totals of past months that no page shows; later ones remain. */
export const forgetSums = (database: Database, now: Date): Promise<void> =>
  forgetBefore(database, declaredSums, firstOfLastMonth(now));

/** Safe on every node at once. */
export const keepFolding = (database: Database, log: Logger): Loop =>
  openLoop(
    everyMs,
    () => foldSums(database),
    (error) => log.warn({ err: error }, 'sums'),
    database.rest,
  );
