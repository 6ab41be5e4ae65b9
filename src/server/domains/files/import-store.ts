/** Rows on their way from a file into loans; every step can be done again and counts the same. */
import type { Tx } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';
import type { CustomerRow, Reason } from './customer-rules.ts';

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
export async function agentsByEmail(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.rows<{ email: string; id: number }>(
    sql`select lower(u.email) as email, u.id from users u join roles r on r.id = u.role_id where u.is_active and r.role_type <> 'client'`,
  );
  return new Map(rows.map(({ email, id }) => [email, id]));
}

/** Reading begins anew: what an interrupted reading left is thrown away, what was already applied is not read twice. */
export async function clearRows(tx: Tx, jobId: number): Promise<void> {
  await tx.run(sql`delete from import_rows where job_id = ${jobId}`);
  await tx.run(sql`delete from import_errors where job_id = ${jobId}`);
}

export interface ReadRow {
  n: number;
  row: CustomerRow;
}
export interface BadRow {
  n: number;
  reason: Reason;
  field: string;
  line: string;
}

export async function keepRows(
  tx: Tx,
  jobId: number,
  good: readonly ReadRow[],
  bad: readonly BadRow[],
): Promise<void> {
  const stored = good.map(({ n, row }) => ({ n, loan_number: row.loanNumber, row }));
  await Promise.all([
    tx.run(sql`insert into import_rows (job_id, n, loan_number, row)
      select ${jobId}, r.n, r.loan_number, r.row from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as r(n int, loan_number text, row jsonb)`),
    tx.run(sql`insert into import_errors (job_id, n, reason, field, line)
      select ${jobId}, r.n, r.reason, r.field, r.line from jsonb_to_recordset(${JSON.stringify(bad)}::jsonb) as r(n int, reason text, field text, line text)`),
  ]);
}

/** A loan number that came before in the same file: the first row counts, the others are named. */
export const refuseDuplicates = (tx: Tx, jobId: number): Promise<number> =>
  tx.run(sql`
    with ranked as (
      select n, row_number() over (partition by loan_number order by n) as place from import_rows where job_id = ${jobId}),
    later as (
      delete from import_rows r using ranked
      where r.job_id = ${jobId} and r.n = ranked.n and ranked.place > 1 returning r.n, r.loan_number)
    insert into import_errors (job_id, n, reason, field, line)
    select ${jobId}::bigint, n, 'duplicate loan number in file', 'LOAN NUMBER', loan_number from later`);

export const setTotals = (tx: Tx, jobId: number): Promise<number> =>
  tx.run(sql`
    update file_jobs j set status = 'processing', updated_at = now(),
      correct_records = good.n, incorrect_records = bad.n, failed_records = bad.n, total_records = good.n + bad.n,
      new_loans_count = coalesce(new_loans_count, 0), exist_loans_count = coalesce(exist_loans_count, 0),
      re_active_loans_count = coalesce(re_active_loans_count, 0), dnc_loans_count = coalesce(dnc_loans_count, 0)
    from (select count(*)::int as n from import_rows where job_id = ${jobId}) good,
      (select count(*)::int as n from import_errors where job_id = ${jobId}) bad
    where j.id = ${jobId}`);

export const finish = (tx: Tx, jobId: number, errorFileKey: string | null): Promise<number> =>
  tx.run(
    sql`update file_jobs set status = 'completed', progress_percentage = 100, error_file_key = ${errorFileKey}, updated_at = now() where id = ${jobId}`,
  );

export const fail = (tx: Tx, jobId: number, words: string): Promise<number> =>
  tx.run(
    sql`update file_jobs set status = 'failed', error_msg = ${words}, updated_at = now() where id = ${jobId}`,
  );

export const errorsOf = (tx: Tx, jobId: number): Promise<BadRow[]> =>
  tx.rows<BadRow>(sql`select n, reason, field, line from import_errors where job_id = ${jobId} order by n`);

export const countsOf = (
  tx: Tx,
  jobId: number,
): Promise<{ correct: number; incorrect: number } | undefined> =>
  tx.one(
    sql`select correct_records as correct, incorrect_records as incorrect from file_jobs where id = ${jobId}`,
  );
