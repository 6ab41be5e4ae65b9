/** Columns whose refused cells are read in another way: kept as a rule, and followed by the job whenever it reads the file. */
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import { type ColumnReading, reread } from '#contexts/files/contract/reader/column-readings.ts';
import type { Value } from '#contexts/files/contract/reader/column-kinds.ts';
import { type Bad, type RowReader, isBad } from '#contexts/files/contract/reader/file-rows.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Piece } from '../import/file-reader.ts';

export interface ColumnFix {
  key: string;
  reason: string;
  reading: ColumnReading;
  isPending: boolean;
}
export const fixesOf = (tx: Tx, jobId: number): Promise<ColumnFix[]> =>
  tx.rows<ColumnFix>(sql`
    select key, reason, reading, is_pending as "isPending" from import_column_fixes where job_id = ${jobId} order by id`);

export const addFix = (
  tx: Tx,
  {
    jobId,
    userId,
    rows,
    key,
    reason,
    reading,
  }: Omit<ColumnFix, 'isPending'> & { jobId: number; userId: number; rows: number },
): Promise<number> =>
  tx.run(sql`
    insert into import_column_fixes (job_id, key, reason, reading, rows, user_id)
    values (${jobId}, ${key}, ${reason}, ${reading}, ${rows}, ${userId})`);

export const endFixes = (tx: Tx, jobId: number): Promise<number> =>
  tx.run(sql`update import_column_fixes set is_pending = false where job_id = ${jobId} and is_pending`);

export interface FixMade {
  key: string;
  reason: string;
  reading: ColumnReading;
  rows: number;
  by: string;
  at: string;
}
export const fixesMade = (tx: Tx, jobId: number): Promise<FixMade[]> =>
  tx.rows<FixMade>(sql`
    select f.key, f.reason, f.reading, f.rows, u.first_name || ' ' || u.last_name as by, f.at
    from import_column_fixes f join users u on u.id = f.user_id where f.job_id = ${jobId} order by f.id desc`);

export interface Fixed {
  values: Value[] | Bad;
  /** A rule that was added since the last run was followed. */
  isNew: boolean;
}
/** Reads a refused row once more by the rules, one column after the other; undefined where none is about it. */
export function columnFixer(
  columns: readonly FileColumn[],
  fixes: readonly ColumnFix[],
  now: Date,
): (cells: string[], at: Piece['at'], refused: Bad, read: RowReader) => Fixed | undefined {
  return (cells, at, refused, read) => {
    let values: Value[] | Bad = refused;
    let found: ColumnFix | undefined;
    let isNew = false;
    for (let i = 0; i < columns.length && isBad(values); i += 1) {
      const { field, reason }: Bad = values;
      const column: FileColumn | undefined = columns.find(({ header }) => header === field);
      const rule = fixes.findLast((one) => one.key === column?.key && one.reason === reason);
      const place = column && at.get(column.key);
      const cell =
        rule && place !== undefined ? reread(cells[place] ?? '', rule.reading, column ?? {}, now) : undefined;
      if (rule === undefined || place === undefined || cell === undefined || cell === cells[place]) break;
      found = rule;
      isNew ||= rule.isPending;
      cells[place] = cell;
      values = read(cells);
    }
    return found && { values, isNew };
  };
}
