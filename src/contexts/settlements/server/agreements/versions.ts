/** New versions of an agreement: proposed, approved by another person and the client, in force once the borrower accepts. */
import { type InstalmentDraft, scheduleOfVersion } from '#contexts/settlements/contract/instalment-rules.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { endApprovals } from '../waivers.ts';
import { isAgreed } from './agreement-conditions.ts';

interface Proposal {
  id: number;
  status: 'AmountUpdated' | 'ReOpened' | 'ReInitiated';
  amount?: number | undefined;
  comment?: string | undefined;
  userId: number;
}

async function copySchedule(tx: Tx, from: number, to: number, amount: number): Promise<void> {
  const all = await tx.rows<InstalmentDraft & { isPaid: boolean }>(sql`
    select due_on as "dueOn", amount, received = amount as "isPaid" from settlement_instalments
    where settlement_id = ${from} order by n`);
  const first = all.findIndex(({ isPaid }) => !isPaid);
  const paid = first === -1 ? all : all.slice(0, first);
  const schedule = scheduleOfVersion(paid, all.slice(paid.length), amount);
  await tx.run(sql`
    insert into settlement_instalments (settlement_id, n, due_on, amount, received, state)
    select ${to}, i.n, i.due_on, i.amount, case when was.received >= i.amount then i.amount else 0 end,
      case when was.received >= i.amount then 'paid' else 'open' end
    from unnest(${schedule.map(({ dueOn }) => dueOn)}::date[], ${schedule.map((one) => one.amount)}::bigint[])
      with ordinality i (due_on, amount, n)
      left join settlement_instalments was on was.settlement_id = ${from} and was.n = i.n`);
}

/** Adds the version as a settlement awaiting approval; the agreement is unchanged. Returns its id. */
export async function addVersion(tx: Tx, o: Proposal): Promise<number> {
  const made = await tx.one<{ id: number; amount: number }>(sql`
    insert into settlements (loan_id, user_id, amount, settlement_date, follow_up_date, comments, pre_approved_amount,
      principal_outstanding, status, asked_by, amount_by, replaces_id, needs_lender)
    select t.loan_id, t.user_id, coalesce(${o.amount ?? null}::bigint, t.amount), t.settlement_date, t.follow_up_date,
      ${o.comment ?? ''}, t.pre_approved_amount, t.principal_outstanding, ${o.status}, ${o.userId}, ${o.userId}, t.id,
      t.needs_lender or t.client_status is not distinct from 'Approved'
    from settlements t where t.id = ${o.id} returning id, amount`);
  if (!made) throw new Error('no version was added');
  await copySchedule(tx, o.id, made.id, made.amount);
  return made.id;
}

/** True where the loan has an agreement that this settlement does not replace. */
export const hasOtherAgreement = async (
  tx: Tx,
  { id, loanId }: { id: number; loanId: number },
): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as ok from settlements t where t.loan_id = ${loanId} and t.id <> ${id} and ${isAgreed}
      and t.id is distinct from (select replaces_id from settlements where id = ${id}) limit 1`)) !==
  undefined;

/**
 * Starts the plan of a version as an offer that only the borrower closes. Payments apply as for the agreement it
 * replaces, and codes are sent to the number of that agreement: a changed number on the loan lets no other person
 * accept.
 */
export async function beginVersions(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    update settlement_plans n set asks = true, binds = true, state = 'offered', outstanding = q.outstanding,
      counts_from = coalesce(q.counts_from, q.offered_on), borrower_mobile = q.borrower_mobile, tell_at = n.offered_at
    from settlements s join settlement_plans q on q.settlement_id = s.replaces_id
    where s.id = n.settlement_id and n.settlement_id = any(${[...ids]})`);
  await tx.run(sql`
    update settlement_plans n set tell_at = null from settlements s
    where s.id = n.settlement_id and s.needs_lender and n.asks and n.settlement_id = any(${[...ids]})`);
}

/** Sends the offer of terms that the client had to approve; its validity starts now. */
export const offerApproved = (tx: Tx, id: number, now: Date): Promise<number> =>
  tx.run(sql`
    update settlement_plans q set state = 'offered', tell_at = ${now}, offered_at = ${now}, changed_at = ${now},
      accept_by = ${businessDay(now)}::date + c.settlement_offer_days
    from settlements s join loans l on l.id = s.loan_id join clients c on c.id = l.client_id
    where s.id = q.settlement_id and s.id = ${id} and s.needs_lender and q.state in ('offered', 'expired')`);

/** Closes the replaced agreement once the borrower accepts the version, and records it in both timelines. */
export async function endReplaced(tx: Tx, settlementId: number): Promise<void> {
  const before = await tx.one<{ id: number }>(sql`
    update settlements t set status = 'Void', updated_at = now() from settlements s
    where s.id = ${settlementId} and t.id = s.replaces_id and t.status <> 'Void' returning t.id`);
  if (!before) return;
  await endApprovals(tx, [before.id]);
  await tx.run(sql`
    insert into settlement_steps (settlement_id, side, status, comment)
    select ${before.id}, side, 'Replaced', ${String(settlementId)} from unnest(array['collection', 'client']) side`);
}
