/** Loans missing in a complete list: totalled, listed, pending confirmation when many, deactivated. */
import { isAlone, plainFacts } from '#contexts/authority/contract/rules.ts';
import { isAnyPolicy, policyOf } from '#contexts/authority/server/policy.ts';
import { mustConfirm } from '#contexts/files/contract/whole-list.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { keepChange } from '#contexts/files/server/import/chunk.ts';
import { switchedOffToday } from '#contexts/files/server/whole-list-act.ts';
import { type ImportJob, noteMissing, noteRetired } from '#contexts/files/server/import/import-store.ts';

interface Found {
  missing: number;
  active: number;
  /** Rejected rows with an unclear loan. */
  unclear: number;
}

/**
 * A loan is missing when no row names it, accepted or rejected. A file without an accepted row, or with rejected rows of
 * an unclear loan, is no evidence about missing loans.
 */
async function gatherMissing(tx: Tx, { clientId, portfolioId, isWhole }: ImportJob): Promise<Found> {
  const active = sql`l.client_id = ${clientId} and l.portfolio_id = ${portfolioId} and l.is_active`;
  const unnamed = sql`from loans l where ${active}
    and exists (select from stage) and not exists (select from bad where is_unclear)
    and not exists (select from stage r where r."loanNumber" = l.loan_number)
    and not exists (select from bad b where b."loanNumber" = l.loan_number)`;
  await tx.run(sql`create index on bad ("loanNumber")`);
  await tx.run(sql`analyze bad`);
  await tx.run(sql`
    create unlogged table missing as
    select l.id, l.loan_number, l.borrower_name, l.total_outstanding ${unnamed} and ${isWhole}`);
  const found = await tx.one<Found>(sql`
    select (select count(*)::int ${isWhole ? sql`from missing` : unnamed}) as missing,
      (select count(*)::int from bad where is_unclear) as unclear,
      (select count(*)::int from loans l where ${active}) as active`);
  return found ?? { missing: 0, active: 0, unclear: 0 };
}

/** Whether a policy requires approval for this many deactivations, including today's. */
async function needsSecond(
  tx: Tx,
  { userId, clientId }: ImportJob,
  { missing, now }: { missing: number; now: Date },
): Promise<boolean> {
  if (missing === 0 || !(await isAnyPolicy(tx, 'deactivate'))) return false;
  const policy = await policyOf(tx, { kind: 'deactivate', portfolioId: null, clientId });
  const count = missing + (await switchedOffToday(tx, userId, now));
  return policy !== undefined && !isAlone(policy.steps, plainFacts({ count }));
}

/** True when a user must confirm the number of missing loans; `isLater`: another confirmation is first. */
export async function holdMissing(
  tx: Tx,
  job: ImportJob,
  { now, isLater }: { now: Date; isLater: boolean },
): Promise<boolean> {
  const { missing, active, unclear } = await gatherMissing(tx, job);
  const isAsked =
    job.isWhole &&
    !isLater &&
    missing > (job.confirmedMissing ?? 0) &&
    (mustConfirm(missing, active) || (await needsSecond(tx, job, { missing, now })));
  await noteMissing(tx, job.id, { missing, active, unclear, isAsked });
  return isAsked;
}

/** Maximum loans locked at once: users work on these loans until deactivation. */
const retiredAtOnce = 500;

/**
 * Deactivates a batch; true while more remain. Excludes loans imported during the run, so never more than totalled. A
 * crashed run leaves its deactivations; the next finds the others missing.
 */
export async function retireMissing(tx: Tx, job: ImportJob): Promise<boolean> {
  if (!job.isWhole) return false;
  const gone = await tx.one<{ looked: number; part: number; was: unknown }>(sql`
    with next as (
      delete from missing where id in (select id from missing order by id limit ${retiredAtOnce}) returning id),
    gone as (
      update loans set is_active = false, updated_at = now() from loans was
      where loans.is_active and loans.id in (select id from next) and was.id = loans.id
      returning loans.id, was.changed_tx)
    select (select count(*)::int from next) as looked,
      (select coalesce(min(part), 1) - 1 from import_changes where job_id = ${job.id} and what = 'loans' and part <= 0) as part,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'is_active', true, 'was_tx', changed_tx::text)), '[]') from gone) as was`);
  await keepChange(tx, job, 'loans', { part: gone?.part ?? 0, before: gone?.was });
  await noteRetired(tx, job.id);
  return gone?.looked === retiredAtOnce;
}
