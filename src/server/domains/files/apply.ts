/** Lays a chunk of read rows over borrowers and loans: one set of statements, one transaction, exact counts. */
import type { Tx } from '#server/kernel/database.ts';
import { type Fragment, join, name, sql } from '#server/kernel/sql.ts';
import type { ImportJob } from './import-store.ts';

export const chunkRows = 2000;

const bigint = sql`bigint`;
const int = sql`int`;
const date = sql`date`;
const text = sql`text`;
/** Column of the table → value of the row and its type. */
const ofLoan: readonly [string, string, Fragment][] = [
  ['product_type', 'productType', text],
  ['product_name', 'productName', text],
  ['supplier_name', 'supplierName', text],
  ['mobile', 'mobile', text],
  ['alternate_contact1', 'alternateContact1', text],
  ['principal_outstanding', 'principalOutstanding', bigint],
  ['total_outstanding', 'totalOutstanding', bigint],
  ['loan_amount', 'loanAmount', bigint],
  ['emi_amount', 'emiAmount', bigint],
  ['total_emi', 'totalEmi', int],
  ['emi_start_date', 'emiStartDate', date],
  ['dpd', 'dpd', int],
  ['interest_outstanding', 'interestOutstanding', bigint],
  ['max_settlement_amount', 'maxSettlementAmount', bigint],
];
const ofBorrower: readonly [string, string, Fragment][] = [
  ['name', 'name', text],
  ['father_name', 'fatherName', text],
  ['gender', 'gender', text],
  ['dob', 'dob', date],
  ['pan', 'pan', text],
  ['address', 'address', text],
  ['state_name', 'stateName', text],
  ['city_name', 'cityName', text],
  ['pincode', 'pincode', text],
];
const value = ([, key, type]: readonly [string, string, Fragment]): Fragment =>
  sql`(r.row->>${key})::${type}`;
const column = ([col]: readonly [string, string, Fragment]): Fragment => name(col);

/** What a file leaves empty it does not erase. */
const sets = (table: string, columns: typeof ofLoan): Fragment =>
  join(columns.map((c) => sql`${column(c)} = coalesce(${value(c)}, ${name(`${table}.${c[0]}`)})`));
const differs = (table: string, columns: typeof ofLoan): Fragment =>
  sql`(${join(columns.map((c) => sql`coalesce(${value(c)}, ${name(`${table}.${c[0]}`)})`))})
    is distinct from (${join(columns.map((c) => name(`${table}.${c[0]}`)))})`;
const values = (columns: typeof ofLoan): Fragment => join(columns.map(value));
const names = (columns: typeof ofLoan): Fragment => join(columns.map(column));

/** Everyone whose list of loans changed. */
export interface Applied {
  rows: number;
  people: number[];
}

async function settleBorrowers(tx: Tx, job: ImportJob, chunk: Fragment): Promise<void> {
  // A loan that is there keeps its borrower; a person the lender has named before is the same person.
  await tx.run(sql`update import_rows r set borrower_id = l.borrower_id from loans l
    where ${chunk} and l.client_id = ${job.clientId} and l.loan_number = r.loan_number`);
  await tx.run(sql`update import_rows r set borrower_id = b.id from borrowers b
    where ${chunk} and r.borrower_id is null and b.client_id = ${job.clientId} and b.client_borrower_id = r.row->>'clientBorrowerId'`);
  await tx.run(sql`
    with person as (
      select distinct on (coalesce(row->>'clientBorrowerId', n::text)) n, row->>'clientBorrowerId' as key, row
      from import_rows r where ${chunk} and r.borrower_id is null order by coalesce(row->>'clientBorrowerId', n::text), n desc),
    numbered as (select nextval(pg_get_serial_sequence('borrowers', 'id')) as id, person.* from person),
    made as (
      insert into borrowers (id, client_id, client_borrower_id, ${names(ofBorrower)})
      select r.id, ${job.clientId}, r.key, ${values(ofBorrower)} from numbered r)
    update import_rows r set borrower_id = m.id from numbered m
    where ${chunk} and r.borrower_id is null and (r.row->>'clientBorrowerId' = m.key or (m.key is null and r.n = m.n))`);
  await tx.run(sql`
    update borrowers set ${sets('borrowers', ofBorrower)}, updated_at = now()
    from (select distinct on (r.borrower_id) r.borrower_id, r.row from import_rows r where ${chunk} order by r.borrower_id, r.n desc) r
    where borrowers.id = r.borrower_id and ${differs('borrowers', ofBorrower)}`);
}

const assignee = sql`(r.row->>'agentEmail')::bigint`;

