/** Payments under review: a user accepts, rejects or marks each as duplicate. */
import { type HeldDecision, heldReasons } from '#contexts/payments/contract/held-payments.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { payments } from '#contexts/payments/contract/payments.ts';
import { heldPaymentsText as say } from '#contexts/payments/text/en/held-payments.ts';
import { paymentsText } from '#contexts/payments/text/en/payments.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { dayText, dayWords, exactRupees, money } from '#kernel/ui/parts/values/format.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import type { RowAction } from '#kernel/ui/list/rows/row-action.ts';
import { PaymentTabs } from './tabs.tsx';

type Row = WireRow<typeof payments.held>;
const col = columnsOf(payments.held);
const filter = filtersOf(payments.held);

type Other = Row['beside'][number];

const otherOf = (o: Other, at: string): string =>
  [
    say.record(o.transactionId ?? '', money(o.amount), dayText(o.paymentDate), o.mode ?? ''),
    o.realized ? paymentsText.realized : paymentsText.unrealized,
    at,
  ]
    .filter(Boolean)
    .join(' · ');
/** The number, and its form in the file where it differs. */
const numberOf = ({ transactionId, transactionIdReceived: received }: Row): string | null =>
  transactionId && received ? `${transactionId} (${paymentsText.receivedAs(received)})` : transactionId;
const besideOf = ({ beside, elsewhere }: Row): string =>
  [
    ...beside.map((one, i) => say.numbered(i + 1, otherOf(one, ''))),
    ...elsewhere.map((one) => otherOf(one, say.otherLoan(one.loanNumber))),
  ].join('; ');

const act = (
  decision: Exclude<HeldDecision, 'same'>,
  when: (row: Row) => boolean = () => true,
): RowAction<Row> => ({
  label: say.acts[decision],
  run: payments.decide,
  input: ({ id }) => ({ id, decision }),
  when,
  asks: ({ amount, borrower }) => say.asks[decision](money(amount), borrower),
  says: { done: say.done },
});
/** One for each candidate payment. */
const isSameAs = (place: number): RowAction<Row> => ({
  label: say.isSameAs(place + 1),
  run: payments.decide,
  input: ({ id, beside }) => ({ id, decision: 'same', paymentId: beside[place]?.id }),
  when: ({ beside }) => beside.length > place,
  asks: ({ amount, borrower, beside }) => {
    const other = beside[place];
    return say.asks.same(money(amount), borrower, other ? otherOf(other, '') : '');
  },
  says: { done: say.done },
});
const actions = [act('count', ({ mayCount }) => mayCount), ...[0, 1, 2, 3, 4].map(isSameAs), act('refuse')];

export const HeldPaymentsScreen = listScreen({
  source: payments.held,
  title: say.title,
  empty: say.empty,
  above: () => <PaymentTabs now="held" />,
  filters: [
    filter('reason', say.reason, {
      choices: heldReasons.map((value) => ({ value, label: say.reasons[value] })),
    }),
  ],
  columns: [
    col.text('loanNumber', paymentsText.loanNumber, { pin: 'start' }),
    col.text('borrower', say.borrower, { width: 180 }),
    col.of('reason', say.reason, ({ reason }) => say.reasons[reason], { width: 320 }),
    col.of('transactionId', paymentsText.transactionId, numberOf, { width: 220 }),
    col.money('amount', paymentsText.amount),
    col.day('paymentDate', paymentsText.paymentDate, { width: 140 }),
    col.text('mode', say.mode, { width: 110 }),
    col.of('beside', say.beside, besideOf, { width: 340 }),
    col.money('totalOutstanding', say.due),
    col.text('client', say.client, { width: 180 }),
  ],
  actions,
  href: ({ loanId }) => `/view-borrower?id=${loanId}&tab=payments`,
  card: (row) => ({
    who: row.borrower,
    much: exactRupees(row.amount),
    next: (
      <>
        {say.reasons[row.reason]}
        <br />
        {[row.loanNumber, row.transactionId, dayWords(row.paymentDate), besideOf(row)]
          .filter(Boolean)
          .join(' · ')}
      </>
    ),
  }),
});
