/** Wall display: today's figures by campaign, team, queue and hour. */
import { serviceSeconds, wall } from '#contexts/dialer/contract/live/wall.ts';
import { floorText as say } from '#contexts/dialer/text/en/floor.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { BarRows } from '#kernel/ui/figures/bar.tsx';
import { PlainTable } from '#kernel/ui/list/table/plain-table.tsx';
import { clockText, minutesText } from '#kernel/ui/parts/values/format.ts';
import css from './floor/floor.module.css';
import { useTeam } from './team-choice.tsx';

export type Figures = WireRow<typeof wall.figures>;
type Work = Figures['teams'][number];

const pollMs = 30_000;
export const useWall = (): Figures | undefined =>
  useRead(wall.figures, useTeam(), { refetchInterval: pollMs, keepPrevious: true }).data;

const none = '–';
const words = say.figures;
const percent = (share: number | null): string =>
  share === null ? none : `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
const lasting = (seconds: number | null): string =>
  seconds === null ? none : minutesText(Math.round(seconds));
const number = (n: number): string => n.toLocaleString('en-IN');

const workHeads = [words.calls, words.connectRate, words.rpcRate, words.aht, words.occupancy];
const workOf = ({ name, calls, connectRate, rpcRate, aht, occupancy }: Work): string[] => [
  name,
  number(calls),
  percent(connectRate),
  percent(rpcRate),
  lasting(aht),
  percent(occupancy),
];

function DayTable({ title, heads, rows }: { title: string; heads: string[]; rows: readonly string[][] }) {
  return (
    <section className={css.day}>
      <h2>{title}</h2>
      <PlainTable isFigures label={title} heads={heads} rows={rows.map((cells, key) => ({ key, cells }))} />
    </section>
  );
}

/** Abandon rate per hour with the limit as a mark; hours above it are red. */
function Hours({ hours, stopAbandon: limit }: Figures) {
  const title = say.byHour(String(limit));
  return (
    <section className={css.day} aria-label={title}>
      <h2>{title}</h2>
      <BarRows
        most={2 * limit}
        none={null}
        rows={hours.map(({ hour, answered, dropped }) => {
          const share = dropped / answered;
          const value = 100 * share;
          return {
            title: say.hour(hour),
            figures: [percent(share), say.ofAnswered(number(answered))],
            value,
            mark: limit,
            tone: value > limit ? 'bad' : value > limit * 0.8 ? 'warn' : 'good',
          };
        })}
      />
    </section>
  );
}

export function WallFigures({ of }: { of: Figures }) {
  const { campaigns, teams, queues, hours, until } = of;
  return (
    <>
      <p className={css.until}>{say.todayUntil(clockText(until).slice(11))}</p>
      {campaigns.length + teams.length === 0 && <p className={css.nobody}>{say.noCalls}</p>}
      <div className={css.days}>
        {campaigns.length > 0 && (
          <DayTable
            title={say.campaigns}
            heads={[words.campaign, ...workHeads, words.inTime(serviceSeconds.outbound), words.dropped]}
            rows={campaigns.map((one) => [...workOf(one), percent(one.inTime), percent(one.dropped)])}
          />
        )}
        {teams.length > 0 && (
          <DayTable title={say.teams} heads={[words.team, ...workHeads]} rows={teams.map(workOf)} />
        )}
        {queues.length > 0 && (
          <DayTable
            title={say.queues}
            heads={[
              words.queue,
              words.offered,
              words.answered,
              words.inTime(serviceSeconds.inbound),
              words.missed,
              words.waiting,
              words.longest,
            ]}
            rows={queues.map((one) => [
              one.name,
              number(one.offered),
              number(one.answered),
              percent(one.inTime),
              number(one.missed),
              number(one.waiting),
              lasting(one.longestWait),
            ])}
          />
        )}
        {hours.length > 0 && <Hours {...of} />}
      </div>
    </>
  );
}

/** Utilisation of the agents by minute; current figures are above it. */
export const LastHour = ({ minutes }: { minutes: Figures['minutes'] }) => (
  <span className={css.hour} aria-hidden="true">
    {minutes.map((share, minute) => (
      <i
        key={minute}
        data-tone={(share ?? 0) >= 0.75 ? 'good' : 'plain'}
        style={{ blockSize: `${Math.round((share ?? 0) * 100)}%` }}
      />
    ))}
  </span>
);
