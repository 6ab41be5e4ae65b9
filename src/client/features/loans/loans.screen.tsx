import type { WireRow } from '#contract/kernel/endpoint.ts';
import { loans } from '#contract/loans.ts';
import { loansText as say } from '#text/en/loans.ts';
import { exportOf } from '#client/kernel/export.ts';
import { columnsOf } from '#client/ui/columns.tsx';
import { filtersOf } from '#client/ui/filters.ts';
import { dayText, money, moneyShort } from '#client/ui/format.ts';
import { listScreen } from '#client/ui/list-screen.tsx';
import { ColourTag, StatusPill } from '#client/ui/status-pill.tsx';

type Loan = WireRow<typeof loans.list>;
const col = columnsOf(loans.list);
const filter = filtersOf(loans.list);

const agentOf = ({ loanUsers: [first] }: Loan): string =>
  first ? `${first.mappingUser.firstName} ${first.mappingUser.lastName}` : '';
const lastDispo = ({ loanDispositions: [last] }: Loan): string =>
  last ? `${last.dispositions.name} · ${dayText(last.createdAt)}` : '';
const toneOf = (status: Loan['paymentStatus']) => (status === 'Unpaid' ? 'warn' : 'good');
const tagWords = ({ loanTags }: Loan): string => loanTags.map(({ name }) => name).join(', ');

const allocation = ({ loanAllocationType: type }: Loan) =>
  type && <ColourTag colour={type.colorCode}>{type.name}</ColourTag>;
const tags = ({ loanTags }: Loan) =>
  loanTags.map(({ uId, name, colorCode }) => (
    <ColourTag key={uId} colour={colorCode}>
      {name}
    </ColourTag>
  ));

const columns = {
  number: col.text('loanNumber', say.loanNumber, { pin: 'start' }),
  borrower: col.of('borrower', say.borrower, ({ loanBorrower }) => loanBorrower.name, { width: 220 }),
  pos: col.money('principalOutstanding', say.pos),
  tos: col.money('totalOutstanding', say.tos),
  lastDispo: col.of('lastDispo', say.lastDispo, lastDispo, { width: 220 }),
  paid: col.money('latestRealizePaymentAmount', say.lastPaid),
  tags: col.custom('tags', say.tags, tags, { text: tagWords }),
  best: col.of('best', say.bestDisposition, ({ loansStats }) => loansStats.bestDispo),
  bestSub: col.of('bestSub', say.bestSubDisposition, ({ loansStats }) => loansStats.bestSubDispo),
  bestDate: col.of(
    'bestDate',
    say.bestDispositionDate,
    ({ loansStats: { bestDispoDate } }) => bestDispoDate && dayText(bestDispoDate),
  ),
  history: col.text('paymentHistoryStatus', say.paymentHistory),
  agent: col.of('agent', say.agent, agentOf),
  allocation: col.custom('allocation', say.allocationType, allocation, {
    text: (row) => row.loanAllocationType?.name ?? '',
  }),
  status: col.custom(
    'status',
    say.paymentStatus,
    (row) => <StatusPill tone={toneOf(row.paymentStatus)}>{row.paymentStatus}</StatusPill>,
    {
      text: (row) => row.paymentStatus,
    },
  ),
};
const ownColumns = Object.values(columns).filter((column) => column !== columns.agent);
const status = filter('paymentStatus', say.paymentStatus);
const client = filter('clientIds', say.client);
const common = {
  source: loans.list,
  title: say.title,
  empty: say.empty,
  active: true,
  export: exportOf('borrowers'),
  card: (row: Loan) => ({
    who: row.loanBorrower.name,
    much: moneyShort(row.totalOutstanding),
    muchInFull: money(row.totalOutstanding),
    next: [row.loanNumber, row.city, lastDispo(row)].filter(Boolean).join(' · '),
  }),
};

/** An agent's own borrowers: no Agent column and no Users filter (document 2, section 6). */
export const OwnLoansScreen = listScreen({
  ...common,
  columns: ownColumns,
  filters: [client, status],
  href: ({ id }) => `/view-borrower?id=${id}`,
});

/** The borrowers of everyone below, for team leaders and admins. */
export const LoansScreen = listScreen({
  ...common,
  columns: Object.values(columns),
  filters: [client, status, filter('userIds', say.users)],
  href: ({ id }) => `/view-borrower?id=${id}`,
});
