/** Contact permits of queued messages. Every decision is stored. */
import { type Ask, type Evaluate, keepDecisions } from '#contexts/contact/server/policy/contact.ts';
import { permits } from '#contexts/contact/server/policy/permit.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { laterOf } from './rules.ts';

export interface Due {
  id: number;
  loanId: number;
  userId: number | null;
  status: string;
  tries: number;
  to: string | null;
}

const askOf = ({ loanId, to }: Pick<Due, 'loanId' | 'to'>, isSpoken: boolean): Ask => ({
  loanId,
  channel: 'message',
  isSpoken,
  ...(to === null ? { contact: 'none' } : { number: to }),
});

/** Returns the permitted ones; the others are rescheduled, rechecked next time, or failed permanently. */
export async function permitDue(
  tx: Tx,
  evaluate: Evaluate,
  found: readonly Due[],
  { now, isSpoken }: { now: Date; isSpoken: boolean },
): Promise<number[]> {
  const answers = await permits(
    tx,
    evaluate,
    found.map((one) => askOf(one, isSpoken)),
    { now },
  );
  // The second of two to one borrower is checked next time: the first may reach the cap.
  const decisions = answers.flatMap((one) => {
    const message = found[one.n];
    return message && !one.isBusy ? [{ ...one, id: message.id, userId: message.userId }] : [];
  });
  await keepDecisions(tx, decisions, { now });
  const refused = decisions.flatMap(({ id, refusal }) =>
    refusal ? [{ id, rule: refusal.rule, until: laterOf(refusal, now) }] : [],
  );
  await tx.run(sql`
    update messages m set due_at = r.until,
      status = case when r.until is null then 'failed' else m.status end,
      fault = case when r.until is null then r.rule end,
      updated_at = case when r.until is null then now() else m.updated_at end
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) r (id bigint, rule text, until timestamptz) where m.id = r.id`);
  return decisions.flatMap(({ id, refusal }) => (refusal ? [] : [id]));
}
