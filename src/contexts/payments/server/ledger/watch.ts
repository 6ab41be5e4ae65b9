/** Daily check of the ledger against the payment rows. */
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Called hourly, runs once a day because it reads everything. System status shows the result. */
export const lookAtLedger = (database: Database, now: Date): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(7114)`);
    const isDone = await tx.one(
      sql`select id from ledger_looks where at > ${now}::timestamptz - interval '20 hours' limit 1`,
    );
    if (isDone) return;
    await tx.run(sql`set local work_mem = '256MB'`);
    await tx.run(sql`
      insert into ledger_looks (at, differences, amount)
      select ${now}, count(*)::int, coalesce(sum(abs(amount)), 0)::bigint from ledger_differences`);
    await tx.run(sql`delete from ledger_looks where at < ${now}::timestamptz - interval '400 days'`);
  });
