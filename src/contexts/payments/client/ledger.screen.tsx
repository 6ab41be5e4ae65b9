/** Ledger: account balances, their postings, and openings pending confirmation. */
import { useNavigate } from 'react-router-dom';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { ledger } from '#contexts/payments/contract/ledger.ts';
import { ledgerAccounts, postingReasons } from '#contexts/payments/contract/ledger-words.ts';
import { ledgerText as say } from '#contexts/payments/text/en/ledger.ts';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { dayWords, exactRupees, momentWords } from '#kernel/ui/parts/values/format.ts';
import { TabStrip } from '#kernel/ui/parts/tab-strip.tsx';
import { sumsText } from './sums.ts';
import { PaymentTabs } from './tabs.tsx';

type AccountRow = WireRow<typeof ledger.accounts>;
type PostingRow = WireRow<typeof ledger.postings>;
type OpeningRow = WireRow<typeof ledger.openings>;

const home = '/admin/ledger';
const tabs = [
  ['accounts', say.balances, home],
  ['postings', say.postings, `${home}/postings`],
  ['openings', say.openings, `${home}/openings`],
] as const;
type Tab = (typeof tabs)[number][0];

function Tabs({ now }: { now: Tab }) {
  const go = useNavigate();
  return (
    <>
      <PaymentTabs now="ledger" />
      <TabStrip
        label={say.tab}
        tabs={tabs.map(([key, label]) => ({ key, label }))}
        now={now}
        onChoose={(chosen) => void go(tabs.find(([key]) => key === chosen)?.[2] ?? home)}
      />
    </>
  );
}
const accountChoices = ledgerAccounts
  .filter((one) => one !== 'borrower' && one !== 'cash_taken')
  .map((value) => ({ value, label: say.accounts[value] }));

/** Link to the rows of a figure: equal account, lender and days. */
function rowsOf({ account, clientId }: AccountRow): string {
  const here = new URLSearchParams(window.location.search);
  const to = new URLSearchParams({ account });
  if (clientId !== null) to.set('clientIds', String(clientId));
  for (const name of ['fromDate', 'toDate']) if (here.get(name)) to.set(name, here.get(name) ?? '');
  return `${home}/postings?${to.toString()}`;
}

const col = columnsOf(ledger.accounts);
const filter = filtersOf(ledger.accounts);
const accounts = listScreen({
  source: ledger.accounts,
  title: say.accountsTitle,
  empty: say.noAccounts,
  above: () => <Tabs now="accounts" />,
  filters: [
    filter('fromDate', say.period, { until: 'toDate' }),
    filter('clientIds', say.client),
    filter('account', say.account, { choices: accountChoices }),
  ],
  columns: [
    col.of('client', say.client, ({ client }) => client ?? say.noClient, { pin: 'start', width: 220 }),
    col.of('account', say.account, ({ account }) => say.accounts[account], { width: 220 }),
    col.money('cameIn', say.cameIn),
    col.money('left', say.left),
    col.money('lies', say.lies),
  ],
  href: rowsOf,
  card: (row: AccountRow) => ({
    who: say.accounts[row.account],
    much: exactRupees(row.lies),
    next: [
      row.client ?? say.noClient,
      sumsText([
        [say.cameIn, row.cameIn],
        [say.left, row.left],
      ]),
    ]
      .filter(Boolean)
      .join(' · '),
  }),
});

const posted = columnsOf(ledger.postings);
const postedFilter = filtersOf(ledger.postings);
const movedOf = ({ from, to }: PostingRow): string => say.moved(say.accounts[from], say.accounts[to]);
const postings = listScreen({
  source: ledger.postings,
  title: say.postingsTitle,
  empty: say.noPostings,
  above: () => <Tabs now="postings" />,
  filters: [
    postedFilter('fromDate', say.period, { until: 'toDate' }),
    postedFilter('account', say.account, { choices: accountChoices }),
    postedFilter('reason', say.reason, {
      choices: postingReasons.map((value) => ({ value, label: say.reasons[value] })),
    }),
    postedFilter('clientIds', say.client),
    postedFilter('personIds', say.person),
  ],
  columns: [
    posted.text('loanNumber', say.loanNumber, { pin: 'start', width: 132 }),
    posted.text('borrower', say.borrower, { width: 180 }),
    posted.money('amount', say.amount),
    posted.of('moved', say.account, movedOf, { width: 320 }),
    posted.of('reason', say.reason, ({ reason }) => say.reasons[reason], { width: 260 }),
    posted.day('day', say.day),
    posted.text('personName', say.person, { width: 150 }),
    posted.text('byName', say.by, { width: 150 }),
    posted.moment('at', say.at),
    posted.text('client', say.client, { width: 180 }),
  ],
  export: exportOf('ledger'),
  href: ({ loanId }: PostingRow) =>
    loanId === null ? undefined : `/view-borrower?id=${loanId}&tab=payments`,
  card: (row: PostingRow) => ({
    who: row.borrower ?? row.personName ?? say.noClient,
    much: exactRupees(row.amount),
    next: (
      <>
        {say.reasons[row.reason]}
        <br />
        {[movedOf(row), row.loanNumber, dayWords(row.day), row.byName].filter(Boolean).join(' · ')}
      </>
    ),
  }),
});

const opened = columnsOf(ledger.openings);
const isOpen = ({ confirmedAt }: OpeningRow): boolean => confirmedAt === null;
const stateOf = ({ confirmedAt, confirmedBy }: OpeningRow): string =>
  confirmedAt === null
    ? say.notConfirmed
    : [say.confirmed, confirmedBy, momentWords(confirmedAt)].filter(Boolean).join(' · ');
const openings = listScreen({
  source: ledger.openings,
  title: say.openingsTitle,
  empty: say.noOpenings,
  above: () => <Tabs now="openings" />,
  columns: [
    opened.moment('at', say.at, { pin: 'start' }),
    opened.number('payments', say.payments),
    opened.money('amount', say.amount),
    opened.of('state', say.confirmedBy, stateOf, { width: 320 }),
  ],
  actions: [
    {
      label: say.confirm,
      run: ledger.confirm,
      when: isOpen,
      asks: ({ amount }: OpeningRow) => say.confirmAsks(exactRupees(amount)),
      says: { done: say.confirmed },
    },
    {
      label: say.remake,
      run: ledger.remake,
      when: isOpen,
      asks: () => say.remakeAsks,
      says: { done: say.remade },
    },
  ],
  card: (row: OpeningRow) => ({
    who: momentWords(row.at),
    much: exactRupees(row.amount),
    next: [`${row.payments.toLocaleString('en-IN')} ${say.payments}`, stateOf(row)].join(' · '),
  }),
});

export const ledgerScreens = { accounts, postings, openings };
