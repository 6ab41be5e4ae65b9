/** Settlements submitted to a lender, with the available decisions (G102). */
import { Suspense } from 'react';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { clientStatuses, isAnswerable, portal } from '#contexts/settlements/contract/portal.ts';
import { lapseOf, planStates } from '#contexts/settlements/contract/instalment-rules.ts';
import { portalText as say } from '#contexts/settlements/text/en/portal.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { dateWords, dayWords, money, shownShort } from '#kernel/ui/parts/values/format.ts';
import { ScreenBones } from '#kernel/ui/list/list-states.tsx';
import { useSettled } from '#kernel/ui/list/use-settled.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import type { RowAction } from '#kernel/ui/list/rows/row-action.ts';
import { StatusPill, type Tone } from '#kernel/ui/parts/values/status-pill.tsx';
import { Broken, useBroken } from './broken.tsx';
import { WaitingAnswers, partsOf, usePortalWaiting } from './waiting.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

type Row = WireRow<typeof portal.list>;
const col = columnsOf(portal.list);
const filter = filtersOf(portal.list);

const Dialog = lazy(async () => ({ default: (await import('./answers.tsx')).AnswerDialog }));
/** Dialogs of the list in the URL. */
function Opened() {
  const { get, set } = useUrlState();
  const [what, id] = [get('open'), get('settlement')];
  if (!what || !id) return null;
  return (
    <Suspense>
      <Dialog
        key={id + what}
        {...{ what, id }}
        onClose={() => set({ open: undefined, settlement: undefined })}
      />
    </Suspense>
  );
}

const tones: Readonly<Record<Row['clientStatus'], Tone>> = {
  Pending: 'warn',
  Approved: 'good',
  Rejected: 'bad',
  QueryRaised: 'warn',
  AmountUpdated: 'warn',
};
/** State of its plan, with its day where complete; a single payment shows it once paid. */
function planWords({ plan, instalments }: Row): string {
  if (plan?.state === 'broken') return say.brokenOn(dateWords(plan.on));
  if (plan?.state === 'paid') return say.paidOn(dateWords(plan.on));
  return plan && instalments.length > 0 ? say.plans[plan.state] : '';
}
const planOf = (row: Row): string =>
  [planWords(row), row.instalments.length > 0 && partsOf(row)].filter(Boolean).join(' · ');
function stateOf(row: Row): string {
  const lapse = lapseOf(row);
  return lapse ? say.lapsed[lapse](say.states[row.clientStatus]) : say.states[row.clientStatus];
}
const pill = (row: Row) => (
  <StatusPill tone={lapseOf(row) ? 'bad' : tones[row.clientStatus]}>{stateOf(row)}</StatusPill>
);
const percent = (value: number | null): string => (value === null ? '' : value.toFixed(2));

const opens = (label: string, what: string, when?: (row: Row) => boolean): RowAction<Row> => ({
  label,
  ...(when ? { when } : { can: portal.answer.can, when: ({ clientStatus }) => isAnswerable(clientStatus) }),
  run: ({ id }, set) => set({ open: what, settlement: String(id) }, 'push'),
});
const actions: readonly RowAction<Row>[] = [
  {
    label: say.approve,
    run: portal.answer,
    input: ({ id }) => ({ id: String(id), status: 'Approved' }),
    when: ({ clientStatus, isExpired }) => !isExpired && isAnswerable(clientStatus),
    asks: ({ amount, borrower }) => say.askApprove(money(amount), borrower),
    says: { done: say.approved, failed: say.failed },
  },
  opens(say.reject, 'reject'),
  opens(say.counter, 'counter'),
  opens(say.query, 'query'),
  opens(say.papers, 'papers', ({ papers }) => papers > 0),
  opens(say.timeline, 'timeline', () => true),
];

const Above = () => (
  <>
    <Broken />
    <WaitingAnswers />
  </>
);

const List = listScreen({
  source: portal.list,
  title: say.title,
  empty: say.empty,
  tools: Opened,
  above: Above,
  actions,
  filters: [
    filter('status', say.status, {
      choices: clientStatuses.map((value) => ({ value, label: say.states[value] })),
    }),
    filter('plan', say.planState, {
      choices: planStates.map((value) => ({ value, label: say.plans[value] })),
    }),
  ],
  columns: [
    col.text('loanNumber', say.loanNumber, { pin: 'start' }),
    col.text('borrower', say.borrower, { width: 180 }),
    col.custom('clientStatus', say.status, pill, {
      text: stateOf,
      width: 180,
    }),
    col.money('amount', say.amount),
    col.money('totalOutstanding', say.tos),
    col.money('principalOutstanding', say.pos),
    col.day('settlementDate', say.payBy),
    col.of('plan', say.plan, planOf, { width: 320 }),
    col.of('recovery', say.recovery, ({ recoveryOnPos }) => percent(recoveryOnPos), { width: 130 }),
    col.of('waiver', say.waiver, ({ waiverOnPos }) => percent(waiverOnPos), { width: 120 }),
    col.text('portfolio', say.portfolio, { width: 200 }),
    col.money('updatedClientAmount', say.yourAmount),
    col.text('clientComments', say.comments, { width: 240 }),
    col.moment('sentToClientAt', say.sentAt),
  ],
  card: (row: Row) => ({
    who: row.borrower,
    much: shownShort(row.amount),
    muchInFull: money(row.amount),
    next: (
      <>
        {pill(row)} {[row.loanNumber, dayWords(row.settlementDate), planOf(row)].filter(Boolean).join(' · ')}
      </>
    ),
  }),
});

/** The list renders with the content above it, to avoid layout shift. */
export function PortalScreen() {
  const waiting = usePortalWaiting();
  const broken = useBroken();
  const isSettled = useSettled(waiting.isPending || broken.isPending);
  return isSettled ? <List /> : <ScreenBones columns={8} />;
}
