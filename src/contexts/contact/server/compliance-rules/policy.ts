/** Contact policy: may this borrower be contacted now, by this channel, at this number? Used by every channel. */
import { type Block, blockOf } from '#contexts/contact/contract/contact-block.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import {
  type Ask,
  type Asking,
  type ContactLimits,
  type Decision,
  type Refusal,
  type Tally,
  type VisitNotice,
  askedRows,
} from '../policy/contact.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { noticedOf } from '../policy/notice.ts';
import { type Facts, askedWithFacts, factColumns, factsOf } from './facts.ts';
import {
  addDays,
  type ContactRule,
  tightestCap,
  cappedUntil,
  closedDays,
  daysBackOf,
  hoursFor,
  noticeDays,
  longestDays,
} from './rules.ts';

const rulesOn = (day: string): Fragment => sql`
  select kind, client_id as "clientId", product_type as "productType", from_day as "fromDay", until_day as "untilDay",
    starts_at as "startsAt", ends_at as "endsAt", channel, most, every_days as "everyDays", hold_days as "holdDays"
  from compliance_rules where is_active and kind <> 'hold' and coalesce(until_day, 'infinity') >= ${day}`;

type OfLoan = Pick<Facts, 'clientId' | 'productType' | 'rest' | 'contacts' | 'noticed' | 'noCalls' | 'avoid'>;

/** Limits and totals for a loan's contacts on a day; of several persons, of the one with the fewest contacts left. */
function limitsFor(
  rules: readonly ContactRule[],
  { clientId, productType, rest, contacts, noticed, noCalls, avoid }: OfLoan,
  {
    day,
    channel,
    isSpoken = false,
  }: { day: string; channel: Facts['channel']; isSpoken?: boolean | undefined },
): ContactLimits {
  const of = { clientId, productType, day };
  const hours = hoursFor(rules, of);
  const each = contacts.length > 0 ? contacts : [[]];
  const capped = each.map((done) => cappedUntil(rules, of, { done, channel })).filter((to) => to !== null);
  const allowances = each.flatMap((done) => tightestCap(rules, of, { done, channel }) ?? []);
  const [allowance = null] = allowances.toSorted((a, b) => a.most - a.times - (b.most - b.times));
  return {
    hours: hours ? { from: hours.startsAt, until: hours.endsAt } : null,
    closedOn: closedDays(rules, of),
    rest,
    cappedUntil: capped.toSorted().at(-1) ?? null,
    noCalls: noCalls && (channel === 'call' || isSpoken),
    avoid,
    allowance,
    notice: channel === 'visit' ? noticeOf(noticeDays(rules, of), noticed) : null,
  };
}

const noticeOf = (days: number | null, noticed: Facts['noticed']): VisitNotice | null => {
  if (days === null) return null;
  const { told = null, waits = false } = noticed ?? {};
  return { days, told, waits, from: told === null ? null : addDays(told, days) };
};

/** A lender's contact hours on a day, independent of the loan; null on a closed day. */
export async function hoursOfDay(tx: Tx, clientId: number, day: string): Promise<ContactLimits['hours']> {
  const of = { clientId, productType: null, day };
  const rules = await tx.rows<ContactRule>(rulesOn(day));
  const hours = closedDays(rules, of).includes(day) ? undefined : hoursFor(rules, of);
  return hours ? { from: hours.startsAt, until: hours.endsAt } : null;
}

/** Why a lender's borrowers may not be contacted at this moment, and when they may again; null: they may. */
export async function openingFor(tx: Tx, clientId: number, now: Date): Promise<Block | null> {
  const day = businessDay(now);
  const rules = await tx.rows<ContactRule>(rulesOn(day));
  const of = { clientId, productType: null, day };
  const found = hoursFor(rules, of);
  const hours = found ? { from: found.startsAt, until: found.endsAt } : null;
  const open = { closed: null, isDNC: false, rest: null, cappedUntil: null };
  return blockOf({ ...open, hours, closedOn: closedDays(rules, of) }, now);
}

const never = (rule: string): Refusal => ({ rule, until: null });
const said = ({ code, reason, until }: Block): Refusal => ({
  rule: code,
  ...(reason !== undefined && { reason }),
  until,
});
/** Contacts that go to no number. */
const without: ReadonlySet<string> = new Set(['email', 'visit']);

