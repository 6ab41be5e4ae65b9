/** Five figures of the month with their course. */
import { charts } from '#contexts/reporting/contract/charts.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { chartsText as say } from '#contexts/reporting/text/en/charts.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { money } from '#kernel/ui/parts/values/format.ts';
import { cashText } from '../parts/words.ts';
import { type KpiChange, Kpi, KpiSkeleton, KpiWaiting } from '#kernel/ui/figures/kpi.tsx';
import css from '#kernel/ui/figures/figures.module.css';
import { useSaidAbove } from '../parts/together.tsx';
import { monthsOf } from './month-chart.tsx';

type Month = WireRow<typeof charts.month>;
type Funnel = WireRow<typeof charts.funnel>;

const freshFor = 300_000;
const round = (share: number): string => `${Math.round(share * 100)}\u00A0%`;
const oneDecimal = (share: number): string => `${(share * 100).toFixed(1)}\u00A0%`;
/** Cumulative totals by day. */
function grown(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}

function collectedChange({ collected, collectedBefore, today }: Month): KpiChange {
  const { before } = monthsOf(today);
  if (collectedBefore === 0) return { words: say.nothingBefore(before), tone: 'plain' };
  const change = Math.round((100 * (collected - collectedBefore)) / collectedBefore);
  if (change === 0) return { words: say.onMonth('0 %', before), tone: 'plain' };
  return {
    words: say.onMonth(`${Math.abs(change)}\u00A0%`, before),
    tone: change > 0 ? 'good' : 'bad',
    way: change > 0 ? 'up' : 'down',
  };
}

function OfTarget({ month }: { month: Month }) {
  const { target, collected, days, length } = month;
  const gone = days.length / length;
  const share = target ? collected / target : undefined;
  return (
    <Kpi
      label={say.ofTarget}
      value={share === undefined ? '–' : round(share)}
      change={
        share === undefined
          ? { words: say.noTarget, tone: 'plain' }
          : { words: say.ofMonthGone(round(gone)), tone: share >= gone ? 'good' : 'bad' }
      }
      // Above where the month should be, or below it.
      course={target ? grown(days.map((day) => day.collected - target / length)) : []}
    />
  );
}

function Kept({ funnel, month }: { funnel: Funnel; month: Month }) {
  const { due, keptOfDue, dueBefore, keptOfDueBefore } = funnel;
  const now = due > 0 ? keptOfDue / due : undefined;
  const points =
    now !== undefined && dueBefore > 0 ? Math.round((now - keptOfDueBefore / dueBefore) * 100) : 0;
  return (
    <Kpi
      label={say.promisesKept}
      value={now === undefined ? '–' : round(now)}
      full={`${keptOfDue} / ${due}`}
      change={
        now === undefined
          ? { words: say.noneDue, tone: 'plain' }
          : {
              words: say.onMonth(say.points(String(Math.abs(points))), monthsOf(month.today).before),
              tone: points === 0 ? 'plain' : points > 0 ? 'good' : 'bad',
              ...(points !== 0 && { way: points > 0 ? ('up' as const) : ('down' as const) }),
            }
      }
      course={month.days.map(({ promises }) => promises)}
    />
  );
}

function Calls({ month: { days } }: { month: Month }) {
  const worked = days.filter(({ calls }) => calls > 0);
  const calls = worked.reduce((sum, day) => sum + day.calls, 0);
  const connected = worked.reduce((sum, day) => sum + day.connected, 0);
  return (
    <Kpi
      label={say.callsToday}
      value={worked.length === 0 ? '–' : Math.round(calls / worked.length).toLocaleString('en-IN')}
      change={{
        words: calls === 0 ? say.nobodyTried : say.connectedOf(oneDecimal(connected / calls)),
        tone: 'plain',
      }}
      course={worked.map((day) => day.calls)}
    />
  );
}

const labels = [say.collected, say.ofTarget, say.promisesKept, say.rightParty, say.callsToday];
const Missing = ({ trouble }: { trouble: string }) => (
  <ul className={css.kpis}>
    {labels.map((label) => (
      <KpiWaiting key={label} {...{ label, trouble }} />
    ))}
  </ul>
);

export function MonthKpis({ input = {} }: { input?: Input<typeof charts.month> }) {
  const { data: month, ...others } = useRead(charts.month, input, {
    staleTime: freshFor,
    keepPrevious: true,
  });
  const { data: funnel, error } = useRead(charts.funnel, input, { staleTime: freshFor, keepPrevious: true });
  const isSaidAbove = useSaidAbove(month ? (funnel ? null : error) : others.error);
  const trouble = isSaidAbove ? '' : error || others.error ? say.notCounted : undefined;
  if (!month) return trouble === undefined ? <KpiSkeleton n={5} /> : <Missing trouble={trouble} />;
  const worked = month.days.filter(({ calls }) => calls > 0);
  return (
    <ul className={css.kpis}>
      <Kpi
        label={say.collected}
        value={cashText(month.collected)}
        full={money(month.collected)}
        change={collectedChange(month)}
        course={grown(month.days.map(({ collected }) => collected))}
      />
      <OfTarget month={month} />
      {funnel ? <Kept {...{ funnel, month }} /> : <KpiWaiting label={say.promisesKept} trouble={trouble} />}
      {funnel ? (
        <Kpi
          label={say.rightParty}
          value={funnel.tried === 0 ? '–' : oneDecimal(funnel.rightParty / funnel.tried)}
          full={`${funnel.rightParty} / ${funnel.tried}`}
          change={{
            words: funnel.tried === 0 ? say.nobodyTried : say.ofTried(funnel.tried.toLocaleString('en-IN')),
            tone: 'plain',
          }}
          course={worked.map(({ calls, connected }) => connected / calls)}
        />
      ) : (
        <KpiWaiting label={say.rightParty} trouble={trouble} />
      )}
      <Calls month={month} />
    </ul>
  );
}
