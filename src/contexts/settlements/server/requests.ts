/** Settlements as approval requests: the card, and the effects of a decision. */
import { openSettlements } from '#contexts/settlements/contract/settlement-rules.ts';
import type { RequestCard, KindOfRequest, Subject } from '#contexts/authority/server/slots.ts';
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { lockOne, updateStatus } from './decide.ts';
import { isExpired } from './expiry.ts';
import { historyColumns } from './history.ts';
import { type AskedSettlement, subjectOf } from './subject.ts';

/** What its waiver is measured by: as `lockSettlements` reads it. */
const pos = sql`case when t.principal_outstanding > 0 then t.principal_outstanding else l.principal_outstanding end`;

async function subject(tx: Tx, id: number): Promise<Subject | undefined> {
  const found = await tx.one<AskedSettlement>(sql`
    select t.id, l.portfolio_id as "portfolioId", l.assignee_id as "assigneeId", l.dpd,
      jsonb_build_object('amount', t.amount, 'tos', l.total_outstanding, 'pos', ${pos},
        'makers', to_jsonb(array_remove(array[t.user_id, t.asked_by, t.amount_by], null))) as offer
    from settlements t join loans l on l.id = t.loan_id
    where t.id = ${id} and t.status = any(${[...openSettlements]})`);
  return found && subjectOf(found);
}

const cards = (tx: Tx, ids: readonly number[], now: Date): Promise<RequestCard[]> =>
  tx.rows<RequestCard>(sql`
    select one.*, case when owed > 0 then ceil((greatest(owed - one.amount, 0)) * 10000.0 / owed)::float8 / 100 else 0 end as waiver
    from (
      select t.id as "subjectId", null as act, l.id as "loanId", b.name as borrower, l.loan_number as "loanNumber", c.name as client,
        (select first_name || ' ' || last_name from users where id = coalesce(t.asked_by, t.user_id)) as maker,
        t.comments as comment, t.amount, ${pos} as pos, l.total_outstanding as tos,
        case when ${pos} > 0 then ${pos} else l.total_outstanding end as owed,
        t.settlement_date as "payBy", ${isExpired(now)} as "isExpired",
        (select case when count(*) > 1 then jsonb_agg(jsonb_build_object('dueOn', i.due_on, 'amount', i.amount) order by i.n)
          else '[]' end from settlement_instalments i where i.settlement_id = t.id) as instalments,
        ${historyColumns}
      from settlements t join loans l on l.id = t.loan_id join borrowers b on b.id = l.borrower_id
        join clients c on c.id = l.client_id
      where t.id = any(${[...ids]})) one`);

/** `agencyMost`: the agency's limit of a waiver, in percent. */
export const settlementRequests = (agencyMost: number): KindOfRequest => ({
  kind: 'settlement',
  flag: 'approve_reject_settlement',
  subject,
  cards,
  isSeen: (actor, id) => sql`exists (
    select from settlements t join loans l on l.id = t.loan_id where t.id = ${id} and ${visibleLoans(actor, sql`l.assignee_id`)})`,
  async lock(context, id) {
    await lockOne(context, id);
  },
  async decide(context, id, { decision, ...rest }) {
    if (decision === 'reject') {
      await updateStatus(context, { id, status: 'Rejected', ...rest }, agencyMost);
      return 'rejected';
    }
    const { became } = await updateStatus(context, { id, status: 'Approved', ...rest }, agencyMost);
    return became === 'Recommended' ? 'recommended' : 'approved';
  },
});
