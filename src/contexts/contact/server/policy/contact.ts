/** Port of the contact policy: requests of channels before a contact, and decisions. */
import type { z } from 'zod/mini';
import type { Block, Span } from '#contexts/contact/contract/contact-block.ts';
import type { ClosedRule, allowance } from '#kernel/contract/contact-rules.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Fragment } from '#kernel/server/database/sql.ts';
import { sql } from '#kernel/server/database/sql.ts';

type ContactChannel = 'call' | 'message' | 'visit';

/** One contact that is wanted: with a loan's borrower, at a number unless it is a visit or an e-mail. */
export interface Ask {
  loanId: number;
  channel: ContactChannel;
  /** Which of the loan's numbers, such as `mobile` or `participant.7`; `email` and `visit` need none. */
  contact?: string;
  /** The number, if available; otherwise the contact's name is resolved. */
  number?: string | null;
  /** A message that rings and speaks, as a call does. */
  isSpoken?: boolean;
}
export interface Refusal {
  rule: string;
  /** Reason of a hold. */
  reason?: string;
  /** The next allowed moment; null when unknown. */
  until: string | null;
}
/** How often the borrower was contacted, of how often they may be in so many days. */
export interface Allowance {
  times: number;
  most: number;
  everyDays: number;
  /** The first day that is counted, in India. */
  since: string;
  /** The same, for each channel that was used, such as `sms`. */
  by: { channel: string; times: number }[];
}
/** Visit notice by the loan's agent. */
export interface VisitNotice {
  /** So many days before the visit. */
  days: number;
  /** The day in India it was sent; null: not yet. */
  told: string | null;
  /** Requested and not sent yet. */
  waits: boolean;
  /** The first day they may be visited. */
  from: string | null;
}
export interface ContactLimits {
  hours: Span | null;
  closedOn: string[];
  rest: { reason: string; until: string } | null;
  /** Contacted as often as is allowed; free again on this day. */
  cappedUntil: string | null;
  /** Of a call: the borrower wants none. */
  noCalls: boolean;
  /** Times of the day in which the borrower wants no contact. */
  avoid: Span[];
  allowance: Allowance | null;
  /** Of a visit that needs notice before it. */
  notice?: VisitNotice | null;
}
export interface Decision {
  /** Index of the request. */
  n: number;
  loanId: number;
  borrowerId: number;
  channel: ContactChannel;
  contact: string;
  phone: string | null;
  closed: ClosedRule | null;
  isDNC: boolean;
  limits: ContactLimits;
  refusal: Refusal | null;
}
export interface Asking {
  now: Date;
  /** An agent is present when the borrower answers. */
  hasAgent?: boolean;
}
/** Why a lender's borrowers may not be contacted at a moment, and when they may again; null: they may. */
export type OpeningFor = (tx: Tx, clientId: number, now: Date) => Promise<Block | null>;
/** Returns one decision per request with an existing loan, in one round trip for any number. */
export type Evaluate = (tx: Tx, asks: readonly Ask[], o: Asking) => Promise<Decision[]>;

/** Rows of `asked`, see `askedRows`, with facts of the caller: a rule with precedence, or none. */
export interface Tally {
  before: string | null;
  after: string | null;
  rule: string | null;
  asks: number;
}
/** What would be decided of very many, counted. */
export type Count = (tx: Tx, asked: Fragment, o: Asking) => Promise<Tally[]>;

/** A loan's numbers, in the order in which they are tried: of `l`, as `place`, `contact`, `phone` and `type`. */
export const numbersOfLoan = sql`
  values (0, 'mobile', l.mobile, null), (1, 'alternateContact1', l.alternate_contact1, null),
    (2, 'alternateContact2', l.alternate_contact2, null)
  union all select 2 + o.n, 'otherMobiles.' || (o.n - 1), o.other, null
    from unnest(l.other_mobiles) with ordinality o (other, n)
  union all select 1000, 'participant.' || p.id, p.mobile, p.type from loan_participants p where p.loan_id = l.id`;

/** Requests as rows: `n`, the loan, its borrower, and the number. */
export const askedRows = (asks: readonly Ask[]): Fragment => sql`
  select a.n, l.id as loan_id, l.borrower_id, a.channel, coalesce(a.number, v.phone) as phone,
    case when a.number is null then a.contact else coalesce(v.contact, 'given') end as contact,
    coalesce(v.type = 'Reference', false) as is_reference
  from jsonb_to_recordset(${JSON.stringify(
    asks.map(({ contact = 'mobile', ...ask }, n) => ({ ...ask, contact, n })),
  )}::jsonb) a (n bigint, "loanId" bigint, channel text, contact text, number text)
  join loans l on l.id = a."loanId"
  left join lateral (
    select v.contact, v.phone, v.type from (${numbersOfLoan}) v (place, contact, phone, type)
    where case when a.number is null then v.contact = a.contact else v.phone = a.number end
    order by v.place, v.contact limit 1) v on true`;

/** A decision as it crosses the wire. */
export function allowanceOf({ limits, refusal }: Decision): z.input<typeof allowance> {
  const { times = null, most = null, everyDays = null, since = null, by = [] } = limits.allowance ?? {};
  const { rule = null, reason = null, until = null } = refusal ?? {};
  return {
    times,
    most,
    everyDays,
    since,
    by,
    rule,
    reason,
    until,
    notice: limits.notice ?? null,
    avoid: limits.avoid,
  };
}

/** Every decision that permitted or prevented an act is stored. */
export const keepDecisions = (
  tx: Tx,
  decisions: readonly (Pick<Decision, 'loanId' | 'channel' | 'contact' | 'refusal'> & {
    userId?: number | null;
  })[],
  by: { now: Date; userId?: number | null; campaignId?: number | null },
): Promise<number> =>
  tx.run(sql`
    insert into contact_decisions (at, loan_id, user_id, campaign_id, channel, contact, is_allowed, rule, until)
    select ${by.now}, d."loanId", d."userId", ${by.campaignId ?? null}::bigint, d.channel, d.contact, d.rule is null,
      d.rule, d.until
    from jsonb_to_recordset(${JSON.stringify(
      decisions.map(({ loanId, channel, contact, refusal, userId = by.userId }) => ({
        loanId,
        channel,
        contact,
        userId,
        ...refusal,
      })),
    )}::jsonb) d ("loanId" bigint, "userId" bigint, channel text, contact text, rule text, until timestamptz)`);
