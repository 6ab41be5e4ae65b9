/** Home of leaders: four figures, pending decisions, agents needing attention, progress of the month. */
import { agentLive } from '#contexts/dialer/contract/live/agent-live.ts';
import { NeedsHelp } from '#contexts/dialer/client/live/floor/needs-help.tsx';
import { AgentsMonth } from '#contexts/reporting/client/dashboard/team/agents-month.tsx';
import { LeadFigures } from '#contexts/reporting/client/dashboard/own/lead-figures.tsx';
import { WaitingSettlements } from '#contexts/settlements/client/waiting.tsx';
import { FromPhones } from '#contexts/sync/client/reviews/from-phones.tsx';
import { useMay } from '#kernel/client/session/session.tsx';
import { WaitingForYou } from '#contexts/authority/client/inbox.tsx';
import css from './lead.module.css';

export function Lead() {
  const mayAsk = useMay();
  return (
    <>
      <WaitingForYou />
      <LeadFigures />
      <FromPhones>
        <div className={css.lead}>
          <WaitingSettlements />
          <div className={css.pair}>
            {mayAsk(agentLive.list.can) && <NeedsHelp />}
            <AgentsMonth />
          </div>
        </div>
      </FromPhones>
    </>
  );
}
