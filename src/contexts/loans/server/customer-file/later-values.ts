/** Writes skipped cells of a customer file to their loans once readable. */
import { fileColumns } from '#contexts/files/contract/file-kinds.ts';
import type { LaterBy, LaterValues } from '#contexts/files/server/import/import-kinds.ts';
import { stageColumn as staged } from '#contexts/files/server/import/stage.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, join, name, sql } from '#kernel/server/database/sql.ts';
import { followValues } from './follow-values.ts';
import { ofBorrower, ofLoan } from './apply-customers.ts';

const agent = 'agentEmail';
/** Without the cells that identify the borrower or the group: these come with the next file. */
const keys = fileColumns.CUSTOMER_FILE.flatMap(({ key, isSpare }) =>
  isSpare && (key === agent || [...ofLoan, ...ofBorrower].some(([, one]) => one === key)) ? [key] : [],
);
const isOfBorrower = (key: string): boolean => ofBorrower.some(([, one]) => one === key);
/** Columns of a key with their stage expressions: an encrypted number has two. */
function columnsOf(key: string): { column: Fragment; value: Fragment }[] {
  const found = [...ofLoan, ...ofBorrower].filter(([, one]) => one === key || one === `${key}Sealed`);
  if (found.length === 0) throw new Error(`no column for ${key}`);
  const columns = found.map(([column, one]) => ({ column: name(column), value: sql`r.${staged(one)}` }));
  return key === 'totalOutstanding'
    ? [...columns, { column: sql`total_is_known`, value: sql`true` }]
    : columns;
}
/** The column of the second of two numbers in one cell: filled with it where the loan has none and the cell has two. */
function secondOf(key: string): { column: Fragment; value: Fragment }[] {
  const second = fileColumns.CUSTOMER_FILE.find((one) => one.key === key)?.second;
  return (second === undefined ? [] : columnsOf(second)).map(({ column, value }) => ({
    column,
    value: sql`case when was.${column} is null and exists (select from left_out x where x.n = c.n and x.key = ${second} and x.is_filled)
      then ${value} else was.${column} end`,
  }));
}
const setsOf = (key: string): Fragment =>
  join([...columnsOf(key), ...secondOf(key)].map(({ column, value }) => sql`${column} = ${value}`));
const wereOf = (key: string): Fragment =>
  join([...columnsOf(key), ...secondOf(key)].map(({ column }) => sql`was.${column}`));

async function changeLoans(tx: Tx, key: string, rows: Fragment): Promise<{ was: unknown } | undefined> {
  const changed = await tx.one<{ was: { id: number }[] }>(sql`
    with changed as (
      update loans set ${setsOf(key)}, updated_at = now()
      from (${rows}) c join stage r on r.n = c.n join loans was on was.id = c.loan_id where loans.id = was.id
      returning loans.id, ${wereOf(key)}, was.changed_tx::text as was_tx)
    select coalesce(jsonb_agg(to_jsonb(changed)), '[]') as was from changed`);
  await followValues(
    tx,
    (changed?.was ?? []).map(({ id }) => id),
  );
  return changed;
}

/** By the last row of a borrower. Preserves the time of their last change, so that an undo detects others' changes. */
const changeBorrowers = (tx: Tx, key: string, rows: Fragment): Promise<{ was: unknown } | undefined> =>
  tx.one(sql`
    with changed as (
      update borrowers set ${setsOf(key)}
      from (select distinct on (l.borrower_id) l.borrower_id, c.n from (${rows}) c join loans l on l.id = c.loan_id
          order by l.borrower_id, c.n desc) c
        join stage r on r.n = c.n join borrowers was on was.id = c.borrower_id where borrowers.id = was.id
      returning borrowers.id, ${wereOf(key)})
    select coalesce(jsonb_agg(to_jsonb(changed)), '[]') as was from changed`);

/** Assigns loans to their agent with a trace, as when the row itself is applied. */
async function assignLoans(tx: Tx, rows: Fragment, { userId, remember }: LaterBy): Promise<void> {
  const changed = await tx.one<{ was: { id: number }[]; traces: number[] }>(sql`
    with changed as (
      update loans set assignee_id = r.${staged(agent)}, assigned_at = now(), updated_at = now()
      from (${rows}) c join stage r on r.n = c.n join loans was on was.id = c.loan_id
      where loans.id = was.id and was.assignee_id is distinct from r.${staged(agent)}
      returning loans.id, was.assignee_id, was.assigned_at, was.changed_tx::text as was_tx, loans.assignee_id as now),
    traced as (
      insert into loan_assignments (loan_id, user_id, assigned_by) select id, now, ${userId} from changed returning id)
    select coalesce((select jsonb_agg(to_jsonb(changed) - 'now') from changed), '[]') as was,
      array(select id from traced) as traces`);
  await remember('loan_assignments', { made: changed?.traces ?? [] });
  await remember('loans', { before: changed?.was });
  await followValues(
    tx,
    (changed?.was ?? []).map(({ id }) => id),
  );
}

export const laterValues: LaterValues = {
  keys,
  isOfBorrower,
  stored(key) {
    if (key === agent) return sql`l.assignee_id::text`;
    const [first] = columnsOf(key);
    return sql`${isOfBorrower(key) ? sql`b` : sql`l`}.${first?.column ?? name(key)}::text`;
  },
  async write(tx, key, rows, by) {
    if (key === agent) return assignLoans(tx, rows, by);
    const isPerson = isOfBorrower(key);
    const changed = await (isPerson ? changeBorrowers : changeLoans)(tx, key, rows);
    return by.remember(isPerson ? 'borrowers' : 'loans', { before: changed?.was });
  },
};
