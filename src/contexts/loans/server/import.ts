/** Applies file rows to existing loans, in one statement per batch, with its trace. */
import { reassignmentConsequences } from './reassign.ts';
import { ofLoans } from '#contexts/files/server/import/import-kinds.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { ImportBy } from '#contexts/files/server/import/import-by.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

interface Moved {
  people: number[];
  traces: number[];
  before: unknown;
}

/** Assigns loans to the named agents; the campaign is unchanged. */
async function reassign(tx: Tx, rows: Fragment, { userId, remember }: ImportBy): Promise<number[]> {
  const moved = await tx.one<Moved & { ids: number[] }>(sql`
    with said as (select loan_id, (row->>'agentEmail')::bigint as user_id from (${rows}) rows),
    moved as (
      update loans l set assignee_id = s.user_id, assigned_at = now(), updated_at = now()
      from said s join loans was on was.id = s.loan_id
      where l.id = was.id and was.assignee_id is distinct from s.user_id
      returning l.id, was.assignee_id, was.assigned_at, s.user_id, l.campaign_id, was.changed_tx),
    kept as (
      insert into loan_assignments (loan_id, user_id, campaign_id, assigned_by)
      select id, user_id, campaign_id, ${userId}::bigint from moved returning id)
    select (select coalesce(array_agg(id), '{}') from moved) as ids,
      (select coalesce(array_agg(distinct p) filter (where p is not null), '{}')
        from (select assignee_id from moved union select user_id from moved) x (p)) as people,
      (select coalesce(array_agg(id), '{}') from kept) as traces,
      (select jsonb_agg(jsonb_build_object('id', id, 'assignee_id', assignee_id, 'assigned_at', assigned_at, 'was_tx', changed_tx::text)) from moved) as before`);
  await remember('loans', { before: moved?.before });
  await remember('loan_assignments', { made: moved?.traces });
  await reassignmentConsequences.run(tx, moved?.ids ?? []);
  return moved?.people ?? [];
}

/** Loans get the allocation types a file names. */
async function allocateAll(tx: Tx, rows: Fragment, { userId, remember }: ImportBy): Promise<number[]> {
  const moved = await tx.one<Moved>(sql`
    with said as (select loan_id, (row->>'allocationType')::bigint as type_id from (${rows}) rows),
    moved as (
      update loans l set allocation_type_id = s.type_id, updated_at = now()
      from said s join loans was on was.id = s.loan_id
      where l.id = was.id and was.allocation_type_id is distinct from s.type_id
      returning l.id, l.assignee_id, was.allocation_type_id, s.type_id, was.changed_tx),
    kept as (
      insert into loan_allocations (loan_id, allocation_type_id, allocated_by)
      select id, type_id, ${userId}::bigint from moved returning id)
    select (select coalesce(array_agg(distinct assignee_id) filter (where assignee_id is not null), '{}') from moved) as people,
      (select coalesce(array_agg(id), '{}') from kept) as traces,
      (select jsonb_agg(jsonb_build_object('id', id, 'allocation_type_id', allocation_type_id, 'was_tx', changed_tx::text)) from moved) as before`);
  await remember('loans', { before: moved?.before });
  await remember('loan_allocations', { made: moved?.traces });
  return moved?.people ?? [];
}

export const reassignmentFile = ofLoans('REASSIGNMENT_FILE', reassign, {
  follow: (tx, loanIds) => reassignmentConsequences.run(tx, loanIds),
});
export const allocationFile = ofLoans('ALLOCATION_TYPE_FILE', allocateAll);
