/** Call & Disposition Tracker: calls with their dispositions, and dispositions without a call. */
import { Link } from 'react-router-dom';
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { callDirections, calls, operators } from '#contexts/dialer/contract/calls.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { callsText as say } from '#contexts/dialer/text/en/calls.ts';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { dayWords, money, shownShort, today } from '#kernel/ui/parts/values/format.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import listCss from '#kernel/ui/list/list.module.css';
import { DayChips } from '#kernel/ui/list/toolbar/span-chips.tsx';
import { cardOf, column, hrefOf } from './columns.tsx';

/** Where the two halves of the tracker are: the addresses of the shell. */
interface Halves {
  withCall: string;
  withoutCall: string;
}
const tabsOf = (halves: Halves, now: keyof Halves) =>
  function Tabs() {
    return (
      <nav className={listCss.toggle} aria-label={say.trackerTitle}>
        {(['withCall', 'withoutCall'] as const).map((half) => (
          <Link key={half} to={halves[half]} aria-current={half === now ? 'page' : undefined}>
            {say[half]}
          </Link>
        ))}
      </nav>
    );
  };

const filter = filtersOf(calls.list);
const callFilters = [
  filter('startDate', say.date, { until: 'endDate', otherwise: today }),
  filter('operator', say.comparison, {
    choices: operators.map((value) => ({ value, label: say.operators[value] })),
  }),
  filter('operatorValue', say.seconds),
  filter('clientIds', say.client),
  filter('portfolioIds', say.portfolio, { within: 'clientIds', loose: true }),
  filter('campaignIds', say.campaign, { within: 'clientIds', loose: true }),
  filter('userIds', say.user),
  filter('allocationTypeId', say.allocationType),
  filter('dispositionIds', say.disposition),
  filter('callStatus', say.callStatus),
  filter('type', say.callType, {
    choices: callDirections.map((value) => ({ value, label: say.types[value] })),
  }),
  filter('isActive', say.isActive),
  filter('paymentHistoryStatus', say.paymentHistory),
  filter('paymentStatus', say.paymentStatus),
];
const common = { title: say.trackerTitle, above: DayChips, href: hrefOf };

export const withCallScreen = (halves: Halves) =>
  listScreen({
    ...common,
    source: calls.list,
    empty: say.trackerEmpty,
    tools: tabsOf(halves, 'withCall'),
    export: exportOf('calls'),
    card: cardOf(false),
    columns: [
      column.number,
      column.borrower,
      column.mobile,
      column.date,
      column.start,
      column.end,
      column.talk,
      column.wait,
      column.status,
      column.recording,
      column.type,
      column.agent,
      column.disposition,
      column.sub,
      column.comments,
      column.due,
      column.amount,
      column.client,
      column.portfolio,
      column.campaign,
      column.mode,
      column.answeredBy,
      column.voiceMessage,
    ],
    filters: callFilters,
  });

type Note = WireRow<typeof borrowerDispositions.list>;
const col = columnsOf(borrowerDispositions.list);
const noteFilter = filtersOf(borrowerDispositions.list);
const holderOf = ({ borrowerLoan }: Note): string =>
  borrowerLoan.loanUsers
    .map(({ mappingUser: { firstName, lastName } }) => `${firstName} ${lastName}`)
    .join(', ');

export const withoutCallScreen = (halves: Halves) =>
  listScreen({
    ...common,
    source: borrowerDispositions.list,
    empty: say.withoutCallEmpty,
    fixed: { module: 'tracker' },
    tools: tabsOf(halves, 'withoutCall'),
    export: exportOf('summary'),
    columns: [
      col.of('loanNumber', say.loanNumber, ({ borrowerLoan }) => borrowerLoan.loanNumber, { pin: 'start' }),
      col.of('borrower', say.borrower, ({ borrowerLoan }) => borrowerLoan.borrowerName, { width: 200 }),
      col.of('mobile', say.mobile, ({ borrowerLoan }) => borrowerLoan.mobile, { width: 130 }),
      col.moment('createdAt', say.date, { width: 190 }),
      col.of('disposition', say.disposition, ({ dispositions }) => dispositions.name),
      col.of('sub', say.subDisposition, ({ subDispositions }) => subDispositions?.name),
      col.text('comments', say.comments, { width: 240 }),
      col.day('actionDate', say.actionDate),
      col.money('amount', say.amount),
      col.text('agentName', say.agent),
      {
        ...col.of('pos', say.pos, ({ borrowerLoan }) => money(borrowerLoan.principalOutstanding), {
          width: 140,
        }),
        isNumber: true,
      },
      col.of('client', say.client, ({ borrowerLoan }) => borrowerLoan.client),
      col.of(
        'allocationType',
        say.allocationType,
        ({ borrowerLoan }) => borrowerLoan.loanAllocationType?.name,
      ),
      col.of('holder', say.holder, holderOf),
    ],
    filters: [
      noteFilter('startDate', say.date, { until: 'endDate', otherwise: today }),
      noteFilter('clientIds', say.client),
      noteFilter('portfolioIds', say.portfolio, { within: 'clientIds', loose: true }),
      noteFilter('campaignIds', say.campaign, { within: 'clientIds', loose: true }),
      noteFilter('userIds', say.user),
      noteFilter('allocationTypeId', say.allocationType),
      noteFilter('dispositionIds', say.disposition),
      noteFilter('isActive', say.isActive),
      noteFilter('paymentHistoryStatus', say.paymentHistory),
      noteFilter('paymentStatus', say.paymentStatus),
    ],
    card: (row: Note) => ({
      who: row.borrowerLoan.borrowerName,
      much: row.amount === null ? undefined : shownShort(row.amount),
      muchInFull: row.amount === null ? undefined : money(row.amount),
      next: [
        row.dispositions.name,
        row.actionDate && dayWords(row.actionDate),
        row.borrowerLoan.loanNumber,
        row.agentName,
      ]
        .filter(Boolean)
        .join(' · '),
    }),
  });
