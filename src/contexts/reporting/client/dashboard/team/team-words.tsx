/** Team dashboard widgets about messages and pending decisions. */
import { loanStats } from '#contexts/reporting/contract/dashboard.ts';
import { teamDashboard } from '#contexts/reporting/contract/team-dashboard.ts';
import type { MessageStatus } from '#kernel/contract/channels/descriptor.ts';
import { channelName } from '#text/en/channels.ts';
import { communicationsText } from '#contexts/messaging/text/en/communications.ts';
import { dashboardText as common } from '#contexts/reporting/text/en/dashboard.ts';
import { settlementsText } from '#contexts/settlements/text/en/settlements.ts';
import { teamDashboardText as say } from '#contexts/reporting/text/en/team-dashboard.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { type Part, Strip } from '#kernel/ui/figures/bar.tsx';
import { ChartCard as Card } from '../../parts/chart-card.tsx';
import { awaiting } from '../awaiting.ts';
import { addressOfCount } from '../counted-loans.tsx';
import page from '../dashboard.module.css';
import { Bars, None, count, countSheet } from '../parts.tsx';

const { widgets } = say;
/** Display label of a wire value. */
const labelOf = (labels: Readonly<Record<string, string>>, value: string): string => labels[value] ?? value;

type Answer = WireRow<typeof teamDashboard.responses>;
const answersOf = (rows: readonly Answer[]) =>
  rows.map(({ responseType, count: n }) => ({
    title: responseType,
    count: n,
    to: addressOfCount('response', responseType),
  }));

export const Responses = () => (
  <Card
    size="small"
    title={widgets.responses}
    source={teamDashboard.responses}
    sheet={(rows) => countSheet(answersOf(rows))}
  >
    {(rows) => <Bars bars={answersOf(rows).map((row) => ({ ...row, tone: 'info' }))} />}
  </Card>
);

const colours: Readonly<Record<string, Part['colour']>> = {
  stored: 6,
  queued: 'warn',
  sent: 'info',
  delivered: 1,
  read: 2,
  failed: 'bad',
} satisfies Record<MessageStatus, Part['colour']>;

export const Channels = () => (
  <Card
    title={widgets.channels}
    source={teamDashboard.channels}
    size="large"
    sheet={(rows) => ({
      heads: [say.channel, say.status, common.count],
      rows: rows.map((row) => [
        channelName(row.channel),
        labelOf(communicationsText.status, row.status),
        row.count,
      ]),
    })}
  >
    {(rows) =>
      rows.length === 0 ? (
        <None />
      ) : (
        [...new Set(rows.map(({ channel }) => channel))].map((channel) => (
          <section key={channel} className={page.channel}>
            <h3>{channelName(channel)}</h3>
            <Strip
              parts={rows
                .filter((row) => row.channel === channel)
                .map((row) => ({
                  title: labelOf(communicationsText.status, row.status),
                  figures: [count(row.count)],
                  value: row.count,
                  colour: colours[row.status] ?? 6,
                }))}
            />
          </section>
        ))
      )
    }
  </Card>
);

/** Pending decisions; hidden when there are none. */
const waiting = (rows: readonly WireRow<typeof loanStats.settlements>[]) =>
  awaiting(rows).map((row) => ({ ...row, title: labelOf(settlementsText.states, row.title) }));

export const ApproveSettlement = () => (
  <Card
    size="small"
    title={widgets.settlements}
    source={loanStats.settlements}
    sheet={(rows) => countSheet(waiting(rows))}
  >
    {(rows) => <Bars bars={waiting(rows).map((row) => ({ ...row, tone: 'violet' }))} />}
  </Card>
);
