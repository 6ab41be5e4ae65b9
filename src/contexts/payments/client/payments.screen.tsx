/** Payments: by loan for those who work the loans; realized, unrealized and live for admins. */
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { payments } from '#contexts/payments/contract/payments.ts';
import { paymentsText as say } from '#contexts/payments/text/en/payments.ts';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { dayWords, exactRupees, momentText, rupees } from '#kernel/ui/parts/values/format.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import { type PaymentTab, PaymentTabs } from './tabs.tsx';

type LoanRow = WireRow<typeof payments.byAgent>;
type Row = WireRow<typeof payments.list>;

const byLoan = columnsOf(payments.byAgent);
const byLoanFilter = filtersOf(payments.byAgent);
interface Sums {
  totalOutstanding: number;
  realizedamount: number;
  unrealizedamount: number;
}

const agent = byLoan.text('agentName', say.agent);
const loanColumns = [
  byLoan.of('loanNumber', say.loanNumber, (row) => row.loanPayments.loanNumber, {
    pin: 'start',
    width: 132,
  }),
  byLoan.of('borrower', say.borrower, (row) => row.loanPayments.loanBorrower.name, { width: 200 }),
  byLoan.day('lastPaymentDate', say.lastPaid, { width: 104 }),
  byLoan.money('lastPaymentAmount', say.lastPaidAmount, { width: 124 }),
  {
    ...byLoan.of('tos', say.tos, (row) => rupees(row.loanPayments.totalOutstanding), { width: 124 }),
    isNumber: true,
  },
  byLoan.money('realizedAmount', say.realizedAmount),
  byLoan.money('unRealizedAmount', say.unrealizedAmount),
  byLoan.money('diff', say.difference, { width: 120 }),
  agent,
];
const byLoanScreen = (isOwn: boolean) =>
  listScreen({
    source: payments.byAgent,
    title: say.title,
    empty: say.empty,
    href: ({ id }: LoanRow) => `/view-borrower?id=${id}&tab=payments`,
    export: exportOf('payments-by-loan'),
    filters: [
      byLoanFilter('type', say.status, {
        choices: [
          { value: 'REALIZED', label: say.realized },
          { value: 'UNREALIZED', label: say.unrealized },
        ],
      }),
      byLoanFilter('startDate', say.from, { until: 'endDate' }),
      ...(isOwn ? [] : [byLoanFilter('hierarchyUsers', say.users)]),
    ],
    columns: isOwn ? loanColumns.filter((one) => one !== agent) : loanColumns,
    totals(summary): Readonly<Record<string, string>> {
      const sums = summary as Sums | undefined;
      if (!sums) return {};
      const { totalOutstanding, realizedamount, unrealizedamount } = sums;
      return {
        tos: rupees(totalOutstanding),
        realizedAmount: exactRupees(realizedamount),
        unRealizedAmount: exactRupees(unrealizedamount),
        diff: exactRupees(realizedamount - unrealizedamount),
      };
    },
    card: (row: LoanRow) => ({
      who: row.loanPayments.loanBorrower.name,
      much: exactRupees(row.realizedAmount + row.unRealizedAmount),
      next: [
        row.loanPayments.loanNumber,
        row.lastPaymentDate && dayWords(row.lastPaymentDate),
        row.unRealizedAmount > 0 && `${say.unrealized} ${exactRupees(row.unRealizedAmount)}`,
      ]
        .filter(Boolean)
        .join(' · '),
    }),
  });
export const OwnPaymentsScreen = byLoanScreen(true);
export const PaymentsScreen = byLoanScreen(false);

const col = columnsOf(payments.list);
const filter = filtersOf(payments.list);
const loanNumber = col.of('loanNumber', say.loanNumber, (row) => row.loanPayments.loanNumber, {
  pin: 'start',
});
const borrower = col.of('borrower', say.borrower, (row) => row.loanPayments.loanBorrower.name, {
  width: 200,
});
const client = col.of('client', say.client, (row) => row.loanPayments.client.name, { width: 200 });
const amount = col.money('amount', say.amount);

const tones = {
  initiated: 'plain',
  pending: 'warn',
  failed: 'bad',
  success: 'good',
  reversed: 'bad',
} as const satisfies Record<Row['status'], string>;
const pill = ({ status }: Row) => <StatusPill tone={tones[status]}>{say.states[status]}</StatusPill>;
const sourceOf = ({ source }: Row): string => (say.sources as Record<string, string>)[source] ?? source;
const receipt = ({ receiptUrl, loanPayments }: Row) =>
  receiptUrl && (
    <a
      className={look.link}
      href={receiptUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={say.receiptOf(loanPayments.loanNumber)}
    >
      {say.receipt}
    </a>
  );

const refunded = col.of(
  'refunded',
  say.refunded,
  (row) => (row.refunded > 0 ? exactRupees(row.refunded) : ''),
  {
    width: 120,
  },
);
const settled = [
  loanNumber,
  borrower,
  client,
  col.of('portfolio', say.portfolio, (row) => row.loanPayments.loanPortfolio.name),
  amount,
  refunded,
  col.day('paymentDate', say.paymentDate, { width: 140 }),
  col.of('agent', say.agent, (row) => row.loanPayments.loanUsers[0]?.mappingUser.agentName),
  col.of('allocation', say.allocationType, (row) => row.loanPayments.loanAllocationType?.name),
];
const live = [
  col.text('transactionId', say.transactionId, { pin: 'start', width: 190 }),
  col.of('loanNumber', say.loanNumber, (row) => row.loanPayments.loanNumber),
  borrower,
  client,
  amount,
  refunded,
  col.of('source', say.source, sourceOf),
  col.custom('status', say.status, pill, { text: ({ status }) => say.states[status], width: 120 }),
  col.of('date', say.date, ({ extraInfo }) => extraInfo && momentText(extraInfo.txnDate)),
  col.custom('receipt', say.receipt, receipt, { text: () => '', width: 110 }),
];

const days = filter('fromDate', say.from, { until: 'toDate' });
const common = [days, filter('clientIds', say.client), filter('allocationTypeId', say.allocationType)];
const ofWhom = [filter('agentIds', say.agent), filter('portfolioIds', say.portfolio)];
const states = filter('isActive', say.loanStatus);

type Kind = Exclude<PaymentTab, 'held' | 'autopay' | 'ledger' | 'reconciliation'>;

function adminScreen(type: Kind, title: string) {
  const isLive = type === 'live';
  return listScreen({
    source: payments.list,
    title,
    empty: say.empty,
    fixed: { type },
    above: () => <PaymentTabs now={type} />,
    filters: [...common, ...ofWhom, states],
    columns: isLive ? live : settled,
    export: exportOf('payments'),
    href: ({ loanPayments }: Row) => `/view-borrower?id=${loanPayments.id}&tab=payments`,
    totals: (summary) => ({
      amount: exactRupees((summary as { totalAmount: number } | undefined)?.totalAmount ?? 0),
    }),
    card: (row: Row) => ({
      who: row.loanPayments.loanBorrower.name,
      much: exactRupees(row.amount),
      next: (
        <>
          {isLive && pill(row)} {[row.loanPayments.loanNumber, dayWords(row.paymentDate)].join(' · ')}
        </>
      ),
      more: isLive ? receipt(row) : undefined,
    }),
  });
}
export const adminScreens = {
  realized: adminScreen('realized', say.realizedTitle),
  unrealized: adminScreen('unrealized', say.unrealizedTitle),
  live: adminScreen('live', say.liveTitle),
};
