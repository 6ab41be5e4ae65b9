/** What changes a settlement. */
import type { SettlementStatus } from '#contexts/settlements/contract/settlements.ts';
import type { Offer } from '#contexts/lenders/contract/rules/waiver-rules.ts';
import { openSettlements } from '#contexts/settlements/contract/settlements.ts';
import { closeRequests } from '#contexts/authority/server/engine.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { isAgreed } from './agreements/agreement-conditions.ts';
import { isExpired } from './expiry.ts';
import { followAmount } from './plans/store.ts';
import { endApprovals } from './waivers.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

export interface LockedSettlement {
  id: number;
  loanId: number;
  status: SettlementStatus;
  amount: number;
  lastApprovalUser: number | null;
  /** The viewer, where they decided it. */
  viewerEntry: number | null;
  sentToClient: boolean;
  /** Its payment day, or the first instalment's, has passed unpaid. */
  isExpired: boolean;
  payBy: string;
  /** True if the borrower accepted it or paid on it: only a new version changes it. */
  isAgreed: boolean;
  /** Nothing is owed on its loan any more. */
  isPaidOff: boolean;
  /** The audience of its changes. */
  assigneeId: number | null;
  userId: number;
  portfolioId: number;
  /** DPD; null: unknown. */
  dpd: number | null;
  /** The waiver offered, and by whom. */
  offer: Offer;
}

/** Settlements of loans the caller sees, and the other settlements of those loans, locked in one order. */
export async function lockSettlements(
  tx: Tx,
  actor: ServerActor,
  ids: readonly number[],
  now: Date,
): Promise<LockedSettlement[]> {
  // Locks loans first, like payments and acceptances, so that a concurrent one is visible here.
  await tx.run(sql`
    select l.id from loans l where l.id in (select loan_id from settlements where id = any(${[...ids]})) order by l.id for no key update`);
  await tx.run(sql`
    select t.id from settlements t where t.loan_id in (select loan_id from settlements where id = any(${[...ids]}))
    order by t.id for no key update`);
  return tx.rows<LockedSettlement>(sql`
    select t.id, t.loan_id as "loanId", t.status, t.amount, t.last_approval_user_id as "lastApprovalUser",
      (select d.user_id from settlement_decisions d where d.settlement_id = t.id and d.user_id = ${actor.id}) as "viewerEntry",
      t.sent_to_client_at is not null as "sentToClient", l.portfolio_id as "portfolioId", l.dpd,
      l.assignee_id as "assigneeId", t.user_id as "userId", ${isExpired(now)} as "isExpired", ${isAgreed} as "isAgreed", l.paid_off_at is not null as "isPaidOff",
      coalesce((select min(i.due_on) from settlement_instalments i where i.settlement_id = t.id and i.received < i.amount), t.settlement_date) as "payBy",
      jsonb_build_object('amount', t.amount, 'tos', l.total_outstanding, 'maxWaiver', f.max_wavier,
        'pos', case when t.principal_outstanding > 0 then t.principal_outstanding else l.principal_outstanding end,
        'makers', to_jsonb(array_remove(array[t.user_id, t.asked_by, t.amount_by], null))) as offer
    from settlements t join loans l on l.id = t.loan_id join portfolios f on f.id = l.portfolio_id
    where t.id = any(${[...ids]}) and ${visibleLoans(actor, sql`l.assignee_id`)} order by t.id`);
}

export interface Stepped {
  ids: readonly number[];
  side: 'collection' | 'client';
  /** As the timelines spell it. */
  status: string;
  comment?: string;
  amount?: number;
  userId: number;
}
export const addSteps = (tx: Tx, s: Stepped): Promise<number> =>
  tx.run(sql`
    insert into settlement_steps (settlement_id, side, status, comment, amount, user_id)
    select id, ${s.side}, ${s.status}, ${s.comment ?? ''}, ${s.amount ?? null}, ${s.userId}
    from unnest(${[...s.ids]}::bigint[]) id`);

const change = (tx: Tx, ids: readonly number[], sets: Fragment): Promise<number> =>
  tx.run(sql`update settlements set ${sets}, updated_at = now() where id = any(${[...ids]})`);

