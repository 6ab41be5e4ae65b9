import { Link } from 'react-router-dom';
import { agentLive } from '#contexts/dialer/contract/live/agent-live.ts';
import type { campaigns } from '#contexts/lenders/contract/campaigns.ts';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { may } from '#kernel/contract/access.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { campaignsText as say } from '#contexts/lenders/text/en/campaigns.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { useUrlState } from '#kernel/client/app/url.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from './campaigns.module.css';
import { toldOf } from './told.ts';

/** State of a campaign's dialer, with a button to stop or, after confirmation, start it. */
export function DialerCell({ of }: { of: WireRow<typeof campaigns.list> }) {
  const actor = useActor();
  const { set } = useUrlState();
  const { run, busy } = useAct(dialer.startStop);
  const { isStarted, dialerCampaignId } = of.dialerProcess;
  const word = isStarted ? say.running : say.idle;
  const pill = <StatusPill tone={isStarted ? 'good' : 'plain'}>{word}</StatusPill>;
  const press = (): void =>
    isStarted
      ? void toldOf(run({ id: dialerCampaignId, status: false }), say.stopped)
      : set({ start: String(of.id) }, 'push');
  return (
    <span className={css.dialer}>
      {may(actor, agentLive.list.can) ? (
        <Link to={`/admin/user-live-status?campaign=${of.id}`} aria-label={`${word}: ${say.openOf(of.name)}`}>
          {pill}
        </Link>
      ) : (
        pill
      )}
      {may(actor, dialer.startStop.can) && (of.isActive || isStarted) && (
        <button
          type="button"
          className={`${look.plain} ${look.small}`}
          disabled={busy}
          aria-label={isStarted ? say.stopOf(of.name) : say.startOf(of.name)}
          onClick={press}
        >
          {isStarted ? say.stop : say.start}
        </button>
      )}
    </span>
  );
}
