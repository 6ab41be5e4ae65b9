import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Deletes expired look-ups of unauthenticated clients, and gateway event bodies. */
export async function forgetLookups(database: Database): Promise<void> {
  await database.run(sql`delete from payment_lookups where at < now() - interval '30 days'`);
  await database.run(sql`delete from payment_works where at < now() - interval '1 day'`);
  // The event row is retained; its body is deleted after three months.
  await database.run(
    sql`update gateway_events set body = null where body is not null and at < now() - interval '90 days'`,
  );
}
