/** Claims leads of a campaign and lets pass those that may be called now. */
import { type Ask, keepDecisions } from '#contexts/contact/server/policy/contact.ts';
import { permits } from '#contexts/contact/server/policy/permit.ts';
import type { Engine } from '../engine/engine-parts.ts';
import { withoutCallerId } from '../engine/caller-id.ts';
import type { Move } from '../engine/move.ts';
import { type Lead, blockLead, claimLeads, renumberLead } from '../leads/leads.ts';
import { refusalsAhead } from '../leads/promises-ahead.ts';
import { refusalsByRest } from '../leads/rests.ts';
import { numberGone, refusalIn, retryOf } from './refusals.ts';

/**
 * Checks each claimed lead against the policy; refused leads are delayed until allowed, or blocked. `isAgreed`: includes
 * a future promise.
 */
export async function allowed<L extends Lead>(
  engine: Engine,
  { tx, now }: Move,
  { campaignId, hasAgent, isAgreed }: { campaignId: number; hasAgent: boolean; isAgreed: boolean },
  leads: readonly L[],
): Promise<L[]> {
  // By number: its position among the loan's numbers may have changed since the lead was queued.
  const asks = leads.map(({ loanId, phone }): Ask => ({ loanId, channel: 'call', number: phone }));
  const decisions = await permits(tx, engine.evaluate, asks, { now, hasAgent });
  const of = new Map(decisions.map((one) => [one.n, one]));
  const permitted: L[] = [];
  const loanIds = leads.map(({ loanId }) => loanId);
  const ahead = isAgreed ? undefined : await refusalsAhead(tx, loanIds, now);
  const numberless = await withoutCallerId(tx, loanIds, campaignId, now);
  const rests = await refusalsByRest(tx, decisions, { campaignId, now });
  const refusals = leads.map(({ loanId }, n) => {
    if (of.get(n)?.contact === 'given') return numberGone;
    return refusalIn(of.get(n), now) ?? ahead?.get(loanId) ?? numberless.get(loanId) ?? rests.get(n) ?? null;
  });
  const said = decisions.map((one) => ({ ...one, refusal: refusals[one.n] ?? null }));
  await keepDecisions(tx, said, { now, campaignId });
  for (const [n, lead] of leads.entries()) {
    const refusal = refusals[n];
    if (refusal === numberGone) await renumberLead(tx, lead.id);
    else if (refusal) await blockLead(tx, lead.id, refusal.rule, retryOf(refusal, now));
    else permitted.push(lead);
  }
  return permitted;
}

export async function allowedLeads(
  engine: Engine,
  move: Move,
  paced: { campaignId: number; callsPromised: boolean; isUnrecordedOnly?: boolean },
  most: number,
  hasAgent: boolean,
) {
  const { campaignId, isUnrecordedOnly } = paced;
  const leads = await claimLeads(move.tx, {
    campaignId,
    isUnrecordedOnly,
    most,
    node: engine.node,
    now: move.now,
  });
  const isEmpty = leads.length === 0;
  return {
    leads: isEmpty
      ? []
      : await allowed(engine, move, { campaignId, hasAgent, isAgreed: paced.callsPromised }, leads),
    isEmpty,
  };
}
