import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Deletes expired sessions and links. */
export async function forgetSessions(database: Database): Promise<void> {
  await database.run(sql`delete from session where expires_at < now() or seen_at + idle < now()`);
  await database.run(sql`delete from sign_in_ticket where expires_at < now()`);
  await database.run(sql`delete from password_link where expires_at < now() - interval '30 days'`);
}
