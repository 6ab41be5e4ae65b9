/** Roll rates: how much of each bucket improved, remained, or worsened in a month; each figure opens its loans. */
import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { type AgeingBucket, ageingBuckets } from '#contexts/reporting/contract/ageing.ts';
import { charts } from '#contexts/reporting/contract/charts.ts';
import type { RollMove } from '#contexts/reporting/contract/rolls.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { chartsText } from '#contexts/reporting/text/en/charts.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { money, momentWords } from '#kernel/ui/parts/values/format.ts';
import { ChartCard, type ChartSheet } from '../../parts/chart-card.tsx';
import { FigureTable } from '../../parts/figure-table.tsx';
import parts from '../../parts/parts.module.css';
import { brief, cashText } from '../../parts/words.ts';
import { monthOfYear } from '../month-words.ts';
import { RolledLoans } from './rolled-loans.tsx';
import css from './rolls.module.css';
import { wordOf } from './rolls-words.ts';

const say = chartsText.rolls;
type Told = WireRow<typeof charts.rolls>;
type Cell = Told['cells'][number];
const count = (n: number): string => n.toLocaleString('en-IN');
const drawn = ['back', 'same', 'on', 'gone'] as const satisfies readonly RollMove[];

interface Sum {
  loans: number;
  amount: number;
}
const sumOf = (cells: readonly Cell[]): Sum =>
  cells.reduce((all, { loans, amount }) => ({ loans: all.loans + loans, amount: all.amount + amount }), {
    loans: 0,
    amount: 0,
  });

const addressOf = (month: string, rolled: string): string =>
  `?${new URLSearchParams({ rollMonth: month, rolled }).toString()}`;

const sheetOf = ({ cells, month }: Told): ChartSheet => ({
  heads: [say.from, say.to, chartsText.loans, chartsText.amount],
  rows: cells.map(({ from, to, loans, amount }) => [wordOf(from), wordOf(to), loans, amount]),
  to: cells.map(({ from, to }) => (month === null ? undefined : addressOf(month, `${from}~${to}`))),
});

/** The share is shown as text and shade; loans and rupees are in its title. */
function Share(o: { of: Sum; all: number; bucket: AgeingBucket; move: RollMove; month: string }) {
  const { of, bucket, move } = o;
  if (of.loans === 0) return <span className={css.nought}>–</span>;
  const share = o.all === 0 ? 0 : of.amount / o.all;
  const percent = `${Math.round(100 * share)}\u00A0%`;
  const words = say.cell(wordOf(bucket), say.moves[move], count(of.loans), cashText(of.amount));
  return (
    <Link
      className={css.share}
      data-move={move}
      to={addressOf(o.month, `${bucket}~${move}`)}
      title={`${words} (${money(of.amount)})`}
      aria-label={`${words}, ${percent}`}
      style={{ '--share': `${Math.round(8 + 52 * share)}%` } as CSSProperties}
    >
      {percent}
    </Link>
  );
}

function Rolls({ told, month }: { told: Told; month: string }) {
  const of = (from: string, move: RollMove): Sum =>
    sumOf(told.cells.filter((cell) => cell.from === from && cell.move === move));
  const rows = ageingBuckets.flatMap((bucket) => {
    const all = sumOf(told.cells.filter(({ from }) => from === bucket));
    return all.loans === 0 ? [] : [{ bucket, all }];
  });
  const came = sumOf(told.cells.filter(({ move }) => move === 'new'));
  const untold = sumOf(told.cells.filter(({ move }) => move === 'untold'));
  return (
    <>
      <div className={css.rolls}>
        <FigureTable
          title={say.title}
          heads={[chartsText.bucket, say.stood, ...drawn.map((move) => say.moves[move])]}
          rows={rows.map(({ bucket, all }) => ({
            key: bucket,
            name: chartsText.buckets[bucket],
            cells: [
              <span key="stood" title={say.rows(count(all.loans), money(all.amount))}>
                {brief(all.amount)}
              </span>,
              ...drawn.map((move) => (
                <Share key={move} of={of(bucket, move)} all={all.amount} {...{ bucket, move, month }} />
              )),
            ],
          }))}
        />
      </div>
      <p className={parts.none}>
        {came.loans > 0 && (
          <Link to={addressOf(month, 'new~new')}>{say.came(count(came.loans), cashText(came.amount))}</Link>
        )}
        {untold.loans > 0 && (
          <>
            {' · '}
            <Link to={addressOf(month, '~untold')}>
              {say.untold(count(untold.loans), cashText(untold.amount))}
            </Link>
          </>
        )}
      </p>
    </>
  );
}

function aboutOf({ month, isOpen, before }: Told): string {
  if (month === null || !before) return '';
  const words = say.over(monthOfYear(before.day), monthOfYear(`${month}-01`), isOpen);
  return `${words}, ${say.taken(momentWords(before.takenAt))}`;
}

export function RollsCard() {
  const { get, set } = useUrlState();
  const asked = get('rollMonth');
  const rolled = get('rolled');
  return (
    <>
      <ChartCard
        title={say.title}
        about={aboutOf}
        source={charts.rolls}
        size="large"
        input={asked === undefined ? {} : { month: asked }}
        sheet={sheetOf}
      >
        {(told) => {
          const { month, months } = told;
          if (month === null) return <p className={parts.none}>{say.none}</p>;
          return (
            <>
              {months.length > 1 && (
                <label className={css.month}>
                  <span>{say.month}</span>
                  <select value={month} onChange={({ target }) => set({ rollMonth: target.value })}>
                    {months.map((one) => (
                      <option key={one} value={one}>
                        {monthOfYear(`${one}-01`)}
                      </option>
                    ))}
                  </select>
                </label>
              )}
              <Rolls told={told} month={month} />
            </>
          );
        }}
      </ChartCard>
      {rolled !== undefined && (
        <RolledLoans key={rolled} rolled={rolled} month={asked} onClose={() => set({ rolled: undefined })} />
      )}
    </>
  );
}
