/** Reconciliation with gateways: days, their rows, differences and the files that were sent in. */
import { Suspense } from 'react';
import {
  differenceKinds,
  differenceStates,
  mayReadAgain,
} from '#contexts/payments/contract/reconciliation-words.ts';
import { reconciliation } from '#contexts/payments/contract/reconciliation.ts';
import { reconciliationText as say } from '#contexts/payments/text/en/reconciliation.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { dayWords, exactRupees, momentWords } from '#kernel/ui/parts/values/format.ts';
import { Tabs, gatewayWords, home, openPill, openWords, statePill, stateWords } from './parts.tsx';
import css from './reconciliation.module.css';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const DifferenceSheet = lazy(async () => ({
  default: (await import('./difference-sheet.tsx')).DifferenceSheet,
}));
const SendForm = lazy(async () => ({ default: (await import('./send-form.tsx')).SendForm }));

type DayRow = WireRow<typeof reconciliation.days>;
type Line = WireRow<typeof reconciliation.rows>;
type Difference = WireRow<typeof reconciliation.list>;
type FileRow = WireRow<typeof reconciliation.files>;

const dayCol = columnsOf(reconciliation.days);
const dayFilter = filtersOf(reconciliation.days);
const rowsOf = ({ day, gateway, clientId }: DayRow): string => {
  const to = new URLSearchParams({ fromDate: day, toDate: day, gateway });
  if (clientId !== null) to.set('clientId', String(clientId));
  return `${home}/rows?${to.toString()}`;
};
const days = listScreen({
  source: reconciliation.days,
  title: say.daysTitle,
  empty: say.noDays,
  above: () => <Tabs now="days" />,
  filters: [
    dayFilter('fromDate', say.period, { until: 'toDate' }),
    dayFilter('gateway', say.gateway),
    dayFilter('clientId', say.client),
  ],
  columns: [
    dayCol.day('day', say.day, { pin: 'start', width: 130 }),
    dayCol.of('gateway', say.gateway, ({ gateway }) => gatewayWords(gateway), { width: 140 }),
    dayCol.of('client', say.client, ({ client }) => client ?? say.noClient, { width: 220 }),
    dayCol.money('ours', say.ours),
    dayCol.money('theirs', say.theirs),
    dayCol.money('difference', say.difference),
    dayCol.custom('open', say.differences, openPill, { text: ({ open }) => openWords(open), width: 140 }),
    dayCol.money('fee', say.fee),
    dayCol.money('tax', say.tax),
  ],
  href: rowsOf,
  card: (row: DayRow) => ({
    who: `${dayWords(row.day)}, ${gatewayWords(row.gateway)}`,
    much: exactRupees(row.difference),
    next: (
      <>
        {openPill(row)} {row.client ?? say.noClient}
        <br />
        {say.sums(exactRupees(row.ours), exactRupees(row.theirs), exactRupees(row.difference))}
      </>
    ),
  }),
});

const col = columnsOf(reconciliation.rows);
const filter = filtersOf(reconciliation.rows);
const rows = listScreen({
  source: reconciliation.rows,
  title: say.rowsTitle,
  empty: say.noRows,
  above: () => <Tabs now="rows" />,
  filters: [
    filter('fromDate', say.period, { until: 'toDate' }),
    filter('gateway', say.gateway),
    filter('clientId', say.client),
  ],
  columns: [
    col.text('loanNumber', say.loanNumber, { pin: 'start', width: 132 }),
    col.text('borrower', say.borrower, { width: 190 }),
    col.of('kind', say.kind, ({ kind }) => say.rowKinds[kind], { width: 160 }),
    col.money('ours', say.ours),
    col.money('theirs', say.theirs),
    col.money('fee', say.fee),
    col.money('tax', say.tax),
    col.money('net', say.net),
    col.text('utr', say.utr, { width: 180 }),
    col.day('day', say.day),
    col.day('settledOn', say.settledOn),
    col.of('gateway', say.gateway, ({ gateway }) => gatewayWords(gateway), { width: 120 }),
    col.text('order', say.order, { width: 220 }),
    col.text('entity', say.entity, { width: 200 }),
  ],
  href: ({ loanId }: Line) => (loanId === null ? undefined : `/view-borrower?id=${loanId}&tab=payments`),
  card: (row: Line) => ({
    who: row.borrower ?? say.kinds.unknown,
    much: exactRupees(row.theirs),
    next: (
      <>
        {say.rowKinds[row.kind]} · {say.ours} {exactRupees(row.ours)}
        <br />
        {[dayWords(row.day), gatewayWords(row.gateway), row.loanNumber, row.utr].filter(Boolean).join(' · ')}
      </>
    ),
  }),
});

