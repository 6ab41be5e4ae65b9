/** A settlement with a past payment day. */
import { openSettlements } from '#contexts/settlements/contract/settlement-rules.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/**
 * True while a settlement `t` of a loan `l` may still be valid and its day, or that of an unpaid instalment, has passed;
 * instalments that a version inherited as paid are excluded. Excludes settlements that are approved and paid, rejected
 * by the client, or approved by both sides in binding instalments, which are late or broken by their plan instead.
 */
export const isExpired = (now: Date): Fragment => {
  const today = businessDay(now);
  return sql`(t.status = any(${[...openSettlements, 'Approved']}) and t.client_status is distinct from 'Rejected'
    and not (t.client_status is not distinct from 'Approved' and exists (select from settlement_plans q where q.settlement_id = t.id and q.binds))
    and (t.status <> 'Approved' or l.payment_status is distinct from 'Settlement Paid')
    and case when exists (select from settlement_instalments i where i.settlement_id = t.id)
      then exists (select from settlement_instalments i where i.settlement_id = t.id and i.due_on < ${today}
        and ((t.status <> 'Approved' and t.replaces_id is null) or i.received < i.amount))
      else t.settlement_date < ${today} end)`;
};
