/** The part of the job that takes rows in which were mended after the file was applied; everything else stays as it is. */
import { sql } from '#kernel/server/database/sql.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { byteOrderMark, csvLine } from '#kernel/server/files/csv-safe.ts';
import { importText } from '#contexts/files/text/en/imports.ts';
import type { Piece } from '../import/file-reader.ts';
import type { ImportKind } from '../import/import-kinds.ts';
import { type ImportJob, refuseRows, settleStage } from '../import/import-store.ts';
import { type Corrections, correct } from './corrections.ts';

const mended = (jobId: number) => sql`select n from import_refusals where job_id = ${jobId} and is_ready`;

/** Leaves of all rows of the file those that were mended; one that is about the same as another row is refused. */
export async function keepMended(
  tx: Tx,
  job: ImportJob,
  { what, twice, prepare }: ImportKind,
): Promise<void> {
  const { id } = job;
  await settleStage(tx);
  await prepare?.(tx, job);
  await refuseRows(
    tx,
    sql`select n, ${twice.reason}::text as reason, ${twice.field}::text as field
      from (select n, is_mended, row_number() over (partition by ${what} order by is_mended, n) as place
        from (select s.*, n in (${mended(id)}) as is_mended from stage s) s) ranked where place > 1 and is_mended`,
  );
  await tx.run(sql`delete from stage where n not in (${mended(id)})`);
  await tx.run(sql`delete from bad where n not in (${mended(id)})`);
}

/** Rows whose line in the error file is another now: gone, or with another column and reason. */
export async function linesToChange(
  tx: Tx,
  jobId: number,
): Promise<Map<number, { field: string; reason: string } | null>> {
  const rows = await tx.rows<{ n: number; field: string | null; reason: string | null }>(sql`
    select r.n, case when r.is_ready then b.field else r.field end as field,
      case when r.is_ready then b.reason else r.reason end as reason
    from import_refusals r left join bad b on b.n = r.n
    where r.job_id = ${jobId} and (r.is_ready or exists (select from import_corrections c where c.job_id = r.job_id and c.n = r.n))`);
  return new Map(
    rows.map(({ n, field, reason }) => [n, field !== null && reason !== null ? { field, reason } : null]),
  );
}

const { row, column, reason: why } = importText.errorColumns;
/** The error file as it was, without the rows that were taken in. */
export async function* changedErrorLines(
  pieces: AsyncIterable<Piece>,
  changed: ReadonlyMap<number, { field: string; reason: string } | null>,
  corrections: Corrections,
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
      if (!isBegun) text += byteOrderMark + csvLine([...header]);
      isBegun = true;
      text += csvLine(cells.map((cell, i) => (i === atRow ? n : cell)));
    }
    if (text) yield text;
  }
}

const shownErrors = 20;
/** The counts with what was taken in; `bad` says which were not, and why. */
export async function finishMended(tx: Tx, jobId: number, errorFileKey: string | null): Promise<void> {
  await tx.run(sql`
    with taken as (
      delete from import_refusals r where r.job_id = ${jobId} and r.is_ready
        and not exists (select from bad b where b.n = r.n and not b.is_left)
      returning r.is_unclear)
    update file_jobs j set correct_records = j.correct_records + t.n, incorrect_records = j.incorrect_records - t.n,
      failed_records = j.failed_records - t.n, unclear_records = j.unclear_records - t.unclear
    from (select count(*)::int as n, (count(*) filter (where is_unclear))::int as unclear from taken) t where j.id = ${jobId}`);
  await tx.run(sql`
    update import_refusals r set field = b.field, reason = b.reason, is_ready = false
    from bad b where r.job_id = ${jobId} and b.n = r.n and r.is_ready`);
  await tx.run(sql`
    update file_jobs set status = 'completed', progress_percentage = 100, is_mending = false, error_file_key = ${errorFileKey},
      first_errors = (select jsonb_agg(to_jsonb(b) order by b.n) from
        (select n, field, reason from import_refusals where job_id = ${jobId} order by n limit ${shownErrors}) b), updated_at = now()
    where id = ${jobId}`);
}

/** What was applied stays applied; the rows wait for somebody to try again. */
export async function failMended(tx: Tx, jobId: number, words: string): Promise<void> {
  await tx.run(sql`update import_refusals set is_ready = false where job_id = ${jobId}`);
  await tx.run(sql`
    update file_jobs set status = 'completed', progress_percentage = 100, is_mending = false, error_msg = ${words}, updated_at = now()
    where id = ${jobId}`);
}
