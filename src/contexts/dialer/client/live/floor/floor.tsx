/**
 * Floor overview: agents by state, agents who need attention, campaigns against their abandon limit; also for a wall
 * display.
 */
import { IconAlertTriangle, IconArrowsMaximize, IconCircleFilled, IconHistory } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { agentLive, mostAgents } from '#contexts/dialer/contract/live/agent-live.ts';
import { leads } from '#contexts/dialer/contract/leads.ts';
import { listening } from '#contexts/dialer/contract/call-control/listening.ts';
import { agentLiveText } from '#contexts/dialer/text/en/agent-live.ts';
import { floorText as say } from '#contexts/dialer/text/en/floor.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { isWord } from '#kernel/client/calls/live/dialer-store.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { StatusPill, type Tone } from '#kernel/ui/parts/values/status-pill.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { dayWords } from '#kernel/ui/parts/values/format.ts';
import { statusWords } from '../../words.ts';
import { type FloorState, type FloorStanding, attentionOrder, states, statesOf } from './attention.ts';
import { ExchangeBanner } from '../exchange-banner.tsx';
import { FloorCampaigns } from './floor-campaigns.tsx';
import css from './floor.module.css';
import { ListenBar, ListenButton, ListenRule } from '../listening.tsx';
import { type Team, TeamChoice, useTeam } from '../team-choice.tsx';
import { Ticking } from '../ticking.tsx';
import { useBoard } from '../use-board.ts';
import { ViewSwitch } from '../view-switch.tsx';
import { type Figures, LastHour, WallFigures, useWall } from '../wall.tsx';

type Row = WireRow<typeof agentLive.list>;
interface Summary {
  teams?: readonly Team[];
  replay?: string | null;
  statusCount?: Record<string, number>;
  breaks?: Record<string, number>;
}
/** Order changes as time passes, not with every second. */
const sortMs = 5000;
const tones: Readonly<Record<FloorState, string>> = {
  talking: 'good',
  waiting: 'info',
  wrapUp: 'warn',
  break: 'bad',
  other: 'plain',
};

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), sortMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const noteOf = ({ reason, allowed }: FloorStanding): string =>
  [reason && say.reasons[reason], allowed !== undefined && say.allowed(String(Math.round(allowed / 60)))]
    .filter(Boolean)
    .join(' · ');
/** A late state sets the pill's colour; otherwise the activity does. */
const pillOf = ({ mood }: FloorStanding): Tone => mood;

const AgentCard = ({
  row,
  standing,
  mayListen,
}: {
  row: Row;
  standing: FloorStanding;
  mayListen: boolean;
}) => (
  <li className={css.agent} data-mood={standing.mood}>
    <strong>{row.agentName}</strong>
    {row.timestamp > 0 ? <Ticking since={row.timestamp * 1000} /> : <time>–</time>}
    <StatusPill tone={pillOf(standing)}>{statusWords(row.status)}</StatusPill>
    <span className={css.of}>{row.name || agentLiveText.noCampaign}</span>
    <span className={css.note} data-late={standing.reason && true}>
      {standing.reason && <IconAlertTriangle size={15} stroke={1.75} aria-hidden />}
      {noteOf(standing)}
    </span>
    {mayListen && isWord(row.status, 'on-call') && <ListenButton agent={row} />}
  </li>
);

function Tiles({
  counts,
  minutes,
}: {
  counts: Record<FloorState, number>;
  minutes?: Figures['minutes'] | undefined;
}) {
  const there = states.reduce((sum, state) => sum + counts[state], 0);
  const used = counts.talking + counts.wrapUp;
  return (
    <ul className={css.tiles}>
      {states
        .filter((state) => state !== 'other' || counts.other > 0)
        .map((state) => (
          <li key={state}>
            <span>
              <i data-tone={tones[state]} aria-hidden="true" />
              {say.states[state]}
            </span>
            <strong>{counts[state]}</strong>
          </li>
        ))}
      <li className={css.use}>
        <span>{minutes ? say.inUseHour : say.inUse}</span>
        <strong>{say.now(there === 0 ? '–' : `${Math.round((100 * used) / there)} %`)}</strong>
        {minutes ? (
          <LastHour minutes={minutes} />
        ) : (
          <span className={css.strip} aria-hidden="true">
            {states.map(
              (state) =>
                counts[state] > 0 && (
                  <i key={state} data-tone={tones[state]} style={{ flexGrow: counts[state] }} />
                ),
            )}
          </span>
        )}
        <small>{say.inUseNow(String(used), String(there))}</small>
      </li>
    </ul>
  );
}

