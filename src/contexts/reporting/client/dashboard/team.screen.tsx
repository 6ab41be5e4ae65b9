/** The dashboard of those who lead: read once and kept until somebody reads a card again (document 3, section 7). */
import { Suspense, lazy } from 'react';
import { loanStats } from '#contexts/reporting/contract/dashboard.ts';
import { teamDashboard } from '#contexts/reporting/contract/team-dashboard.ts';
import { activityText } from '#contexts/reporting/text/en/activity.ts';
import { channelName } from '#contexts/messaging/text/en/channels.ts';
import { communicationsText } from '#contexts/messaging/text/en/communications.ts';
import { dashboardText as common } from '#contexts/reporting/text/en/dashboard.ts';
import { settlementsText } from '#contexts/settlements/text/en/settlements.ts';
import { teamDashboardText as say } from '#contexts/reporting/text/en/team-dashboard.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import look from '#kernel/ui/parts/actions.module.css';
import { hoursText, money, moneyShort } from '#kernel/ui/parts/format.ts';
import { awaiting } from './awaiting.ts';
import { Card } from './card.tsx';
import css from './dashboard.module.css';
import { Bars, Figures, To, count, percent } from './parts.tsx';

const { widgets } = say;
const Performers = lazy(async () => ({ default: (await import('./performers.tsx')).Performers }));

const Summary = () => (
  <Card title={widgets.summary} source={teamDashboard.summary}>
    {(rows) => (
      <Figures
        title={widgets.summary}
        heads={[common.what, common.ftd, common.average]}
        rows={rows.map(({ id, unit, ftd, avg }) => [
          activityText.own[id],
          ...[ftd, avg].map((value) => (unit === 'seconds' ? hoursText(Math.round(value)) : count(value))),
        ])}
      />
    )}
  </Card>
);

const Intensity = () => (
  <Card title={widgets.intensity} source={teamDashboard.intensity}>
    {(rows) => (
      <Figures
        title={widgets.intensity}
        heads={[say.calls, say.attempted, say.connected]}
        rows={rows.map(({ bucket, attempted, connected }) => [
          bucket,
          count(attempted.count),
          count(connected.count),
        ])}
      />
    )}
  </Card>
);

const Target = () => (
  <Card title={widgets.target} source={teamDashboard.target}>
    {({ target, achieved, percentage, drr, crr }) =>
      target === null || percentage === null ? (
        <p className={css.none}>{common.noTarget}</p>
      ) : (
        <div className={css.target}>
          <strong>{percent(percentage)}</strong>
          <progress
            max={100}
            value={Math.min(100, percentage)}
            aria-label={common.ofTarget(percent(percentage))}
          />
          <span title={`${money(achieved)} / ${money(target)}`}>
            {common.achieved} {moneyShort(achieved)} · {common.target} {moneyShort(target)}
          </span>
          <dl className={css.facts}>
            <dt title={say.drrAbout}>{say.drr}</dt>
            <dd>{drr === null ? '–' : moneyShort(drr)}</dd>
            <dt title={say.crrAbout}>{say.crr}</dt>
            <dd>{moneyShort(crr)}</dd>
          </dl>
        </div>
      )
    }
  </Card>
);

const Promises = () => (
  <Card title={widgets.promises} source={teamDashboard.promises}>
    {({ FTD, MTD, overAll, futurePtpAmount }) => (
      <>
        <Figures
          title={widgets.promises}
          heads={[common.what, common.count, common.amount]}
          rows={(
            [
              [common.ftd, FTD],
              [common.mtd, MTD],
              [common.overAll, overAll],
            ] as const
          ).map(([title, one]) => [title, count(one.count), moneyShort(one.amount)])}
        />
        <p className={css.none}>
          {say.future}: {moneyShort(futurePtpAmount)} · <To to="/ptp">{common.cards.promises}</To>
        </p>
      </>
    )}
  </Card>
);

const Standing = () => (
  <Card title={widgets.standing} source={teamDashboard.standing}>
    {(rows) => <Bars by="count" bars={rows.map((row) => ({ ...row, title: say.standings[row.title] }))} />}
  </Card>
);

/** A range opens who is in it; it is in the address, so that back closes it. */
function Performance() {
  const { get, set } = useUrlState();
  const open = get('range');
  return (
    <Card title={widgets.performance} source={teamDashboard.performance}>
      {(rows) => {
        const chosen = rows.find(({ achievementRange }) => achievementRange === open);
        return (
          <>
            <Figures
              title={widgets.performance}
              heads={[say.range, say.agents]}
              rows={rows.map((row) => [
                say.rangeOf(row.achievementRange),
                row.count === 0 ? (
                  '0'
                ) : (
                  <button
                    key="open"
                    type="button"
                    className={look.link}
                    onClick={() => set({ range: row.achievementRange }, 'push')}
                  >
                    {count(row.count)}
                  </button>
                ),
              ])}
            />
            {chosen && (
              <Suspense>
                <Performers
                  range={chosen.achievementRange}
                  userIds={chosen.agentIds}
                  onClose={() => set({ range: undefined })}
                />
              </Suspense>
            )}
          </>
        );
      }}
    </Card>
  );
}

const Responses = () => (
  <Card title={widgets.responses} source={teamDashboard.responses}>
    {(rows) => <Bars by="count" bars={rows.map((row) => ({ title: row.responseType, count: row.count }))} />}
  </Card>
);

/** A value of the wire as people say it. */
const labelOf = (labels: Readonly<Record<string, string>>, value: string): string => labels[value] ?? value;

const Channels = () => (
  <Card title={widgets.channels} source={teamDashboard.channels}>
    {(rows) => (
      <Figures
        title={widgets.channels}
        heads={[say.channel, say.status, common.count]}
        rows={rows.map((row) => [
          channelName(row.channel),
          labelOf(communicationsText.status, row.status),
          count(row.count),
        ])}
      />
    )}
  </Card>
);

/** What waits for a decision; nothing only where nothing does. */
const Settlements = () => (
  <Card title={widgets.settlements} source={loanStats.settlements}>
    {(rows) => (
      <Bars
        by="count"
        bars={awaiting(rows).map((row) => ({ ...row, title: labelOf(settlementsText.states, row.title) }))}
      />
    )}
  </Card>
);

export const TeamDashboardScreen = () => (
  <div className={css.page}>
    <section className={css.dashboard} aria-labelledby="team-dashboard">
      <header>
        <h1 id="team-dashboard">{say.title}</h1>
      </header>
      <div className={css.cards}>
        <Summary />
        <Intensity />
        <Target />
        <Promises />
        <Standing />
        <Performance />
        <Responses />
        <Channels />
        <Settlements />
      </div>
    </section>
  </div>
);
