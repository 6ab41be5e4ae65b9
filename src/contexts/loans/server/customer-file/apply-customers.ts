/** Upserts a batch of rows into borrowers and loans: one set of statements, one transaction, exact totals. */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, join, name, sql } from '#kernel/server/database/sql.ts';
import { followValues } from './follow-values.ts';
import { addAtOnce } from './fast-insert.ts';
import { countChunk, keepChange, nextRows, takeTurn } from '#contexts/files/server/import/chunk.ts';
import type { ImportJob } from '#contexts/files/server/import/import-store.ts';
import { stageColumn as staged } from '#contexts/files/server/import/stage.ts';

const bigint = sql`bigint`;
const int = sql`int`;
const date = sql`date`;
const text = sql`text`;
/** Column of the table, key of the value in the row, type. */
type Column = readonly [column: string, key: string, type: Fragment];
export const ofLoan: readonly Column[] = [
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
export const ofBorrower: readonly Column[] = [
  ['name', 'name', text],
  ['father_name', 'fatherName', text],
  ['gender', 'gender', text],
  ['dob', 'dob', date],
  ['pan', 'pan', text],
  ['pan_sealed', 'panSealed', text],
  ['address', 'address', text],
  ['state_name', 'stateName', text],
  ['city_name', 'cityName', text],
  ['pincode', 'pincode', text],
];
const ofRow: readonly Column[] = [
  ['loan_number', 'loanNumber', text],
  ['loan_number_received', 'loanNumberReceived', text],
  ['borrower_key', 'clientBorrowerId', text],
  ['group_key', 'groupId', text],
  ['agent_id', 'agentEmail', bigint],
  ...ofLoan,
  ...ofBorrower,
];
/** Required columns, so an empty cell of a new loan is zero; `total_is_known` distinguishes it from a zero TOS. */
const neverEmpty = ['principal_outstanding', 'total_outstanding'];

const names = (columns: readonly Column[], prefix = ''): Fragment =>
  join(columns.map(([column]) => name(prefix + column)));
/** What a file leaves empty it does not erase. */
const merged = (table: string, [column]: Column): Fragment =>
  sql`coalesce(${name(`c.${column}`)}, ${name(`${table}.${column}`)})`;
const sets = (table: string, columns: readonly Column[]): Fragment =>
  join(columns.map((column) => sql`${name(column[0])} = ${merged(table, column)}`));
const differs = (table: string, columns: readonly Column[]): Fragment =>
  sql`(${join(columns.map((column) => merged(table, column)))}) is distinct from (${names(columns, `${table}.`)})`;

/** Next rows as a temporary table, joined with existing loans and borrowers. */
async function openChunk(tx: Tx, job: ImportJob, last: number): Promise<void> {
  const rows = sql`r.n > ${job.rowsDone} and r.n <= ${last} and r.worker = ${job.worker}`;
  await tx.run(sql`
    create temp table if not exists chunk (n int, wins boolean, loan_id bigint, was_active boolean, is_dnc boolean, old_assignee bigint, was_tx text,
      borrower_id bigint, is_new boolean, group_id bigint, ${join(ofRow.map(([column, , type]) => sql`${name(column)} ${type}`))}) on commit delete rows`);
  // Each row probes the index: statistics of a lender being imported are outdated, and a plan based on them would scan
  // all its loans per batch. Locked in a fixed order.
  await tx.run(sql`
    with found as materialized (
      select r.n,
        (select l.id from loans l where l.client_id = ${job.clientId} and l.loan_number = r."loanNumber") as loan_id,
        (select b.id from borrowers b where b.client_id = ${job.clientId} and b.client_borrower_id = r."clientBorrowerId") as person_id
      from stage r where ${rows}),
    held as materialized (
      select l.id, l.borrower_id, l.is_active, l.is_dnc, l.assignee_id, l.changed_tx from loans l
      where l.id in (select loan_id from found) order by l.id for no key update)
    insert into chunk (n, wins, loan_id, was_active, is_dnc, old_assignee, was_tx, borrower_id, is_new, ${names(ofRow)})
    select r.n, r.wins, l.id, l.is_active, l.is_dnc, l.assignee_id, l.changed_tx::text,
      coalesce(l.borrower_id, f.person_id, nextval('borrowers_id_seq')), coalesce(l.borrower_id, f.person_id) is null,
      ${join(ofRow.map(([, key]) => sql`r.${staged(key)}`))}
    from stage r join found f on f.n = r.n left join held l on l.id = f.loan_id
    where ${rows}`);
  await tx.run(sql`analyze chunk (n, loan_id, borrower_id, is_new, borrower_key, group_key)`);
}

/** Rows about one new person become one borrower. */
const joinPersons = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update chunk c set borrower_id = person.id
    from (select borrower_key, min(borrower_id) as id from chunk where is_new and borrower_key is not null
      group by borrower_key having count(*) > 1) person
    where c.is_new and c.borrower_key = person.borrower_key and c.borrower_id <> person.id`);

/** Inserts new borrowers, each by their last row. */
async function addBorrowers(tx: Tx, { clientId }: ImportJob): Promise<number[]> {
  const made = await tx.one<{ ids: number[] | null }>(sql`
    with made as (
      insert into borrowers (id, client_id, client_borrower_id, ${names(ofBorrower)})
      select distinct on (borrower_id) borrower_id, ${clientId}::bigint, borrower_key, ${names(ofBorrower)}
      from chunk where is_new order by borrower_id, n desc
      returning id)
    select array_agg(id) as ids from made`);
  return made?.ids ?? [];
}

const changeBorrowers = async (tx: Tx): Promise<unknown> =>
  (
    await tx.one<{ was: unknown }>(sql`
      with changed as (
        update borrowers set ${sets('borrowers', ofBorrower)}, updated_at = now()
        from chunk c join borrowers was on was.id = c.borrower_id
        where borrowers.id = was.id and c.wins and ${differs('borrowers', ofBorrower)}
        returning borrowers.id, was.updated_at, ${join(ofBorrower.map(([column]) => name(`was.${column}`)))})
      select coalesce(jsonb_agg(to_jsonb(changed)), '[]') as was from changed`)
  )?.was;

async function settleGroups(tx: Tx, { clientId }: ImportJob): Promise<void> {
  await tx.run(sql`insert into loan_groups (client_id, group_id)
    select distinct ${clientId}::bigint, group_key from chunk where group_key is not null
    -- The other worker may add the same: in one order, so that neither waits for the other in a circle.
    order by group_key on conflict do nothing`);
  await tx.run(sql`update chunk set group_id = g.id from loan_groups g
    where g.client_id = ${clientId} and g.group_id = chunk.group_key`);
}

interface Changed {
  was: unknown;
  /** Loans with their previous and new agents. */
  moved: { id: number; old: number | null; now: number | null }[];
}
const kept = [
  ...ofLoan.map(([column]) => column),
  'total_is_known',
  'is_active',
  'loan_group_id',
  'assignee_id',
  'assigned_at',
];

const changeLoans = (tx: Tx): Promise<Changed | undefined> =>
  tx.one<Changed>(sql`
    with changed as (
      update loans set ${sets('loans', ofLoan)}, is_active = true, updated_at = now(),
        total_is_known = loans.total_is_known or c.total_outstanding is not null,
        loan_group_id = coalesce(c.group_id, loans.loan_group_id), assignee_id = coalesce(c.agent_id, loans.assignee_id),
        assigned_at = case when c.agent_id <> loans.assignee_id or (c.agent_id is not null and loans.assignee_id is null)
          then now() else loans.assigned_at end
      from chunk c join loans was on was.id = c.loan_id
      where loans.id = was.id and (${differs('loans', ofLoan)} or not loans.is_active
        or (not loans.total_is_known and c.total_outstanding is not null)
        or coalesce(c.agent_id, loans.assignee_id) is distinct from loans.assignee_id
        or coalesce(c.group_id, loans.loan_group_id) is distinct from loans.loan_group_id)
      returning loans.id, loans.assignee_id as now_assignee_id, c.was_tx, ${join(kept.map((column) => name(`was.${column}`)))})
    select coalesce(jsonb_agg(to_jsonb(changed) - 'now_assignee_id'), '[]') as was,
      coalesce(jsonb_agg(jsonb_build_object('id', id, 'old', assignee_id, 'now', now_assignee_id)), '[]') as moved from changed`);

interface Made {
  ids: number[] | null;
  people: number[] | null;
}
/** New loans, and an assignment trace for their agents. */
const addLoans = (tx: Tx, { clientId, portfolioId, userId }: ImportJob): Promise<Made | undefined> =>
  tx.one<Made>(sql`
    with made as (
      insert into loans (client_id, portfolio_id, borrower_id, loan_group_id, loan_number, loan_number_received, assignee_id, assigned_at, changed_tx, borrower_name, search_name,
        payment_account_id, total_is_known,
        ${names(ofLoan)})
      select ${clientId}, ${portfolioId}, borrower_id, group_id, loan_number, loan_number_received, agent_id, case when agent_id is not null then now() end,
        pg_current_xact_id(), owner.named, nullif(search_name(owner.named), lower(owner.named)), (select a.id from payment_accounts a where a.client_id = ${clientId} and a.is_active),
        total_outstanding is not null,
        ${join(ofLoan.map(([column]) => (neverEmpty.includes(column) ? sql`coalesce(${name(column)}, 0)` : name(column))))}
      from chunk join (select id as owner_id, name as named from borrowers) owner on owner_id = borrower_id
      where loan_id is null order by n
      returning id, assignee_id, assigned_at, is_active, payment_status, total_outstanding, changed_tx),
    -- What the trigger loan_standing_copied does, where it is passed by.
    stood as (
      insert into loan_standing (id, client_id, assignee_id, assigned_at, is_active, total_outstanding, payment_status, changed_tx)
      select id, ${clientId}::bigint, assignee_id, assigned_at, is_active, total_outstanding, payment_status, changed_tx
      from made where assignee_id is not null and current_setting('session_replication_role') = 'replica'),
    traced as (
      insert into loan_assignments (loan_id, user_id, assigned_by)
      select id, assignee_id, ${userId}::bigint from made where assignee_id is not null)
    select array_agg(id) as ids, array_agg(distinct assignee_id) filter (where assignee_id is not null) as people from made`);

const counted = sql`
  select (count(*) filter (where loan_id is null))::int as made, count(loan_id)::int as known,
    (count(*) filter (where not was_active))::int as woken, (count(*) filter (where is_dnc))::int as dnc from chunk`;

/** Applies the rows after `rowsDone`; returns their number, and all users with changed loan lists. */
export async function applyChunk(tx: Tx, job: ImportJob): Promise<{ rows: number; people: number[] }> {
  await takeTurn(tx, job.clientId, job.worker);
  const next = await nextRows(tx, job);
  if (!next) return { rows: 0, people: [] };
  await openChunk(tx, job, next.last);
  await joinPersons(tx);
  await settleGroups(tx, job);
  const known = await tx.one(sql`select 1 as ok from chunk where not is_new limit 1`);

  const wereBorrowers = known && (await changeBorrowers(tx));
  const changed = known && (await changeLoans(tx));
  const changedIds = (changed?.moved ?? []).map(({ id }) => id);
  await followValues(tx, changedIds);
  const moved = (changed?.moved ?? []).filter((loan) => loan.now !== loan.old && loan.now !== null);
  const traces = await tx.rows<{
    id: number;
  }>(sql`insert into loan_assignments (loan_id, user_id, assigned_by)
    select loan, person, ${job.userId} from unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map((loan) => loan.now)}::bigint[]) as x(loan, person)
    returning id`);
  await keepChange(tx, job, 'loan_assignments', { part: next.last, made: traces.map(({ id }) => id) });
  const { borrowers, made } = await addAtOnce(tx, job, async () => {
    const added = { borrowers: await addBorrowers(tx, job), made: await addLoans(tx, job) };
    // As the trigger loans_sums does.
    await tx.run(
      sql`select sum_new_loans(${added.made?.ids ?? []}) where current_setting('session_replication_role') = 'replica'`,
    );
    return added;
  });
  await keepChange(tx, job, 'borrowers', { part: next.last, made: borrowers, before: wereBorrowers });
  await keepChange(tx, job, 'loans', { part: next.last, made: made?.ids, before: changed?.was });
  const named = await tx.rows<{ id: number }>(sql`select loan_id as id from chunk where loan_id is not null`);
  await keepChange(tx, job, 'named', { part: next.last, made: named.map(({ id }) => id) });
  await countChunk(tx, job, next.last, counted);
  const people = (changed?.moved ?? []).flatMap((loan) => [loan.old, loan.now]).filter((id) => id !== null);
  return { rows: next.rows, people: [...new Set([...people, ...(made?.people ?? [])])] };
}
