/** Dispositions in lists: as columns, and as cards on a phone. */
import { promiseStatesText } from '#text/en/promise-states.ts';
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { promiseMood } from '#contexts/work/contract/promise-states.ts';
import { paidOffText } from '#contexts/loans/text/en/paid-off.ts';
import { borrowerDispositionsText as say } from '#contexts/work/text/en/borrower-dispositions.ts';
import { useWaiting } from '#phone/outbox/queue/use-queue.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import {
  dateWords,
  dayText,
  dayWords,
  exactRupees,
  momentWords,
  money,
  today,
} from '#kernel/ui/parts/values/format.ts';
import type { CardWords } from '#kernel/ui/list/list-spec.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';

export type Row = WireRow<typeof borrowerDispositions.list>;
const col = columnsOf(borrowerDispositions.list);

const PromisePill = ({ promise }: Row) =>
  promise && <StatusPill tone={promiseMood[promise.state]}>{promiseStatesText[promise.state]}</StatusPill>;
const Hot = ({ isHotPtp }: Row) => isHotPtp && <StatusPill tone="warn">{say.hot}</StatusPill>;
/** An entry of the loan is queued on this phone. */
const Waiting = ({ loanId }: Pick<Row, 'loanId'>) =>
  useWaiting(`loan:${loanId}`).length > 0 && <StatusPill tone="warn">{say.waiting}</StatusPill>;
/** Why planned work is cancelled. */
const paidWords = ({ borrowerLoan: { paidOff } }: Row): string | null =>
  paidOff && paidOffText.over(dateWords(paidOff.on), paidOff.isSettled);
function Borrower(row: Row) {
  const over = paidWords(row);
  return (
    <>
      {row.borrowerLoan.borrowerName} {over !== null && <StatusPill tone="good">{over}</StatusPill>}
      <Waiting loanId={row.loanId} />
    </>
  );
}
const isToday = ({ actionDate }: Row): boolean => actionDate === today();

export const column = {
  number: col.of('loanNumber', say.loanNumber, ({ borrowerLoan }) => borrowerLoan.loanNumber, {
    pin: 'start',
    width: 132,
  }),
  borrower: col.custom('borrower', say.borrower, Borrower, {
    text: ({ borrowerLoan }) => borrowerLoan.borrowerName,
    width: 200,
    wraps: true,
  }),
  disposition: col.of('disposition', say.disposition, ({ dispositions }) => dispositions.name),
  sub: col.of('sub', say.subDisposition, ({ subDispositions }) => subDispositions?.name, {
    width: 172,
  }),
  amount: col.money('amount', say.amount, { width: 120 }),
  due: col.custom(
    'actionDate',
    say.actionDate,
    (row) => (isToday(row) ? <b>{say.today}</b> : row.actionDate ? dayWords(row.actionDate) : '–'),
    { text: ({ actionDate }) => (actionDate ? dayText(actionDate) : ''), width: 104 },
  ),
  promise: col.custom('promise', say.promise, PromisePill, {
    text: ({ promise }) => (promise ? promiseStatesText[promise.state] : ''),
    width: 112,
  }),
  received: {
    ...col.of('received', say.receivedAmount, ({ promise }) => promise && exactRupees(promise.received), {
      width: 112,
    }),
    isNumber: true,
  },
  hot: col.custom('hot', say.hot, Hot, { text: ({ isHotPtp }) => (isHotPtp ? say.hot : ''), width: 76 }),
  followUp: col.moment('followUpDate', say.followUpDate),
  comments: col.text('comments', say.comments, { width: 240 }),
  client: col.of('client', say.client, ({ borrowerLoan }) => borrowerLoan.client),
  status: col.of(
    'paymentStatus',
    say.paymentStatus,
    ({ borrowerLoan: { paymentStatus, paymentAwaits } }) =>
      paymentAwaits ? promiseStatesText[paymentAwaits] : paymentStatus,
    { width: 264 },
  ),
  agent: col.text('agentName', say.agent),
  created: col.moment('createdAt', say.createdAt),
};

/** A follow-up has its hour, all others a day. */
function dueText(row: Row): string | null {
  if (row.dispositions.id === dispositionIds.Followup && row.followUpDate)
    return momentWords(row.followUpDate);
  return row.actionDate && dayWords(row.actionDate);
}

interface Kind {
  isMixed?: boolean;
  isOwn?: boolean;
}
/** Name, amount, and next step; a list of one kind omits its name. */
export const cardOf =
  (o: Kind) =>
  (row: Row): CardWords => ({
    who: row.borrowerLoan.borrowerName,
    much: row.amount === null ? undefined : exactRupees(row.amount),
    muchInFull: row.amount === null ? undefined : money(row.amount),
    next: <Next row={row} words={wordsOf(o, row)} />,
  });

const Next = ({ row, words }: { row: Row; words: string }) => (
  <>
    {words} <Waiting loanId={row.loanId} />
  </>
);

const wordsOf = (o: Kind, row: Row): string =>
  [
    o.isMixed && row.dispositions.name,
    row.subDispositions?.name,
    row.promise && promiseStatesText[row.promise.state],
    paidWords(row) ?? dueText(row),
    row.borrowerLoan.loanNumber,
    !o.isOwn && row.agentName,
  ]
    .filter(Boolean)
    .join(' · ');
