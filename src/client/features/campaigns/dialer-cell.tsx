import type { campaigns } from '#contract/campaigns.ts';
import { dialer } from '#contract/dialer.ts';
import { may } from '#contract/kernel/access.ts';
import type { WireRow } from '#contract/kernel/endpoint.ts';
import { campaignsText as say } from '#text/en/campaigns.ts';
import { ApiFailure } from '#client/kernel/api-failure.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { useAct } from '#client/kernel/query.ts';
import { useActor } from '#client/kernel/session.tsx';
import look from '#client/ui/actions.module.css';
import { StatusPill } from '#client/ui/status-pill.tsx';
import css from './campaigns.module.css';

/** Whether a campaign's dialer runs, and the button that starts or stops it. */
export function DialerCell({ of }: { of: WireRow<typeof campaigns.list> }) {
  const actor = useActor();
  const { run, busy } = useAct(dialer.startStop);
  const { isStarted, dialerCampaignId } = of.dialerProcess;
  const toggle = async (): Promise<void> => {
    try {
      await run({ id: dialerCampaignId, status: !isStarted });
      notice.success(isStarted ? say.stopped : say.started);
    } catch (error) {
      // The specification's words for a dialer that fails; a refusal has its own.
      const isRefused = error instanceof ApiFailure && error.status < 500;
      notice.error(isRefused ? error.words : say.dialerFailed);
    }
  };
  return (
    <span className={css.dialer}>
      <StatusPill tone={isStarted ? 'good' : 'plain'}>{isStarted ? say.running : say.idle}</StatusPill>
      {may(actor, dialer.startStop.can) && (of.isActive || isStarted) && (
        <button
          type="button"
          className={`${look.plain} ${look.small}`}
          disabled={busy}
          aria-label={isStarted ? say.stopOf(of.name) : say.startOf(of.name)}
          onClick={() => void toggle()}
        >
          {isStarted ? say.stop : say.start}
        </button>
      )}
    </span>
  );
}
