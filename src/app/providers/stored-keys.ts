/** Owner record of a stored file: the database columns with keys of the store. */
import type { Database } from '#kernel/server/database/database.ts';
import { type Fragment, join, sql } from '#kernel/server/database/sql.ts';
import { ours } from './local.ts';

/** Rows of every record with a stored file; a record precedes its uploads. */
const records: readonly Fragment[] = [
  sql`select key, 'borrower document ' || id as record, 1 as place, null::bigint as clear_bytes from borrower_documents`,
  sql`select key, 'settlement document ' || id, 1, null from settlement_documents`,
  sql`select upload_key, 'gateway file ' || id, 1, null from gateway_files`,
  sql`select photo_key, 'photo of visit ' || id, 1, null from visits where photo is null`,
  sql`select photo_key, 'slip of cash deposit ' || id, 1, null from cash_deposits where photo_bytes is null`,
  sql`select storage_key, 'recording of call ' || attempt_id, 1, null from recordings where state = 'stored'`,
  sql`select file_key, 'file of job ' || id, 1, null from file_jobs where status = 'completed'`,
  sql`select error_file_key, 'error file of job ' || id, 1, null from file_jobs where status = 'completed'`,
  sql`select missing_file_key, 'file of missing loans of job ' || id, 1, null from file_jobs where status = 'completed'`,
  sql`select key, 'upload ' || id || ' (' || purpose || ')', 2, bytes from uploads where stored_at is not null and removed_at is null`,
];
const all = sql`(${join(records, ' union all ')}) as r`;

export interface StoredKey {
  key: string;
  /** Length of what was sent, where the record has it. */
  clearBytes: number | null;
}

/** Keys of records without a hash, or with a fault, in their order after `after`. */
export const keysToCheck = (database: Database, after: string, most: number): Promise<StoredKey[]> =>
  database.rows<StoredKey>(sql`
    select r.key, max(r.clear_bytes) as "clearBytes" from ${all}
    where r.key > ${after} and r.key ~ ${ours.source} and not exists (select from stored_file s where s.key = r.key and s.fault is null)
    group by r.key order by r.key limit ${most}`);

/** Of files that were deleted with their record while they were read. */
export const forgetFaults = (database: Database): Promise<number> =>
  database.run(sql`delete from stored_file s where fault is not null
    and not exists (select from ${all} where r.key = s.key)`);

/** Of each key the record it belongs to, as an operator finds it; the key itself where no record has it. */
export async function recordsOf(
  database: Pick<Database, 'rows'>,
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  const found = await database.rows<{ key: string; record: string }>(sql`
    select distinct on (r.key) r.key, r.record from ${all} where r.key = any(${[...keys]}) order by r.key, r.place`);
  const named = new Map(found.map(({ key, record }) => [key, record]));
  return keys.map((key) => (named.has(key) ? `${named.get(key)} (${key})` : key));
}
