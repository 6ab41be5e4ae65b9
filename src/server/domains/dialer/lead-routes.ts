/** What desks see and do of a campaign's leads. */
import type { z } from 'zod/mini';
import { leads } from '#contract/leads.ts';
import { Failure } from '#contract/kernel/failure.ts';
import type { Tx } from '#server/kernel/database.ts';
import { type Route, implement } from '#server/kernel/implement.ts';
import { sql } from '#server/kernel/sql.ts';
import { idOf } from '#server/kernel/table.ts';
import { queuedOf } from './leads.ts';
import { preflightOf } from './preflight.ts';

type List = z.output<typeof leads.lists.gives>;
type Seen = z.output<typeof leads.campaign.gives>;

async function checkCampaign(tx: Tx, campaignId: number): Promise<void> {
  if (!(await tx.one(sql`select 1 as ok from campaigns where id = ${campaignId}`)))
    throw new Failure('NOT_FOUND');
}

const counts = sql`
  select count(*) filter (where state = 'queued' and not_before <= now()) as "queuedLeads",
    count(*) filter (where state = 'queued' and not_before > now()) as "laterLeads",
    min(not_before) filter (where state = 'queued' and not_before > now()) as "nextAt"
  from leads x where x.campaign_id = c.id`;
const people = sql`
  select count(*) as agents, count(*) filter (where activity = 'POOL') as "freeAgents",
    count(*) filter (where activity = 'TALK') as talking
  from agent_sessions s where s.campaign_id = c.id and s.ended_at is null`;
const calls = sql`
  select count(*) filter (where state in ('claimed', 'originating', 'ringing')) as ringing,
    count(*) filter (where state in ('answered', 'queued')) as waiting
  from call_attempts k where k.campaign_id = c.id and k.state <> 'ended'`;
const today = sql`
  select count(*) filter (where outcome in ('connected', 'abandoned')) as "answeredToday",
    count(*) filter (where outcome = 'abandoned') as "abandonedToday"
  from call_attempts k where k.campaign_id = c.id and k.mode in ('predictive', 'progressive')
    and k.dialed_at >= (now() at time zone 'Asia/Kolkata')::date::timestamp at time zone 'Asia/Kolkata'`;

export const leadRoutes: Route[] = implement(leads, {
  async lists({ process }, { tx }) {
    const found = await tx.one<{ campaignId: number }>(
      sql`select campaign_id as "campaignId" from dialer_processes where id = ${process}`,
    );
    if (!found) throw new Failure('NOT_FOUND');
    return tx.rows<List>(sql`
      select p.id, p.name, count(*) filter (where x.state in ('queued', 'claimed', 'dialing')) as queued,
        count(*) filter (where x.state = 'done') as done, count(*) filter (where x.state = 'blocked') as blocked
      from leads x join portfolios p on p.id = x.list_id where x.campaign_id = ${found.campaignId}
      group by p.id order by p.name`);
  },

  async queued({ campaignId }, { tx, now }) {
    await checkCampaign(tx, campaignId);
    return { queuedLeads: await queuedOf(tx, campaignId, now) };
  },

  async campaign({ id: key }, { tx }) {
    const id = await idOf(tx, 'campaigns', key);
    const found = await tx.one<Omit<Seen, 'blocked'>>(sql`
      select c.id, c.name, c.campaign_type as "campaignType", p.is_started as "isStarted", a.*, k.*, t.*, n.*
      from campaigns c join dialer_processes p on p.campaign_id = c.id
      cross join lateral (${people}) a cross join lateral (${calls}) k
      cross join lateral (${today}) t cross join lateral (${counts}) n
      where c.id = ${id}`);
    if (!found) throw new Failure('NOT_FOUND');
    const blocked = await tx.rows<Seen['blocked'][number]>(sql`
      select block_reason as reason, count(*) as leads from leads
      where campaign_id = ${id} and block_reason is not null and (state = 'blocked' or not_before > now())
      group by 1 order by 2 desc, 1`);
    return { ...found, blocked };
  },

  async preflight({ id: key }, { tx, now }) {
    const campaignId = await idOf(tx, 'campaigns', key);
    const found = await tx.one<{ campaignType: string }>(
      sql`select campaign_type as "campaignType" from campaigns where id = ${campaignId}`,
    );
    if (!found) throw new Failure('NOT_FOUND');
    return preflightOf(tx, { campaignId, hasAgent: found.campaignType === 'progressive', now });
  },

  async clear({ campaignId }, { tx, emit }) {
    await checkCampaign(tx, campaignId);
    const cleared = await tx.run(sql`
      update leads set state = 'done', block_reason = 'cleared', updated_at = now()
      where campaign_id = ${campaignId} and state = 'queued'`);
    emit('leads.cleared', { id: campaignId, facts: { leads: cleared } });
    return { leads: cleared };
  },

  async reset({ campaignId }, { tx, emit, now }) {
    await checkCampaign(tx, campaignId);
    const again = await tx.run(sql`
      update leads x set state = 'queued', block_reason = null, not_before = ${now}, updated_at = ${now}
      where x.campaign_id = ${campaignId} and x.state in ('done', 'blocked') and not exists (
        select from call_attempts k where k.lead_id = x.id and k.outcome = 'connected')`);
    emit('leads.reset', { id: campaignId, facts: { leads: again } });
    return { leads: again };
  },
});
