import type { WireRow } from '#kernel/contract/endpoint.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { queueText } from '#contexts/sync/text/en/queue.ts';
import { useWaiting } from '#contexts/sync/client/outbox/use-queue.ts';
import { columnsOf } from '#kernel/ui/list/columns.tsx';
import { dayText } from '#kernel/ui/parts/format.ts';
import { ColourTag, StatusPill } from '#kernel/ui/parts/status-pill.tsx';
import { TagCell } from './tags.tsx';

export type Loan = WireRow<typeof loans.list>;
const col = columnsOf(loans.list);

const agentOf = ({ loanUsers: [first] }: Loan): string =>
  first ? `${first.mappingUser.firstName} ${first.mappingUser.lastName}` : '';
export const lastDispo = ({ loanDispositions: [last] }: Loan): string =>
  last ? `${last.dispositions.name} · ${dayText(last.createdAt)}` : '';
const toneOf = (status: Loan['paymentStatus']) => (status === 'Unpaid' ? 'warn' : 'good');
const tagWords = ({ loanTags }: Loan): string => loanTags.map(({ name }) => name).join(', ');
const allocation = ({ loanAllocationType: type }: Loan) =>
  type && <ColourTag colour={type.colorCode}>{type.name}</ColourTag>;

/** Something about the loan waits on this phone. */
export const Waiting = ({ id }: Pick<Loan, 'id'>) =>
  useWaiting(`loan:${id}`).length > 0 && <StatusPill tone="warn">{queueText.waiting}</StatusPill>;
const Borrower = ({ id, loanBorrower }: Loan) => (
  <>
    {loanBorrower.name} <Waiting id={id} />
  </>
);

const all = {
  number: col.text('loanNumber', say.loanNumber, { pin: 'start' }),
  borrower: col.custom('borrower', say.borrower, Borrower, {
    text: ({ loanBorrower }) => loanBorrower.name,
    width: 220,
  }),
  pos: col.money('principalOutstanding', say.pos),
  tos: col.money('totalOutstanding', say.tos),
  lastDispo: col.of('lastDispo', say.lastDispo, lastDispo, { width: 220 }),
  paid: col.money('latestRealizePaymentAmount', say.lastPaid),
  paidOn: col.day('latestRealizePaymentDate', say.lastPaidDate, { width: 148 }),
  tags: col.custom('tags', say.tags, (row) => <TagCell loan={row} />, { text: tagWords, width: 220 }),
  best: col.of('best', say.bestDisposition, ({ loansStats }) => loansStats.bestDispo),
  bestSub: col.of('bestSub', say.bestSubDisposition, ({ loansStats }) => loansStats.bestSubDispo),
  bestDate: col.of(
    'bestDate',
    say.bestDispositionDate,
    ({ loansStats: { bestDispoDate } }) => bestDispoDate && dayText(bestDispoDate),
  ),
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
      row.paymentStatus && <StatusPill tone={toneOf(row.paymentStatus)}>{row.paymentStatus}</StatusPill>,
    { text: (row) => row.paymentStatus },
  ),
};

export const columns = Object.values(all);
/** Agents see nobody else's loans: whose they are goes without saying. */
export const ownColumns = columns.filter((column) => column !== all.agent);
