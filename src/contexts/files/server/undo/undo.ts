/** Takes back what a file did, while nothing was built on it: what it made goes, what it changed is as it was. */
import type { FailureFacts, FailureCode } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, join, name, sql } from '#kernel/server/database/sql.ts';
import type { ImportJob } from '../import/import-store.ts';

/** Rows that point at others leave before them. */
const tables = [
  'dnc_history',
  'dnc_numbers',
  'loan_allocations',
  'loan_assignments',
  'messages',
  'payments',
  'loans',
  'borrowers',
] as const;
type Table = (typeof tables)[number];
/** Detects later changes of a row; `c` is the stored change of the file. */
const changedSince: Readonly<Partial<Record<Table, (job: number) => Fragment>>> = {
  loans: (job) => sql`t.changed_tx not in (select tx from import_changes where job_id = ${job})`,
  borrowers: () => sql`t.updated_at > c.at`,
  dnc_numbers: () => sql`t.updated_at > c.at`,
  messages: () => sql`t.updated_at > c.at`,
  payments: (job) => sql`(t.job_id is distinct from ${job} or t.decided_at > c.at
    or exists (select from payment_attempts a where a.payment_id = t.id and a.settled_at > c.at))`,
};

interface Refusal {
  code: FailureCode;
  facts: FailureFacts;
}
const refusal = (count: number | undefined): Refusal | undefined =>
  count ? { code: 'IMPORT_BUILT_ON', facts: { count } } : undefined;

/** Rows of these tables that the job made or changed, as a table of their own for the rest of the transaction. */
async function gather(tx: Tx, jobId: number): Promise<void> {
  await tx.run(sql`
    create temp table undone on commit drop as
    select c.what, m.id, true as is_made, c.at from import_changes c cross join unnest(c.made) m (id) where c.job_id = ${jobId}
    union all
    select c.what, (b->>'id')::bigint, false, c.at from import_changes c cross join jsonb_array_elements(c.before) b where c.job_id = ${jobId}`);
  await tx.run(sql`create index on undone (id, what)`);
  await tx.run(sql`analyze undone`);
}

async function countChanged(tx: Tx, jobId: number): Promise<number> {
  let count = 0;
  for (const table of tables) {
    const since = changedSince[table]?.(jobId);
    if (!since) continue;
    const found = await tx.one<{ n: number }>(
      sql`select count(*)::int as n from undone c join ${name(table)} t on t.id = c.id where c.what = ${table} and ${since}`,
    );
    count += found?.n ?? 0;
  }
  return count;
}

interface Link {
  child: string;
  column: string;
  parent: string;
}
/** Everything in this database that can point at a row a file made. */
const linksTo = (tx: Tx): Promise<Link[]> =>
  tx.rows<Link>(sql`
    select c.conrelid::regclass::text as child, a.attname as "column", c.confrelid::regclass::text as parent
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid::regclass::text = any(${[...tables]}) and c.connamespace = 'public'::regnamespace`);

async function countBuiltOn(tx: Tx): Promise<number> {
  let count = 0;
  const made = await tx.rows<{ what: string }>(sql`select distinct what from undone where is_made`);
  const links = await linksTo(tx);
  for (const { child, column, parent } of links.filter((link) =>
    made.some(({ what }) => what === link.parent),
  )) {
    // How a loan came to its person leaves with the loan; being moved again changes the loan itself.
    if (child === 'loan_assignments') continue;
    const isOurs = tables.some((table) => table === child);
    const found = await tx.one<{ n: number }>(sql`
      select count(*)::int as n from undone u join ${name(child)} k on k.${name(column)} = u.id
      where u.what = ${parent} and u.is_made ${
        isOurs
          ? sql`and not exists (select from undone own where own.what = ${child} and own.is_made and own.id = k.id)`
          : sql``
      }`);
    count += found?.n ?? 0;
  }
  return count;
}

/** Why a job cannot be undone; undefined when it can. What it did is gathered on the way. */
export async function whyNot(tx: Tx, jobId: number): Promise<Refusal | undefined> {
  const known = await tx.one(sql`select 1 as ok from import_changes where job_id = ${jobId} limit 1`);
  if (!known) return { code: 'IMPORT_NOT_LAST', facts: {} };
  await gather(tx, jobId);
  return refusal((await countChanged(tx, jobId)) || (await countBuiltOn(tx)));
}

async function restore(tx: Tx, table: Table, jobId: number): Promise<void> {
  const parts = await tx.rows<{ part: number; keys: string[] }>(sql`
    select part, array(select jsonb_object_keys(before->0)) as keys from import_changes
    where job_id = ${jobId} and what = ${table} and before <> '[]' order by part desc`);
  for (const { part, keys } of parts) {
    const columns = keys.filter((key) => key !== 'id').map(name);
    await tx.run(sql`
      update ${name(table)} t set ${join(columns.map((column) => sql`${column} = r.${column}`))}
      from import_changes c cross join jsonb_populate_recordset(null::${name(table)}, c.before) r
      where c.job_id = ${jobId} and c.what = ${table} and c.part = ${part} and t.id = r.id`);
  }
  await tx.run(sql`
    delete from ${name(table)} t using undone u where u.what = ${table} and u.is_made and t.id = u.id`);
}

const peopleOf = async (tx: Tx): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
      select distinct l.assignee_id as id from undone u join loans l on l.id = u.id
      where u.what in ('loans', 'touched') and l.assignee_id is not null`)
  ).map(({ id }) => id);

/** Does it; answers everyone whose list of loans changed. `whyNot` gathered what there is to do. */
export async function undo(
  tx: Tx,
  job: Pick<ImportJob, 'id'>,
  follow: (tx: Tx, loanIds: readonly number[]) => Promise<unknown>,
): Promise<number[]> {
  const people = await peopleOf(tx);
  for (const table of tables) await restore(tx, table, job.id);
  const touched = await tx.rows<{ id: number }>(sql`select distinct id from undone where what = 'touched'`);
  await follow(
    tx,
    touched.map(({ id }) => id),
  );
  people.push(...(await peopleOf(tx)));
  await tx.run(sql`delete from import_changes where job_id = ${job.id}`);
  await tx.run(sql`
    update file_jobs set status = 'completed', progress_percentage = 100, undone_at = now(), updated_at = now() where id = ${job.id}`);
  return [...new Set(people)];
}
