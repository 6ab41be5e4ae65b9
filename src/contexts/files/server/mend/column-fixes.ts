/**
 * Column corrections for rejected or skipped cells: stored as a rule that the job applies whenever it reads the file.
 */
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import { type ColumnReading, reread } from '#contexts/files/contract/reader/columns/column-readings.ts';
import type { Value } from '#contexts/files/contract/reader/columns/column-kinds.ts';
import { type Bad, isBad } from '#contexts/files/contract/reader/file-rows.ts';
import type { Noted } from '#contexts/files/contract/reader/notice-book.ts';
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

interface FixMade {
  id: number;
  key: string;
  reason: string;
  reading: ColumnReading;
  rows: number;
  by: string;
  at: string;
}
export const fixesMade = (tx: Tx, jobId: number): Promise<FixMade[]> =>
  tx.rows<FixMade>(sql`
    select f.id, f.key, f.reason, f.reading, f.rows, u.first_name || ' ' || u.last_name as by, f.at
    from import_column_fixes f join users u on u.id = f.user_id where f.job_id = ${jobId} order by f.id desc`);

/** A parsed row with its skipped cells. */
export interface RowRead {
  values: Value[] | Bad;
  left: readonly Pick<Noted, 'column' | 'reason'>[];
}
interface Fixed extends RowRead {
  /** The row was rejected, and a rule added since the last run was applied. */
  isNew: boolean;
  /** Columns with a skipped cell that is readable now. */
  filled: readonly string[];
}
interface Step {
  column: FileColumn;
  place: number;
  cell: string;
  isPending: boolean;
}
/** Reads a row once more by the rules, one column after the other; undefined where no rule is about it. */
export function columnFixer(
  columns: readonly FileColumn[],
  fixes: readonly ColumnFix[],
  now: Date,
): (
  cells: string[],
  at: Piece['at'],
  first: RowRead,
  read: (cells: string[]) => RowRead,
) => Fixed | undefined {
  const stepFor = (
    cells: string[],
    at: Piece['at'],
    header: string,
    reason: string,
    isLeft: boolean,
  ): Step[] => {
    const column = columns.find((one) => one.header === header);
    const place = column && at.get(column.key);
    const rule = fixes.findLast(
      (one) => one.key === column?.key && one.reason === reason && !(isLeft && one.reading === 'leaveOut'),
    );
    if (!column || place === undefined || !rule) return [];
    const cell = reread(cells[place] ?? '', rule.reading, column, now);
    return cell === undefined || cell === cells[place]
      ? []
      : [{ column, place, cell, isPending: rule.isPending }];
  };
  return (cells, at, first, read) => {
    let was = first;
    let isFound = false;
    let isNew = false;
    const filled = new Set<string>();
    for (let i = 0; i < columns.length; i += 1) {
      const { values, left } = was;
      const [step] = isBad(values)
        ? stepFor(cells, at, values.field, values.reason, false)
        : left.flatMap(({ column, reason = '' }) => stepFor(cells, at, column, reason, true));
      if (!step) break;
      isFound = true;
      if (isBad(values)) isNew ||= step.isPending;
      else filled.add(step.column.key);
      cells[step.place] = step.cell;
      was = read(cells);
    }
    const isLeft = (key: string): boolean =>
      was.left.some(({ column }) => columns.find((one) => one.key === key)?.header === column);
    return isFound ? { ...was, isNew, filled: [...filled].filter((key) => !isLeft(key)) } : undefined;
  };
}
