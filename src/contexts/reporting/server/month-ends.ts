/** Stores each active loan's state at month end. Missed snapshots are not reconstructed (decision 061). */
import { setTimeout as rest } from 'node:timers/promises';
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { correct } from './sums/keep.ts';
import { rollCounts } from './sums/rolls.ts';

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
    // Reads alone: writers are not blocked (decision 061).
    const loans = await tx.run(sql`
      insert into loan_month_ends (month, loan_id, dpd, outstanding, dpd_before, outstanding_before)
      select ${month}, l.id, case when n.is_worked then l.dpd end, case when n.is_worked then l.total_outstanding end,
        b.dpd, b.outstanding
      from loans l left join loan_month_ends b
          on b.loan_id = l.id and b.month = (${month} - interval '1 month')::date and b.outstanding is not null
        cross join lateral (
          select l.is_active and l.created_at < (${first}::timestamp at time zone 'Asia/Kolkata') as is_worked) n
      where n.is_worked or b.loan_id is not null`);
    // Nothing was worked then: the first month of an agency has no end before it.
    if (loans === 0) await tx.run(sql`delete from month_ends where month = ${month}`);
    const oldest = sql`(${month} - make_interval(months => ${keptMonths}))`;
    await tx.run(
      sql`delete from loan_month_ends e where month < ${oldest} or not exists (select from loans l where l.id = e.loan_id)`,
    );
    await tx.run(sql`delete from month_ends where month < ${oldest}`);
    // The oldest remaining snapshot has no predecessor, so it has no rolls.
    await tx.run(sql`update month_ends set is_summed = false where month = ${oldest} and is_summed`);
    await tx.run(sql`delete from roll_counts where month < ${oldest}`);
  });
}

const patienceMs = 5000;
const pauseMs = 20;
/** True when all transactions that may not have seen the rows committed before have ended. */
async function othersEnded(database: Database): Promise<boolean> {
  const next = await database.one<{ xid: string }>(
    sql`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`,
  );
  for (const until = performance.now() + patienceMs; performance.now() < until; await rest(pauseMs)) {
    const now = await database.one<{ ok: boolean }>(
      sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${next?.xid}::xid8 as ok`,
    );
    if (now?.ok) return true;
  }
  return false;
}

/**
 * Stores roll totals of past months, once each; until then they are aggregated from loans (decision 061). Loans that are
 * reassigned meanwhile move their rolls, because their transactions see the end.
 */
export async function sumRolls(database: Database): Promise<void> {
  const months = await database.rows<{ month: string }>(sql`
    select e.month from month_ends e join month_ends b on b.month = (e.month - interval '1 month')::date where not e.is_summed`);
  if (months.length === 0 || !(await othersEnded(database))) return;
  for (const { month } of months)
    await database.transaction(async (tx) => {
      await tx.run(sql`set local statement_timeout = '10min'`);
      const isOurs = await tx.run(
        sql`update month_ends set is_summed = true where month = ${month}::date and not is_summed`,
      );
      if (isOurs > 0) await correct(tx, rollCounts, sql`month = ${month}::date`);
    });
}
