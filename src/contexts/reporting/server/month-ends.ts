/** Keeps where each active loan stood when a month ended. What was not taken then is not made up later (decision 156). */
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';

/** On later days files of the new month have changed too much. */
const lastDay = 3;
const keptMonths = 25;

/** Safe at every hour and on every node at once: an end is taken once. */
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
    const loans = await tx.run(sql`
      insert into loan_month_ends (month, loan_id, dpd, outstanding)
      select ${month}, id, dpd, total_outstanding from loans
      where is_active and created_at < (${first}::timestamp at time zone 'Asia/Kolkata')`);
    // Nothing was worked then: the first month of an agency has no end before it.
    if (loans === 0) await tx.run(sql`delete from month_ends where month = ${month}`);
    const oldest = sql`(${month} - make_interval(months => ${keptMonths}))`;
    await tx.run(sql`delete from loan_month_ends where month < ${oldest}`);
    await tx.run(sql`delete from month_ends where month < ${oldest}`);
  });
}
