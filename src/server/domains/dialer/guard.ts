/** Asked before every dial: may this number of this loan be called now? Every answer is kept. */
import type { ClosedRule } from '#contract/contact-rules.ts';
import { blockOf } from '#contract/today-rules.ts';
import { businessDay } from '#server/kernel/clock.ts';
import { closedRuleOf } from '#server/kernel/contact.ts';
import type { Tx } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';

interface Limited {
  id: number;
  borrowerId: number;
  clientId: number;
  productType: string | null;
}
interface Limits {
  hours: { from: string; until: string } | null;
  closedOn: string[];
  rest: { reason: string; until: string } | null;
  cappedUntil: string | null;
  /** How often the borrower was contacted, of how often they may be in so many days. */
  allowance: Allowance | null;
}
export interface Allowance {
  times: number;
  most: number;
  everyDays: number;
}
/** What limits the contact with these loans' borrowers on a day. */
export type LimitsOf = (tx: Tx, loans: readonly Limited[], day: string) => Promise<Map<number, Limits>>;

/** Which number of which loan; without a contact it is the borrower's own. */
export interface Asked {
  loanId: number;
  contact?: string;
}
export interface Refusal {
  rule: string;
  /** The reason of a rest. */
  reason?: string;
  until: string | null;
}
export interface Decision extends Asked {
  contact: string;
  phone: string | null;
  borrowerId: number;
  refusal: Refusal | null;
  allowance: Allowance | null;
}

interface Found extends Limited {
  contact: string;
  phone: string | null;
  closed: ClosedRule | null;
  isDNC: boolean;
  isReference: boolean;
  isOnCall: boolean;
  wasAbandoned: boolean;
}

/** Numbers and what is known of each; a number that must not be called is that in whatever loan it stands. */
const found = (tx: Tx, asked: readonly Asked[], now: Date): Promise<Found[]> =>
  tx.rows<Found>(sql`
    select l.id, l.borrower_id as "borrowerId", l.client_id as "clientId", l.product_type as "productType",
      ${closedRuleOf(sql`l`)} as closed, a.contact, n.phone, coalesce(n.type = 'Reference', false) as "isReference",
      l.is_dnc or exists (select from dnc_numbers d where right(d.mobile, 4) = right(n.phone, 4) and d.mobile = n.phone
        and d.status = 'active') as "isDNC",
      exists (select from loans o join call_attempts k on k.loan_id = o.id
        where o.borrower_id = l.borrower_id and k.state <> 'ended') as "isOnCall",
      exists (select from call_attempts k where k.loan_id = l.id and k.outcome = 'abandoned'
        and k.ended_at > ${now}::timestamptz - interval '72 hours') as "wasAbandoned"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) a ("loanId" bigint, contact text)
    join loans l on l.id = a."loanId"
    left join lateral (
      select v.phone, v.type from (
        values ('mobile', l.mobile, null), ('alternateContact1', l.alternate_contact1, null),
          ('alternateContact2', l.alternate_contact2, null)
        union all select 'otherMobiles.' || (o.n - 1), o.other, null
          from unnest(l.other_mobiles) with ordinality o (other, n)
        union all select 'participant.' || p.id, p.mobile, p.type from loan_participants p where p.loan_id = l.id
      ) v (contact, phone, type) where v.contact = a.contact) n on true`);

const never = (rule: string): Refusal => ({ rule, until: null });

/** The first rule that forbids it, the ones that never end before those that do. */
function refusalOf(f: Found, limits: Limits | undefined, now: Date, hasAgent: boolean): Refusal | null {
  if (f.closed) return never(f.closed);
  if (f.phone === null) return never('no_number');
  if (f.isReference) return never('reference');
  const block = blockOf(
    {
      isDNC: f.isDNC,
      ...(limits ?? { hours: null, closedOn: [], rest: null, cappedUntil: null, allowance: null }),
    },
    now,
  );
  if (block) return { rule: block.code, ...(block.reason && { reason: block.reason }), until: block.until };
  if (f.isOnCall) return { rule: 'on_call', until: new Date(now.getTime() + 60_000).toISOString() };
  // Whoever was left without an answer is called again only by somebody who is there.
  if (f.wasAbandoned && !hasAgent)
    return { rule: 'abandoned', until: new Date(now.getTime() + 3_600_000).toISOString() };
  return null;
}

export async function decide(
  tx: Tx,
  limitsOf: LimitsOf,
  asked: readonly Asked[],
  o: { now: Date; hasAgent: boolean },
): Promise<Decision[]> {
  const named = asked.map(({ loanId, contact = 'mobile' }) => ({ loanId, contact }));
  const facts = await found(tx, named, o.now);
  const limits = await limitsOf(tx, facts, businessDay(o.now));
  return facts.map((f) => ({
    loanId: f.id,
    contact: f.contact,
    phone: f.phone,
    borrowerId: f.borrowerId,
    refusal: refusalOf(f, limits.get(f.id), o.now, o.hasAgent),
    allowance: limits.get(f.id)?.allowance ?? null,
  }));
}

export const keepDecisions = (
  tx: Tx,
  decisions: readonly Decision[],
  by: { now: Date; userId: number | null; campaignId: number | null },
): Promise<number> =>
  tx.run(sql`
    insert into contact_decisions (at, loan_id, user_id, campaign_id, channel, contact, is_allowed, rule, until)
    select ${by.now}, d."loanId", ${by.userId}::bigint, ${by.campaignId}::bigint, 'call', d.contact, d.rule is null, d.rule, d.until
    from jsonb_to_recordset(${JSON.stringify(
      decisions.map(({ loanId, contact, refusal }) => ({ loanId, contact, ...refusal })),
    )}::jsonb) d ("loanId" bigint, contact text, rule text, until timestamptz)`);
