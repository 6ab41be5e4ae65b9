import { Suspense } from 'react';
import { campaigns } from '#contexts/lenders/contract/campaigns.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { campaignsText as say } from '#contexts/lenders/text/en/campaigns.ts';
import { kitText } from '#text/en/kit.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './campaigns.module.css';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

type Campaign = WireRow<typeof campaigns.one>;
const yesNo = (is: boolean | undefined): string => (is ? kitText.yes : kitText.no);

const StartDialog = lazy(async () => ({ default: (await import('./start.tsx')).StartDialog }));

/** Dialogs in the URL: details of a campaign, or the start of its dialer. */
export function Asked() {
  const { get, set } = useUrlState();
  const [id, start] = [get('details'), get('start')];
  return (
    <>
      {id && (
        <Sheet title={say.detailsOf} onClose={() => set({ details: undefined })}>
          {<Load id={id} />}
        </Sheet>
      )}
      {start && (
        <Suspense>
          <StartDialog id={start} onClose={() => set({ start: undefined })} />
        </Suspense>
      )}
    </>
  );
}

function Load({ id }: { id: string }) {
  const { data, error, refetch } = useRead(campaigns.one, { id });
  if (data) return <Facts of={data} />;
  return error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />;
}

function Facts({ of }: { of: Campaign }) {
  const facts: readonly [string, string][] = [
    [say.name, of.name],
    [say.client, of.client.name],
    [say.dialMethod, say.dialMethods[of.campaignType]],
    [say.ratio, String(of.maxRatio)],
    [say.active, yesNo(of.isActive)],
    [say.dialer, of.dialerProcess.isStarted ? say.running : say.idle],
    [say.callerId, of.callerId ?? say.ofClient],
    [say.targetAbandon, String(of.targetAbandon)],
    [say.ringSeconds, String(of.ringSeconds)],
    [say.patienceSeconds, String(of.patienceSeconds)],
    [say.wrapMaxSeconds, String(of.wrapMaxSeconds)],
    [say.agentLeg, say.agentLegs[of.agentLeg ?? 'nailed']],
    [say.amd, yesNo(of.amd)],
    [say.record, yesNo(of.record)],
    [say.callsPromised, yesNo(of.callsPromised)],
    [say.agents, of.agentNames?.join(', ') || say.noAgents],
  ];
  return (
    <dl className={css.facts}>
      {facts.map(([label, words]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
