/**
 * New rows with references locked in bulk skip PostgreSQL's foreign key checks: those query every row and reference, and
 * lock the referenced rows, at more cost than the inserts.
 */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Triggers skipped by an import; the statements have their effects. */
const known = ['loan_stamped', 'loan_standing_copied', 'loans_sums'];

/**
 * True where the database role permits it, and the tables have no insert trigger unknown to this module. None can be
 * added until commit: a newer server may migrate while a long file is applied.
 */
export async function mayCheckAtOnce(tx: Tx): Promise<boolean> {
  await tx.run(sql`lock table borrowers, loans, loan_assignments in row exclusive mode`);
  const row = await tx.one<{ may: boolean; strange: number }>(sql`
    select has_parameter_privilege('session_replication_role', 'set') as may,
      (select count(*)::int from pg_trigger t where not t.tgisinternal and t.tgtype & 4 > 0 and t.tgname <> all(${known})
        and t.tgrelid in ('borrowers'::regclass, 'loans'::regclass, 'loan_assignments'::regclass)) as strange`);
  return row?.may === true && row.strange === 0;
}

/** Locks every row referenced by a batch until commit; false when one is missing. */
async function lockReferences(
  tx: Tx,
  { clientId, portfolioId, userId }: { clientId: number; portfolioId: number; userId: number },
): Promise<boolean> {
  const held = await tx.one<{ lost: boolean }>(sql`
    with lender as (select id from clients where id = ${clientId} for key share),
    portfolio as (select id from portfolios where id = ${portfolioId} for key share),
    named as (select distinct agent_id as id from chunk where agent_id is not null union select ${userId}::bigint),
    people as (select id from users where id in (select id from named) for key share),
    borrower as (select id from borrowers where id in (select borrower_id from chunk where not is_new) for key share),
    groups as (select id from loan_groups where id in (select group_id from chunk where group_id is not null) for key share)
    select not exists (select from lender) or not exists (select from portfolio)
      or (select count(*) from named) <> (select count(*) from people)
      or (select count(distinct borrower_id) from chunk where not is_new) <> (select count(*) from borrower)
      or (select count(distinct group_id) from chunk) <> (select count(*) from groups) as lost`);
  return held?.lost === false;
}

/** Adds rows; where that is allowed, with their references looked at together. */
export async function addAtOnce<T>(
  tx: Tx,
  job: { clientId: number; portfolioId: number; userId: number; mayCheckAtOnce: boolean },
  add: () => Promise<T>,
): Promise<T> {
  if (!job.mayCheckAtOnce || !(await lockReferences(tx, job))) return add();
  await tx.run(sql`set local session_replication_role = replica`);
  const added = await add();
  await tx.run(sql`set local session_replication_role = origin`);
  return added;
}
