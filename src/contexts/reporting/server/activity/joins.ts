/** What belongs to a row `g` of a report: one person's day in one campaign. */
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

export const dawnOf = (day: Fragment): Fragment => sql`(${day})::timestamp at time zone 'Asia/Kolkata'`;

/** The calls of a row: its person's, in its campaign, dialled on its day. */
export const callsJoined = sql`left join lateral (
  select count(*)::int as calls, count(*) filter (where k.talk_duration > 0)::int as connected,
    count(*) filter (where k.talk_duration = 0 and k.state = 'ended')::int as missed,
    count(*) filter (where k.mode = 'manual')::int as manual, count(distinct k.lead_id)::int as dialled
  from cdr k where k.user_id = g.user_id and k.campaign_id = g.campaign_id
    and k.start_time >= ${dawnOf(sql`g.day`)} and k.start_time < ${dawnOf(sql`g.day + 1`)}) k on true`;
/** Leads of the loans the person works. */
export const leadsJoined = sql`left join lateral (
  select count(*)::int as leads, count(*) filter (where e.state = 'queued')::int as queued
  from leads e join loans l on l.id = e.loan_id where e.campaign_id = g.campaign_id and l.assignee_id = g.user_id) e on true`;
/** Follow-ups recorded in the campaign. */
export const followUpsJoined = sql`left join lateral (
  select count(*)::int as follow_ups from borrower_dispositions d where d.user_id = g.user_id
    and d.disposition_id = ${dispositionIds.Followup} and d.effective_at >= ${dawnOf(sql`g.day`)} and d.effective_at < ${dawnOf(sql`g.day + 1`)}
    and g.campaign_id = (select i.campaign_id from agent_intervals i where i.user_id = d.user_id
      and i.started_at <= d.effective_at and i.started_at > d.effective_at - interval '31 days' order by i.started_at desc limit 1)) d on true`;
