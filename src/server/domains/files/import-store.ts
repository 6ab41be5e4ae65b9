/** Rows on their way from a file into loans; every step can be done again and counts the same. */
import type { Tx } from '#server/kernel/database.ts';
import { type Fragment, sql } from '#server/kernel/sql.ts';
import type { FileRow, Known, Reason } from './row-rules.ts';

export interface ImportJob {
  id: number;
  key: string;
  clientId: number;
  portfolioId: number;
  userId: number;
  rowsDone: number;
  status: string;
}

export const importJob = (tx: Tx, id: number): Promise<ImportJob | undefined> =>
  tx.one<ImportJob>(sql`
    select j.id, u.key, j.client_id as "clientId", j.portfolio_id as "portfolioId", j.created_by as "userId",
      j.rows_done as "rowsDone", j.status
    from file_jobs j join uploads u on u.id = j.upload_id where j.id = ${id} for update of j`);

/** Active people by e-mail: whom a file may name as agent. */
async function agentsByEmail(tx: Tx, seen: Fragment): Promise<Map<string, number>> {
  const rows = await tx.rows<{ email: string; id: number }>(
    sql`select lower(u.email) as email, u.id from users u join roles r on r.id = u.role_id where u.is_active and r.role_type <> 'client' and ${seen}`,
  );
  return new Map(rows.map(({ email, id }) => [email, id]));
}

/** The names a file may use. `seen` narrows people to those its sender may give loans to. */
export async function knownNames(tx: Tx, seen: Fragment): Promise<Known> {
  const types = await tx.rows<{ name: string; id: number }>(
    sql`select lower(name) as name, id from allocation_types where is_active`,
  );
  return {
    agents: await agentsByEmail(tx, seen),
    allocationTypes: new Map(types.map(({ name, id }) => [name, id])),
  };
}

/** Reading begins anew: what an interrupted reading left is thrown away, what was already applied is not applied twice. */
export async function clearRows(tx: Tx, jobId: number): Promise<void> {
  await tx.run(sql`delete from import_rows where job_id = ${jobId}`);
  await tx.run(sql`delete from import_errors where job_id = ${jobId}`);
}

export interface ReadRow {
  n: number;
  row: FileRow;
}
export interface BadRow {
  n: number;
  reason: Reason;
  field: string;
}

export async function keepRows(
  tx: Tx,
  jobId: number,
  good: readonly ReadRow[],
  bad: readonly BadRow[],
): Promise<void> {
  const stored = good.map(({ n, row }) => ({ n, loan_number: row.loanNumber, row }));
  await tx.run(sql`insert into import_rows (job_id, n, loan_number, row)
    select ${jobId}, r.n, r.loan_number, r.row from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as r(n int, loan_number text, row jsonb)`);
  await tx.run(sql`insert into import_errors (job_id, n, reason, field)
    select ${jobId}, r.n, r.reason, r.field from jsonb_to_recordset(${JSON.stringify(bad)}::jsonb) as r(n int, reason text, field text)`);
}

/** A row about what came before in the same file: the first counts, the others are named. */
export const refuseDuplicates = (
  tx: Tx,
  jobId: number,
  { what, twice }: { what: Fragment; twice: { reason: Reason; field: string } },
): Promise<number> =>
  tx.run(sql`
    with ranked as (
      select n, row_number() over (partition by ${what} order by n) as place from import_rows where job_id = ${jobId}),
    later as (
      delete from import_rows r using ranked
      where r.job_id = ${jobId} and r.n = ranked.n and ranked.place > 1 returning r.n)
    insert into import_errors (job_id, n, reason, field)
    select ${jobId}::bigint, n, ${twice.reason}, ${twice.field} from later`);

/** Rows that cannot be done and why, named as bad ones. `bad` answers n, reason and field. */
export const refuseRows = (tx: Tx, jobId: number, bad: Fragment): Promise<number> =>
  tx.run(sql`
    with bad as (${bad}), gone as (
      delete from import_rows r using bad where r.job_id = ${jobId} and r.n = bad.n returning r.n)
    insert into import_errors (job_id, n, reason, field)
    select ${jobId}::bigint, bad.n, bad.reason, bad.field from bad join gone using (n)`);

/** A person with several loans in the file is told about once, by the last row, so that a file sent again finds nothing to change. */
export const chooseSpeakers = (tx: Tx, { id, clientId }: ImportJob): Promise<number> =>
  tx.run(sql`
    update import_rows r set speaks = false
    from (
      select i.n, row_number() over (
        partition by coalesce('borrower ' || coalesce(l.borrower_id, b.id), 'key ' || (i.row->>'clientBorrowerId'), 'row ' || i.n)
        order by i.n desc) as place
      from import_rows i
        left join loans l on l.client_id = ${clientId} and l.loan_number = i.loan_number
        left join borrowers b on b.client_id = ${clientId} and b.client_borrower_id = i.row->>'clientBorrowerId'
      where i.job_id = ${id}) said
    where r.job_id = ${id} and r.n = said.n and said.place > 1`);

export const setTotals = (tx: Tx, jobId: number): Promise<number> =>
  tx.run(sql`
    update file_jobs j set status = 'processing', updated_at = now(),
      correct_records = good.n, incorrect_records = bad.n, failed_records = bad.n, total_records = good.n + bad.n,
      new_loans_count = coalesce(new_loans_count, 0), exist_loans_count = coalesce(exist_loans_count, 0),
      re_active_loans_count = coalesce(re_active_loans_count, 0), dnc_loans_count = coalesce(dnc_loans_count, 0)
    from (select count(*)::int as n from import_rows where job_id = ${jobId}) good,
      (select count(*)::int as n from import_errors where job_id = ${jobId}) bad
    where j.id = ${jobId}`);

/** The job is done, and says nothing of loans it does not name. */
export const finishPlain = (tx: Tx, job: ImportJob, errorFileKey: string | null): Promise<number> =>
  tx.run(sql`
    update file_jobs set status = 'completed', progress_percentage = 100, error_file_key = ${errorFileKey}, updated_at = now()
    where id = ${job.id}`);

/** The job is done; missing are the portfolio's active loans that no correct row of the file names. */
export const finish = (tx: Tx, job: ImportJob, errorFileKey: string | null): Promise<number> =>
  tx.run(sql`
    update file_jobs set status = 'completed', progress_percentage = 100, error_file_key = ${errorFileKey}, updated_at = now(),
      missing_loans_count = (select count(*) from loans l
        where l.client_id = ${job.clientId} and l.portfolio_id = ${job.portfolioId} and l.is_active
          and not exists (select from import_rows r where r.job_id = ${job.id} and r.loan_number = l.loan_number))
    where id = ${job.id}`);

export const fail = (tx: Tx, jobId: number, words: string): Promise<number> =>
  tx.run(
    sql`update file_jobs set status = 'failed', error_msg = ${words}, updated_at = now() where id = ${jobId}`,
  );

/** The next bad rows in the order of the file. */
export const errorsAfter = (tx: Tx, jobId: number, n: number, most: number): Promise<BadRow[]> =>
  tx.rows<BadRow>(
    sql`select n, reason, field from import_errors where job_id = ${jobId} and n > ${n} order by n limit ${most}`,
  );

export const countsOf = (
  tx: Tx,
  jobId: number,
): Promise<{ correct: number; incorrect: number } | undefined> =>
  tx.one(
    sql`select correct_records as correct, incorrect_records as incorrect from file_jobs where id = ${jobId}`,
  );
