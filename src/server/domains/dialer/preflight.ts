/** What the guard would say of every loan of a campaign now: one statement, because a campaign may have a hundred thousand. */
import { timeInIndia } from '#contract/kernel/india.ts';
import { businessDay } from '#server/kernel/clock.ts';
import { closedRuleOf } from '#server/kernel/contact.ts';
import type { Tx } from '#server/kernel/database.ts';
import { type Fragment, sql } from '#server/kernel/sql.ts';

export interface Skipped {
  /** The guard's rule; `attended` when it was called already, `later` when it is to be called another time. */
  rule: string;
  leads: number;
}
export interface Preflight {
  leads: number;
  willCall: number;
  skipped: Skipped[];
}

/** The rules of the day, and the loans with the number that is tried next. */
const candidates = (campaignId: number, day: string): Fragment => sql`
  r as materialized (
    select id, kind, client_id, lower(product_type) as product, starts_at, ends_at, channel, most, every_days
    from compliance_rules where is_active and kind <> 'hold' and from_day <= ${day}::date
      and coalesce(until_day, 'infinity') >= ${day}::date),
  l as materialized (
    select l.id, l.borrower_id, l.client_id, coalesce(lower(l.product_type), '') as product, l.is_dnc,
      ${closedRuleOf(sql`l`)} as shut,
      x.state, x.block_reason, x.not_before,
      case coalesce(x.phone_ord, 0) when 0 then l.mobile when 1 then l.alternate_contact1
        when 2 then l.alternate_contact2 else l.other_mobiles[x.phone_ord - 2] end as phone
    from loans l left join leads x on x.campaign_id = l.campaign_id and x.loan_id = l.id
    where l.campaign_id = ${campaignId} and l.is_active),
  kinds as materialized (
    select k.client_id, k.product, h.starts_at, h.ends_at,
      exists (select from r where r.kind = 'holiday' and ${isFor}) as closed
    from (select distinct client_id, product from l) k left join lateral (
      select r.starts_at, r.ends_at from r where r.kind = 'hours' and ${isFor}
      order by (r.client_id is not null) desc, (r.product is not null) desc limit 1) h on true)`;
const isFor = sql`(r.client_id is null or r.client_id = k.client_id) and (r.product is null or r.product = k.product)`;

/** Borrowers who were contacted as often as a rule allows: one person, over all their loans and every channel. */
const capped = (day: string): Fragment => sql`
  o as materialized (
    select o.id, o.borrower_id from loans o where o.borrower_id in (select borrower_id from l)),
  contacts as materialized (
    select o.borrower_id, (k.start_time at time zone 'Asia/Kolkata')::date as day, 'call' as channel, count(*) as times
    from o join cdr k on k.loan_id = o.id where k.direction = 'outbound' and k.outcome is distinct from 'congestion'
      and k.start_time > ${day}::date - interval '32 days' group by 1, 2
    union all
    select o.borrower_id, (v.effective_at at time zone 'Asia/Kolkata')::date, 'visit', count(*)
    from o join visits v on v.loan_id = o.id where v.effective_at > ${day}::date - interval '32 days' group by 1, 2
    union all
    select o.borrower_id, (m.sent_at at time zone 'Asia/Kolkata')::date, 'message', count(*)
    from o join messages m on m.loan_id = o.id where m.sent_at > ${day}::date - interval '32 days' group by 1, 2),
  capped as materialized (
    select distinct k.client_id, k.product, c.borrower_id
    from kinds k join r on r.kind = 'cap' and r.channel in ('any', 'call') and ${isFor}
      join contacts c on c.day between ${day}::date - r.every_days + 1 and ${day}::date
        and r.channel in ('any', c.channel)
    group by k.client_id, k.product, c.borrower_id, r.id, r.most having sum(c.times) >= r.most)`;

/** In the order in which the guard asks, after what the hopper itself knows. */
const verdict = (day: string, now: Date, hasAgent: boolean): Fragment => sql`
  select case
    when l.state in ('claimed', 'dialing') then 'on_call'
    when l.state = 'done' then 'attended'
    when l.state = 'blocked' then coalesce(l.block_reason, 'attended')
    when l.shut is not null then l.shut
    when l.phone is null then 'no_number'
    when l.is_dnc or exists (select from dnc_numbers d where right(d.mobile, 4) = right(l.phone, 4)
      and d.mobile = l.phone and d.status = 'active') then 'do_not_call'
    when k.starts_at is null or k.ends_at is null then 'no_hours'
    when exists (select from loan_holds h where h.loan_id = l.id and h.ended_at is null
      and h.from_day <= ${day}::date and h.until_day >= ${day}::date) then 'rests'
    when exists (select from capped c where c.borrower_id = l.borrower_id and c.client_id = l.client_id
      and c.product = l.product) then 'capped'
    when k.closed then 'closed'
    when ${timeInIndia(now)} < k.starts_at or ${timeInIndia(now)} >= k.ends_at then 'hours'
    when exists (select from o join call_attempts a on a.loan_id = o.id
      where o.borrower_id = l.borrower_id and a.state <> 'ended') then 'on_call'
    when not ${hasAgent}::boolean and exists (select from call_attempts a where a.loan_id = l.id
      and a.outcome = 'abandoned' and a.ended_at > ${now}::timestamptz - interval '72 hours') then 'abandoned'
    when l.not_before > ${now} then 'later'
  end as rule
  from l join kinds k on k.client_id = l.client_id and k.product = l.product`;

export async function preflightOf(
  tx: Tx,
  o: { campaignId: number; hasAgent: boolean; now: Date },
): Promise<Preflight> {
  const day = businessDay(o.now);
  const found = await tx.rows<{ rule: string | null; leads: number }>(sql`
    with ${candidates(o.campaignId, day)}, ${capped(day)}
    select v.rule, count(*) as leads from (${verdict(day, o.now, o.hasAgent)}) v
    group by 1 order by 2 desc, 1`);
  return {
    leads: found.reduce((all, { leads }) => all + leads, 0),
    willCall: found.find(({ rule }) => rule === null)?.leads ?? 0,
    skipped: found.flatMap(({ rule, leads }) => (rule === null ? [] : [{ rule, leads }])),
  };
}
