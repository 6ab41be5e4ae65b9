/** Asked before every message: may it leave now? Every answer is kept. */
import type { ClosedRule } from '#contract/contact-rules.ts';
import type { ContactFacts } from '#contract/today-rules.ts';
import type { Tx } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';
import { type Refusal, refusalOf } from './rules.ts';

interface Limited {
  id: number;
  borrowerId: number;
  clientId: number;
  productType: string | null;
}
/** What limits messages to the borrowers of these loans on a day. */
export type LimitsOf = (
  tx: Tx,
  loans: readonly Limited[],
  day: string,
) => Promise<Map<number, Omit<ContactFacts, 'isDNC'>>>;

export interface Due extends Omit<Limited, 'id'> {
  id: number;
  loanId: number;
  userId: number | null;
  status: string;
  tries: number;
  to: string | null;
  closed: ClosedRule | null;
  isDNC: boolean;
  /** Which of the loan's numbers it goes to. */
  contact: string;
}
interface Decision extends Due {
  refusal: Refusal | null;
}

const keep = (tx: Tx, decisions: readonly Decision[], now: Date): Promise<number> =>
  tx.run(sql`
    insert into contact_decisions (at, loan_id, user_id, channel, contact, is_allowed, rule, until)
    select ${now}, d."loanId", d."userId", 'message', d.contact, d.rule is null, d.rule, d.until
    from jsonb_to_recordset(${JSON.stringify(
      decisions.map(({ loanId, userId, contact, refusal }) => ({ loanId, userId, contact, ...refusal })),
    )}::jsonb) d ("loanId" bigint, "userId" bigint, contact text, rule text, until timestamptz)`);

/** Those of one borrower go one after the other, because the first may be the last that is allowed. */
const firstOfEach = (found: readonly Due[]): Due[] => [
  ...new Map([...found].reverse().map((one) => [one.borrowerId, one])).values(),
];

/** Answers which may leave; the others wait until they may, or have failed for good. */
export async function decide(
  tx: Tx,
  limitsOf: LimitsOf,
  found: readonly Due[],
  o: { now: Date; day: string },
): Promise<number[]> {
  const asked = firstOfEach(found);
  const limits = await limitsOf(
    tx,
    asked.map(({ loanId, ...one }) => ({ ...one, id: loanId })),
    o.day,
  );
  const decisions = asked.map((one) => ({ ...one, refusal: refusalOf(one, limits.get(one.loanId), o.now) }));
  await keep(tx, decisions, o.now);
  const refused = decisions.flatMap(({ id, refusal }) => (refusal ? [{ id, ...refusal }] : []));
  await tx.run(sql`
    update messages m set due_at = r.until,
      status = case when r.until is null then 'failed' else m.status end,
      fault = case when r.until is null then r.rule end,
      updated_at = case when r.until is null then now() else m.updated_at end
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) r (id bigint, rule text, until timestamptz) where m.id = r.id`);
  return decisions.flatMap(({ id, refusal }) => (refusal ? [] : [id]));
}
