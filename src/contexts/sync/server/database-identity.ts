/**
 * Which database answers, and of which history: another cluster, a promoted standby, a moment restored from the log and
 * a restored backup are all another one. What a phone learned from one says nothing about the other.
 */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** As text without dots; right after a promotion only the recovery's own timeline is new. */
export const databaseIdentity: Fragment = sql`concat_ws('-', (select system_identifier from pg_control_system()),
  (select greatest(c.timeline_id, r.min_recovery_end_timeline) from pg_control_checkpoint() c, pg_control_recovery() r),
  (select number from database_epoch))`;

export async function identityOf(tx: Tx): Promise<string> {
  const row = await tx.one<{ identity: string }>(sql`select ${databaseIdentity} as identity`);
  if (!row) throw new Error('the database does not say which it is');
  return row.identity;
}
