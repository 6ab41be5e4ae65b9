/** Unreadable cells of accepted rows: stored by loan, and written to the loan once they can be read. */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { keepChange, takeAllTurns } from '../import/chunk.ts';
import type { ImportKind, LaterValues } from '../import/import-kinds.ts';
import type { ImportJob } from '../import/import-store.ts';
import { namedLoan } from '../import/apply-loans.ts';
import { isChangedSince } from '../undo/stays.ts';
import { followedOf } from './refusals.ts';

/** Stores, with the applied batch, the loans' values for skipped cells. */
export async function noteLeftCells(tx: Tx, job: ImportJob, { later }: ImportKind): Promise<void> {
  if (!later) return;
  const found = await tx.rows<{ key: string }>(sql`
    select distinct key from left_out where not is_filled and n > ${job.rowsDone}`);
  for (const { key } of found)
    // For a borrower with several rows only the last one is used.
    await tx.run(sql`
      insert into import_left_cells (job_id, n, key, reason, loan_id, was, was_tx)
      select ${job.id}, x.n, x.key, x.reason, l.id, ${later.stored(key)}, l.changed_tx
      from left_out x join stage r on r.n = x.n join loans l on ${namedLoan(job)} join borrowers b on b.id = l.borrower_id
        join file_jobs j on j.id = ${job.id}
      where x.key = ${key} and not x.is_filled and r.worker = ${job.worker} and x.n > ${job.rowsDone}
        and x.n <= j.applied[${job.worker + 1}::int] and (r.wins or ${!later.isOfBorrower(key)})
      on conflict do nothing`);
}

/** Manually corrected cells that are readable now. */
export const noteCorrected = (tx: Tx, jobId: number): Promise<number> =>
  tx.run(sql`
    insert into left_out (n, key, reason, is_filled)
    select c.n, c.key, '', true from import_left_cells c join stage r on r.n = c.n
    where c.job_id = ${jobId} and c.outcome is null
      and exists (select from import_corrections x where x.job_id = c.job_id and x.n = c.n and x.key = c.key)
    on conflict do nothing`);

/** The file's changes are stored under its row numbers; later corrections get the numbers after them. */
const firstPart = 1_000_000_000;

const isFollowed = (jobId: number): Fragment =>
  sql`l.id in (${followedOf(
    jobId,
    sql`select distinct x.loan_id from import_left_cells x where x.job_id = ${jobId} and x.outcome is null`,
  )})`;

/** Decides for each readable cell whether it is written; skipped where its value changed since the file. */
async function judgeCells(tx: Tx, job: ImportJob, key: string, later: LaterValues): Promise<number[]> {
  const judged = await tx.rows<{ id: number; outcome: string }>(sql`
    update import_left_cells c set outcome = case when ${isFollowed(job.id)} then 'followed'
        when ${later.stored(key)} is distinct from c.was then 'changed' else 'written' end,
      is_between = ${!later.isOfBorrower(key)} and t.changed_tx <> c.was_tx and ${isChangedSince(job.id)},
      fix_id = (select max(f.id) from import_column_fixes f where f.job_id = c.job_id and f.key = c.key and f.reason = c.reason
        and not exists (select from import_corrections w where w.job_id = c.job_id and w.n = c.n and w.key = c.key))
    from left_out x, loans l, loans t, borrowers b
    where c.job_id = ${job.id} and c.key = ${key} and c.outcome is null and x.n = c.n and x.key = c.key and x.is_filled
      and l.id = c.loan_id and t.id = l.id and b.id = l.borrower_id
    returning c.id, c.outcome`);
  return judged.flatMap(({ id, outcome }) => (outcome === 'written' ? [id] : []));
}

