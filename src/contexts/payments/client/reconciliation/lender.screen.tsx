/** The lender's days compared with the gateway, and their differences; read-only. */
import { useNavigate } from 'react-router-dom';
import { differenceKinds, differenceStates } from '#contexts/payments/contract/reconciliation-words.ts';
import { reconciliation } from '#contexts/payments/contract/reconciliation.ts';
import { reconciliationText as say } from '#contexts/payments/text/en/reconciliation.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { dayWords, exactRupees } from '#kernel/ui/parts/values/format.ts';
import { TabStrip } from '#kernel/ui/parts/tab-strip.tsx';
import css from './reconciliation.module.css';
import { gatewayWords, openPill, openWords, statePill, stateWords } from './parts.tsx';

type DayRow = WireRow<typeof reconciliation.ofLender>;
type Difference = WireRow<typeof reconciliation.differencesOfLender>;
const home = '/portal/reconciliation';

function Tabs({ now }: { now: 'days' | 'differences' }) {
  const go = useNavigate();
  return (
    <TabStrip
      label={say.title}
      tabs={(['days', 'differences'] as const).map((key) => ({ key, label: say[key] }))}
      now={now}
      onChoose={(chosen) => void go(chosen === 'days' ? home : `${home}/differences`)}
    />
  );
}
interface Sums {
  ours: number;
  theirs: number;
  difference: number;
  fee: number;
  tax: number;
}
const sums = ['ours', 'theirs', 'difference', 'fee', 'tax'] as const;
/** Totals of the selected days; labels render before the figures. */
function Totals() {
  const { get } = useUrlState();
  const chosen = { fromDate: get('fromDate'), toDate: get('toDate'), gateway: get('gateway') };
  const { data, isPending } = useRead(reconciliation.ofLender, { ...chosen, size: 5 });
  const { summary } = (data ?? {}) as { summary?: Sums };
  return (
    <>
      <Tabs now="days" />
      {(summary ?? isPending) && (
        <div role="status" aria-busy={isPending || undefined}>
          <dl className={css.sums}>
            {sums.map((key) => (
              <div key={key}>
                <dt>{say[key]}</dt>
                <dd>{summary ? exactRupees(summary[key]) : '\u{A0}'}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </>
  );
}
const col = columnsOf(reconciliation.ofLender);
const filter = filtersOf(reconciliation.ofLender);
const days = listScreen({
  source: reconciliation.ofLender,
  title: say.title,
  empty: say.noDays,
  above: Totals,
  filters: [filter('fromDate', say.period, { until: 'toDate' }), filter('gateway', say.gateway)],
  columns: [
    col.day('day', say.day, { pin: 'start', width: 130 }),
    col.of('gateway', say.gateway, ({ gateway }) => gatewayWords(gateway), { width: 140 }),
    col.money('ours', say.ours),
    col.money('theirs', say.theirs),
    col.money('difference', say.difference),
    col.custom('open', say.differences, openPill, { text: ({ open }) => openWords(open), width: 140 }),
    col.money('fee', say.fee),
    col.money('tax', say.tax),
  ],
  href: ({ day, gateway }: DayRow) =>
    `${home}/differences?${new URLSearchParams({ fromDate: day, toDate: day, gateway }).toString()}`,
  card: (row: DayRow) => ({
    who: `${dayWords(row.day)}, ${gatewayWords(row.gateway)}`,
    much: exactRupees(row.difference),
    next: (
      <>
        {openPill(row)}
        <br />
        {say.sums(exactRupees(row.ours), exactRupees(row.theirs), exactRupees(row.difference))}
      </>
    ),
  }),
});

const found = columnsOf(reconciliation.differencesOfLender);
const foundFilter = filtersOf(reconciliation.differencesOfLender);
const differences = listScreen({
  source: reconciliation.differencesOfLender,
  title: say.differences,
  empty: say.noDifferences,
  above: () => <Tabs now="differences" />,
  filters: [
    foundFilter('state', say.state, {
      choices: differenceStates.map((value) => ({ value, label: say.states[value] })),
    }),
    foundFilter('kind', say.kind, {
      choices: differenceKinds.map((value) => ({ value, label: say.kinds[value] })),
    }),
    foundFilter('fromDate', say.period, { until: 'toDate' }),
    foundFilter('gateway', say.gateway),
  ],
  columns: [
    found.of('kind', say.kind, ({ kind }) => say.kinds[kind], { pin: 'start', width: 190 }),
    found.custom('state', say.state, statePill, { text: stateWords, width: 150 }),
    found.text('borrower', say.borrower, { width: 190 }),
    found.text('loanNumber', say.loanNumber),
    found.money('ours', say.ours),
    found.money('theirs', say.theirs),
    found.money('difference', say.difference),
    found.day('day', say.day),
    found.of('gateway', say.gateway, ({ gateway }) => gatewayWords(gateway), { width: 120 }),
  ],
  card: (row: Difference) => ({
    who: row.borrower ?? gatewayWords(row.gateway),
    much: exactRupees(row.difference),
    next: (
      <>
        {statePill(row)} {say.kinds[row.kind]}
        <br />
        {[dayWords(row.day), row.loanNumber, gatewayWords(row.gateway)].filter(Boolean).join(' · ')}
      </>
    ),
  }),
});

export const lenderScreens = { days, differences };
