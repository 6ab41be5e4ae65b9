/** Loans on their way to money, and by age. */
import type { AgeingBucket } from '#contexts/reporting/contract/ageing.ts';
import { charts, funnelSteps } from '#contexts/reporting/contract/charts.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { chartsText as say } from '#contexts/reporting/text/en/charts.ts';
import { dashboardText } from '#contexts/reporting/text/en/dashboard.ts';
import { money, today } from '#kernel/ui/parts/values/format.ts';
import { cashText } from '../parts/words.ts';
import { type BarTone, BarRows } from '#kernel/ui/figures/bar.tsx';
import { ChartCard } from '../parts/chart-card.tsx';
import { Funnel } from '#kernel/ui/figures/funnel.tsx';
import css from '../parts/parts.module.css';
import { monthsOf } from './month-chart.tsx';

type Told = WireRow<typeof charts.funnel>;
const count = (n: number): string => n.toLocaleString('en-IN');
const percent = (part: number, all: number): string => `${Math.round((100 * part) / all)}\u00A0%`;

function keptNote({ due, keptOfDue, dueBefore, keptOfDueBefore }: Told): string | undefined {
  if (due === 0) return undefined;
  const now = say.keptOfDue(percent(keptOfDue, due));
  if (dueBefore === 0) return now;
  return `${now}; ${say.keptBefore(monthsOf(today()).before, percent(keptOfDueBefore, dueBefore))}`;
}

export const FunnelCard = ({ input }: { input?: Input<typeof charts.funnel> }) => (
  <ChartCard
    title={say.funnel}
    about={() => say.thisMonth}
    source={charts.funnel}
    size="huge"
    {...(input && { input })}
    sheet={(told) => ({
      heads: [say.funnel, say.loans, say.share],
      rows: [
        ...funnelSteps.map((step) => [
          say.steps[step],
          told[step],
          told.loans === 0 ? '–' : percent(told[step], told.loans),
        ]),
        [say.paid, told.paid, cashText(told.collected)],
      ],
    })}
  >
    {(told) => (
      <>
        <Funnel
          steps={funnelSteps.map((step) => ({
            title: say.steps[step],
            value: told[step],
            figure: count(told[step]),
            note: step === 'promised' ? keptNote(told) : undefined,
          }))}
        />
        <p className={css.none} title={money(told.collected)}>
          {say.paidBy(count(told.paid), cashText(told.collected))}
        </p>
      </>
    )}
  </ChartCard>
);

/** Tones by age: from not due to nearly lost. */
const tones: Readonly<Record<AgeingBucket, BarTone>> = {
  '0': 'good',
  '1-30': 'info',
  '31-60': 'warn',
  '61-90': 'warn',
  '91-180': 'bad',
  'Above 180': 'bad',
  unknown: 'plain',
};

export const AgeingCard = ({ input }: { input?: Input<typeof charts.ageing> }) => (
  <ChartCard
    title={say.ageing}
    about={() => say.ageingAbout}
    source={charts.ageing}
    size="large"
    {...(input && { input })}
    sheet={({ buckets }) => ({
      heads: [say.bucket, say.loans, say.amount],
      rows: buckets.map(({ bucket, loans, amount }) => [say.buckets[bucket], loans, amount]),
    })}
  >
    {({ buckets }) => (
      <BarRows
        none={<p className={css.none}>{dashboardText.none}</p>}
        rows={buckets.map(({ bucket, loans, amount }) => ({
          title: say.buckets[bucket],
          figures: [cashText(amount), count(loans)],
          full: money(amount),
          value: amount,
          tone: tones[bucket],
        }))}
      />
    )}
  </ChartCard>
);
