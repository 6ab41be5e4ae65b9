/** What went out to borrowers, by channel: SMS, IVR, Whatsapp and RCS (document 3). */
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  type Channel,
  channelOf,
  channelOfTab,
  channelsFrom,
  forChannels,
} from '#kernel/contract/channels/channels.ts';
import { communications, messageMood } from '#contexts/messaging/contract/communications.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { channelsText } from '#text/en/channels.ts';
import { communicationsText as say } from '#contexts/messaging/text/en/communications.ts';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { momentText, momentWords } from '#kernel/ui/parts/values/format.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import type { RowAction } from '#kernel/ui/list/rows/row-action.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import { TabStrip } from '#kernel/ui/parts/tab-strip.tsx';
import css from './communications.module.css';

type Row = WireRow<typeof communications.sms>;
const col = columnsOf(communications.sms);
const filter = filtersOf(communications.sms);

/** In the order of the tabs. */
const tabs = channelsFrom('sms', 'ivr', 'whatsApp', 'rcs');

const filtersIn = (channel: Channel) => [
  filter('startDate', say.from, { until: 'endDate' }),
  filter('clientIds', say.client),
  filter('status', say.statusHead, {
    choices: channelOf[channel].statuses.map((value) => ({ value, label: say.status[value] })),
  }),
  filter('isActive', say.loanStatus, {
    choices: (['true', 'false'] as const).map((value) => ({ value, label: say.loanStatuses[value] })),
  }),
];
const pill = ({ status }: Row) => <StatusPill tone={messageMood[status]}>{say.status[status]}</StatusPill>;
const whyOf = ({ fault, dueAt }: Row): string | undefined => {
  if (fault !== null) return say.faults[fault as keyof typeof say.faults] ?? fault;
  return dueAt === null ? undefined : say.waits(momentText(dueAt));
};
const columns = {
  number: col.of('loanNumber', say.loanNumber, ({ loan }) => loan.loanNumber, { pin: 'start' }),
  borrower: col.of('borrower', say.borrower, ({ loan }) => loan.loanBorrower.name, { width: 200 }),
  mobile: col.text('mobile', say.mobile, { width: 130 }),
  message: col.text('message', say.message, { width: 300 }),
  status: col.custom('status', say.statusHead, pill, {
    text: ({ status }) => say.status[status],
    width: 150,
  }),
  why: col.of('why', say.why, whyOf, { width: 240 }),
  campaign: col.text('campaignName', say.campaign),
  response: col.text('responseType', say.response),
  created: col.moment('createdAt', say.createdAt),
  client: col.of('client', say.client, ({ loan }) => loan.client.name),
  updated: col.moment('updatedAt', say.updatedAt),
  by: col.of('by', say.by, ({ creator }) => creator?.fullName),
};
const { number, borrower, mobile, message, status, why, campaign, response, created, client, updated, by } =
  columns;
const ending = [created, client, updated, by];
const columnsIn = (channel: Channel) => {
  const { isRecorded, hasAnswers } = channelOf[channel];
  const said = [isRecorded ? campaign : message, status, why];
  return [number, borrower, mobile, ...said, ...(hasAnswers ? [response] : []), ...ending];
};

const askStatus: RowAction<Row> = {
  label: say.askStatus,
  run: communications.refresh,
  when: ({ status: now }) => now === 'sent',
  input: ({ id }) => ({ id: String(id) }),
  asks: ({ loan }) => `${say.askStatus}: ${loan.loanNumber}`,
  says: { done: say.statusAsked },
};

const screenOf = (channel: Channel, Tabs: () => ReactNode, o: { empty: string }) =>
  listScreen({
    source: communications[channelOf[channel].tab],
    title: say.title,
    empty: o.empty,
    above: Tabs,
    filters: filtersIn(channel),
    columns: columnsIn(channel),
    actions: channelOf[channel].tellsStatus ? [askStatus] : undefined,
    export: exportOf(`messages-${channelOf[channel].tab}`),
    href: ({ loan }: Row) => `/view-borrower?id=${loan.id}&tab=messages`,
    card: (row: Row) => ({
      who: row.loan.loanBorrower.name,
      next: (
        <>
          {pill(row)} {[row.loan.loanNumber, momentWords(row.createdAt)].join(' · ')}
          <span className={css.said}>{row.message ?? row.campaignName}</span>
        </>
      ),
    }),
  });

const Strip = ({ now, onChoose }: { now: Channel; onChoose: (tab: string) => void }) => (
  <TabStrip
    label={say.channelsLabel}
    tabs={tabs.map((one) => ({ key: channelOf[one].tab, label: channelsText[one].name }))}
    now={channelOf[now].tab}
    onChoose={onChoose}
  />
);

const home = '/admin/communications';
/** For admins each channel has its address (document 1, section 2.2). */
function adminScreen(channel: Channel) {
  function Tabs() {
    const go = useNavigate();
    return <Strip now={channel} onChoose={(key) => void go(key === 'sms' ? home : `${home}/${key}`)} />;
  }
  return screenOf(channel, Tabs, { empty: say.empty });
}
export const adminScreens = forChannels(adminScreen);

function useTab() {
  const { get, set } = useUrlState();
  const now = channelOfTab(get('channel')) ?? 'sms';
  // Another channel is another list: resets its search and page.
  const choose = (channel: string): void => set({ channel, page: undefined, q: undefined });
  return { now, choose };
}
function OwnTabs() {
  const { now, choose } = useTab();
  return <Strip now={now} onChoose={choose} />;
}
const own = forChannels((channel) => screenOf(channel, OwnTabs, { empty: say.emptyOwn }));
/** For agents and desks: messages of visible loans (G084). */
export function CommunicationScreen() {
  const { now } = useTab();
  const List = own[now];
  return <List />;
}
