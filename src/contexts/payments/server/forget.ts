import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Look-ups of strangers once they count for no limit, and the bodies of what gateways sent (security.md C.12). */
export async function forgetLookups(database: Database): Promise<void> {
  await database.run(sql`delete from payment_lookups where at < now() - interval '30 days'`);
  await database.run(sql`delete from payment_works where at < now() - interval '1 day'`);
  // That an event came is kept; its body is not, after a season.
  await database.run(
    sql`update gateway_events set body = null where body is not null and at < now() - interval '90 days'`,
  );
}