const choices = {
  kinds: differenceKinds.map((value) => ({ value, label: say.kinds[value] })),
  states: differenceStates.map((value) => ({ value, label: say.states[value] })),
};
const found = columnsOf(reconciliation.list);
const foundFilter = filtersOf(reconciliation.list);
function Opened() {
  const { get, set } = useUrlState();
  const id = get('difference');
  if (!id) return null;
  return (
    <Suspense>
      <DifferenceSheet key={id} id={id} onClose={() => set({ difference: undefined })} />
    </Suspense>
  );
}
function Counts() {
  const { data } = useRead(reconciliation.list, { size: 5 });
  const { summary } = (data ?? {}) as { summary?: { open: number; old: number; difference: number } };
  return (
    <>
      <Tabs now="differences" />
      <p role="status" className={css.counts}>
        {summary && say.counts(summary.open, summary.old, exactRupees(summary.difference))}
      </p>
    </>
  );
}
const differences = listScreen({
  source: reconciliation.list,
  title: say.differences,
  empty: say.noDifferences,
  above: Counts,
  tools: Opened,
  filters: [
    foundFilter('state', say.state, { choices: choices.states }),
    foundFilter('kind', say.kind, { choices: choices.kinds }),
    foundFilter('isMine', say.onlyMine),
    foundFilter('fromDate', say.period, { until: 'toDate' }),
    foundFilter('gateway', say.gateway),
    foundFilter('clientId', say.client),
  ],
  columns: [
    found.of('kind', say.kind, ({ kind }) => say.kinds[kind], { pin: 'start', width: 190 }),
    found.custom('state', say.state, statePill, { text: stateWords, width: 150 }),
    found.text('borrower', say.borrower, { width: 190 }),
    found.money('ours', say.ours),
    found.money('theirs', say.theirs),
    found.money('difference', say.difference),
    found.text('owner', say.owner, { width: 170 }),
    found.day('day', say.day),
    found.of('gateway', say.gateway, ({ gateway }) => gatewayWords(gateway), { width: 120 }),
    found.text('loanNumber', say.loanNumber),
    found.text('client', say.client, { width: 180 }),
    found.text('order', say.order, { width: 220 }),
    found.text('entity', say.entity, { width: 200 }),
  ],
  actions: [{ label: say.openIt, run: ({ id }, set) => set({ difference: String(id) }, 'push') }],
  card: (row: Difference) => ({
    who: row.borrower ?? row.entity ?? gatewayWords(row.gateway),
    much: exactRupees(row.difference),
    next: (
      <>
        {statePill(row)} {say.kinds[row.kind]}
        <br />
        {[dayWords(row.day), gatewayWords(row.gateway), row.owner].filter(Boolean).join(' · ')}
      </>
    ),
  }),
});

const fileCol = columnsOf(reconciliation.files);
function Send() {
  const { get, set } = useUrlState();
  const maySend = useMay()(reconciliation.send.can);
  return (
    <>
      {maySend && (
        <button type="button" className={look.main} onClick={() => set({ open: 'send' }, 'push')}>
          {say.send}
        </button>
      )}
      {get('open') === 'send' && (
        <Suspense>
          <SendForm onClose={() => set({ open: undefined })} />
        </Suspense>
      )}
    </>
  );
}
const stateOf = ({ state, error }: FileRow): string =>
  [say.fileStates[state], error].filter(Boolean).join(': ');
const countsOf = (row: FileRow): string =>
  [`${say.taken} ${row.taken}`, `${say.known} ${row.known}`, row.wrong > 0 && `${say.wrong} ${row.wrong}`]
    .filter(Boolean)
    .join(' · ');
const files = listScreen({
  source: reconciliation.files,
  title: say.files,
  empty: say.noFiles,
  above: () => <Tabs now="files" />,
  tools: Send,
  filters: [filtersOf(reconciliation.files)('gateway', say.gateway)],
  columns: [
    fileCol.text('fileName', say.fileName, { pin: 'start', width: 288 }),
    fileCol.of('gateway', say.gateway, ({ gateway }) => gatewayWords(gateway), { width: 130 }),
    fileCol.of('state', say.state, stateOf, { width: 280 }),
    fileCol.number('taken', say.taken),
    fileCol.number('known', say.known),
    fileCol.number('wrong', say.wrong),
    fileCol.text('sentBy', say.sentBy, { width: 170 }),
    fileCol.moment('sentAt', say.sentAt),
  ],
  actions: [
    {
      label: say.readAgain,
      run: reconciliation.readAgain,
      when: (row) => mayReadAgain(row, new Date()),
      input: ({ id }) => ({ id: String(id) }),
      asks: () => say.readsAgain,
      says: { done: say.sent },
    },
  ],
  href: ({ id, wrong }: FileRow) => (wrong > 0 ? `${home}/faults?fileId=${id}` : undefined),
  card: (row: FileRow) => ({
    who: row.fileName,
    much: gatewayWords(row.gateway),
    next: (
      <>
        {countsOf(row)}
        <br />
        {[stateOf(row), row.sentBy, momentWords(row.sentAt)].join(' · ')}
      </>
    ),
  }),
});

const fault = columnsOf(reconciliation.faults);
const reasonOf = ({ reason }: { reason: string }): string =>
  (({ ...say.faults }) as Readonly<Record<string, string>>)[reason] ?? reason;
const faults = listScreen({
  source: reconciliation.faults,
  title: say.faultsTitle,
  empty: say.noFaults,
  above: () => <Tabs now="files" />,
  columns: [
    fault.number('n', say.line),
    fault.of('reason', say.reason, reasonOf, { width: 360 }),
    fault.text('field', say.field, { width: 200 }),
  ],
  card: (row: WireRow<typeof reconciliation.faults>) => ({
    who: reasonOf(row),
    much: `${say.line} ${row.n}`,
    next: row.field,
  }),
});

export const reconciliationScreens = { days, rows, differences, files, faults };
