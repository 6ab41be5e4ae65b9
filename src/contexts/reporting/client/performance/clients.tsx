/** Target and collections by lender, portfolio or allocation type, with the grand total (G170). */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { performance } from '#contexts/reporting/contract/performance.ts';
import { performanceText as say } from '#contexts/reporting/text/en/performance.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { call } from '#kernel/client/calls/api.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { moneyShort } from '#kernel/ui/parts/values/format.ts';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { toneOfTarget } from '#kernel/ui/figures/bar.tsx';
import { ShareOf } from '#kernel/ui/figures/figure-table.tsx';
import { SyncProgress, useSync } from '../parts/sync.tsx';
import { useSaidAbove } from '../parts/together.tsx';
import { monthGone } from '../parts/words.ts';
import { type PlainRow, PlainTable } from '#kernel/ui/list/table/plain-table.tsx';
import { collectedIn, lastMonths } from './months.ts';
import css from './performance.module.css';

type Row = WireRow<typeof performance.clients>;
const ways = ['client', 'portfolio', 'allocation'] as const;
const percent = (value: number | null): string => (value === null ? '–' : `${value.toFixed(2)} %`);
/** Each column after the name, by what it sorts by. */
const heads = {
  allocation: say.count,
  pos: say.pos,
  ptpCount: say.ptpCount,
  ptpAmount: say.ptpAmount,
  target: say.target,
  mtd: say.mtd,
  targetVsAch: say.targetVsAch,
  ror: say.ror,
  paidCount: say.paidCount,
  lmtd: say.lmtd,
} as const;
type SortBy = 'name' | keyof typeof heads;
const words: readonly SortBy[] = ['name', ...(Object.keys(heads) as (keyof typeof heads)[])];

/** All rows are loaded, so they are sorted here; empty values are last. */
function inOrder(rows: readonly Row[], sort: string | undefined): readonly Row[] {
  const by = words.find((word) => word === sort?.replace('-', ''));
  if (!by) return rows;
  const way = sort?.startsWith('-') ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [one[by], other[by]];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'string' || typeof b === 'string') return way * String(a).localeCompare(String(b));
    return way * (a - b);
  });
}
/** Payment list filter of a row. */
const asks = { client: 'clientIds', portfolio: 'portfolioIds', allocation: 'allocationTypeId' } as const;
const rowOf = (row: Row, name: string, key: string, gone: number, to?: string): PlainRow => ({
  key,
  cells: [
    name,
    row.allocation.toLocaleString('en-IN'),
    moneyShort(row.pos),
    row.ptpCount.toLocaleString('en-IN'),
    moneyShort(row.ptpAmount),
    moneyShort(row.target),
    to ? (
      <Link key="mtd" to={to}>
        {moneyShort(row.mtd)}
      </Link>
    ) : (
      moneyShort(row.mtd)
    ),
    row.targetVsAch === null ? (
      '–'
    ) : (
      <ShareOf
        key="share"
        figure={percent(row.targetVsAch)}
        share={row.targetVsAch / 100}
        tone={toneOfTarget(row.targetVsAch / 100, gone)}
      />
    ),
    percent(row.ror),
    row.paidCount.toLocaleString('en-IN'),
    moneyShort(row.lmtd),
  ],
});

function Sync() {
  const { press, isBusy, isRunning } = useSync({
    ask: () => call(performance.syncClients, {}),
    stale: [performance.syncClients.domain, ...performance.syncClients.touches],
    done: say.synced,
  });
  return (
    <>
      {isRunning && <SyncProgress />}
      <button type="button" className={look.plain} disabled={isBusy} onClick={() => void press()}>
        {say.sync}
      </button>
    </>
  );
}

function Rows({ month, type }: { month: string; type: (typeof ways)[number] }) {
  const asked = { month } satisfies Input<typeof performance.clients>;
  const { get, set } = useUrlState();
  const { data, error, refetch } = useRead(performance.clients, { ...asked, type });
  const totals = useRead(performance.clients, { ...asked, type: 'totals' }).data?.[0];
  const isSaidAbove = useSaidAbove(data ? null : error);
  if (isSaidAbove) return <p>–</p>;
  if (!data)
    return error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />;
  // A past month must be met in full.
  const gone = month === lastMonths()[0]?.value ? monthGone() : 1;
  if (data.length === 0) return <p>{say.clientsEmpty}</p>;
  return (
    <PlainTable
      isFigures
      label={say.clientsTitle}
      heads={[say.ways[type], ...Object.values(heads)]}
      sorts={{ words, now: get('sort'), onChoose: (sort) => set({ sort }) }}
      rows={[
        ...inOrder(data, get('sort')).map((row) =>
          rowOf(
            row,
            row.name,
            String(row.id),
            gone,
            row.id > 0 ? collectedIn(month, { [asks[type]]: row.id }) : undefined,
          ),
        ),
        ...(totals ? [rowOf(totals, say.all, 'totals', gone, collectedIn(month, {}))] : []),
      ]}
    />
  );
}

const Choice = (o: {
  label: string;
  value: string;
  data: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) => (
  <select
    aria-label={o.label}
    className={css.choice}
    value={o.value}
    onChange={({ target }) => o.onChange(target.value)}
  >
    {o.data.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
);

export function ClientPerformance() {
  const months = lastMonths();
  const [month, setMonth] = useState(months[0]?.value ?? '');
  const [type, setType] = useState<(typeof ways)[number]>('client');
  return (
    <div className={css.box}>
      <header className={css.head}>
        <h2>{say.clientsTitle}</h2>
        <Choice
          label={say.by}
          value={type}
          data={ways.map((value) => ({ value, label: say.ways[value] }))}
          onChange={(word) => setType(ways.find((one) => one === word) ?? 'client')}
        />
        <Choice label={say.month} value={month} data={months} onChange={setMonth} />
        <Sync />
      </header>
      <Rows {...{ month, type }} />
    </div>
  );
}
