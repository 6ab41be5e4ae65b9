/** What desks see and do of a campaign's leads. */
import type { z } from 'zod/mini';
import { leads } from '#contexts/dialer/contract/leads.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Count } from '#contexts/contact/server/policy/contact.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { idOf } from '#kernel/server/database/table.ts';
import { queuedOf } from './leads.ts';
import { mixHandlers } from './mix-routes.ts';
import type { CallDeps } from '../place-call.ts';
import { findClientsWithoutCallerId, preflightOf } from './preflight.ts';
import { superviseCampaign } from '../live/supervise.ts';

type List = z.output<typeof leads.lists.gives>;

async function checkCampaign(tx: Tx, campaignId: number): Promise<void> {
  if (!(await tx.one(sql`select 1 as ok from campaigns where id = ${campaignId}`)))
    throw new Failure('NOT_FOUND');
}

export const leadRoutes = ({
  count,
  exchange,
  caps: { hasExchange },
}: Pick<CallDeps, 'caps' | 'exchange'> & { count: Count }): Route[] =>
  implement(leads, {
    ...mixHandlers,
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

    async campaign({ id: key }, { tx, now }) {
      const found = await superviseCampaign(tx, count, { id: await idOf(tx, 'campaigns', key), now });
      if (!found) throw new Failure('NOT_FOUND');
      return { ...found, hasExchange };
    },

    async preflight({ id: key }, { tx, now }) {
      const campaignId = await idOf(tx, 'campaigns', key);
      const found = await tx.one<{ campaignType: string; records: boolean }>(
        sql`select campaign_type as "campaignType", record as records from campaigns where id = ${campaignId}`,
      );
      if (!found) throw new Failure('NOT_FOUND');
      const hasAgent = found.campaignType === 'progressive';
      const clientsWithoutCallerId = await findClientsWithoutCallerId(tx, campaignId, now);
      return {
        ...(await preflightOf(tx, count, { campaignId, hasAgent, now })),
        hasExchange,
        clientsWithoutCallerId,
        isRecorded: !found.records || (await exchange.state(tx)).fault === null,
      };
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
      where x.campaign_id = ${campaignId} and x.state in ('done', 'blocked')
        and not exists (select from loans l where l.id = x.loan_id and l.paid_off_at is not null) and not exists (
        select from call_attempts k where k.lead_id = x.id and k.outcome = 'connected')`);
      emit('leads.reset', { id: campaignId, facts: { leads: again } });
      return { leads: again };
    },
  });
