/** First rejected rows of a job with their cells, for correction on screen. */
import { canonicalLoanNumber } from '#kernel/contract/identity/loan-number.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { Piece } from '../import/file-reader.ts';
import type { BadRow } from '../import/import-store.ts';
import { type Cells, sealCells } from './corrections.ts';
import { isErased, storedCell } from './unread-cells.ts';

export interface RefusedRow {
  n: number;
  field: string;
  reason: string;
  loanNumber: string | null;
  isUnclear: boolean;
  cells: Cells;
}

export const refusedRow = (bad: BadRow, cells: readonly string[], at: Piece['at']): RefusedRow => ({
  ...bad,
  cells: Object.fromEntries(
    [...at].map(([key, place]) => [key, storedCell(key, (cells[place] ?? '').trim())]),
  ),
});

/** Canonical loan number; other text is unchanged. */
export const loanNumberIn = (written: string): string => canonicalLoanNumber(written).value ?? written;

/** Under the number of the loan, by which an erased borrower's rows are found. */
const namedIn = ({ loanNumber, cells }: RefusedRow): string | null => {
  const written = loanNumber ?? cells['loanNumber'] ?? null;
  return written === null ? null : loanNumberIn(written);
};

const writeRows = (tx: Tx, safe: Safe, jobId: number, rows: readonly RefusedRow[]): Promise<number> =>
  tx.run(sql`
    insert into import_refusals (job_id, n, field, reason, loan_number, is_unclear, cells)
    select ${jobId}, x.n, x.field, x.reason, x.loan, x.unclear, x.cells
    from unnest(${rows.map(({ n }) => n)}::int[], ${rows.map(({ field }) => field)}::text[],
      ${rows.map(({ reason }) => reason)}::text[], ${rows.map(namedIn)}::text[],
      ${rows.map(({ isUnclear }) => isUnclear)}::boolean[],
      ${rows.map(({ n, cells }) => sealCells(safe, jobId, n, cells))}::text[]) as x (n, field, reason, loan, unclear, cells)
    where not ${isErased(jobId, sql`x.loan`)}
    on conflict (job_id, n) do nothing`);

/** Adds the next ones, after others were imported. */
export const addRefusals = writeRows;

/** Replaces all existing ones. */
export async function keepRefusals(
  tx: Tx,
  safe: Safe,
  jobId: number,
  rows: readonly RefusedRow[],
): Promise<void> {
  await tx.run(sql`delete from import_refusals where job_id = ${jobId}`);
  await writeRows(tx, safe, jobId, rows);
}

export interface KeptRow extends Omit<RefusedRow, 'cells'> {
  sealed: string;
}
export const refusalsOf = (tx: Tx, jobId: number, ns?: readonly number[]): Promise<KeptRow[]> =>
  tx.rows<KeptRow>(sql`
    select n, field, reason, loan_number as "loanNumber", is_unclear as "isUnclear", cells as sealed
    from import_refusals where job_id = ${jobId} and ${ns ? sql`n = any(${[...ns]})` : sql`true`} order by n`);

/** Updates rows: readable after correction, or invalid in another cell. */
export const changeRefusals = (
  tx: Tx,
  safe: Safe,
  jobId: number,
  rows: readonly (RefusedRow & { isReady: boolean })[],
): Promise<number> =>
  tx.run(sql`
    update import_refusals r set field = x.field, reason = x.reason, is_unclear = x.unclear, is_ready = x.ready,
      loan_number = x.loan, cells = x.cells
    from unnest(${rows.map(({ n }) => n)}::int[], ${rows.map(({ field }) => field)}::text[],
      ${rows.map(({ reason }) => reason)}::text[], ${rows.map(namedIn)}::text[],
      ${rows.map(({ isUnclear }) => isUnclear)}::boolean[], ${rows.map(({ isReady }) => isReady)}::boolean[],
      ${rows.map(({ n, cells }) => sealCells(safe, jobId, n, cells))}::text[]) as x (n, field, reason, loan, unclear, ready, cells)
    where r.job_id = ${jobId} and r.n = x.n`);

/** Kinds that set a loan's state; an older file's row does not override a later one's. */
const ofState = ['CUSTOMER_FILE', 'REASSIGNMENT_FILE', 'ALLOCATION_TYPE_FILE', 'DNC_FILE'];
/** A loan `l` that a file later than the job `j` of the same kind and lender has brought. */
export const isFollowed = sql`j.type = any(${ofState}::text[]) and exists (
  select from file_jobs k join import_changes c on c.job_id = k.id and c.what in ('named', 'loans')
  where k.type = j.type and k.client_id = j.client_id and k.id > j.id and l.id = any(c.made))`;

