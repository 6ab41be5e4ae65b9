/** Live agents as cards, on a wall display, or as a list with status totals as chips. */
import { campaignsText } from '#contexts/lenders/text/en/campaigns.ts';
import { Suspense } from 'react';
import { agentLive, mostAgents } from '#contexts/dialer/contract/live/agent-live.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { leads } from '#contexts/dialer/contract/leads.ts';
import { agentLiveText as say } from '#contexts/dialer/text/en/agent-live.ts';
import { isBreak, isWord } from '#kernel/client/calls/live/dialer-store.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { useUrlState } from '#kernel/client/app/url.ts';
import chips from '#kernel/ui/list/toolbar/chips.module.css';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { StatusPill, type Tone } from '#kernel/ui/parts/values/status-pill.tsx';
import css from '../campaign/campaign-panel.module.css';
import { type Team, TeamChoice, useTeam } from './team-choice.tsx';
import { Ticking } from './ticking.tsx';
import { Floor } from './floor/floor.tsx';
import { useBoard } from './use-board.ts';
import { ViewSwitch, viewOf } from './view-switch.tsx';
import { statusWords } from '../words.ts';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

type Row = WireRow<typeof agentLive.list>;
const col = columnsOf(agentLive.list);
const filter = filtersOf(agentLive.list);
const shown = ['loggedIn', 'break'] as const;

const toneOf = (status: string): Tone => {
  if (isWord(status, 'on-call', 'ringing', 'waiting', 'Ready')) return 'good';
  return isBreak(status) || isWord(status, 'wrap-up') ? 'warn' : 'plain';
};

const Word = ({ status }: Row) => <StatusPill tone={toneOf(status)}>{statusWords(status)}</StatusPill>;

const CampaignPanel = lazy(async () => ({
  default: (await import('../campaign/campaign-panel.tsx')).CampaignPanel,
}));

/** The agent's campaign, a link for users who may see campaigns. */
function Campaign({ name, campaignId }: Row) {
  const { set } = useUrlState();
  const mayOpen = useMay()(leads.campaign.can);
  if (campaignId === null || !mayOpen) return name;
  return (
    <button
      type="button"
      className={css.open}
      aria-label={campaignsText.openOf(name)}
      onClick={() => set({ campaign: String(campaignId) }, 'push')}
    >
      {name}
    </button>
  );
}

/** The campaign in the URL. */
function Supervised() {
  const { get, set } = useUrlState();
  const id = get('campaign');
  return (
    id && (
      <Suspense>
        <CampaignPanel id={id} onClose={() => set({ campaign: undefined })} />
      </Suspense>
    )
  );
}

/** Empty for agents who never logged in. */
const Since = ({ timestamp }: Row) => timestamp > 0 && <Ticking since={timestamp * 1000} />;

/** Agents per state; a click filters the list. */
function StatusChips() {
  const { get, set } = useUrlState();
  const { data } = useRead(agentLive.list, { size: 5, ...useTeam() }, { keepPrevious: true });
  useBoard();
  const counts = Object.entries(
    (data?.summary as { statusCount?: Record<string, number> })?.statusCount ?? {},
  );
  const sum = (pick: (word: string) => boolean): number =>
    counts.reduce((all, [word, n]) => all + (pick(word) ? n : 0), 0);
  const offered: [value: string | undefined, label: string, n: number][] = [
    [undefined, say.all, sum(() => true)],
    [shown[0], say.loggedIn, sum((word) => !isWord(word, 'logged-out'))],
    [shown[1], say.break, sum(isBreak)],
    ...counts
      .filter(([word]) => !isBreak(word))
      .map(([word, n]): [string, string, number] => [word, statusWords(word), n]),
  ];
  return (
    <div className={chips.chips} role="group" aria-label={say.chips}>
      {offered.map(([value, label, n]) => (
        <button
          key={label}
          type="button"
          aria-pressed={get('status') === value}
          onClick={() => set({ status: value, page: undefined })}
        >
          {label} {n}
        </button>
      ))}
    </div>
  );
}

/** View switch and the opened campaign. */
function Tools() {
  const { data } = useRead(agentLive.list, { size: 5, ...useTeam() }, { keepPrevious: true });
  return (
    <>
      <TeamChoice teams={(data?.summary as { teams?: readonly Team[] })?.teams ?? []} />
      <ViewSwitch />
      <Supervised />
    </>
  );
}

const AgentList = listScreen({
  source: agentLive.list,
  title: say.title,
  empty: say.empty,
  columns: [
    col.text('agentName', say.agent, { sort: 'agentName', width: 220 }),
    col.text('extension', say.extension, { width: 120 }),
    col.custom('name', say.campaign, Campaign, { text: ({ name }) => name, width: 220 }),
    col.custom('status', say.status, Word, { text: ({ status }) => statusWords(status), width: 150 }),
    col.custom('timestamp', say.lasting, Since, {
      text: ({ timestamp }) => String(timestamp),
      width: 120,
    }),
  ],
  filters: [filter('status', say.status), filter('leadId', say.team)],
  fixed: { size: mostAgents },
  above: StatusChips,
  tools: Tools,
  card: (row) => ({
    who: row.agentName,
    next: (
      <>
        <Word {...row} /> <Since {...row} /> {row.name}
      </>
    ),
  }),
});

export function LiveScreen() {
  const view = viewOf(useUrlState().get('view'));
  if (view === 'table') return <AgentList />;
  return (
    <>
      <Floor isWall={view === 'wall'} />
      <Supervised />
    </>
  );
}
