import { borrowerDispositions } from '#contract/borrower-dispositions.ts';
import { promiseMood, promiseStates } from '#contract/promise-states.ts';
import { borrowerDispositionsText as say } from '#text/en/borrower-dispositions.ts';
import { exportOf } from '#client/kernel/export.ts';
import { columnsOf } from '#client/ui/columns.tsx';
import { filtersOf } from '#client/ui/filters.ts';
import { dayText, money, moneyShort } from '#client/ui/format.ts';
import { listScreen } from '#client/ui/list-screen.tsx';
import { StatusPill } from '#client/ui/status-pill.tsx';

const col = columnsOf(borrowerDispositions.list);
const filter = filtersOf(borrowerDispositions.list);

/** Promises to pay: live as agents record them. */
export const PtpScreen = listScreen({
  source: borrowerDispositions.list,
  title: say.ptpTitle,
  empty: say.empty,
  fixed: { module: 'PTP' },
  export: exportOf('summary'),
  columns: [
    col.of('loanNumber', say.loanNumber, ({ borrowerLoan }) => borrowerLoan.loanNumber, { pin: 'start' }),
    col.of('borrower', say.borrower, ({ borrowerLoan }) => borrowerLoan.borrowerName, { width: 220 }),
    col.money('amount', say.amount),
    col.day('actionDate', say.actionDate),
    col.custom(
      'promise',
      say.promise,
      ({ promise }) =>
        promise && <StatusPill tone={promiseMood[promise.state]}>{say.promises[promise.state]}</StatusPill>,
      { text: ({ promise }) => (promise ? say.promises[promise.state] : ''), width: 120 },
    ),
    {
      ...col.of('received', say.receivedAmount, ({ promise }) => promise && money(promise.received), {
        width: 120,
      }),
      isNumber: true,
    },
    col.custom('hot', say.hot, ({ isHotPtp }) => isHotPtp && <StatusPill tone="warn">{say.hot}</StatusPill>, {
      text: ({ isHotPtp }) => (isHotPtp ? say.hot : ''),
      width: 90,
    }),
    col.of('sub', say.subDisposition, ({ subDispositions }) => subDispositions?.name),
    col.moment('followUpDate', say.followUpDate),
    col.text('comments', say.comments, { width: 240 }),
    col.of('client', say.client, ({ borrowerLoan }) => borrowerLoan.client),
    col.text('agentName', say.agent),
    col.moment('createdAt', say.createdAt),
  ],
  filters: [
    filter('clientIds', say.client),
    filter('hierarchyUsers', say.users),
    filter('promiseState', say.promise, {
      choices: promiseStates.map((state) => ({ value: state, label: say.promises[state] })),
    }),
    filter('startDate', say.from, { until: 'endDate' }),
  ],
  href: ({ loanId }) => `/view-borrower?id=${loanId}`,
  card: (row) => ({
    who: row.borrowerLoan.borrowerName,
    much: row.amount === null ? undefined : moneyShort(row.amount),
    muchInFull: row.amount === null ? undefined : money(row.amount),
    next: [
      row.promise && say.promises[row.promise.state],
      row.actionDate && dayText(row.actionDate),
      row.borrowerLoan.loanNumber,
      row.agentName,
    ]
      .filter(Boolean)
      .join(' · '),
  }),
});
