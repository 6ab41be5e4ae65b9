import { loans } from '#contexts/loans/contract/loans.ts';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { queueText } from '#text/en/queue.ts';
import { useWaiting } from '#phone/outbox/queue/use-queue.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { dayInIndia } from '#kernel/contract/india.ts';
import { TwoLines } from '#kernel/ui/list/cells.tsx';
import {
  type AmountText,
  dayText,
  dayWords,
  money,
  principalText,
  rupees,
  shownShort,
  totalText,
} from '#kernel/ui/parts/values/format.ts';
import { ColourTag, StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import { paymentStatusTone, paymentStatusWords } from './payment-status.ts';
import type { ListedLoan } from './listed-loan.ts';
import { TagCell } from './tags/tags.tsx';

const col = columnsOf(loans.list);

export const agentOf = ({ loanUsers: [first] }: ListedLoan): string =>
  first ? `${first.mappingUser.firstName} ${first.mappingUser.lastName}` : '';
const lastDispo = ({ loanDispositions: [last] }: ListedLoan): string =>
  last ? `${last.dispositions.name} · ${dayText(last.createdAt)}` : '';
/** Short form for a card: the relative day. */
export const lastDispoWords = ({ loanDispositions: [last] }: ListedLoan): string =>
  last ? `${last.dispositions.name}, ${dayWords(dayInIndia(last.createdAt))}` : '';
const tagWords = ({ loanTags }: ListedLoan): string => loanTags.map(({ name }) => name).join(', ');
const allocation = ({ loanAllocationType: type }: ListedLoan) =>
  type && <ColourTag colour={type.colorCode}>{type.name}</ColourTag>;

/** An entry of the loan is queued on this phone. */
export const Waiting = ({ id }: Pick<ListedLoan, 'id'>) =>
  useWaiting(`loan:${id}`).length > 0 && <StatusPill tone="warn">{queueText.waiting}</StatusPill>;
const Borrower = ({ id, loanBorrower, loanNumber, client }: ListedLoan) => (
  <TwoLines below={`${loanNumber} · ${client.name}`}>
    {loanBorrower.name} <Waiting id={id} />
  </TwoLines>
);
/** Days overdue: red past three months, amber past one. */
export const Overdue = ({ dpd }: Pick<ListedLoan, 'dpd'>) =>
  dpd === null ? null : (
    <StatusPill tone={dpd > 90 ? 'bad' : dpd > 30 ? 'warn' : 'plain'}>{say.days(dpd)}</StatusPill>
  );
const LastDispo = ({ loanDispositions: [last] }: ListedLoan) =>
  last && <TwoLines below={dayWords(dayInIndia(last.createdAt))}>{last.dispositions.name}</TwoLines>;

/** Column of POS or TOS. */
const outstanding = (
  key: 'principalOutstanding' | 'totalOutstanding',
  label: string,
  textOf: (row: ListedLoan, written: AmountText) => string,
) => ({
  ...col.dues(key, label),
  text: (row: ListedLoan) => textOf(row, money),
  cell: (row: ListedLoan) => textOf(row, rupees),
  short: (row: ListedLoan) => textOf(row, shownShort),
});

const all = {
  borrower: col.custom('borrower', say.borrower, Borrower, {
    text: ({ loanBorrower }) => loanBorrower.name,
    width: 284,
    pin: 'start',
  }),
  number: col.text('loanNumber', say.loanNumber, { folded: true }),
  tos: outstanding('totalOutstanding', say.tos, totalText),
  dpd: col.custom('dpd', say.dpd, Overdue, {
    text: ({ dpd }) => (dpd === null ? '' : say.days(dpd)),
    width: 104,
  }),
  pos: outstanding('principalOutstanding', say.pos, principalText),
  lastDispo: col.custom('lastDispo', say.lastDispo, LastDispo, { text: lastDispo, width: 180 }),
  paid: col.money('latestRealizePaymentAmount', say.lastPaid),
  paidOn: col.day('latestRealizePaymentDate', say.lastPaidDate, { width: 148 }),
  tags: col.custom('tags', say.tags, (row) => <TagCell loan={row} />, { text: tagWords, width: 220 }),
  best: col.of('best', say.bestDisposition, ({ loansStats }) => loansStats.bestDispo),
  bestSub: col.of('bestSub', say.bestSubDisposition, ({ loansStats }) => loansStats.bestSubDispo),
  bestDate: {
    ...col.of(
      'bestDate',
      say.bestDispositionDate,
      ({ loansStats: { bestDispoDate: at } }) => at && dayText(at),
    ),
    cell: ({ loansStats: { bestDispoDate: at } }: ListedLoan) => at && dayWords(dayInIndia(at)),
  },
  history: col.text('paymentHistoryStatus', say.paymentHistory, { width: 200 }),
  agent: col.of('agent', say.agent, agentOf),
  allocation: col.custom('allocation', say.allocationType, allocation, {
    text: (row) => row.loanAllocationType?.name ?? '',
  }),
  status: col.custom(
    'status',
    say.paymentStatus,
    // Empty on a phone without a network.
    (row) =>
      row.paymentStatus && <StatusPill tone={paymentStatusTone(row)}>{paymentStatusWords(row)}</StatusPill>,
    { text: paymentStatusWords, width: 264 },
  ),
};

export const columns = Object.values(all);
/** Agents see only assigned loans: no agent column. */
export const ownColumns = columns.filter((column) => column !== all.agent);
