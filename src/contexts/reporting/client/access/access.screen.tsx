import type { WireRow } from '#kernel/contract/endpoint.ts';
import { accessRecords, signInKinds } from '#contexts/reporting/contract/access-records.ts';
import { accessText as say } from '#contexts/reporting/text/en/access.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { momentWords } from '#kernel/ui/parts/values/format.ts';

type Opened = WireRow<typeof accessRecords.list>;
const opened = columnsOf(accessRecords.list);
const filterOpened = filtersOf(accessRecords.list);

const borrowersOf = ({ borrowers, borrowerCount }: Opened): string =>
  borrowerCount > 3 ? say.more(borrowers, borrowerCount - 3) : borrowers;

/** List of access records: which user opened which borrower, loan, list or file, newest first. */
export const AccessScreen = listScreen({
  source: accessRecords.list,
  title: say.openedTitle,
  empty: say.openedEmpty,
  columns: [
    opened.moment('at', say.at, { pin: 'start' }),
    opened.of('actor', say.actor, ({ actorName }) => actorName, { width: 150 }),
    opened.of('what', say.what, ({ what }) => what, { width: 240 }),
    opened.of('borrowers', say.borrowers, borrowersOf, { width: 260 }),
    opened.of('rows', say.rows, ({ rows }) => String(rows), { width: 80 }),
    opened.of('asked', say.asked, ({ asked }) => asked, { width: 240 }),
    opened.of('from', say.from, ({ from }) => from ?? '', { width: 130 }),
  ],
  filters: [
    filterOpened('userIds', say.actor),
    filterOpened('loanNumber', say.loanNumber),
    filterOpened('startDate', say.date, { until: 'endDate' }),
  ],
  card: (row) => ({
    who: row.actorName,
    next: [row.what, borrowersOf(row), momentWords(row.at), row.from].filter(Boolean).join(' · '),
  }),
});

type SignIn = WireRow<typeof accessRecords.signIns>;
const signIns = columnsOf(accessRecords.signIns);
const filterSignIns = filtersOf(accessRecords.signIns);
const whoOf = ({ actorName }: SignIn): string => actorName ?? say.unknown;
const detailOf = ({ kind, what, reason }: SignIn): string =>
  [kind === 'signed-in' ? null : what, reason].filter(Boolean).join(' · ');
const deviceOf = ({ device, deviceNo }: SignIn): string => [deviceNo, device].filter(Boolean).join(' · ');

/** List of sign-ins, rejected sign-ins and denied requests with address and device, newest first. */
export const SignInsScreen = listScreen({
  source: accessRecords.signIns,
  title: say.signInsTitle,
  empty: say.signInsEmpty,
  columns: [
    signIns.moment('at', say.at, { pin: 'start' }),
    signIns.of('actor', say.actor, whoOf, { width: 150 }),
    signIns.of('kind', say.kind, ({ kind }) => say.kinds[kind], { width: 160 }),
    signIns.of('detail', say.detail, detailOf, { width: 200 }),
    signIns.of('from', say.from, ({ from }) => from ?? '', { width: 130 }),
    signIns.of('device', say.device, deviceOf, { width: 320 }),
  ],
  filters: [
    filterSignIns('kind', say.kind, {
      choices: signInKinds.map((value) => ({ value, label: say.kinds[value] })),
    }),
    filterSignIns('userIds', say.actor),
    filterSignIns('startDate', say.date, { until: 'endDate' }),
  ],
  card: (row) => ({
    who: whoOf(row),
    next: [say.kinds[row.kind], detailOf(row), momentWords(row.at), row.from].filter(Boolean).join(' · '),
  }),
});