async function settleLoans(
  tx: Tx,
  job: ImportJob,
  chunk: Fragment,
): Promise<{ made: number; woken: number; known: number; dnc: number; people: number[] }> {
  await tx.run(sql`insert into loan_groups (client_id, group_id)
    select distinct ${job.clientId}::bigint, r.row->>'groupId' from import_rows r where ${chunk} and r.row->>'groupId' is not null
    on conflict do nothing`);
  const before = await tx.one<{ known: number; woken: number; dnc: number }>(sql`
    select count(*)::int as known, (count(*) filter (where not l.is_active))::int as woken, (count(*) filter (where l.is_dnc))::int as dnc
    from import_rows r join loans l on l.client_id = ${job.clientId} and l.loan_number = r.loan_number where ${chunk}`);
  const group = sql`(select g.id from loan_groups g where g.client_id = ${job.clientId} and g.group_id = r.row->>'groupId')`;
  const moved = await tx.rows<{ id: number; old: number | null; now: number | null }>(sql`
    with old as (
      select l.id, l.assignee_id from import_rows r join loans l on l.client_id = ${job.clientId} and l.loan_number = r.loan_number
      where ${chunk} for no key update of l)
    update loans set ${sets('loans', ofLoan)}, is_active = true, loan_group_id = coalesce(${group}, loans.loan_group_id),
      assignee_id = coalesce(${assignee}, loans.assignee_id),
      assigned_at = case when ${assignee} is distinct from loans.assignee_id and ${assignee} is not null then now() else loans.assigned_at end,
      updated_at = now()
    from import_rows r, old
    where ${chunk} and loans.client_id = ${job.clientId} and loans.loan_number = r.loan_number and old.id = loans.id
      and (${differs('loans', ofLoan)} or not loans.is_active or coalesce(${assignee}, loans.assignee_id) is distinct from loans.assignee_id
        or coalesce(${group}, loans.loan_group_id) is distinct from loans.loan_group_id)
    returning loans.id, old.assignee_id as old, loans.assignee_id as now`);
  const made = await tx.rows<{ id: number; old: null; now: number | null }>(sql`
    insert into loans (client_id, portfolio_id, borrower_id, loan_group_id, loan_number, assignee_id, assigned_at, ${names(ofLoan)})
    select ${job.clientId}, ${job.portfolioId}, r.borrower_id, ${group}, r.loan_number, ${assignee},
      case when ${assignee} is not null then now() end,
      ${join(ofLoan.map((c) => (c[0].endsWith('_outstanding') && c[0] !== 'interest_outstanding' ? sql`coalesce(${value(c)}, 0)` : value(c))))}
    from import_rows r where ${chunk} and not exists
      (select from loans l where l.client_id = ${job.clientId} and l.loan_number = r.loan_number)
    returning id, null as old, assignee_id as now`);
  const changed = [...moved, ...made].filter((loan) => loan.now !== loan.old && loan.now !== null);
  await tx.run(sql`insert into loan_assignments (loan_id, user_id, assigned_by)
    select loan, person, ${job.userId} from unnest(${changed.map((c) => c.id)}::bigint[], ${changed.map((c) => c.now)}::bigint[]) as x(loan, person)`);
  const people = new Set(
    [...moved, ...made].flatMap((loan) => [loan.old, loan.now]).filter((id) => id !== null),
  );
  return {
    made: made.length,
    woken: before?.woken ?? 0,
    known: before?.known ?? 0,
    dnc: before?.dnc ?? 0,
    people: [...people],
  };
}

/** Applies the rows after `rowsDone`; answers how many, 0 when none are left. */
export async function applyChunk(tx: Tx, job: ImportJob): Promise<Applied> {
  const last = await tx.one<{ n: number | null; rows: number }>(sql`
    select max(n) as n, count(*)::int as rows from
      (select n from import_rows where job_id = ${job.id} and n > ${job.rowsDone} order by n limit ${chunkRows}) next`);
  if (!last?.n) return { rows: 0, people: [] };
  const chunk = sql`r.job_id = ${job.id} and r.n > ${job.rowsDone} and r.n <= ${last.n}`;
  await settleBorrowers(tx, job, chunk);
  const { made, woken, known, dnc, people } = await settleLoans(tx, job, chunk);
  await tx.run(sql`
    update file_jobs set rows_done = ${last.n}, new_loans_count = new_loans_count + ${made},
      exist_loans_count = exist_loans_count + ${known}, re_active_loans_count = re_active_loans_count + ${woken},
      dnc_loans_count = dnc_loans_count + ${dnc}, updated_at = now(),
      progress_percentage = least(99, (100 * ${last.n} / greatest(1, total_records)))
    where id = ${job.id}`);
  return { rows: last.rows, people };
}
