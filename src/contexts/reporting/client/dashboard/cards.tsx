/** The thirteen cards of the agent dashboard (document 1, section 2.5). */
import { activity } from '#contexts/reporting/contract/activity.ts';
import { dashboard, loanStats } from '#contexts/reporting/contract/dashboard.ts';
import { activityText } from '#contexts/reporting/text/en/activity.ts';
import { dashboardText as say } from '#contexts/reporting/text/en/dashboard.ts';
import { money } from '#kernel/ui/parts/values/format.ts';
import { cashText } from '../parts/words.ts';
import { Strip } from '#kernel/ui/figures/bar.tsx';
import { ChartCard as Card } from '../parts/chart-card.tsx';
import { FigureTable } from '../parts/figure-table.tsx';
import css from '../parts/parts.module.css';
import {
  OutcomesCard,
  PaymentsCard,
  Patterns,
  PromisesCard,
  SettlementInfo,
  Statuses,
} from './money-cards.tsx';
import { loansAssigned } from './addresses.ts';
import { Achievement } from './team/achievement.tsx';
import { Bars, DayFigures, OfTarget, count, countSheet } from './parts.tsx';

const { cards } = say;

const Allocation = () => (
  <Card
    title={cards.allocation}
    source={dashboard.allocation}
    size="small"
    sheet={({ newCount, oldCount, pos, tos }) => ({
      heads: [say.what, say.count, say.amount],
      rows: [
        [say.fresh, newCount, ''],
        [say.old, oldCount, ''],
        [say.pos, '', pos],
        [say.tos, '', tos],
      ],
    })}
  >
    {({ oldCount, newCount, pos, tos }) => (
      <>
        <Strip
          parts={[
            {
              title: say.fresh,
              figures: [count(newCount)],
              value: newCount,
              to: loansAssigned(true),
              colour: 1,
            },
            {
              title: say.old,
              figures: [count(oldCount)],
              value: oldCount,
              to: loansAssigned(false),
              colour: 2,
            },
          ]}
        />
        <dl className={css.facts}>
          <div>
            <dt>{say.pos}</dt>
            <dd title={money(pos)}>{cashText(pos)}</dd>
          </div>
          <div>
            <dt>{say.tos}</dt>
            <dd title={money(tos)}>{cashText(tos)}</dd>
          </div>
        </dl>
      </>
    )}
  </Card>
);

const Calls = () => (
  <Card
    title={cards.calls}
    source={loanStats.calls}
    sheet={(rows) => ({
      heads: [say.what, say.ftd, say.mtd, say.overAll],
      rows: rows.map(({ title, FTD, MTD, overAll }) => [
        say.callTitles[title],
        FTD.count,
        MTD.count,
        overAll.count,
      ]),
    })}
  >
    {(rows) => {
      const most = Math.max(1, ...rows.map(({ MTD }) => MTD.count));
      return (
        <FigureTable
          title={cards.calls}
          heads={[say.what, say.ftd, say.mtd, say.overAll]}
          rows={rows.map(({ title, FTD, MTD, overAll }) => ({
            key: title,
            name: say.callTitles[title],
            cells: [FTD, MTD, overAll].map((one) => count(one.count)),
            share: MTD.count / most,
            ...(title === 'Not Connected' && { tone: 'plain' as const }),
          }))}
        />
      );
    }}
  </Card>
);

const Activities = () => (
  <Card
    title={cards.activities}
    source={activity.mine}
    size="large"
    sheet={(rows) => ({
      heads: [say.what, say.ftd, say.average],
      rows: rows.map(({ id, ftd, avg }) => [activityText.own[id], ftd, avg]),
    })}
  >
    {(rows) => <DayFigures title={cards.activities} lines={rows} />}
  </Card>
);

/** MTD realised amount divided by the target, two decimals (document 1, section 9). */
const Target = () => (
  <Card title={cards.target} source={loanStats.payments} size="small" isWide>
    {(rows) => {
      const { MTD, target } = rows.find(({ title }) => title === 'realized') ?? {};
      if (!target || !MTD) return <p className={css.none}>{say.noTarget}</p>;
      return <OfTarget share={(100 * MTD.amount) / target} achieved={MTD.amount} target={target} />;
    }}
  </Card>
);

const ofThisMonth = <R extends { count: number }>(rows: readonly R[]): R[] =>
  rows.filter(({ count }) => count > 0);
const Top = ({ title, source }: { title: string; source: typeof dashboard.topDispositions }) => (
  <Card title={title} source={source} sheet={(rows) => countSheet(ofThisMonth(rows))}>
    {(rows) => <Bars bars={ofThisMonth(rows)} />}
  </Card>
);

/** In rows of much the same height. */
export const Cards = () => (
  <div className={css.cards}>
    <Target />
    <Allocation />
    <Calls />
    <PaymentsCard />
    <Statuses />
    <PromisesCard />
    <OutcomesCard />
    <SettlementInfo />
    <Top title={cards.topDispositions} source={dashboard.topDispositions} />
    <Top title={cards.topSubDispositions} source={dashboard.topSubDispositions} />
    <Patterns />
    <Activities />
    <Achievement />
  </div>
);