/** Of these loans, those a later file has brought; the later files are read once, not once for each loan. */
export const followedOf = (jobId: number, loanIds: Fragment): Fragment => sql`
  select mine.id from (${loanIds}) mine (id) join (
    select unnest(c.made) as id from file_jobs j join file_jobs k on k.type = j.type and k.client_id = j.client_id and k.id > j.id
      join import_changes c on c.job_id = k.id and c.what in ('named', 'loans')
    where j.id = ${jobId} and j.type = any(${ofState}::text[])) later on later.id = mine.id`;

/** Of these loan numbers, in their canonical form, those that a later file of the same kind and lender has brought since. */
export const followedLoans = async (
  tx: Tx,
  jobId: number,
  numbers: readonly string[],
): Promise<Set<string>> =>
  new Set(
    (
      await tx.rows<{ number: string }>(sql`
        select l.loan_number as number from file_jobs j
          join loans l on l.client_id = j.client_id and l.loan_number = any(${numbers.map(loanNumberIn)}::text[])
        where j.id = ${jobId} and not j.is_dry_run and ${isFollowed}`)
    ).map(({ number }) => number),
  );

/** The job re-reads its file; an applied one imports only corrected rows. */
export const readAgain = (tx: Tx, jobId: number): Promise<number> =>
  tx.run(sql`
    update file_jobs set status = 'pending', progress_percentage = 0, is_mending = not is_dry_run,
      applied = case when is_dry_run then applied else array_fill(0, array[cardinality(applied)]) end, updated_at = now()
    where id = ${jobId}`);

/** Stored corrections are deleted with the file. */
export async function forgetRows(tx: Tx, jobIds: readonly number[]): Promise<void> {
  await tx.run(sql`delete from import_refusals where job_id = any(${[...jobIds]})`);
  await tx.run(sql`delete from import_left_cells where job_id = any(${[...jobIds]})`);
  await tx.run(sql`delete from import_unread_cells where job_id = any(${[...jobIds]})`);
  await tx.run(sql`delete from import_corrections where job_id = any(${[...jobIds]})`);
  await tx.run(sql`delete from import_column_fixes where job_id = any(${[...jobIds]})`);
  await tx.run(sql`delete from import_questions where job_id = any(${[...jobIds]})`);
}
/** Deletes those of a borrower's loans, by their numbers and confirmed aliases. */
export async function forgetRowsOf(tx: Tx, loanIds: readonly number[]): Promise<void> {
  const numbers = await tx.rows<{ clientId: number; number: string }>(sql`
    select l.client_id as "clientId", x.number from loans l, lateral (select l.loan_number as number union all
      select a.loan_number from loan_number_answers a where a.client_id = l.client_id and a.is_same and a.like_number = l.loan_number) x
    where l.id = any(${[...loanIds]})`);
  const theirs = (
    number: Fragment,
  ): Fragment => sql`(${number} = any(${numbers.map((one) => one.number)}::text[])
    and exists (select from file_jobs j where j.id = r.job_id and j.client_id = ${numbers[0]?.clientId ?? 0}))`;
  const byLoan = theirs(sql`r.loan_number`);
  await tx.run(sql`delete from import_refusals r where ${byLoan}`);
  await tx.run(sql`delete from import_corrections r where ${byLoan}`);
  await tx.run(sql`delete from import_unread_cells r where ${byLoan}`);
  await tx.run(sql`delete from import_left_cells where loan_id = any(${[...loanIds]})`);
  const [isRow, isLike] = [theirs(sql`r.loan_number`), theirs(sql`r.like_number`)];
  const unnamed = sql`'{"name": "Erased", "mobile": null}'::jsonb`;
  await tx.run(sql`
    update import_questions r set row_here = case when ${isRow} then row_here || ${unnamed} else row_here end,
      like_here = case when ${isLike} then like_here || ${unnamed} else like_here end where ${isRow} or ${isLike}`);
  await tx.run(sql`
    update file_jobs j set first_missing = (select jsonb_agg(x) from jsonb_array_elements(j.first_missing) x where not exists (
      select from loans l where l.id = any(${[...loanIds]}) and l.client_id = j.client_id and l.loan_number = x ->> 'loanNumber'))
    where exists (select from loans l where l.id = any(${[...loanIds]}) and l.client_id = j.client_id
      and j.first_missing @> jsonb_build_array(jsonb_build_object('loanNumber', l.loan_number)))`);
}
