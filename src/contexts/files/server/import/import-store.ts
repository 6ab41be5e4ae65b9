/** Rows from file to loans; every step is repeatable with equal figures. */
import type { FileMapping } from '#contexts/files/contract/reader/columns/file-mapping.ts';
import type { FileTotal } from '#contexts/files/contract/reader/file-total.ts';
import type { FileNotice } from '#contexts/files/contract/notices.ts';
import type { RowReason } from '#contexts/files/contract/reader/file-cells.ts';
import type { Known } from '#contexts/files/contract/reader/columns/column-kinds.ts';
import { isBarred } from '#contexts/agency/server/agent-cards/barred.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

export interface ImportJob {
  id: number;
  type: string;
  key: string;
  clientId: number;
  portfolioId: number;
  userId: number;
  /** The worker that applies its rows, and its last applied row. */
  worker: number;
  rowsDone: number;
  status: string;
  /** Dry run. */
  isDryRun: boolean;
  /** Complete list of the lender: missing loans become inactive. */
  isWhole: boolean;
  /** New loans may have neither POS nor TOS. */
  hasNoAmounts: boolean;
  /** How many loans may become inactive, where a person typed it. */
  confirmedMissing: number | null;
  mapping: FileMapping | null;
  /** Applied already: only rows corrected since are imported. */
  isMending: boolean;
  errorFileKey: string | null;
  /** What new rows refer to may be looked at together. */
  mayCheckAtOnce: boolean;
}

export const importJob = (tx: Tx, id: number, worker = 0): Promise<ImportJob | undefined> =>
  tx.one<ImportJob>(sql`
    select j.id, j.type, u.key, j.client_id as "clientId", j.portfolio_id as "portfolioId", j.created_by as "userId",
      ${worker}::int as worker, j.applied[${worker + 1}::int] as "rowsDone", j.status, j.is_dry_run as "isDryRun", j.is_new_records as "isWhole", j.has_no_amounts as "hasNoAmounts",
      j.confirmed_missing as "confirmedMissing", j.mapping, j.is_mending as "isMending", j.error_file_key as "errorFileKey",
      false as "mayCheckAtOnce"
    from file_jobs j join uploads u on u.id = j.upload_id where j.id = ${id}`);

/** Active users by email, referenced as agents. */
async function agentsByEmail(tx: Tx, seen: Fragment, now: Date): Promise<Pick<Known, 'agents' | 'barred'>> {
  const today = businessDay(now);
  const rows = await tx.rows<{ email: string; id: number; isBarred: boolean }>(
    sql`select lower(u.email) as email, u.id, ${isBarred(sql`u.id`, today)} as "isBarred"
      from users u join roles r on r.id = u.role_id where u.is_active and r.role_type <> 'client' and ${seen}`,
  );
  return {
    agents: new Map(rows.map(({ email, id }) => [email, id])),
    barred: new Set(rows.flatMap((row) => (row.isBarred ? [row.id] : []))),
  };
}

/** Names a file may reference. `seen` restricts users to the sender's assignable ones. */
export async function knownNames(tx: Tx, seen: Fragment, now: Date): Promise<Known> {
  const types = await tx.rows<{ name: string; id: number }>(
    sql`select lower(name) as name, id from allocation_types where is_active`,
  );
  return {
    ...(await agentsByEmail(tx, seen, now)),
    allocationTypes: new Map(types.map(({ name, id }) => [name, id])),
  };
}

export interface BadRow {
  n: number;
  reason: RowReason;
  field: string;
  loanNumber: string | null;
  isUnclear: boolean;
  /** Only a cell was skipped. */
  isLeft: boolean;
}

export const markProcessing = (tx: Tx, jobId: number): Promise<number> =>
  tx.run(
    sql`update file_jobs set status = 'processing', error_msg = null, updated_at = now() where id = ${jobId}`,
  );

/** Indexes the stage by row, and updates its statistics. */
export async function settleStage(tx: Tx): Promise<void> {
  await tx.run(sql`alter table stage add primary key (n)`);
  await tx.run(sql`alter table bad add primary key (n)`);
  await tx.run(sql`analyze stage`);
  await tx.run(sql`analyze left_out`);
}

