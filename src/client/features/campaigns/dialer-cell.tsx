import { Link } from 'react-router-dom';
import { agentLive } from '#contract/agent-live.ts';
import type { campaigns } from '#contract/campaigns.ts';
import { dialer } from '#contract/dialer.ts';
import { may } from '#contract/kernel/access.ts';
import type { WireRow } from '#contract/kernel/endpoint.ts';
import { campaignsText as say } from '#text/en/campaigns.ts';
import { superviseText } from '#text/en/supervise.ts';
import { useAct } from '#client/kernel/query.ts';
import { useActor } from '#client/kernel/session.tsx';
import { useUrlState } from '#client/kernel/url.ts';
import look from '#client/ui/actions.module.css';
import { StatusPill } from '#client/ui/status-pill.tsx';
import css from './campaigns.module.css';
import { toldOf } from './told.ts';

/** Whether a campaign's dialer runs, and the button that stops it, or asks before it starts. */
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
        <Link
          to={`/admin/user-live-status?campaign=${of.id}`}
          aria-label={`${word}: ${superviseText.openOf(of.name)}`}
        >
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