async function fillColumn(tx: Tx, job: ImportJob, key: string, later: LaterValues): Promise<void> {
  // Only loans with a readable cell are locked: one correction of a large file blocks no other work.
  const loanIds = sql`select c.loan_id from import_left_cells c join left_out x on x.n = c.n and x.key = c.key and x.is_filled
    where c.job_id = ${job.id} and c.key = ${key} and c.outcome is null`;
  await tx.run(sql`select l.id from loans l where l.id in (${loanIds}) order by l.id for no key update of l`);
  await tx.run(sql`select b.id from borrowers b where b.id in (select l.borrower_id from loans l
    where l.id in (${loanIds})) order by b.id for no key update of b`);
  const ids = await judgeCells(tx, job, key, later);
  const written = sql`select c.loan_id, c.n from import_left_cells c where c.id = any(${ids}::bigint[])`;
  const next = await tx.one<{ part: number }>(sql`
    select ${firstPart} + count(*)::int as part from import_changes where job_id = ${job.id} and part >= ${firstPart}`);
  await later.write(tx, key, written, {
    userId: job.userId,
    remember: (table, change) => keepChange(tx, job, table, { part: next?.part ?? firstPart, ...change }),
  });
}

/** Writes cells made readable by a column correction, and nothing else of these rows; returns their loans' agents. */
export async function fillLeftCells(tx: Tx, job: ImportJob, { later }: ImportKind): Promise<number[]> {
  if (!later) return [];
  const found = await tx.rows<{ key: string }>(sql`
    select distinct c.key from import_left_cells c join left_out x on x.n = c.n and x.key = c.key and x.is_filled
    where c.job_id = ${job.id} and c.outcome is null`);
  if (found.length > 0) await takeAllTurns(tx, job.clientId);
  for (const { key } of found) await fillColumn(tx, job, key, later);
  const people = await tx.rows<{ id: number }>(sql`
    select distinct p.id from import_left_cells c join loans l on l.id = c.loan_id
      cross join lateral (values (l.assignee_id), (case when c.key = 'agentEmail' then c.was::bigint end)) p (id)
    where c.job_id = ${job.id} and c.key = any(${found.map(({ key }) => key)}::text[]) and p.id is not null`);
  return people.map(({ id }) => id);
}

/** Cells of an applied file that can still be read in another way, by column and reason. */
export const leftGroups = (
  tx: Tx,
  jobId: number,
): Promise<{ key: string; reason: string; count: number }[]> =>
  tx.rows(sql`
    select key, reason, count(*)::int as count from import_left_cells
    where job_id = ${jobId} and outcome is null group by key, reason order by 3 desc`);

/** Their rows, and whether the loan's value was changed by others since. */
export async function leftRows(
  tx: Tx,
  jobId: number,
  { key, reason }: { key: string; reason: string },
  later: LaterValues,
): Promise<Map<number, boolean>> {
  const rows = await tx.rows<{ n: number; stays: boolean }>(sql`
    select c.n, (${isFollowed(jobId)} or ${later.stored(key)} is distinct from c.was) as stays
    from import_left_cells c join loans l on l.id = c.loan_id join borrowers b on b.id = l.borrower_id
    where c.job_id = ${jobId} and c.key = ${key} and c.reason = ${reason} and c.outcome is null`);
  return new Map(rows.map(({ n, stays }) => [n, stays]));
}

const mostNamed = 200;
interface Unchanged {
  fixId: number;
  n: number;
  loanNumber: string;
  outcome: 'changed' | 'followed';
  count: number;
}
/** Rows left unchanged by column corrections, the first of each run with their number. */
export const unchangedRows = (tx: Tx, jobId: number): Promise<Unchanged[]> =>
  tx.rows<Unchanged>(sql`
    select * from (
      select c.fix_id as "fixId", c.n, l.loan_number as "loanNumber", c.outcome,
        (count(*) over (partition by c.fix_id))::int as count, row_number() over (partition by c.fix_id order by c.n) as place
      from import_left_cells c join loans l on l.id = c.loan_id
      where c.job_id = ${jobId} and c.outcome in ('changed', 'followed')) found
    where place <= ${mostNamed} order by "fixId", n`);
