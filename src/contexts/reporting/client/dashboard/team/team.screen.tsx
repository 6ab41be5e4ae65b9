/** Leader dashboard: loaded once and cached until a card is refreshed (document 3, section 7). */
import { teamDashboard } from '#contexts/reporting/contract/team-dashboard.ts';
import { activityText } from '#contexts/reporting/text/en/activity.ts';
import { dashboardText as common } from '#contexts/reporting/text/en/dashboard.ts';
import { teamDashboardText as say } from '#contexts/reporting/text/en/team-dashboard.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { money, today } from '#kernel/ui/parts/values/format.ts';
import { cashText } from '../../parts/words.ts';
import { AgeingCard, FunnelCard } from '../../charts/loan-charts.tsx';
import { HoursCard } from '../../charts/hours-card.tsx';
import { MonthChart } from '../../charts/month-chart.tsx';
import { MonthKpis } from '../../charts/month-kpis.tsx';
import { PromiseCalendar } from '../../charts/promise-calendar.tsx';
import { RollsCard } from '../../charts/rolls/rolls-card.tsx';
import { AsOf } from '../../charts/as-of.tsx';
import { ShareOf } from '#kernel/ui/figures/figure-table.tsx';
import { ChartCard as Card } from '../../parts/chart-card.tsx';
import { FigureTable } from '../../parts/figure-table.tsx';
import { Together } from '../../parts/together.tsx';
import css from '../../parts/parts.module.css';
import page from '../dashboard.module.css';
import { promisesDue, promisesIn } from '../addresses.ts';
import { CountedLoans, addressOfCount } from '../counted-loans.tsx';
import { Bars, DayFigures, OfTarget, To, count, countSheet } from '../parts.tsx';
import { Performers, Ranking } from './performers.tsx';
import { ApproveSettlement, Channels, Responses } from './team-words.tsx';

const { widgets } = say;

const Summary = () => (
  <Card
    title={widgets.summary}
    source={teamDashboard.summary}
    size="large"
    sheet={(rows) => ({
      heads: [common.what, common.ftd, common.average],
      rows: rows.map(({ id, ftd, avg }) => [activityText.own[id], ftd, avg]),
    })}
  >
    {(rows) => <DayFigures title={widgets.summary} lines={rows} />}
  </Card>
);

const Intensity = () => (
  <Card
    title={widgets.intensity}
    source={teamDashboard.intensity}
    size="large"
    sheet={(rows) => ({
      heads: [say.calls, say.attempted, say.connected],
      rows: rows.map(({ bucket, attempted, connected }) => [bucket, attempted.count, connected.count]),
    })}
  >
    {(rows) => {
      const all = Math.max(1, rows.find(({ bucket }) => bucket === 'Total')?.attempted.count ?? 0);
      const cell = (n: number, to: string, tone: 'good' | 'info') => (
        <ShareOf figure={n === 0 ? '0' : <To to={to}>{count(n)}</To>} share={n / all} tone={tone} />
      );
      const loansIn = (kind: 'attempted' | 'connected', bucket: string): string =>
        bucket === 'Total' ? '/borrowers' : addressOfCount(kind, bucket);
      return (
        <FigureTable
          title={widgets.intensity}
          heads={[say.calls, say.attempted, say.connected]}
          rows={rows.map(({ bucket, attempted, connected }) => ({
            key: bucket,
            name: bucket,
            cells: [
              cell(attempted.count, loansIn('attempted', bucket), 'info'),
              cell(connected.count, loansIn('connected', bucket), 'good'),
            ],
            isSum: bucket === 'Total',
          }))}
        />
      );
    }}
  </Card>
);

const Target = () => (
  <Card title={widgets.target} source={teamDashboard.target} size="small">
    {({ target, achieved, percentage, drr, crr }) =>
      target === null || percentage === null ? (
        <p className={css.none}>{common.noTarget}</p>
      ) : (
        <OfTarget share={percentage} achieved={achieved} target={target}>
          <dl className={css.facts}>
            <div>
              <dt title={say.drrAbout}>{say.drr}</dt>
              <dd title={drr === null ? undefined : money(drr)}>{drr === null ? '–' : cashText(drr)}</dd>
            </div>
            <div>
              <dt title={say.crrAbout}>{say.crr}</dt>
              <dd title={money(crr)}>{cashText(crr)}</dd>
            </div>
          </dl>
        </OfTarget>
      )
    }
  </Card>
);

