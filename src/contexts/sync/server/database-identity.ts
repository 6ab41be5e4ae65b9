/**
 * Identity and epoch of the database: another cluster, a promoted standby, a point-in-time restore and a restored backup
 * are each a new one. A phone's data from one is invalid for the other.
 */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Text without dots; right after a promotion only the recovery timeline is new. */
export const databaseIdentity: Fragment = sql`concat_ws('-', (select system_identifier from pg_control_system()),
  (select greatest(c.timeline_id, r.min_recovery_end_timeline) from pg_control_checkpoint() c, pg_control_recovery() r),
  (select number from database_epoch))`;

export async function identityOf(tx: Tx): Promise<string> {
  const row = await tx.one<{ identity: string }>(sql`select ${databaseIdentity} as identity`);
  if (!row) throw new Error('the database does not say which it is');
  return row.identity;
}
