/** A blocked contact: the decision and its event outlive the rolled-back request. */
import { soonText } from '#text/en/moments.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type Decision, type Refusal, keepDecisions } from './contact.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { Context } from '#kernel/server/http/implement.ts';

/** Common failure of every channel: the rule, its reason, and the next time. */
const failureOf = ({ rule, reason, until }: Refusal): Failure =>
  new Failure('CONTACT_BLOCKED', {
    rule,
    ...(reason !== undefined && { reason }),
    ...(until !== null && { until: soonText(new Date(until)) }),
  });

export async function refuseContact(
  database: Database,
  { actor, now, request }: Context,
  decision: Decision & { refusal: Refusal },
  o: { event: 'dialer.blocked' | 'payment-links.blocked' | 'visits.blocked'; campaignId?: number },
): Promise<never> {
  const events = eventLog(actor.id, request);
  events.emit(o.event, { facts: { loanId: decision.loanId, rule: decision.refusal.rule }, to: [] });
  await database.transaction(async (tx) => {
    await keepDecisions(tx, [decision], { now, userId: actor.id, campaignId: o.campaignId ?? null });
    await events.flush(tx, []);
  });
  throw failureOf(decision.refusal);
}
