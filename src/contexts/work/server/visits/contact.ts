/** Whether a visit is permitted; one that took place is stored anyway, and marked with the violated rule. */
import {
  type Ask,
  type Decision,
  type Evaluate,
  keepDecisions,
} from '#contexts/contact/server/policy/contact.ts';
import { permit } from '#contexts/contact/server/policy/permit.ts';
import { refuseContact } from '#contexts/contact/server/policy/contact-refusal.ts';
import type { Database } from '#kernel/server/database/database.ts';
import type { Context } from '#kernel/server/http/implement.ts';

export interface Asking {
  evaluate: Evaluate;
  database: Database;
}
export const visitTo = (loanId: number): Ask => ({ loanId, channel: 'visit', contact: 'visit' });

/** An older visit is not about to start. */
const aWhile = 5 * 60_000;

/** Rules with specific notices for late entries. */
const toldAnyway: ReadonlySet<string> = new Set(['inactive', 'do_not_call']);

/**
 * A planned visit can be rejected. One that took place is history: it needs no locks, because it cannot be rejected any
 * more, and returns the violated rule.
 */
export async function ruleAgainst(
  { evaluate, database }: Asking,
  context: Context,
  o: { loanId: number; at: Date; hasHappened?: boolean },
): Promise<string | null> {
  const { tx, actor, now, delivery } = context;
  const isPast = now.getTime() - o.at.getTime() > aWhile;
  const isOver = o.hasHappened === true || isPast || Boolean(delivery?.queued);
  const ask = visitTo(o.loanId);
  let decision: Decision | undefined;
  if (isOver) [decision] = await evaluate(tx, [ask], { now: o.at });
  else decision = await permit(tx, evaluate, ask, { now });
  if (!decision) return null;
  const { refusal } = decision;
  if (refusal && !isOver)
    return refuseContact(database, context, { ...decision, refusal }, { event: 'visits.blocked' });
  await keepDecisions(tx, [decision], { now: isOver ? o.at : now, userId: actor.id });
  if (refusal && !toldAnyway.has(refusal.rule))
    delivery?.notices.push({ code: 'CONTACT_AGAINST', facts: { rule: refusal.rule } });
  return refusal?.rule ?? null;
}
