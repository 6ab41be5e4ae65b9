/** Retention of access records: 12 months, and while a loan of theirs is on legal hold. */
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

const BATCH = 5000;

/** Deletes expired records in batches and returns their number. The servers have no right to delete others. */
export async function deleteOldRecords(database: Database, batch = BATCH): Promise<number> {
  let deleted = 0;
  let last: number | null = null;
  do {
    const next: { last: number | null; deleted: number } | undefined = await database.one(
      sql`select last_id as last, deleted from delete_old_access_records(${last}::bigint, ${batch})`,
    );
    deleted += next?.deleted ?? 0;
    last = next?.last ?? null;
  } while (last !== null);
  return deleted;
}