/** Duplicate rows: the first that names its loan by the loan's number is used, the others are rejected. */
export async function refuseDuplicates(
  tx: Tx,
  { what, twice }: { what: Fragment; twice: { reason: RowReason; field: string } },
): Promise<void> {
  // Most files have none, and counting costs less than numbering every row.
  const several = await tx.one(sql`select 1 as ok from stage group by ${what} having count(*) > 1 limit 1`);
  if (!several) return;
  await refuseRows(
    tx,
    sql`select n, ${twice.reason}::text as reason, ${twice.field}::text as field
      from (select n, row_number() over (partition by ${what} order by is_alias, n) as place from stage) ranked where place > 1`,
  );
}

/** Rejects rows with reasons. `found` returns n, reason and field. */
export const refuseRows = (tx: Tx, found: Fragment): Promise<number> =>
  tx.run(sql`
    with found as materialized (${found}), gone as (
      delete from stage r using found where r.n = found.n returning r.n, r."loanNumber")
    insert into bad (n, reason, field, "loanNumber")
    select found.n, found.reason, found.field, gone."loanNumber" from found join gone using (n)
    on conflict (n) do update set reason = excluded.reason, field = excluded.field, is_left = false`);

/** So many of the first bad rows are shown with the job itself. */
const shownErrors = 20;

export const setTotals = (tx: Tx, jobId: number): Promise<number> =>
  tx.run(sql`
    update file_jobs j set status = 'processing', updated_at = now(),
      correct_records = good.n, incorrect_records = wrong.n, failed_records = wrong.n, total_records = good.n + wrong.n,
      first_errors = shown.rows,
      new_loans_count = coalesce(new_loans_count, 0), exist_loans_count = coalesce(exist_loans_count, 0),
      re_active_loans_count = coalesce(re_active_loans_count, 0), dnc_loans_count = coalesce(dnc_loans_count, 0)
    from (select count(*)::int as n from stage) good, (select count(*)::int as n from bad where not is_left) wrong,
      (select jsonb_agg(to_jsonb(b) order by n) as rows from (select * from bad where not is_left order by n limit ${shownErrors}) b) shown
    where j.id = ${jobId}`);

const loanOf = ({ clientId }: ImportJob): Fragment =>
  sql`l.client_id = ${clientId} and l.loan_number = r."loanNumber"`;

/** Figures of applying the file, as a dry run. */
export const countOnly = (tx: Tx, job: ImportJob): Promise<number> =>
  tx.run(sql`
    update file_jobs set new_loans_count = counted.made, exist_loans_count = counted.known,
      re_active_loans_count = counted.woken, dnc_loans_count = counted.dnc
    from (select (count(*) filter (where l.id is null))::int as made, count(l.id)::int as known,
        (count(*) filter (where not l.is_active))::int as woken, (count(*) filter (where l.is_dnc))::int as dnc
      from stage r left join loans l on ${loanOf(job)}) counted
    where id = ${job.id}`);

/** Payments of a check: rows without effect, and rows for review. */
export interface Foreseen {
  known: number;
  held: number;
}
export const noteForeseen = (tx: Tx, jobId: number, { known, held }: Foreseen): Promise<number> =>
  tx.run(sql`update file_jobs set known_payments = ${known}, payments_to_hold = ${held} where id = ${jobId}`);

/** Pending a user's confirmation, the file is only checked. */
export const awaitConfirmation = (tx: Tx, jobId: number, words: string): Promise<number> =>
  tx.run(sql`update file_jobs set is_dry_run = true, error_msg = ${words} where id = ${jobId}`);

/** Finishes the job. Its undo data is retained while it can be undone. */
export const finish = (
  tx: Tx,
  job: ImportJob,
  { errorFileKey, missingFileKey }: { errorFileKey: string | null; missingFileKey: string | null },
): Promise<number> =>
  tx.run(sql`
    update file_jobs set status = 'completed', progress_percentage = 100, error_file_key = ${errorFileKey},
      missing_file_key = ${missingFileKey}, updated_at = now()
    where id = ${job.id}`);

export const fail = (tx: Tx, jobId: number, words: string): Promise<number> =>
  tx.run(
    sql`update file_jobs set status = 'failed', error_msg = ${words}, updated_at = now() where id = ${jobId}`,
  );