interface Decision {
  status: 'Approved' | 'Rejected';
  suggestedAmount?: number;
  reason?: string;
  userId: number;
}
export async function writeDecision(tx: Tx, ids: readonly number[], d: Decision): Promise<void> {
  const state = d.status === 'Approved' ? 'approved' : 'rejected';
  await closeRequests(tx, 'settlement', ids, { state, by: d.userId });
  await tx.run(sql`
    insert into settlement_decisions (settlement_id, user_id, status, suggested_amount, reason)
    select id, ${d.userId}, ${d.status}, ${d.suggestedAmount ?? null}, ${d.reason ?? ''} from unnest(${[...ids]}::bigint[]) id
    on conflict (settlement_id, user_id) do update set status = excluded.status,
      suggested_amount = excluded.suggested_amount, reason = excluded.reason, created_at = now()`);
  await change(
    tx,
    ids,
    d.status === 'Approved'
      ? sql`status = 'Approved', last_approval_user_id = ${d.userId}`
      : sql`status = 'Rejected', suggested_amount = ${d.suggestedAmount ?? null}`,
  );
  if (d.status === 'Rejected') await endApprovals(tx, ids);
}

/**
 * Voids the other settlements of a loan when one is approved (G093). An agreement that it replaces remains until the
 * borrower accepts the new version. Returns the voided ones.
 */
export async function voidOthers(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const gone = await tx.rows<{ id: number }>(sql`
    update settlements o set status = 'Void', updated_at = now() from settlements t
    where t.id = any(${[...ids]}) and o.loan_id = t.loan_id and o.id <> t.id and o.id is distinct from t.replaces_id
      and o.status = any(${[...openSettlements, 'Approved']}) returning o.id`);
  const others = gone.map(({ id }) => id);
  await endApprovals(tx, others);
  await closeRequests(tx, 'settlement', others, { state: 'withdrawn', by: null });
  return others;
}

/** Deletes the decisions, which must be repeated (G094), and withdraws the settlement from the lender. */
export async function clearDecisions(
  tx: Tx,
  id: number,
  to: { status: 'AmountUpdated' | 'ReOpened' | 'ReInitiated'; amount?: number; userId: number },
): Promise<void> {
  const amount = to.amount ?? null;
  await closeRequests(tx, 'settlement', [id], { state: 'withdrawn', by: to.userId });
  await tx.run(sql`delete from settlement_decisions where settlement_id = ${id}`);
  if (to.amount !== undefined) await followAmount(tx, id, to.amount);
  await change(
    tx,
    [id],
    sql`status = ${to.status}, amount = coalesce(${amount}::bigint, amount), last_approval_user_id = null,
      amount_by = case when ${amount}::bigint <> amount then ${to.userId} else amount_by end,
      asked_by = case when ${to.status} = 'ReInitiated' then ${to.userId} else asked_by end,
      needs_lender = needs_lender or client_status is not distinct from 'Approved',
      sent_to_client_at = null, client_status = null, is_collection_query = false`,
  );
  await endApprovals(tx, [id]);
}

/** Records a query; one about an agreement leaves it in force. */
export async function queryRaised(tx: Tx, { id, isAgreed: stays }: LockedSettlement): Promise<void> {
  if (stays) return void (await change(tx, [id], sql`is_collection_query = true`));
  await change(tx, [id], sql`status = 'QueryRaised', is_collection_query = true`);
  await endApprovals(tx, [id]);
}

export const handOver = (tx: Tx, ids: readonly number[]): Promise<number> =>
  change(tx, ids, sql`sent_to_client_at = now(), client_status = 'Pending'`);

export const addRemark = async (
  tx: Tx,
  r: { id: number; content: string; isForClient: boolean; userId: number },
): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into settlement_remarks (settlement_id, content, is_for_client, user_id)
      values (${r.id}, ${r.content}, ${r.isForClient}, ${r.userId}) returning id`)
  )?.id ?? 0;

/** Another open or approved settlement of the loan. */
export const rivalOf = async (tx: Tx, h: LockedSettlement): Promise<SettlementStatus | undefined> =>
  (
    await tx.one<{ status: SettlementStatus }>(sql`
      select status from settlements where loan_id = ${h.loanId} and id <> ${h.id}
        and status = any(${[...openSettlements, 'Approved']})
        and not exists (select from settlement_plans q where q.settlement_id = settlements.id and q.state in ('broken', 'expired'))
      order by status = 'Approved' desc limit 1`)
  )?.status;
