/** Running campaigns and those with agents, each against its limit of abandoned calls. */
import { campaignsText } from '#contexts/lenders/text/en/campaigns.ts';
import type { agentLive } from '#contexts/dialer/contract/live/agent-live.ts';
import { leads } from '#contexts/dialer/contract/leads.ts';
import { processes } from '#contexts/dialer/contract/processes.ts';
import { floorText as say } from '#contexts/dialer/text/en/floor.ts';
import { superviseText } from '#contexts/dialer/text/en/supervise.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { Bar } from '#kernel/ui/figures/bar.tsx';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from './floor.module.css';

type Seen = WireRow<typeof leads.campaign>;
const pollMs = 15_000;
const number = (n: number): string => n.toLocaleString('en-IN');

/** Of what was answered today; nothing where nothing was. */
const droppedOf = ({ answeredToday, abandonedToday }: Seen): number | undefined =>
  answeredToday === 0 ? undefined : (100 * abandonedToday) / answeredToday;

function Dropped({ of }: { of: Seen }) {
  const share = droppedOf(of);
  const limit = of.stopAbandon;
  const tone = share === undefined || share < limit * 0.8 ? 'good' : share < limit ? 'warn' : 'bad';
  return (
    <>
      <dt>{say.dropped(String(limit))}</dt>
      <dd className={css.dropped}>
        <Bar share={(share ?? 0) / limit} tone={tone} />
        <span>{share === undefined ? superviseText.nothing : `${share.toFixed(1)} %`}</span>
      </dd>
    </>
  );
}

function Campaign({ id, name }: { id: number; name: string }) {
  const { set } = useUrlState();
  const { data } = useRead(
    leads.campaign,
    { id: String(id) },
    { refetchInterval: pollMs, keepPrevious: true },
  );
  return (
    <li className={css.campaign}>
      <h3>
        <button
          type="button"
          aria-label={campaignsText.openOf(name)}
          onClick={() => set({ campaign: String(id) }, 'push')}
        >
          {name}
        </button>
        {data && (
          <StatusPill tone={data.isStarted ? 'good' : 'plain'}>
            {data.isStarted ? say.running : say.stopped}
          </StatusPill>
        )}
      </h3>
      {data && (
        <dl>
          <dt>{say.mode}</dt>
          <dd>{campaignsText.dialMethods[data.campaignType]}</dd>
          <dt>{say.agents}</dt>
          <dd>{number(data.agents)}</dd>
          <dt>{say.lines}</dt>
          <dd>{data.pacing ? `${data.pacing.ratio.toFixed(1)} : 1` : '1 : 1'}</dd>
          <dt>{say.left}</dt>
          <dd>{number(data.queuedLeads)}</dd>
          <Dropped of={data} />
        </dl>
      )}
    </li>
  );
}

export function FloorCampaigns({ rows }: { rows: readonly WireRow<typeof agentLive.list>[] }) {
  const { data, isPending } = useRead(processes.list, { size: 50 }, { keepPrevious: true });
  const worked = new Set(rows.flatMap(({ campaignId }) => campaignId ?? []));
  const shown = (data?.rows ?? []).filter(({ campaignId, isStarted }) => isStarted || worked.has(campaignId));
  if (isPending) return <i hidden data-waits />;
  if (shown.length === 0) return null;
  return (
    <section className={css.campaigns} aria-labelledby="floor-campaigns">
      <h2 id="floor-campaigns">{say.campaigns}</h2>
      <ul>
        {shown.map(({ campaignId, name }) => (
          <Campaign key={campaignId} id={campaignId} name={name} />
        ))}
      </ul>
    </section>
  );
}