/** The next bad rows in the order of the file. */
export const errorsAfter = (tx: Tx, n: number, most: number): Promise<BadRow[]> =>
  tx.rows<BadRow>(
    sql`select n, reason, field, "loanNumber", is_unclear as "isUnclear", is_left as "isLeft" from bad where n > ${n} order by n limit ${most}`,
  );

export const countsOf = (
  tx: Tx,
  jobId: number,
): Promise<{ correct: number; incorrect: number } | undefined> =>
  tx.one(
    sql`select correct_records as correct, incorrect_records as incorrect from file_jobs where id = ${jobId}`,
  );

/** So many of the first are shown with the job itself. */
const shownMissing = 20;
/** Number of loans missing in a complete list; `isAsked`: needs a user's confirmation. */
export const noteMissing = (
  tx: Tx,
  jobId: number,
  {
    missing,
    active,
    unclear,
    isAsked,
  }: { missing: number; active: number; unclear: number; isAsked: boolean },
): Promise<number> =>
  tx.run(sql`
    update file_jobs set missing_loans_count = ${missing}, active_loans_count = ${active}, unclear_records = ${unclear},
      missing_to_confirm = ${isAsked ? missing : null}, first_missing = shown.rows
    from (select jsonb_agg(jsonb_build_object('loanNumber', m.loan_number, 'name', m.borrower_name) order by m.loan_number) as rows
      from (select * from missing where ${isAsked} order by loan_number limit ${shownMissing}) m) shown
    where id = ${jobId}`);

/** Rejected rows: of this run and, for an applied job, of earlier runs. */
export async function refusedRows(tx: Tx, jobId: number | null = null): Promise<ReadonlySet<number>> {
  const rows = await tx.rows<{ n: number }>(sql`
    select n from bad where not is_left union select n from import_refusals where job_id = ${jobId}`);
  return new Set(rows.map(({ n }) => n));
}

export const noteNotices = (tx: Tx, jobId: number, notices: readonly FileNotice[]): Promise<number> =>
  tx.run(sql`update file_jobs set notices = ${JSON.stringify(notices)}::jsonb where id = ${jobId}`);

/** Updates notices of columns written later; the others are unchanged. */
export const renewNotices = (
  tx: Tx,
  jobId: number,
  { headers, notices }: { headers: readonly string[]; notices: readonly FileNotice[] },
): Promise<number> => {
  const fresh = notices.filter(({ column, kind }) => headers.includes(column) && kind !== 'stored-as-zero');
  return tx.run(sql`
    update file_jobs set notices = coalesce((select jsonb_agg(x) from jsonb_array_elements(notices) x
      where x->>'column' <> all(${[...headers]}::text[]) or x->>'kind' = 'stored-as-zero'), '[]') || ${JSON.stringify(fresh)}::jsonb
    where id = ${jobId}`);
};

/** Control total and actual sum. A typed one precedes the file's total row. */
export const noteTotal = (tx: Tx, jobId: number, total: FileTotal): Promise<number> =>
  tx.run(sql`
    update file_jobs set told_amount = coalesce(told_amount, ${total.toldAmount}), told_rows = ${total.toldRows},
      found_amount = ${total.foundAmount}, found_rows = ${total.foundRows} where id = ${jobId}`);

/** True while the sum differs from the control total without confirmation. */
export const holdOtherTotal = async (tx: Tx, jobId: number): Promise<boolean> =>
  (
    await tx.one<{ isHeld: boolean }>(sql`
      update file_jobs set amount_to_confirm = case when (told_amount <> found_amount or told_rows <> found_rows)
        and confirmed_amount is distinct from found_amount then found_amount end
      where id = ${jobId} returning amount_to_confirm is not null as "isHeld"`)
  )?.isHeld ?? false;

export const noteRetired = (tx: Tx, jobId: number): Promise<number> =>
  tx.run(sql`
    update file_jobs set missing_loans_count = (
      select coalesce(sum(jsonb_array_length(before)), 0) from import_changes where job_id = ${jobId} and what = 'loans' and part <= 0)
    where id = ${jobId}`);
