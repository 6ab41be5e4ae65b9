/**
 * What is known of each ask, as one statement. A person is one, however many loans they have, and every number of theirs
 * is they; a number that two people have counts for both, and one that nobody has as their own counts by itself.
 */
import { closedRuleOf, isDncOf } from '#contexts/loans/server/loan-state.ts';
import { ownersOf } from '../policy/contact.ts';
import type { ClosedRule } from '#kernel/contract/contact-rules.ts';
import { type Fragment, empty, sql } from '#kernel/server/database/sql.ts';
import type { Contacts } from './rules.ts';

export interface Facts {
  n: number;
  loanId: number;
  borrowerId: number;
  clientId: number;
  productType: string | null;
  channel: 'call' | 'message' | 'visit';
  contact: string;
  phone: string | null;
  closed: ClosedRule | null;
  isReference: boolean;
  isDNC: boolean;
  isOnCall: boolean;
  wasAbandoned: boolean;
  /** The longest rest that is not over, of whoever is meant. */
  rest: { reason: string; until: string } | null;
  /** How often each person meant was contacted, and the number. */
  contacts: Contacts[][];
}

interface When {
  now: Date;
  day: string;
  /** How many days back a contact may count; more than the three in which who was left waiting is not called. */
  daysBack: number;
  /** So few asks that each is looked up by itself. */
  isFew: boolean;
}
const alone = sql`offset 0`;

/** Who is meant by an ask, and all loans and numbers that are theirs. `e` is a person, or below zero a number of nobody's. */
const whom = (asked: Fragment, few: Fragment): Fragment => sql`
  asked as materialized (${asked}),
  meant as materialized (
    select n, borrower_id as e from asked
    union select a.n, coalesce(o.borrower_id, -a.n - 1) from asked a
      left join lateral (${ownersOf(sql`a.phone`)} ${few}) o on true where a.phone is not null),
  theirs as materialized (
    select p.e, o.id, o.numbers from (select distinct e from meant) p cross join lateral (
      select o.id, array_remove(array[o.mobile, o.alternate_contact1, o.alternate_contact2] || o.other_mobiles, null) as numbers
      from loans o where o.borrower_id = p.e ${few}) o),
  numbers as materialized (
    select distinct t.e, v.number from theirs t cross join lateral unnest(t.numbers) v (number)
    union all select -n - 1, phone from asked where phone is not null and -n - 1 in (select e from meant))`;

/** Calls, messages and visits of the last days with each, once each. */
const done = ({ day, daysBack, now }: When, few: Fragment): Fragment => {
  const since = sql`${day}::date - ${daysBack}::int * interval '1 day'`;
  const isNear = sql`k.state <> 'ended' or k.dialed_at > ${since}`;
  const call = sql`k.id, k.state <> 'ended' as is_live, k.direction = 'outbound' and k.outcome is distinct from 'congestion'
      and (k.dialed_at is not null or k.state <> 'ended') as counts, coalesce(k.dialed_at, k.claimed_at) as at,
      coalesce(k.outcome = 'abandoned' and k.ended_at > ${now}::timestamptz - interval '72 hours', false) as is_abandoned`;
  return sql`
  calls as materialized (
    select t.e, c.* from theirs t cross join lateral (
      select ${call} from call_attempts k where k.loan_id = t.id and (${isNear}) ${few}) c
    union select x.e, c.* from numbers x cross join lateral (
      select ${call} from call_attempts k where k.phone = x.number and (${isNear}) ${few}) c),
  sent as materialized (
    select t.e, m.* from theirs t cross join lateral (
      select m.id, m.sent_at from messages m where m.loan_id = t.id and m.sent_at > ${since} ${few}) m
    union select x.e, m.* from numbers x cross join lateral (
      select m.id, m.sent_at from messages m where m.mobile = x.number and m.sent_at > ${since} ${few}) m),
  visited as materialized (
    select t.e, v.effective_at from theirs t cross join lateral (
      select v.effective_at from visits v where v.loan_id = t.id and v.effective_at > ${since} ${few}) v),
  counted as materialized (
    select e, day, channel, count(*) as times from (
      select e, (at at time zone 'Asia/Kolkata')::date as day, 'call' as channel from calls where counts and at > ${since}
      union all select e, (sent_at at time zone 'Asia/Kolkata')::date, 'message' from sent
      union all select e, (effective_at at time zone 'Asia/Kolkata')::date, 'visit' from visited) c
    group by e, day, channel)`;
};

/** One row for each thing known of somebody, put together for each ask. */
const known = ({ day }: When, few: Fragment): Fragment => sql`
  rests as materialized (
    select distinct on (t.e) t.e, h.rest, h.until_day from theirs t cross join lateral (
      select jsonb_build_object('reason', r.name, 'until', h.until_day) as rest, h.until_day, h.id
      from loan_holds h join compliance_rules r on r.id = h.rule_id
      where h.loan_id = t.id and h.ended_at is null and h.from_day <= ${day}::date and h.until_day >= ${day}::date ${few}) h
    order by t.e, h.until_day desc, h.id),
  lines as materialized (
    select e, bool_or(is_live) as is_live, bool_or(is_abandoned) as is_abandoned from calls group by e),
  tallies as materialized (
    select e, jsonb_agg(jsonb_build_object('day', day, 'channel', channel, 'times', times) order by day, channel) as contacts
    from counted group by e),
  summed as materialized (
    select w.n, bool_or(i.is_live) as is_live, bool_or(i.is_abandoned) as is_abandoned,
      (array_agg(r.rest order by r.until_day desc nulls last, r.rest))[1] as rest,
      coalesce(jsonb_agg(distinct s.contacts) filter (where s.contacts is not null), '[]') as contacts
    from meant w left join lines i on i.e = w.e left join rests r on r.e = w.e left join tallies s on s.e = w.e
    group by w.n)`;

/** The parts of a `with` that end in `summed`: one row for each row of `asked`, by its `n`. */
export const factsOf = (asked: Fragment, when: When): Fragment => {
  const few = when.isFew ? alone : empty;
  return sql`${whom(asked, few)}, ${done(when, few)}, ${known(when, few)}`;
};

/** What a fact is called, of a row `a` of `asked`, its loan `l` and its row `s` of `summed`. */
export const factColumns = sql`
  ${closedRuleOf(sql`l`)} as closed, a.is_reference as "isReference", ${isDncOf(sql`l`, sql`a.phone`)} as "isDNC",
  coalesce(s.is_live, false) as "isOnCall", coalesce(s.is_abandoned, false) as "wasAbandoned", s.rest,
  coalesce(s.contacts, '[]') as contacts, l.client_id as "clientId", l.product_type as "productType"`;
