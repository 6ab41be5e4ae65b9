/** First skipped cells of accepted rows, encrypted like rejected rows, for correction on screen. */
import { isAadhaar } from '#contexts/files/contract/reader/file-cells.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { LaterValues } from '../import/import-kinds.ts';
import { sealCell } from './corrections.ts';

export interface UnreadCell {
  n: number;
  key: string;
  reason: string;
  cell: string;
}
/** An Aadhaar number within a text. */
const withinText = /(?<!\d)[2-9]\d{3}[\s.-]?\d{4}[\s.-]?\d{4}(?!\d)/;
/** Numbers of twelve digits may be in these columns. */
const identities = ['loanNumber', 'clientBorrowerId', 'groupId', 'transactionId'];
const isTelephone = (key: string, cell: string): boolean =>
  /^(mobile|alternateContact)/.test(key) && /^\D*91/.test(cell);
/** A cell as it may be stored: Aadhaar numbers are stored nowhere. */
export function storedCell(key: string, cell: string): string {
  if (identities.includes(key) || isTelephone(key, cell)) return cell;
  return isAadhaar(cell) || (key === 'pan' && withinText.test(cell)) ? '' : cell;
}

/** A file of an erased borrower may be re-read for other rows: the borrower's are not stored again. */
export const isErased = (jobId: number, number: Fragment): Fragment => sql`exists (
  select from file_jobs j join loans l on l.client_id = j.client_id join borrowers b on b.id = l.borrower_id
  where j.id = ${jobId} and l.loan_number = ${number} and b.erased_at is not null)`;

interface Stored {
  id: number;
  isDryRun: boolean;
}
/** Of a check: those of accepted rows, under the loan number of the stage. */
const ofCheck = (id: number, cells: Fragment): Fragment => sql`
  select ${id}::bigint, x.n, x.key, x.reason, r."loanNumber", x.cell, now() from ${cells} join stage r on r.n = x.n
  where not ${isErased(id, sql`r."loanNumber"`)}`;
/** Of an applied file: those that can be written later. The row number outlives an erased borrower, their loan's cell does not. */
const ofApplied = (id: number, cells: Fragment): Fragment => sql`
  select c.job_id, x.n, x.key, x.reason, l.loan_number, x.cell, c.at
  from ${cells} join import_left_cells c on c.job_id = ${id} and c.n = x.n and c.key = x.key and c.outcome is null
    join loans l on l.id = c.loan_id`;

/** Replaces those of the run before. A later correction does not prolong the retention of the other cells. */
export async function storeUnread(
  tx: Tx,
  safe: Safe,
  { id, isDryRun }: Stored,
  cells: readonly UnreadCell[],
): Promise<void> {
  await tx.run(sql`delete from import_unread_cells where job_id = ${id}`);
  const read = sql`unnest(${cells.map(({ n }) => n)}::int[], ${cells.map(({ key }) => key)}::text[],
    ${cells.map(({ reason }) => reason)}::text[],
    ${cells.map(({ n, key, cell }) => sealCell(safe, id, n, storedCell(key, cell)))}::text[]) as x (n, key, reason, cell)`;
  await tx.run(sql`
    insert into import_unread_cells (job_id, n, key, reason, loan_number, cell, at)
    ${(isDryRun ? ofCheck : ofApplied)(id, read)}`);
}

export interface StoredCell extends Omit<UnreadCell, 'cell'> {
  loanNumber: string | null;
  sealed: string;
  /** The loan has another value since the file was applied. */
  isChanged: boolean;
}
const shown = sql`u.n, u.key, u.reason, u.loan_number as "loanNumber", u.cell as sealed`;

/** Of an applied file those that can still be written; of a check all. */
export async function unreadOf(
  tx: Tx,
  { id, isDryRun }: { id: number; isDryRun: boolean },
  later: LaterValues | undefined,
): Promise<StoredCell[]> {
  if (isDryRun)
    return tx.rows<StoredCell>(sql`
      select ${shown}, false as "isChanged" from import_unread_cells u where u.job_id = ${id} order by u.n, u.key`);
  if (!later) return [];
  const keys = await tx.rows<{ key: string }>(
    sql`select distinct key from import_unread_cells where job_id = ${id}`,
  );
  const found: StoredCell[] = [];
  for (const { key } of keys.filter((one) => later.keys.includes(one.key)))
    found.push(
      ...(await tx.rows<StoredCell>(sql`
        select ${shown}, ${later.stored(key)} is distinct from c.was as "isChanged"
        from import_unread_cells u join import_left_cells c on c.job_id = u.job_id and c.n = u.n and c.key = u.key
          join loans l on l.id = c.loan_id join borrowers b on b.id = l.borrower_id
        where u.job_id = ${id} and u.key = ${key} and c.outcome is null`)),
    );
  return found.sort((a, b) => a.n - b.n || a.key.localeCompare(b.key));
}

/** Left-out cells of the job that can still be corrected, stored or not. */
export const unreadCount = async (
  tx: Tx,
  { id, isDryRun }: { id: number; isDryRun: boolean },
): Promise<number> =>
  (
    await tx.one<{ n: number }>(
      isDryRun
        ? sql`select coalesce(sum((x ->> 'count')::int), 0)::int as n from file_jobs j,
            jsonb_array_elements(coalesce(j.notices, '[]')) x where j.id = ${id} and x ->> 'kind' = 'left-out'`
        : sql`select count(*)::int as n from import_left_cells where job_id = ${id} and outcome is null`,
    )
  )?.n ?? 0;
