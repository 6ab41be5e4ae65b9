/** Settlement lists of agents, desks and admins with their actions (document 2). */
import { Suspense } from 'react';
import { lapseOf } from '#contexts/settlements/contract/instalment-rules.ts';
import { maySend, settlementMood } from '#contexts/settlements/contract/settlement-rules.ts';
import { askedStatuses, settlementDates, settlements } from '#contexts/settlements/contract/settlements.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { kitText } from '#text/en/kit.ts';
import { settlementsText as say } from '#contexts/settlements/text/en/settlements.ts';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { useUrlState } from '#kernel/client/app/url.ts';
import type { Column } from '#kernel/ui/list/columns/column.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { dayWords, exactRupees, money, rupees } from '#kernel/ui/parts/values/format.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { StatusPill, type Tone } from '#kernel/ui/parts/values/status-pill.tsx';
import { actions } from './actions.ts';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

type Row = WireRow<typeof settlements.list>;
const col = columnsOf(settlements.list);
const filter = filtersOf(settlements.list);

const loadDialogs = () => import('./dialogs.tsx');
const Dialog = lazy(async () => ({ default: (await loadDialogs()).SettlementDialog }));
/** Dialogs of the list in the URL. */
function Opened() {
  const { get, set } = useUrlState();
  const [what, id] = [get('open'), get('settlement')];
  if (!what || !id) return null;
  return (
    <Suspense>
      <Dialog
        key={id + what}
        what={what}
        id={id}
        onClose={() => set({ open: undefined, settlement: undefined })}
      />
    </Suspense>
  );
}

function stateOf(row: Row): string {
  const lapse = lapseOf(row);
  return lapse ? say.lapsed[lapse](say.states[row.status]) : say.states[row.status];
}
const pill = (row: Row) => (
  <StatusPill tone={lapseOf(row) ? 'bad' : settlementMood[row.status]}>{stateOf(row)}</StatusPill>
);
/** The viewer's decision. */
const ownStatus = ({ statusData }: Row): keyof typeof say.states =>
  (statusData?.status ?? 'Pending') as keyof typeof say.states;
const toneOf = (status: string): Tone => (settlementMood as Record<string, Tone>)[status] ?? 'plain';
const number = (column: Column<Row>): Column<Row> => ({ ...column, isNumber: true });
const percent = (value: number | null): string => (value === null ? '' : value.toFixed(2));

const userStatus = col.custom(
  'userStatus',
  say.userStatus,
  (row) => <StatusPill tone={toneOf(ownStatus(row))}>{say.states[ownStatus(row)]}</StatusPill>,
  { text: (row) => say.states[ownStatus(row)], width: 112 },
);
const agent = col.of('agent', say.agent, ({ settlementUser }) => settlementUser?.agentName, { width: 168 });
const waiverOf = ({ waiverOnPos }: Row): string => percent(waiverOnPos);
/** Decision facts fit a 1280 px screen: amount, waiver, state, owner. */
const columnsFor = (...own: readonly Column<Row>[]): Column<Row>[] => [
  col.of('loanNumber', say.loanNumber, ({ settlementLoan }) => settlementLoan.loanNumber, {
    pin: 'start',
    width: 132,
  }),
  col.of('borrower', say.borrower, ({ settlementLoan }) => settlementLoan.borrowerName, { width: 172 }),
  col.money('amount', say.amount, { width: 120 }),
  number(col.of('waiver', say.waiver, waiverOf, { width: 96 })),
  col.custom('status', say.status, pill, { text: stateOf, width: 168 }),
  ...own,
  number(
    col.of('pos', say.pos, ({ settlementLoan }) => rupees(settlementLoan.principalOutstanding), {
      width: 116,
    }),
  ),
  number(
    col.of('tos', say.tos, ({ settlementLoan }) => rupees(settlementLoan.totalOutstanding), { width: 116 }),
  ),
  number(col.of('recovery', say.recovery, ({ recoveryOnPos }) => percent(recoveryOnPos), { width: 120 })),
  col.of('client', say.client, ({ settlementLoan }) => settlementLoan.client),
  col.of('clientStatus', say.clientStatus, ({ clientStatus }) => clientStatus, { width: 130 }),
  col.day('settlementDate', say.payBy),
  col.of(
    'plan',
    say.plan,
    ({ plan, instalments }) =>
      instalments.length === 0
        ? ''
        : [
            String(instalments.filter(({ state }) => state === 'paid').length) +
              '/' +
              String(instalments.length),
            plan && say.plans[plan.state],
          ]
            .filter(Boolean)
            .join(' · '),
    { width: 180 },
  ),
  col.moment('createdAt', say.createdAt),
];

const filters = [
  filter('status', say.status, {
    choices: askedStatuses.map((value) => ({ value, label: say.states[value] })),
  }),
  filter('waitsForYou', say.waits, {
    choices: [
      { value: 'true', label: kitText.yes },
      { value: 'false', label: kitText.no },
    ],
  }),
  filter('clientId', say.client),
  filter('state', say.state),
  filter('city', say.city),
  filter('productType', say.productType),
  filter('dateFilteOn', say.dateOn, {
    choices: settlementDates.map((value) => ({ value, label: say.dates[value] })),
  }),
  filter('startDate', say.date, { until: 'endDate' }),
];
const users = filter('hierarchyUsers', say.users);
const loanStatus = filter('isActive', say.loanStatus, {
  choices: (['true', 'false'] as const).map((value) => ({ value, label: say.loanStatuses[value] })),
});

const common = {
  source: settlements.list,
  title: say.title,
  empty: say.empty,
  tools: Opened,
  actions,
  export: exportOf('settlements'),
  href: ({ loanId }: Row) => `/view-borrower?id=${loanId}&tab=settlementHistory`,
  card: (row: Row) => ({
    who: row.settlementLoan.borrowerName,
    much: exactRupees(row.amount),
    muchInFull: money(row.amount),
    next: (
      <>
        {pill(row)} {[row.settlementLoan.loanNumber, dayWords(row.settlementDate)].join(' · ')}
        <br />
        {[
          say.waiverIs(waiverOf(row)),
          say.posIs(rupees(row.settlementLoan.principalOutstanding)),
          row.settlementUser?.agentName,
        ]
          .filter(Boolean)
          .join(' · ')}
      </>
    ),
  }),
};
/** Agents see only assigned ones; admins decide none in this list (document 2, section 6). */
export const OwnSettlementsScreen = listScreen({
  ...common,
  columns: columnsFor(userStatus),
  filters,
});
const desk = {
  ...common,
  columns: columnsFor(userStatus, agent),
  filters: [...filters, users],
};
export const AllSettlementsScreen = listScreen({
  ...common,
  columns: columnsFor(agent),
  filters: [...filters, users, loanStatus],
});

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));
const sendable = ({ status, lastApprovalUser, statusData, sentToClientAt, isExpired }: Row): boolean =>
  sentToClientAt === null &&
  !isExpired &&
  maySend({ status, lastApprovalUser, viewerEntry: statusData?.userId });
const Plain = listScreen(desk);
const Bulk = listScreen({
  ...desk,
  bar: BulkBar,
  selectable: (row: Row) =>
    !row.settlementLoan.isDNC && ((row.status === 'Inprogress' && !row.isExpired) || sendable(row)),
});
/** Many at once is for team leads alone (G097). */
export function SettlementsScreen() {
  const List = useActor().roleType === 'tech_lead' ? Bulk : Plain;
  return <List />;
}
