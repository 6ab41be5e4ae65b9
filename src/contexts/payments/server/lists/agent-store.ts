/** Payments by loan in a period, for the agents of the loans; and the payments of one loan. */
import { loansFound } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import type { payments } from '#contexts/payments/contract/payments.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import { type PageAsked, type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { paged } from '#kernel/server/database/table.ts';
import { rangeOf } from './list-store.ts';
import { paidLoanHas } from './payment-search.ts';

type Row = z.output<typeof payments.byAgent.gives>;
export type AgentPaymentQuery = z.output<typeof payments.byAgent.takes>;

const sumOf = (isRealized: Fragment): Fragment =>
  sql`coalesce(sum(p.amount) filter (where ${isRealized}), 0)::bigint`;

/** One row per loan, as `s`. Loan visibility filters the payments before they are summed. */
export function whereAgentPayments(actor: ServerActor, query: AgentPaymentQuery, now: Date): Fragment {
  const [from, to] = rangeOf(now, query.startDate, query.endDate);
  const kind = query.type?.toLowerCase();
  const people = [...(query.userIds ?? []), ...(query.hierarchyUsers ?? [])];
  const paid = where([
    sql`p.status = 'success'`,
    sql`p.payment_date between ${from} and ${to}`,
    kind === 'realized' && sql`p.realized`,
    kind === 'unrealized' && sql`not p.realized`,
    query.loanId !== undefined && sql`p.loan_id = ${query.loanId}`,
    Boolean(query.loanIds?.length) && sql`p.loan_id = any(${query.loanIds})`,
    visibleLoans(actor, sql`l.assignee_id`),
    people.length > 0 && sql`l.assignee_id = any(${people})`,
    ...narrow<typeof payments.byAgent>(query, {
      type: null,
      startDate: null,
      endDate: null,
      loanId: null,
      loanIds: null,
      userIds: null,
      hierarchyUsers: null,
      q: paidLoanHas,
    }),
  ]);
  return sql`from (select p.loan_id, l.total_outstanding, max(p.payment_date) as last_on, ${sumOf(sql`p.realized`)} as realized,
      ${sumOf(sql`not p.realized`)} as unrealized from payments p join loans l on l.id = p.loan_id ${paid}
    group by p.loan_id, l.total_outstanding) s`;
}

export interface Summary {
  totalOutstanding: number;
  realizedamount: number;
  unrealizedamount: number;
}
const none: Summary = { totalOutstanding: 0, realizedamount: 0, unrealizedamount: 0 };

/** Page, number and totals from one scan of the period's payments. */
export async function pageByAgent(
  tx: Tx,
  actor: ServerActor,
  query: AgentPaymentQuery,
  now: Date,
): Promise<Page<Row> & { summary: Summary }> {
  const chosen = whereAgentPayments(actor, query, now);
  if (query.part === 'count' || query.part === 'exact')
    return { ...(await counted<Row>(tx, query, chosen, () => Promise.resolve([]))), summary: none };
  const found = await tx.planned<{ row: Row | null; n: number } & Summary>(sql`
    with s as materialized (select s.loan_id as id, s.last_on, s.realized, s.unrealized, s.total_outstanding ${chosen}),
    page as (select * from s order by last_on desc, id desc ${paged(query)}),
    sums as (select count(*)::int as n, coalesce(sum(total_outstanding), 0)::bigint as "totalOutstanding",
      coalesce(sum(realized), 0)::bigint as realizedamount, coalesce(sum(unrealized), 0)::bigint as unrealizedamount from s)
    select sums.*, case when page.id is not null then jsonb_build_object('id', page.id,
      'loanPayments', jsonb_build_object('id', l.id, 'loanNumber', l.loan_number, 'isDNC', l.is_dnc,
        'loanBorrower', jsonb_build_object('name', b.name), 'totalOutstanding', l.total_outstanding),
      'lastPaymentDate', last.payment_date, 'lastPaymentAmount', last.amount, 'realizedAmount', page.realized,
      'unRealizedAmount', page.unrealized, 'diff', page.realized - page.unrealized,
      'agentName', u.first_name || ' ' || u.last_name) end as row
    from sums left join page on true left join loans l on l.id = page.id left join borrowers b on b.id = l.borrower_id
      left join users u on u.id = l.assignee_id
      left join lateral (select p.payment_date, p.amount from payments p where p.loan_id = page.id and p.status = 'success'
        order by p.payment_date desc, p.id desc limit 1) last on true
    order by page.last_on desc, page.id desc`);
  const { n = 0, totalOutstanding = 0, realizedamount = 0, unrealizedamount = 0 } = found[0] ?? {};
  const rows = found.flatMap(({ row }) => (row ? [row] : []));
  return { rows, count: n, summary: { totalOutstanding, realizedamount, unrealizedamount } };
}

type LoanPayment = z.output<typeof payments.ofLoan.gives>;
export const paymentsOf = (tx: Tx, loanId: number, page: PageAsked): Promise<Page<LoanPayment>> =>
  counted(tx, page, sql`from payments where loan_id = ${loanId}`, () =>
    tx.rows<LoanPayment>(sql`
      select id, transaction_id as "transactionId", transaction_id_received as "transactionIdReceived", amount, refunded, payment_date as "paymentDate", realized, source, mode, status
      from payments where loan_id = ${loanId} order by payment_date desc, id desc ${paged(page)}`),
  );

type GatewayEvent = z.output<typeof payments.events.gives>;
export const eventsOf = (
  tx: Tx,
  actor: ServerActor,
  query: z.output<typeof payments.events.takes>,
): Promise<Page<GatewayEvent>> => {
  const from = sql`from gateway_events e left join payment_attempts t on t.id = e.attempt_id
    left join loans l on l.id = t.loan_id ${where([
      sql`(l.id is null or ${visibleLoans(actor, sql`l.assignee_id`)})`,
      ...narrow<typeof payments.events>(query, { q: (q) => sql`l.id = any(${loansFound(q)})` }),
    ])}`;
  return counted(tx, query, from, () =>
    tx.rows<GatewayEvent>(sql`
      select e.id, e.gateway, e.told, e.verdict, e.reason, l.loan_number as "loanNumber", e.at ${from}
      order by e.id desc ${paged(query)}`),
  );
};
