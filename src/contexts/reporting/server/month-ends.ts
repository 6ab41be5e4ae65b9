/** Stores each active loan's state at month end. Missed snapshots are not reconstructed (decision 156). */
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';

/** On later days files of the new month have changed too much. */
const lastDay = 3;
const keptMonths = 25;

/** Idempotent at any hour and on any node: a snapshot is created once. */
export async function takeMonthEnd(database: Database, now: Date): Promise<void> {
  const day = businessDay(now);
  if (Number(day.slice(8)) > lastDay) return;
  const first = sql`date_trunc('month', ${day}::date)::date`;
  const month = sql`(${first} - interval '1 month')::date`;
  await database.transaction(async (tx) => {
    await tx.run(sql`set local statement_timeout = '10min'`);
    const isTaken = await tx.run(
      sql`insert into month_ends (month, taken_at) values (${month}, ${now}) on conflict do nothing`,
    );
    if (isTaken === 0) return;
    // Before reading its loans: none is deleted meanwhile. No loan is locked, so writers are not blocked (decision 394).
    await tx.run(sql`select pg_advisory_xact_lock(7073)`);
    const loans = await tx.run(sql`
      insert into loan_month_ends (month, loan_id, dpd, outstanding)
      select ${month}, id, dpd, total_outstanding from loans
      where is_active and created_at < (${first}::timestamp at time zone 'Asia/Kolkata')`);
    // Nothing was worked then: the first month of an agency has no end before it.
    if (loans === 0) await tx.run(sql`delete from month_ends where month = ${month}`);
    const oldest = sql`(${month} - make_interval(months => ${keptMonths}))`;
    await tx.run(sql`delete from loan_month_ends where month < ${oldest}`);
    await tx.run(sql`delete from month_ends where month < ${oldest}`);
    // The oldest remaining snapshot has no predecessor, so it has no rolls.
    await tx.run(sql`update month_ends set is_summed = false where month = ${oldest} and is_summed`);
    await tx.run(sql`delete from roll_counts where month <= ${oldest}`);
  });
}

/** Stores roll totals of past months, once each; until then they are aggregated from loans (decision 395). */
export async function sumRolls(database: Database): Promise<void> {
  const waits = await database.one(sql`
    select from month_ends e join month_ends b on b.month = month_before(e.month) where not e.is_summed limit 1`);
  if (!waits) return;
  await database.transaction(async (tx) => {
    await tx.run(sql`set local statement_timeout = '10min'`);
    await tx.run(sql`select count_rolls()`);
  });
}
