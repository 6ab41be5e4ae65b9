/** Sent messages of all channels, responses, and bulk actions on their loans (document 1, section 2.6). */
import { type ComponentType, Suspense } from 'react';
import { type Channel, channelOf, channels, forChannels } from '#kernel/contract/channels/channels.ts';
import {
  communicationDashboard,
  messageDates,
} from '#contexts/messaging/contract/communication-dashboard.ts';
import { messageMood } from '#contexts/messaging/contract/communications.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { communicationDashboardText as say } from '#contexts/messaging/text/en/communication-dashboard.ts';
import { communicationsText as words } from '#contexts/messaging/text/en/communications.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { momentWords, money, shownShort } from '#kernel/ui/parts/values/format.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { ColourTag, StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import { ChannelCards } from './channel-cards.tsx';
import css from './communications.module.css';
import { channelNow, monthSoFar } from './dashboard-days.ts';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

type Row = WireRow<typeof communicationDashboard.list>;
const col = columnsOf(communicationDashboard.list);
const filter = filtersOf(communicationDashboard.list);

const Bar = lazy(async () => ({ default: (await import('./dashboard-bar.tsx')).DashboardBar }));

const loanOf = (row: Row) => {
  const loan = channels.flatMap((one) => row[channelOf[one].loan] ?? [])[0];
  if (!loan) throw new Error('a message without its loan');
  return loan;
};
const pill = ({ status }: Row) => <StatusPill tone={messageMood[status]}>{words.status[status]}</StatusPill>;
const agentOf = (row: Row): string => {
  const [first] = loanOf(row).loanUsers;
  return first ? `${first.mappingUser.firstName} ${first.mappingUser.lastName}` : '';
};
const columns = {
  number: col.of('loanNumber', words.loanNumber, (row) => loanOf(row).loanNumber, { pin: 'start' }),
  borrower: col.of('borrower', words.borrower, (row) => loanOf(row).loanBorrower.name, { width: 200 }),
  mobile: col.text('mobile', words.mobile, { width: 130 }),
  message: col.text('message', words.message, { width: 280 }),
  status: col.custom('status', words.statusHead, pill, {
    text: ({ status }) => words.status[status],
    width: 150,
  }),
  pressed: col.text('clickToAction', words.response),
  answered: col.text('ivrResponse', words.response),
  client: col.of('client', words.client, (row) => loanOf(row).client.name, { width: 180 }),
  portfolio: col.of('portfolio', say.portfolio, (row) => loanOf(row).loanPortfolio.name, { width: 180 }),
  tos: col.of('tos', say.tos, (row) => money(loanOf(row).totalOutstanding)),
  allocation: col.custom(
    'allocation',
    say.allocationType,
    (row) => {
      const type = loanOf(row).loanAllocationType;
      return type && <ColourTag colour={type.colorCode}>{type.name}</ColourTag>;
    },
    { text: (row) => loanOf(row).loanAllocationType?.name ?? '' },
  ),
  agent: col.of('agent', say.agent, agentOf),
  paid: col.text('paymentStatus', say.paymentStatus),
  history: col.text('paymentHistoryStatus', say.paymentHistory, { width: 200 }),
  created: col.moment('createdAt', words.createdAt),
  updated: col.moment('updatedAt', words.updatedAt),
};
const { number, borrower, mobile, message, status, pressed, answered, ...ending } = columns;
const columnsIn = (channel: Channel) => {
  const { isRecorded, hasAnswers } = channelOf[channel];
  return [
    number,
    borrower,
    mobile,
    ...(isRecorded ? [status, answered] : [message, status]),
    ...(hasAnswers ? [pressed] : []),
    ...Object.values(ending),
  ];
};

const responses = filter('responseType', say.responseType, {
  choices: (['Request Call Back', 'Ready to Pay'] as const).map((value) => ({
    value,
    label: say.responses[value],
  })),
});
const filters = [
  filter('startDate', words.from, { until: 'endDate', otherwise: monthSoFar }),
  filter('dateFilterOn', say.dateOn, {
    choices: messageDates.map((value) => ({ value, label: say.dates[value] })),
  }),
  filter('clientIds', words.client),
  filter('portfolioIds', say.portfolio),
  filter('allocationTypeId', say.allocationType),
  filter('userIds', say.users),
  filter('paymentStatus', say.paymentStatus),
  filter('paymentHistoryStatus', say.paymentHistory),
];
const filtersIn = (channel: Channel) => {
  const { hasAnswers, statuses } = channelOf[channel];
  const states = filter('status', words.statusHead, {
    choices: statuses.map((value) => ({ value, label: words.status[value] })),
  });
  return hasAnswers ? [...filters, responses, states] : [...filters, states];
};

const screenOf = (channel: Channel, Figures: ComponentType) =>
  listScreen({
    source: communicationDashboard.list,
    title: say.title,
    empty: say.empty,
    above: () => (
      <>
        <ChannelCards now={channel} filters={filters} />
        <Figures />
      </>
    ),
    fixed: { communicationType: channel },
    filters: filtersIn(channel),
    columns: columnsIn(channel),
    // DNC and inactive loans are excluded everywhere (G078).
    selectable: (row: Row) => loanOf(row).isActive && !loanOf(row).isDNC,
    bar: ({ ids, clear }) => (
      <Suspense>
        <Bar {...{ ids, clear, channel }} />
      </Suspense>
    ),
    href: (row: Row) => `/view-borrower?id=${loanOf(row).id}&tab=messages`,
    card: (row: Row) => ({
      who: loanOf(row).loanBorrower.name,
      much: shownShort(loanOf(row).totalOutstanding),
      muchInFull: money(loanOf(row).totalOutstanding),
      next: (
        <>
          {pill(row)} {[loanOf(row).loanNumber, momentWords(row.createdAt)].join(' · ')}
          <span className={css.said}>{row.message ?? row.ivrResponse}</span>
        </>
      ),
    }),
  });
/** `Figures` is rendered between the cards and the list. */
export function communicationDashboardScreen(Figures: ComponentType): ComponentType {
  const lists = forChannels((channel) => screenOf(channel, Figures));
  return function CommunicationDashboardScreen() {
    const List = lists[channelNow(useUrlState().get('communicationType'))];
    return <List />;
  };
}
