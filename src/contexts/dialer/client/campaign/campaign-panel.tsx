/** A running campaign: its agents, its pacing, and why no lead is dialled. */
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { leads } from '#contexts/dialer/contract/leads.ts';
import { campaignsText } from '#contexts/lenders/text/en/campaigns.ts';
import { failuresText } from '#text/en/failures.ts';
import { superviseText as say } from '#contexts/dialer/text/en/supervise.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { momentText } from '#kernel/ui/parts/values/format.ts';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from './campaign-panel.module.css';
import { ListMix } from './list-mix.tsx';
import { MachineMessage } from './machine-message.tsx';
import { RedialRules } from './redial-rules.tsx';

type Seen = WireRow<typeof leads.campaign>;
const pollMs = 5000;
const rules: Readonly<Record<string, string>> = campaignsText.skippedBy;
const number = (n: number): string => n.toLocaleString('en-IN');
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export function CampaignPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useRead(leads.campaign, { id }, { refetchInterval: pollMs });
  return (
    <Sheet title={data?.name ?? say.title} onClose={onClose}>
      {data ? (
        <>
          <Seen of={data} />
          <MachineMessage id={id} />
          <ListMix id={id} />
          <RedialRules id={id} />
        </>
      ) : error ? (
        <ListTrouble error={error} onRetry={refetch} />
      ) : (
        <ListSkeleton isPhone columns={1} />
      )}
    </Sheet>
  );
}

function Seen({ of }: { of: Seen }) {
  return (
    <>
      <p className={css.state}>
        <StatusPill tone={of.isStarted ? 'good' : 'plain'}>
          {of.isStarted ? campaignsText.running : campaignsText.idle}
        </StatusPill>{' '}
        {campaignsText.dialMethods[of.campaignType]}
      </p>
      {!of.hasExchange && <p role="alert">{failuresText.NO_EXCHANGE({})}</p>}
      <Tiles
        facts={[
          [say.agents, number(of.agents)],
          [say.free, number(of.freeAgents)],
          [say.ringing, number(of.ringing)],
          [say.talking, number(of.talking)],
          [say.writing, number(of.writing)],
          [say.waiting, number(of.waiting)],
        ]}
      />
      <Tiles
        facts={[
          [say.utilisation, of.utilisation === null ? say.nothing : say.percent(of.utilisation)],
          [say.abandoned, abandonedOf(of)],
          ...(of.campaignType === 'predictive'
            ? [[say.target, say.targets(of.targetAbandon, of.stopAbandon)] as const]
            : []),
          [say.level, of.level === null ? say.nothing : String(of.level)],
          ...pacingOf(of),
          ...machinesOf(of),
        ]}
      />
      <Leads of={of} />
    </>
  );
}

function abandonedOf({ answeredToday, abandonedToday }: Seen): string {
  if (answeredToday === 0) return say.nothing;
  return say.ofAnswered(
    percent(abandonedToday / answeredToday),
    number(abandonedToday),
    number(answeredToday),
  );
}

function pacingOf({ pacing, agents }: Seen): (readonly [string, string])[] {
  // Without agents every answered call would be abandoned.
  if (!pacing || agents === 0) return [];
  const { threshold, risk, restraint, ratio, answerRate } = pacing;
  return [
    [say.ratio, say.ratioNow(ratio.toFixed(1), percent(answerRate))],
    [say.threshold, percent(threshold)],
    ...(risk === null ? [] : [[say.risk, percent(risk)] as const]),
    ...(restraint === null ? [] : [[say.heldBack, say.restraints[restraint]] as const]),
  ];
}

function machinesOf({ machines: of }: Seen): (readonly [string, string])[] {
  if (!of) return [];
  return [
    [say.machines, say.checked(number(of.machines), number(of.persons), number(of.unsure))],
    [say.missed, say.heardBy(of.missed.errors, of.missed.asked)],
    [say.mistaken, say.heardBy(of.mistaken.errors, of.mistaken.asked)],
    ...(of.messages.left > 0 ? [[say.messages, messagesOf(of.messages)] as const] : []),
  ];
}

const messagesOf = ({ left, whole, cut }: NonNullable<Seen['machines']>['messages']): string =>
  say.messagesLeft(number(left), number(whole), number(cut));

function Tiles({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className={css.tiles}>
      {facts.map(([label, words]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

function Leads({ of: { queuedLeads, laterLeads, nextAt, why } }: { of: Seen }) {
  return (
    <section className={css.leads}>
      <h3>{say.leads}</h3>
      <p>{say.queued(number(queuedLeads))}</p>
      {laterLeads > 0 && <p>{say.later(number(laterLeads), nextAt ? momentText(nextAt) : '')}</p>}
      {queuedLeads === 0 && (
        <>
          <h4>{say.why}</h4>
          {why.length === 0 ? (
            <p>{campaignsText.noLoans}</p>
          ) : (
            <ul>
              {why.map(({ rule, leads: n }) => (
                <li key={rule}>
                  <b>{number(n)}</b> {rules[rule] ?? rule}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}