function Agents({
  all,
  label,
  isWall,
}: {
  all: readonly { row: Row; standing: FloorStanding }[];
  label: string;
  isWall: boolean;
}) {
  const mayListen = useMay()(listening.start.can) && !isWall;
  return (
    <ul className={css.agents} aria-label={label}>
      {all.map(({ row, standing }) => (
        <AgentCard key={row.id} row={row} standing={standing} mayListen={mayListen} />
      ))}
    </ul>
  );
}

/** As high as the floor will be, tiles first. */
const FloorSkeleton = () => (
  <>
    <div className={css.asked} aria-hidden="true">
      <Tiles counts={statesOf({})} />
    </div>
    <ListSkeleton isPhone columns={1} />
  </>
);

export function Floor({ isWall }: { isWall: boolean }) {
  const place = useRef<HTMLElement>(null);
  const isLive = useBoard();
  const now = useNow();
  const may = useMay();
  const maySupervise = may(leads.campaign.can);
  const team = useTeam();
  const day = useWall();
  const { data, error, refetch } = useRead(
    agentLive.list,
    { size: mostAgents, ...team },
    { keepPrevious: true },
  );
  const { statusCount = {}, breaks = {}, teams = [], replay = null } = (data?.summary ?? {}) as Summary;
  const rows = data?.rows;
  const all = useMemo(() => attentionOrder(rows ?? [], breaks, now), [rows, breaks, now]);
  const there = all.filter(({ row }) => row.status !== 'logged-out');
  const away = all.filter(({ row }) => row.status === 'logged-out');
  const late = there.filter(({ standing }) => standing.reason).length;
  return (
    <section ref={place} className={css.floor} data-wall={isWall || undefined} aria-labelledby="floor">
      <header>
        <h1 id="floor">{agentLiveText.title}</h1>
        <StatusPill tone={isLive ? 'good' : 'plain'} icon={<IconCircleFilled size={8} aria-hidden />}>
          {isLive ? say.live : say.polled}
        </StatusPill>
        {replay && (
          <StatusPill tone="warn" icon={<IconHistory size={14} stroke={1.75} aria-hidden />}>
            {say.replay(dayWords(replay))}
          </StatusPill>
        )}
        <span className={css.late} data-late={late > 0 || undefined} role="status">
          {data && (late > 0 ? say.attention(late) : say.calm)}
        </span>
        {isWall && (
          <button
            type="button"
            className={look.plain}
            onClick={() => void place.current?.requestFullscreen()}
          >
            <IconArrowsMaximize size={18} stroke={1.75} aria-hidden />
            {say.whole}
          </button>
        )}
        <TeamChoice teams={teams} />
        <ViewSwitch />
      </header>
      <ExchangeBanner />
      {may(listening.now.can) && <ListenBar />}
      {!data && (error ? <ListTrouble error={error} onRetry={refetch} /> : <FloorSkeleton />)}
      {data && (
        <>
          <Tiles counts={statesOf(statusCount)} minutes={day?.minutes} />
          {there.length === 0 ? (
            <p className={css.nobody}>{say.nobody}</p>
          ) : (
            <Agents all={there} label={say.floor} isWall={isWall} />
          )}
          {isWall && day && <WallFigures of={day} />}
          {!isWall && maySupervise && <FloorCampaigns rows={rows ?? []} />}
          {!isWall && may(listening.setRule.can) && <ListenRule />}
          {!isWall && away.length > 0 && (
            <section className={css.away} aria-labelledby="floor-away">
              <h2 id="floor-away">
                {say.away} <span>{away.length}</span>
              </h2>
              <Agents all={away} label={say.away} isWall={isWall} />
            </section>
          )}
        </>
      )}
    </section>
  );
}
