/** What a file says of loans that are there, in one statement for a chunk, with its trace. */
import type { Tx } from '#server/kernel/database.ts';
import { type Fragment, sql } from '#server/kernel/sql.ts';

interface By {
  userId: number;
}
interface People {
  people: (number | null)[] | null;
}
const known = (row: People | undefined): number[] => (row?.people ?? []).flatMap((id) => id ?? []);

/** Loans go to the people a file names; the campaign they were worked in stays. */
export async function reassign(tx: Tx, rows: Fragment, { userId }: By): Promise<number[]> {
  return known(
    await tx.one<People>(sql`
      with said as (select loan_id, assignee_id as was, (row->>'agentEmail')::bigint as user_id from (${rows}) rows),
      moved as (
        update loans l set assignee_id = s.user_id, assigned_at = now(), updated_at = now()
        from said s where l.id = s.loan_id and l.assignee_id is distinct from s.user_id
        returning l.id, s.was, s.user_id, l.campaign_id),
      kept as (
        insert into loan_assignments (loan_id, user_id, campaign_id, assigned_by)
        select id, user_id, campaign_id, ${userId}::bigint from moved)
      select array_agg(distinct was) || array_agg(distinct user_id) as people from moved`),
  );
}

/** Loans get the allocation types a file names. */
export async function allocateAll(tx: Tx, rows: Fragment, { userId }: By): Promise<number[]> {
  return known(
    await tx.one<People>(sql`
      with said as (select loan_id, (row->>'allocationType')::bigint as type_id from (${rows}) rows),
      moved as (
        update loans l set allocation_type_id = s.type_id, updated_at = now()
        from said s where l.id = s.loan_id and l.allocation_type_id is distinct from s.type_id
        returning l.id, l.assignee_id, s.type_id),
      kept as (
        insert into loan_allocations (loan_id, allocation_type_id, allocated_by)
        select id, type_id, ${userId}::bigint from moved)
      select array_agg(distinct assignee_id) as people from moved`),
  );
}
