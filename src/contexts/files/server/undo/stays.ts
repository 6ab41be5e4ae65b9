/** Effects of an undo: rows deleted, and rows remaining because they are in use. */
import type { StayReason } from '#contexts/files/contract/undo.ts';
import { mostNamed } from '#contexts/files/contract/undo.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, join, name, sql } from '#kernel/server/database/sql.ts';

/** Rows that point at others leave before them. */
export const undoTables = [
  'dnc_history',
  'dnc_numbers',
  'loan_allocations',
  'loan_assignments',
  'messages',
  'payments',
  'loans',
  'borrowers',
] as const;
export type UndoTable = (typeof undoTables)[number];

/** Loans the file names, changed by it or not; and those that the undo of a later file put back as this file left them. */
const named = 'named';
export const restored = 'restored';

/** A loan `t` changed by others since the file; changes reverted by an undo are excluded. */
export const isChangedSince = (
  job: number,
): Fragment => sql`(t.changed_tx not in (select tx from import_changes where job_id = ${job} and what <> ${restored})
  and not exists (select from import_changes r where r.job_id = ${job} and r.what = ${restored} and r.tx = t.changed_tx
    and t.id = any(r.made)))`;

/** Detects later changes of a row; `c` is the stored change of the file. */
const changedSince: Readonly<Partial<Record<UndoTable, (job: number) => Fragment>>> = {
  loans: (job) => sql`(${isChangedSince(job)}
    or exists (select from import_left_cells k where k.loan_id = t.id and k.job_id = ${job} and k.is_between))`,
  borrowers: () => sql`t.updated_at > c.at`,
  dnc_numbers: () => sql`t.updated_at > c.at`,
  messages: () => sql`t.updated_at > c.at`,
  payments: (job) => sql`(t.job_id is distinct from ${job} or t.decided_at > c.at
    or exists (select from payment_attempts a where a.payment_id = t.id and a.settled_at > c.at))`,
};

/** Rows last changed by another file. */
const byLaterFile: Readonly<Partial<Record<UndoTable, (job: number) => Fragment>>> = {
  loans: (job) =>
    sql`t.changed_tx in (select tx from import_changes where job_id <> ${job} and what <> ${restored})`,
  payments: (job) => sql`t.job_id > ${job}`,
};

/** Reason from a referencing row; from another row of the file's tables: changed. */
const reasonOf: Readonly<Record<string, StayReason>> = {
  loan_tags: 'changed',
  call_attempts: 'called',
  leads: 'called',
  missed_calls: 'called',
  queue_calls: 'called',
  contacts: 'contacted',
  messages: 'contacted',
  borrower_dispositions: 'noted',
  promises: 'noted',
  visits: 'visited',
  payments: 'paid',
  payment_attempts: 'paid',
  cash_receipts: 'paid',
  payment_links: 'linked',
  settlements: 'settled',
  daily_task_loans: 'planned',
  borrower_documents: 'papers',
};
/** Assignment history is deleted with the loan. */
const leaveAlong = new Set(['loan_assignments', 'import_kept', 'import_left_cells']);

/** Rows of these tables created or changed by the job, as a temporary table. */
async function gather(tx: Tx, jobId: number): Promise<void> {
  await tx.run(sql`
    create temp table undone on commit drop as
    select c.what, m.id, true as is_made, c.at from import_changes c cross join unnest(c.made) m (id) where c.job_id = ${jobId}
      and c.what not in (${named}, ${restored})
    union all
    select c.what, (b->>'id')::bigint, false, c.at from import_changes c cross join jsonb_array_elements(c.before) b where c.job_id = ${jobId}`);
  await tx.run(sql`create index on undone (id, what)`);
  await tx.run(sql`analyze undone`);
  await tx.run(
    sql`create temp table stays (what text not null, id bigint not null, reason text not null) on commit drop`,
  );
}

async function findChanged(tx: Tx, jobId: number): Promise<void> {
  for (const table of undoTables) {
    const since = changedSince[table]?.(jobId);
    if (since)
      await tx.run(sql`
        insert into stays select c.what, c.id,
          case when ${byLaterFile[table]?.(jobId) ?? sql`false`} then 'later-file' else 'changed' end from undone c join ${name(table)} t on t.id = c.id
        where c.what = ${table} and ${since}`);
  }
}

interface Reference {
  child: string;
  column: string;
  parent: string;
}
/** Foreign keys that can reference a file's row. */
const referencesTo = (tx: Tx): Promise<Reference[]> =>
  tx.rows<Reference>(sql`
    select c.conrelid::regclass::text as child, a.attname as "column", c.confrelid::regclass::text as parent
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid::regclass::text = any(${[...undoTables]}) and c.connamespace = 'public'::regnamespace`);

async function findBuiltOn(tx: Tx): Promise<void> {
  const made = await tx.rows<{ what: string }>(sql`select distinct what from undone where is_made`);
  for (const { child, column, parent } of await referencesTo(tx)) {
    if (leaveAlong.has(child) || !made.some(({ what }) => what === parent)) continue;
    const isOurs = undoTables.some((table) => table === child);
    await tx.run(sql`
      insert into stays select distinct u.what, u.id, ${reasonOf[child] ?? (isOurs ? 'changed' : 'other')}::text
      from undone u join ${name(child)} k on k.${name(column)} = u.id
      where u.what = ${parent} and u.is_made ${
        isOurs
          ? sql`and not exists (select from undone own where own.what = ${child} and own.is_made and own.id = k.id)`
          : sql``
      }`);
  }
}

