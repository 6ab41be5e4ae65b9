/** Confirmation before a dialer starts: number of skipped loans, by reason. */
import { campaigns } from '#contexts/lenders/contract/campaigns.ts';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { leads } from '#contexts/dialer/contract/leads.ts';
import { campaignsText as say } from '#contexts/lenders/text/en/campaigns.ts';
import { failuresText } from '#text/en/failures.ts';
import { kitText } from '#text/en/kit.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './campaigns.module.css';
import { toldOf } from './told.ts';
import { greyed } from '#kernel/ui/parts/greyed.ts';

type Campaign = WireRow<typeof campaigns.one>;
type Preflight = WireRow<typeof leads.preflight>;
const words: Readonly<Record<string, string>> = say.skippedBy;
const number = (n: number): string => n.toLocaleString('en-IN');

export function StartDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useRead(campaigns.one, { id });
  return (
    <Sheet title={data ? say.startOf(data.name) : say.start} from="low" onClose={onClose}>
      {data ? (
        <Ask of={data} onClose={onClose} />
      ) : error ? (
        <ListTrouble error={error} onRetry={refetch} />
      ) : (
        <ListSkeleton isPhone columns={1} />
      )}
    </Sheet>
  );
}

function Ask({ of, onClose }: { of: Campaign; onClose: () => void }) {
  const { run, busy } = useAct(dialer.startStop);
  const check = useRead(leads.preflight, { id: String(of.id) }, { staleTime: 0 });
  const start = async (): Promise<void> => {
    if (await toldOf(run({ id: of.dialerProcess.dialerCampaignId, status: true }), say.started)) onClose();
  };
  return (
    <>
      {check.data?.hasExchange === false && (
        <p className={css.report} role="alert">
          {failuresText.NO_EXCHANGE({})}
        </p>
      )}
      {check.data?.isRecorded === false && (
        <p className={css.report} role="alert">
          {failuresText.RECORDING_FAILED({})}
        </p>
      )}
      {check.data && check.data.clientsWithoutCallerId.length > 0 && (
        <p className={css.report} role="alert">
          {say.noCallerId(check.data.clientsWithoutCallerId.join(', '))}
        </p>
      )}
      {check.data && <Report of={check.data} />}
      {check.error && <ListTrouble error={check.error} onRetry={check.refetch} />}
      {check.isPending && <ListSkeleton isPhone columns={1} />}
      <div className={css.answers}>
        <button type="button" className={look.plain} onClick={onClose}>
          {kitText.cancel}
        </button>
        <button
          type="button"
          className={look.main}
          disabled={busy}
          {...greyed(check.data?.hasExchange === false && failuresText.NO_EXCHANGE({}))}
          onClick={() => void start()}
        >
          {say.start}
        </button>
      </div>
    </>
  );
}

function Report({ of: { leads: all, willCall, skipped } }: { of: Preflight }) {
  if (all === 0) return <p className={css.report}>{say.noLoans}</p>;
  const reasons = skipped.map(({ rule, leads: n }) => `${number(n)} ${words[rule] ?? rule}`).join(', ');
  return (
    <div className={css.report} role="status">
      <p>
        <b>{say.willCall(number(willCall), number(all))}</b>
      </p>
      {skipped.length > 0 && <p>{say.willSkip(number(all - willCall), reasons)}</p>}
    </div>
  );
}
