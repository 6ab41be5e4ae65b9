import { payments } from '#contexts/payments/contract/payments.ts';
import type { CsvColumn } from '#kernel/server/files/csv-table.ts';
import type { ExportSource } from '#kernel/server/files/export.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { totalOf } from '#contexts/loans/server/loan-state.ts';
import { paymentsText as say } from '#contexts/payments/text/en/payments.ts';
import * as byAgent from './agent-store.ts';
import { type PaymentQuery, wherePayments, paymentJoins, paymentOrder } from './list-store.ts';

const common: readonly CsvColumn[] = [
  { head: say.loanNumber, value: sql`l.loan_number` },
  { head: say.borrower, value: sql`b.name` },
  { head: say.client, value: sql`c.name` },
  { head: say.amount, value: sql`p.amount`, as: 'money' },
  { head: say.refunded, value: sql`p.refunded`, as: 'money' },
];
const live: readonly CsvColumn[] = [
  { head: say.transactionId, value: sql`coalesce(p.reference, p.id)` },
  ...common,
  { head: say.source, value: sql`p.source` },
  { head: say.status, value: sql`p.state` },
  { head: say.date, value: sql`(p.changed_at at time zone 'Asia/Kolkata')::date`, as: 'day' },
];
const settled: readonly CsvColumn[] = [
  ...common,
  { head: say.portfolio, value: sql`f.name` },
  { head: say.paymentDate, value: sql`p.payment_date`, as: 'day' },
  { head: say.transactionId, value: sql`p.transaction_id` },
  { head: say.agent, value: sql`u.first_name || ' ' || u.last_name` },
  { head: say.allocationType, value: sql`a.name` },
];

export const paymentExport: ExportSource = {
  type: 'payments',
  list: payments.list,
  read(actor, asked: PaymentQuery, now) {
    const chosen = wherePayments(actor, asked, now);
    // Loans are joined after filtering.
    return {
      columns: asked.type?.toLowerCase() === 'live' ? live : settled,
      from: sql`from (select p.*, p.id as chosen ${chosen}) p join loans l on l.id = p.loan_id ${paymentJoins} order by ${paymentOrder(asked)}`,
      count: sql`select count(*)::int as n ${chosen}`,
    };
  },
};

/** Payments by loan in a period, as agents' list shows them. */
export const paymentsByLoanExport: ExportSource = {
  type: 'payments-by-loan',
  list: payments.byAgent,
  read(actor, asked: byAgent.AgentPaymentQuery, now) {
    const chosen = byAgent.whereAgentPayments(actor, asked, now);
    return {
      columns: [
        { head: say.loanNumber, value: sql`l.loan_number` },
        { head: say.borrower, value: sql`b.name` },
        { head: say.lastPaid, value: sql`p.last_on`, as: 'day' },
        { head: say.tos, value: totalOf(sql`l`), as: 'money' },
        { head: say.realizedAmount, value: sql`p.realized`, as: 'money' },
        { head: say.unrealizedAmount, value: sql`p.unrealized`, as: 'money' },
        { head: say.difference, value: sql`p.realized - p.unrealized`, as: 'money' },
        { head: say.agent, value: sql`u.first_name || ' ' || u.last_name` },
      ],
      from: sql`from (select s.* ${chosen}) p join loans l on l.id = p.loan_id
        join borrowers b on b.id = l.borrower_id left join users u on u.id = l.assignee_id
        order by p.last_on desc, l.id desc`,
      count: sql`select count(*)::int as n ${chosen}`,
    };
  },
};