/**
 * A loan shares the fate of its borrower's changes, a borrower that of any of their loans; traces follow their subject.
 */
async function findTogether(tx: Tx): Promise<void> {
  const follow = (what: string, reason: Fragment, joins: Fragment): Promise<number> =>
    tx.run(sql`insert into stays select distinct u.what, u.id, ${reason} from undone u ${joins} where u.what = ${what}
      and not exists (select from stays own where own.what = u.what and own.id = u.id)`);
  await follow(
    'loans',
    sql`s.reason`,
    sql`join loans l on l.id = u.id join stays s on s.what = 'borrowers' and s.id = l.borrower_id`,
  );
  await follow(
    'borrowers',
    sql`s.reason`,
    sql`join loans l on l.borrower_id = u.id join stays s on s.what = 'loans' and s.id = l.id`,
  );
  for (const [trace, column, of] of [
    ['loan_allocations', 'loan_id', 'loans'],
    ['loan_assignments', 'loan_id', 'loans'],
    ['dnc_history', 'dnc_id', 'dnc_numbers'],
  ] as const)
    await follow(
      trace,
      sql`s.reason`,
      sql`join ${name(trace)} t on t.id = u.id join stays s on s.what = ${of} and s.id = t.${name(column)}`,
    );
}

/**
 * Rows of a file in user terms, `from` the table of all or of the remaining ones: a payment, a message or a number each,
 * else a loan; a borrower without loans in the file.
 */
const rowsIn = (from: Fragment, reason: Fragment): Fragment => sql`
  ${join(
    (['payments', 'messages', 'dnc_numbers'] as const).map(
      (table) => sql`select u.what, u.id, t.loan_id, null::bigint as borrower_id, ${reason} as reason
        from ${from} u join ${name(table)} t on t.id = u.id where u.what = ${table}`,
    ),
    ' union all ',
  )}
  union all
  select 'loans', t.loan_id, t.loan_id, null, t.reason from (
    select coalesce(a.loan_id, s.loan_id, u.id) as loan_id, ${reason} as reason
    from ${from} u left join loan_allocations a on u.what = 'loan_allocations' and a.id = u.id
      left join loan_assignments s on u.what = 'loan_assignments' and s.id = u.id
    where u.what in ('loans', 'loan_allocations', 'loan_assignments')) t
  union all
  select u.what, u.id, null, u.id, ${reason} from ${from} u
  where u.what = 'borrowers' and not exists (
    select from loans l join undone x on x.what = 'loans' and x.id = l.id where l.borrower_id = u.id)`;

const count = async (tx: Tx, rows: Fragment): Promise<number> =>
  (await tx.one<{ n: number }>(sql`select count(distinct (r.what, r.id))::int as n from (${rows}) r`))?.n ??
  0;

const staying = sql`
  select r.loan_id, coalesce(r.borrower_id, l.borrower_id) as borrower_id, array_agg(distinct r.reason) as reasons
  from (${rowsIn(sql`stays`, sql`u.reason`)}) r left join loans l on l.id = r.loan_id
  group by r.what, r.id, r.loan_id, coalesce(r.borrower_id, l.borrower_id)`;

export interface UndoFound {
  goes: number;
  stays: number;
}
/** Finds it all, in tables that last as long as the transaction; nothing where it is not remembered what the file did. */
export async function findUndo(tx: Tx, jobId: number): Promise<UndoFound | undefined> {
  const known = await tx.one(
    sql`select 1 as ok from import_changes where job_id = ${jobId} and what not in (${named}, ${restored}) limit 1`,
  );
  if (!known) return undefined;
  await gather(tx, jobId);
  await findChanged(tx, jobId);
  await findBuiltOn(tx);
  await findTogether(tx);
  await tx.run(sql`analyze stays`);
  const all = await count(tx, rowsIn(sql`undone`, sql`''`));
  const stays = await count(tx, rowsIn(sql`stays`, sql`u.reason`));
  return { goes: all - stays, stays };
}

export interface NamedStay {
  loanId: number | null;
  loanNumber: string | null;
  name: string;
  reasons: StayReason[];
}
const listed = (tx: Tx, rows: Fragment): Promise<NamedStay[]> =>
  tx.rows<NamedStay>(sql`
    select k.loan_id as "loanId", l.loan_number as "loanNumber", b.name, k.reasons
    from (${rows}) k join borrowers b on b.id = k.borrower_id left join loans l on l.id = k.loan_id
    order by b.name, l.loan_number limit ${mostNamed}`);

/** By name, after `findUndo`. */
export const namesOfStays = (tx: Tx): Promise<NamedStay[]> => listed(tx, staying);
/** Names, after completion. */
export const namesOfKept = (tx: Tx, jobId: number): Promise<NamedStay[]> =>
  listed(tx, sql`select loan_id, borrower_id, reasons from import_kept where job_id = ${jobId}`);

/** Stores the remaining rows and excludes them from the undo. */
export async function setStaysAside(tx: Tx, jobId: number): Promise<void> {
  await tx.run(sql`insert into import_kept (job_id, loan_id, borrower_id, reasons)
    select ${jobId}, loan_id, borrower_id, reasons from (${staying}) k`);
  await tx.run(sql`delete from undone u using stays s where s.what = u.what and s.id = u.id`);
}
