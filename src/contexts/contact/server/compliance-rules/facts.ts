/** Facts of each request, as one statement on the contact ledger, the holds and the DNC list. */
import type { Span } from '#contexts/contact/contract/contact-block.ts';
import { closedRuleOf, isDncOf } from '#contexts/loans/server/loan-state.ts';
import { inForce } from '../policy/holds.ts';
import { lookup, whom } from '../policy/people.ts';
import type { ClosedRule } from '#kernel/contract/contact-rules.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
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
  /** Longest active hold of the borrowers. */
  rest: { reason: string; until: string } | null;
  /** One of the borrowers has a no-call preference. */
  noCalls: boolean;
  /** Blocked times of the borrowers. */
  avoid: Span[];
  /** Contacts of each borrower, and of the number. */
  contacts: Contacts[][];
  /** Visit notice by the loan's agent. */
  noticed?: { told: string | null; waits: boolean } | null;
}

interface When {
  now: Date;
  day: string;
  /** Days of included contacts; at least three (72 hours) after an abandoned call. */
  daysBack: number;
  /** Few requests are looked up one by one; many join complete tables. */
  isFew: boolean;
}
/** The ledger of the last days with each: by person and by number, each contact once. */
const done = ({ day, daysBack, now, isFew }: When, few: Fragment): Fragment => {
  const first = sql`${day}::date - ${daysBack}::int * interval '1 day'`;
  // A value hidden from the planner is planned once for all: planning is more expensive than looking up a few borrowers.
  const since = isFew ? sql`(select ${first})` : first;
  const shown = sql`c.source, c.source_id, c.at, c.counts_for, ${isFew ? sql`c.channel` : sql`c.counts_for`} as channel,
    c.is_live, coalesce(c.abandoned_at > ${now}::timestamptz - interval '72 hours', false) as is_abandoned`;
  // Of few, each person's rows are found by both indexes at once; of very many, the ledger is joined once by each.
  const contacted = isFew
    ? sql`
    select p.e, c.* from people p left join (select e, array_agg(number) as all from numbers group by e) x using (e)
    cross join lateral (
      select ${shown} from contacts c where (c.borrower_id = p.e or c.number = any(x.all)) and c.at > ${since} ${few}) c`
    : sql`
    select p.e, c.* from people p cross join lateral (
      select ${shown} from contacts c where c.borrower_id = p.e and c.at > ${since}) c
    union select x.e, c.* from numbers x cross join lateral (
      select ${shown} from contacts c where c.number = x.number and c.at > ${since}) c`;
  return sql`
  contacted as materialized (${contacted}),
  counted as materialized (
    select e, (at at time zone 'Asia/Kolkata')::date as day, counts_for, channel, count(*) as times
    from contacted where counts_for is not null group by 1, 2, 3, 4)`;
};

/** One row per fact of a borrower, aggregated per request. */
const known = ({ day }: When, few: Fragment): Fragment => sql`
  rests as materialized (
    select distinct on (t.e) t.e, h.rest, h.until_day from theirs t cross join lateral (
      select jsonb_build_object('reason', r.name, 'until', h.until_day) as rest, h.until_day, h.id
      from loan_holds h join compliance_rules r on r.id = h.rule_id
      where h.loan_id = t.id and ${inForce(day)} ${few}) h
    order by t.e, h.until_day desc, h.id),
  lines as materialized (
    select e, bool_or(is_live) as is_live, bool_or(is_abandoned) as is_abandoned from contacted group by e),
  tallies as materialized (
    select e, jsonb_agg(jsonb_build_object('day', day, 'channel', counts_for, 'by', channel, 'times', times)
      order by day, counts_for, channel) as contacts
    from counted group by e),
  summed as materialized (
    select w.n, bool_or(i.is_live) as is_live, bool_or(i.is_abandoned) as is_abandoned,
      (array_agg(r.rest order by r.until_day desc nulls last, r.rest))[1] as rest,
      coalesce(jsonb_agg(distinct s.contacts) filter (where s.contacts is not null), '[]') as contacts
    from meant w left join lines i on i.e = w.e left join rests r on r.e = w.e left join tallies s on s.e = w.e
    group by w.n),
  wished as materialized (
    select w.n, bool_or(x.no_calls_since is not null) as no_calls,
      jsonb_agg(distinct jsonb_build_object('from', x.avoid_from, 'until', x.avoid_until)) filter (where x.avoid_from is not null) as avoid
    from meant w cross join lateral (select x.* from contact_wishes x where x.borrower_id = w.e ${few}) x group by w.n)`;

/** The parts of a `with` that end in `summed` and `wished`: at most one row for each row of `asked`, by its `n`. */
export const factsOf = (asked: Fragment, when: When): Fragment => {
  const few = lookup(when.isFew);
  return sql`${whom(asked, few)}, ${done(when, few)}, ${known(when, few)}`;
};

/** Each request with its loan and facts. */
export const askedWithFacts = sql`
  from asked a join loans l on l.id = a.loan_id left join summed s on s.n = a.n left join wished w on w.n = a.n`;

/** What a fact is called, of a row of these. */
export const factColumns = sql`
  ${closedRuleOf(sql`l`)} as closed, a.is_reference as "isReference", ${isDncOf(sql`l`, sql`a.phone`)} as "isDNC",
  coalesce(s.is_live, false) as "isOnCall", coalesce(s.is_abandoned, false) as "wasAbandoned", s.rest,
  coalesce(w.no_calls, false) as "noCalls", coalesce(w.avoid, '[]') as avoid, coalesce(s.contacts, '[]') as contacts, l.client_id as "clientId", l.product_type as "productType"`;
