/** Policy result of every loan of a campaign now, with its next number. */
import type { Count } from '#contexts/contact/server/policy/contact.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { aheadOf } from '#contexts/work/server/promises/ahead.ts';
import { numberShown } from '../engine/caller-id.ts';
import { promiseRule } from './promises-ahead.ts';
import { restRule, restingInCampaign } from './rests.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

interface Skipped {
  /** The guard's rule; `attended` when it was called already, `later` when it is to be called another time. */
  rule: string;
  leads: number;
}
interface Preflight {
  leads: number;
  willCall: number;
  skipped: Skipped[];
}

/** Caller ID of loan `l` of client `s` in campaign `c`; the purpose is derived from the days past due. */
const shownNumber = (now: Date): Fragment =>
  numberShown(sql`case when l.dpd = 0 then 'reminder' else 'collection' end`, now);

/** Returns clients of a campaign's loans that have no caller ID in service. */
export const findClientsWithoutCallerId = async (tx: Tx, campaignId: number, now: Date): Promise<string[]> =>
  (
    await tx.rows<{ name: string }>(sql`
      select s.name from clients s join campaigns c on c.id = ${campaignId}
      where exists (select from loans l where l.campaign_id = c.id and l.client_id = s.id and l.is_active
        and ${shownNumber(now)} is null) order by s.name`)
  ).map(({ name }) => name);

export async function preflightOf(
  tx: Tx,
  count: Count,
  { campaignId, ...o }: { campaignId: number; hasAgent: boolean; now: Date },
): Promise<Preflight> {
  const resting = await restingInCampaign(tx, { campaignId, now: o.now });
  const asked = sql`
    select l.id as n, l.id as loan_id, l.borrower_id, 'call' as channel, 'next' as contact, false as is_reference,
      coalesce(x.phone, l.mobile) as phone,
      case when x.state in ('claimed', 'dialing') then 'on_call' when x.state = 'done' then 'attended'
        when x.state = 'blocked' then coalesce(x.block_reason, 'attended')
        when ${shownNumber(o.now)} is null then 'no_caller_id'
        when a.loan_id is not null and not c.calls_promised then ${promiseRule} end as before,
      case when x.not_before > ${o.now} then 'later'
        when l.id = any(${resting}::bigint[]) then ${restRule} end as after
    from loans l join campaigns c on c.id = l.campaign_id join clients s on s.id = l.client_id
      left join (${aheadOf(businessDay(o.now), sql`(select p.id from loans p where p.campaign_id = ${campaignId} and p.is_active)`)}) a
        on a.loan_id = l.id
      left join leads x on x.campaign_id = l.campaign_id and x.loan_id = l.id
    where l.campaign_id = ${campaignId} and l.is_active`;
  const sums = new Map<string | null, number>();
  for (const { before, rule, after, asks } of await count(tx, asked, o)) {
    const why = before ?? rule ?? after;
    sums.set(why, (sums.get(why) ?? 0) + asks);
  }
  const willCall = sums.get(null) ?? 0;
  const skipped = [...sums]
    .flatMap(([rule, leads]) => (rule === null ? [] : [{ rule, leads }]))
    .toSorted((a, b) => b.leads - a.leads || (a.rule < b.rule ? -1 : 1));
  return { leads: skipped.reduce((all, { leads }) => all + leads, willCall), willCall, skipped };
}