type Judged = Pick<
  Facts,
  'channel' | 'contact' | 'closed' | 'phone' | 'isReference' | 'isDNC' | 'isOnCall' | 'wasAbandoned'
>;
/** The first rule that forbids it, the ones that never end before those that do. */
function refusalOf(f: Judged, limits: ContactLimits, { now, hasAgent = false }: Asking): Refusal | null {
  if (f.closed) return never(f.closed);
  if (f.phone === null && !without.has(f.contact)) return never('no_number');
  if (f.isReference) return never('reference');
  const block = blockOf({ closed: null, isDNC: f.isDNC, ...limits }, now);
  if (block) return said(block);
  if (f.channel !== 'call') return null;
  if (f.isOnCall) return { rule: 'on_call', until: new Date(now.getTime() + 60_000).toISOString() };
  // After an abandoned call a borrower may be called only with an agent present (72-hour rule).
  if (f.wasAbandoned && !hasAgent)
    return { rule: 'abandoned', until: new Date(now.getTime() + 3_600_000).toISOString() };
  return null;
}

/** Distinct look-ups: channels share the facts of a number, with the notice if one is a visit. */
function distinct(asks: readonly Ask[]) {
  const places = new Map<string, number>();
  const wanted: Ask[] = [];
  const placeOf = asks.map((ask) => {
    const key = JSON.stringify([ask.loanId, ask.contact, ask.number]);
    const place = places.get(key) ?? wanted.length;
    places.set(key, place);
    if (place === wanted.length || ask.channel === 'visit') wanted[place] = ask;
    return place;
  });
  return { wanted, placeOf };
}

/** One decision per request with an existing loan, in one statement for one and for a thousand; in their order. */
export async function evaluate(tx: Tx, asks: readonly Ask[], o: Asking): Promise<Decision[]> {
  if (asks.length === 0) return [];
  const day = businessDay(o.now);
  const { wanted, placeOf } = distinct(asks);
  const facts = await tx.rows<Facts & { rules: ContactRule[] | null }>(sql`
    with ${factsOf(askedRows(wanted), { now: o.now, day, daysBack: longestDays, isFew: true })}
    select a.n, a.loan_id as "loanId", a.borrower_id as "borrowerId", a.channel, a.contact, a.phone, ${factColumns}, ${noticedOf} as noticed,
      -- Once, not with every row.
      case when a.n = (select min(n) from asked) then (select jsonb_agg(r) from (${rulesOn(day)}) r) end as rules
    ${askedWithFacts} order by a.n`);
  const rules = facts[0]?.rules ?? [];
  const found = new Map(facts.map((one) => [one.n, one]));
  return asks.flatMap(({ channel, isSpoken }, n) => {
    const f = found.get(placeOf[n] ?? n);
    if (!f) return [];
    const limits = limitsFor(rules, f, { day, channel, isSpoken });
    const refusal = refusalOf({ ...f, channel }, limits, o);
    const { loanId, borrowerId, contact, phone, closed, isDNC } = f;
    return [{ n, loanId, borrowerId, channel, contact, phone, closed, isDNC, limits, refusal }];
  });
}

type Group = Omit<Facts, 'n' | 'loanId' | 'borrowerId' | 'phone'> & {
  hasPhone: boolean;
  before: string | null;
  after: string | null;
  asks: number;
};
/** The same for an entire campaign: requests with equal facts are decided together. */
export async function countDecisions(tx: Tx, asked: Fragment, o: Asking): Promise<Tally[]> {
  const day = businessDay(o.now);
  // Rules first: for very many requests, facts without a cap are not aggregated.
  const rules = await tx.rows<ContactRule>(rulesOn(day));
  const daysBack = daysBackOf(rules);
  const groups = await tx.planned<Group>(sql`
    with ${factsOf(asked, { now: o.now, day, daysBack, isFew: false })}
    select a.before, a.after, a.channel, a.contact, a.phone is not null as "hasPhone", ${factColumns}, count(*) as asks
    ${askedWithFacts}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16`);
  return groups.map(({ before, after, asks, hasPhone, ...f }) => {
    const limits = limitsFor(rules, f, { day, channel: f.channel });
    const refusal = refusalOf({ ...f, phone: hasPhone ? '' : null }, limits, o);
    return { before, after, rule: refusal?.rule ?? null, asks };
  });
}
