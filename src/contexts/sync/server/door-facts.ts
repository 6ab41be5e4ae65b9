/** Field data of a loan in addition to its row: newest timeline items, holds, and callable numbers. */
import type { Decision, Evaluate } from '#contexts/contact/server/policy/contact.ts';
import type { z } from 'zod/mini';
import type { loanHolds } from '#contexts/contact/contract/loan-holds.ts';
import { contactsOfLoans } from '#contexts/loans/server/profile-store.ts';
import type { TimelineRow } from '#contexts/loans/server/timeline.ts';
import { type KeptLoan, mostTimeline } from '#contexts/sync/contract/kept-rows.ts';
import { closedRules } from '#kernel/contract/contact-rules.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';

export type DoorFacts = Pick<KeptLoan, 'timeline' | 'holds' | 'numbers'>;
export const noDoorFacts: DoorFacts = { timeline: [], holds: [], numbers: [] };
export type DoorFactsOf = (
  tx: Tx,
  actor: ServerActor,
  o: { loanIds: readonly number[]; now: Date },
) => Promise<Map<number, DoorFacts>>;

type Hold = z.output<typeof loanHolds.list.gives>;

interface Sources {
  timelinesOf: (
    tx: Tx,
    actor: ServerActor,
    o: { loanIds: readonly number[]; size: number },
  ) => Promise<Map<number, TimelineRow[]>>;
  presentHolds: (tx: Tx, loanIds: readonly number[], day: string) => Promise<Map<number, Hold[]>>;
  evaluate: Evaluate;
}

/** Rules without an expiry: such a number is not sent to phones. */
const lasting: readonly string[] = [...closedRules, 'reference', 'no_number', 'do_not_call', 'no_calls'];
const mayBeCalled = ({ refusal, isDNC }: Decision): boolean =>
  !isDNC && (refusal === null || !lasting.includes(refusal.rule));

export const doorFactsBy =
  ({ timelinesOf, presentHolds, evaluate }: Sources): DoorFactsOf =>
  async (tx, actor, { loanIds, now }) => {
    if (loanIds.length === 0) return new Map();
    const contacts = await contactsOfLoans(tx, loanIds);
    const asks = contacts.map(({ loanId, contact }) => ({ loanId, contact, channel: 'call' as const }));
    const [timelines, holds, decisions] = await Promise.all([
      timelinesOf(tx, actor, { loanIds, size: mostTimeline }),
      presentHolds(tx, loanIds, businessDay(now)),
      evaluate(tx, asks, { now, hasAgent: true }),
    ]);
    const allowed = new Set(decisions.filter(mayBeCalled).map(({ n }) => n));
    const numbers = Map.groupBy(
      contacts.filter((_, n) => allowed.has(n)),
      ({ loanId }) => loanId,
    );
    return new Map(
      loanIds.map((id) => [
        id,
        { timeline: timelines.get(id) ?? [], holds: holds.get(id) ?? [], numbers: numbers.get(id) ?? [] },
      ]),
    );
  };