const Promises = () => (
  <Card
    title={widgets.promises}
    source={teamDashboard.promises}
    sheet={({ FTD, MTD, overAll, futurePtpAmount }) => ({
      heads: [common.what, common.count, common.amount],
      rows: [
        [common.ftd, FTD.count, FTD.amount],
        [common.mtd, MTD.count, MTD.amount],
        [common.overAll, overAll.count, overAll.amount],
        [say.future, '', futurePtpAmount],
      ],
    })}
  >
    {({ FTD, MTD, overAll, futurePtpAmount }) => (
      <>
        <FigureTable
          title={widgets.promises}
          heads={[common.what, common.count, common.amount]}
          rows={(
            [
              [common.ftd, FTD, promisesIn('FTD')],
              [common.mtd, MTD, promisesIn('MTD')],
              [common.overAll, overAll, promisesIn('overAll')],
            ] as const
          ).map(([title, one, to]) => ({
            key: title,
            name: title,
            cells: [
              <To key="count" to={to}>
                {count(one.count)}
              </To>,
              <span key="amount" title={money(one.amount)}>
                {cashText(one.amount)}
              </span>,
            ],
            share: overAll.amount > 0 ? one.amount / overAll.amount : 0,
            tone: 'info' as const,
          }))}
        />
        <p className={css.none}>
          <To to={promisesDue(today(1))}>{`${say.future}: ${cashText(futurePtpAmount)}`}</To>
        </p>
      </>
    )}
  </Card>
);

/** What was not even tried is late; what was promised and is not paid is promised still. */
const standingTones = {
  'Not Attempted': 'bad',
  'Not Connected': 'warn',
  'Negative Dispo': 'plain',
  'Positive Unpaid': 'info',
} as const;
const Standing = () => (
  <Card
    title={widgets.standing}
    source={teamDashboard.standing}
    sheet={(rows) =>
      countSheet(
        rows.map((row) => ({
          ...row,
          title: say.standings[row.title],
          to: addressOfCount('standing', row.title),
        })),
      )
    }
  >
    {(rows) => (
      <Bars
        bars={rows.map((row) => ({
          ...row,
          title: say.standings[row.title],
          tone: standingTones[row.title],
          ...(row.count > 0 && { to: addressOfCount('standing', row.title) }),
        }))}
      />
    )}
  </Card>
);

/** A range opens its agents; it is in the URL, for browser history. */
function Performance() {
  const { get, set } = useUrlState();
  const open = get('range');
  return (
    <Card
      title={widgets.performance}
      source={teamDashboard.performance}
      size="middle"
      sheet={(rows) => ({
        heads: [say.range, say.agents],
        rows: rows.map((row) => [say.rangeOf(row.achievementRange), row.count]),
      })}
    >
      {(rows) => {
        const chosen = rows.find(({ achievementRange }) => achievementRange === open);
        const most = Math.max(1, ...rows.map((row) => row.count));
        return (
          <>
            <FigureTable
              title={widgets.performance}
              heads={[say.range, say.agents]}
              rows={rows.map((row) => ({
                key: row.achievementRange,
                name: say.rangeOf(row.achievementRange),
                cells: [
                  row.count === 0 ? (
                    '0'
                  ) : (
                    <button
                      key="open"
                      type="button"
                      className={css.link}
                      onClick={() => set({ range: row.achievementRange }, 'push')}
                    >
                      {count(row.count)}
                    </button>
                  ),
                ],
                share: row.count / most,
              }))}
            />
            {chosen && (
              <Performers
                range={chosen.achievementRange}
                userIds={chosen.agentIds}
                onClose={() => set({ range: undefined })}
              />
            )}
          </>
        );
      }}
    </Card>
  );
}

const paymentsOf = (day: string): string => `/payment?type=REALIZED&startDate=${day}&endDate=${day}`;

export const TeamDashboardScreen = () => (
  <div className={page.page}>
    <section className={page.dashboard} aria-labelledby="team-dashboard">
      <header>
        <h1 id="team-dashboard">{say.title}</h1>
        <AsOf />
      </header>
      <Together>
        <MonthKpis />
        <div className={page.course}>
          <MonthChart dayTo={paymentsOf} />
          <FunnelCard />
        </div>
        <div className={css.cards}>
          <Target />
          <Responses />
          <ApproveSettlement />
          <Promises />
          <Standing />
          <Performance />
          <Summary />
          <Intensity />
          <Channels />
        </div>
        <div className={css.pairs}>
          <Ranking />
          <PromiseCalendar />
          <HoursCard />
          <AgeingCard />
          <RollsCard />
        </div>
      </Together>
      <CountedLoans />
    </section>
  </div>
);
