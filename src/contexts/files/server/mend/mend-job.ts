/** Imports rows corrected after the file was applied; everything else is unchanged. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { byteOrderMark, csvLine } from '#kernel/server/files/csv-safe.ts';
import { importText } from '#contexts/files/text/en/imports.ts';
import type { Piece } from '../import/file-reader.ts';
import type { ImportKind } from '../import/import-kinds.ts';
import { type ImportJob, refuseRows } from '../import/import-store.ts';
import { mostRefusals } from '#contexts/files/contract/import-rows.ts';
import { namedLoan } from '../import/apply-loans.ts';
import type { BadRow } from '../import/import-store.ts';
import type { RefusedGroup } from './fix-column.ts';
import { GroupCounts } from './group-counts.ts';
import { type RefusedRow, isFollowed, refusedRow } from './refusals.ts';
import { type Corrections, correct } from './corrections.ts';

const mended = sql`select n from mended`;
/** Rows imported without a cell that is readable now. */
const filled = (jobId: number): Fragment => sql`
  select c.n from import_left_cells c join left_out x on x.n = c.n and x.key = c.key and x.is_filled
  where c.job_id = ${jobId} and c.outcome is not null`;

/** Restricts the file to corrected rows; a duplicate of another row is rejected. */
export async function keepMended(
  tx: Tx,
  job: ImportJob,
  { what, twice, prepare }: ImportKind,
): Promise<void> {
  const { id } = job;
  await tx.run(
    sql`insert into mended select n from import_refusals where job_id = ${id} and is_ready on conflict do nothing`,
  );
  await prepare?.(tx, job);
  await refuseRows(
    tx,
    sql`select n, ${twice.reason}::text as reason, ${twice.field}::text as field
      from (select n, is_mended, row_number() over (partition by ${what} order by is_mended, is_alias, n) as place
        from (select s.*, n in (${mended}) as is_mended from stage s) s) ranked where place > 1 and is_mended`,
  );
  // The latest file's value of a loan wins.
  await refuseRows(
    tx,
    sql`select r.n, 'loan in a later file' as reason, 'LOAN NUMBER' as field from stage r
      join loans l on ${namedLoan(job)} join file_jobs j on j.id = ${id}
      where r.n in (${mended}) and ${isFollowed}`,
  );
  await tx.run(sql`delete from stage where n not in (${mended})`);
  await tx.run(sql`delete from bad where n not in (${mended} union ${filled(id)})`);
}

/** Rows with a changed error file row: removed, or with another column and reason. */
export async function linesToChange(
  tx: Tx,
  jobId: number,
): Promise<Map<number, { field: string; reason: string } | null>> {
  const rows = await tx.rows<{ n: number; field: string | null; reason: string | null }>(sql`
    select m.n, b.field, b.reason from (${mended} union ${filled(jobId)}) m left join bad b on b.n = m.n
    union all
    select r.n, r.field, r.reason from import_refusals r
    where r.job_id = ${jobId} and r.n not in (${mended})
      and exists (select from import_corrections c where c.job_id = r.job_id and c.n = r.n)`);
  return new Map(
    rows.map(({ n, field, reason }) => [n, field !== null && reason !== null ? { field, reason } : null]),
  );
}

interface ErrorLine {
  n: number;
  field: string;
  reason: string;
  cells: readonly string[];
}
export interface StillRefused {
  rows: RefusedRow[];
  groups: RefusedGroup[];
}
/** Collects rows still rejected: the first with their cells, and all by column and reason. */
export function stillRefused(): {
  add: (line: ErrorLine, at: Piece['at']) => void;
  found: () => StillRefused;
} {
  const rows: RefusedRow[] = [];
  const groups = new GroupCounts();
  return {
    add({ cells, ...line }, at) {
      // Only a cell was skipped: the row itself was imported.
      if (line.reason.endsWith('(loan taken without it)')) return;
      groups.add(line);
      if (rows.length < mostRefusals)
        rows.push(refusedRow({ ...(line as BadRow), loanNumber: null, isUnclear: false }, cells, at));
    },
    found: () => ({ rows, groups: groups.all() }),
  };
}
export const keepGroups = (tx: Tx, jobId: number, groups: readonly RefusedGroup[]): Promise<number> =>
  tx.run(sql`update file_jobs set refused_groups = ${JSON.stringify(groups)}::jsonb where id = ${jobId}`);

const { row, column, reason: why } = importText.errorColumns;
/** The previous error file, without imported rows. */
export async function* changedErrorLines(
  pieces: AsyncIterable<Piece>,
  changed: ReadonlyMap<number, { field: string; reason: string } | null>,
  { corrections, onLine }: { corrections: Corrections; onLine: (line: ErrorLine, at: Piece['at']) => void },
): AsyncGenerator<string> {
  let isBegun = false;
  for await (const { records, header, at } of pieces) {
    let text = '';
    const [atRow, atColumn, atReason] = [row, column, why].map((name) => header.indexOf(name));
    for (const { cells } of records) {
      const n = Number(cells[atRow ?? 0]);
      const now = changed.get(n);
      if (now === null) continue;
      if (now) {
        correct(cells, at, corrections.get(n));
        if (atColumn !== undefined) cells[atColumn] = now.field;
        if (atReason !== undefined) cells[atReason] = now.reason;
      }
      onLine({ n, field: cells[atColumn ?? -1] ?? '', reason: cells[atReason ?? -1] ?? '', cells }, at);
      if (!isBegun) text += byteOrderMark + csvLine([...header]);
      isBegun = true;
      text += csvLine(cells.map((cell, i) => (i === atRow ? n : cell)));
    }
    if (text) yield text;
  }
}

const shownErrors = 20;
/** Figures including imported rows; `bad` lists the rejected ones with reasons. */
export async function finishMended(tx: Tx, jobId: number, errorFileKey: string | null): Promise<void> {
  await tx.run(sql`
    with done as (
      select m.n from mended m where not exists (select from bad b where b.n = m.n and not b.is_left)),
    known as (delete from import_refusals r using done where r.job_id = ${jobId} and r.n = done.n returning r.is_unclear)
    update file_jobs j set correct_records = j.correct_records + t.n, incorrect_records = j.incorrect_records - t.n,
      failed_records = j.failed_records - t.n, unclear_records = j.unclear_records - t.unclear
    from (select (select count(*)::int from done) as n, (select (count(*) filter (where is_unclear))::int from known) as unclear) t where j.id = ${jobId}`);
  await tx.run(sql`
    update import_refusals r set field = b.field, reason = b.reason, is_ready = false
    from bad b where r.job_id = ${jobId} and b.n = r.n and r.n in (${mended})`);
  await tx.run(sql`
    update file_jobs set status = 'completed', progress_percentage = 100, is_mending = false, error_file_key = ${errorFileKey},
      first_errors = (select jsonb_agg(to_jsonb(b) order by b.n) from
        (select n, field, reason from import_refusals where job_id = ${jobId} order by n limit ${shownErrors}) b), updated_at = now()
    where id = ${jobId}`);
}

/** The applied part remains; the rows can be retried. */
export async function failMended(tx: Tx, jobId: number, words: string): Promise<void> {
  await tx.run(sql`update import_refusals set is_ready = false where job_id = ${jobId}`);
  await tx.run(sql`
    update file_jobs set status = 'completed', progress_percentage = 100, is_mending = false, error_msg = ${words}, updated_at = now()
    where id = ${jobId}`);
}
