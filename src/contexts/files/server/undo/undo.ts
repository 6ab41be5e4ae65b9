/** Reverts a file, except rows in use: its new rows are deleted, its changes restored. */
import type { FailureFacts, FailureCode } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { join, name, sql } from '#kernel/server/database/sql.ts';
import type { Follow } from '../import/import-kinds.ts';
import type { ImportJob } from '../import/import-store.ts';
import { type UndoFound, type UndoTable, findUndo, restored, setStaysAside, undoTables } from './stays.ts';

/** In the stored state of a loan: the last transaction before the file. */
const wasTx = 'was_tx';

interface Refusal {
  code: FailureCode;
  facts: FailureFacts;
}
/** Why a job cannot be undone; otherwise the effects. `known`: maximum remaining rows confirmed by the user. */
export async function judgeUndo(
  tx: Tx,
  jobId: number,
  known: number,
): Promise<{ refusal: Refusal } | { refusal?: undefined; found: UndoFound }> {
  const found = await findUndo(tx, jobId);
  if (!found) return { refusal: { code: 'IMPORT_NOT_LAST', facts: {} } };
  if (found.stays > known || (found.goes === 0 && found.stays > 0))
    return { refusal: { code: 'IMPORT_BUILT_ON', facts: { count: found.stays } } };
  return { found };
}

async function restore(tx: Tx, table: UndoTable, jobId: number): Promise<void> {
  const parts = await tx.rows<{ part: number; keys: string[] }>(sql`
    select part, array(select jsonb_object_keys(before->0)) as keys from import_changes
    where job_id = ${jobId} and what = ${table} and before <> '[]' order by part desc`);
  for (const { part, keys } of parts) {
    const columns = keys.filter((key) => key !== 'id' && key !== wasTx).map(name);
    await tx.run(sql`
      update ${name(table)} t set ${join(columns.map((column) => sql`${column} = r.${column}`))}
      from import_changes c cross join jsonb_populate_recordset(null::${name(table)}, c.before) r
      where c.job_id = ${jobId} and c.what = ${table} and c.part = ${part} and t.id = r.id
        and exists (select from undone u where u.what = ${table} and u.id = t.id and not u.is_made)`);
  }
  await tx.run(sql`
    delete from ${name(table)} t using undone u where u.what = ${table} and u.is_made and t.id = u.id`);
}

/** Loans restored to an earlier file's values: that file can be undone for them too. */
const noteRestored = (tx: Tx, jobId: number): Promise<number> =>
  tx.run(sql`
    insert into import_changes (job_id, part, what, made)
    select e.job_id, ${jobId}, ${restored}, array_agg(distinct (b->>'id')::bigint)
    from import_changes c cross join jsonb_array_elements(c.before) b
      join undone u on u.what = 'loans' and u.id = (b->>'id')::bigint and not u.is_made
      join import_changes e on e.job_id <> ${jobId} and (
        (e.what <> ${restored} and e.tx::text = b->>'was_tx')
        or (e.what = ${restored} and e.tx::text = b->>'was_tx' and (b->>'id')::bigint = any(e.made)))
    where c.job_id = ${jobId} and c.what = 'loans' and b ? 'was_tx' group by e.job_id`);

const peopleOf = async (tx: Tx): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
      select distinct l.assignee_id as id from undone u join loans l on l.id = u.id
      where u.what in ('loans', 'touched') and l.assignee_id is not null`)
  ).map(({ id }) => id);

/** Executes it, after `judgeUndo`; returns all users with changed loan lists. */
export async function undo(
  tx: Tx,
  job: Pick<ImportJob, 'id'>,
  { found, follow }: { found: UndoFound; follow: Follow },
): Promise<number[]> {
  if (found.stays > 0) await setStaysAside(tx, job.id);
  const people = await peopleOf(tx);
  for (const table of undoTables) await restore(tx, table, job.id);
  await noteRestored(tx, job.id);
  const rowsOf = async (what: UndoTable | 'touched'): Promise<number[]> =>
    (await tx.rows<{ id: number }>(sql`select distinct id from undone where what = ${what}`)).map(
      ({ id }) => id,
    );
  const touched = await tx.rows<{ id: number }>(
    sql`select distinct id from undone where what in ('loans', 'touched')`,
  );
  await follow(
    tx,
    touched.map(({ id }) => id),
    rowsOf,
  );
  people.push(...(await peopleOf(tx)));
  await tx.run(sql`delete from import_changes where job_id = ${job.id}`);
  await tx.run(sql`
    update file_jobs set status = 'completed', progress_percentage = 100, undone_at = now(), updated_at = now(),
      kept_records = ${found.stays} where id = ${job.id}`);
  return [...new Set(people)];
}
