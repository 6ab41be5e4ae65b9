import { paged } from '#kernel/server/database/table.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import type { z } from 'zod/mini';
import type { campaigns } from '#contexts/lenders/contract/campaigns.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';

export interface Named {
  id: number;
  name: string;
}
interface MappedRow {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  campaigns: Named[];
}
type Query = z.output<typeof campaigns.mapped.takes>;

/** Computed fields of a campaign. */
export const client = sql`(select jsonb_build_object('name', c.name) from clients c where c.id = campaigns.client_id)`;
export const agents = sql`coalesce((select jsonb_agg(x.user_id order by x.user_id) from campaign_agents x
  where x.campaign_id = campaigns.id), '[]')`;
export const dialerProcess = sql`(select jsonb_build_object('dialerCampaignId', p.id, 'isStarted', p.is_started)
  from dialer_processes p where p.campaign_id = campaigns.id)`;

export const isActiveClient = async (tx: Tx, id: number | undefined): Promise<boolean> =>
  (await tx.one(sql`select 1 as ok from clients where id = ${id} and is_active`)) !== undefined;

export const seriesOnly = async (tx: Tx, id: number | undefined): Promise<boolean> =>
  (await tx.one(sql`select 1 as ok from clients where id = ${id} and series_only`)) !== undefined;

export async function setAgents(tx: Tx, campaignId: number, userIds: readonly number[]): Promise<void> {
  await tx.run(
    sql`delete from campaign_agents where campaign_id = ${campaignId} and not user_id = any(${userIds})`,
  );
  await addAgents(tx, campaignId, userIds);
}

/** Locked against deactivation; agents can leave an inactive campaign but not join it. */
export const lockCampaign = (tx: Tx, id: number, isJoined: boolean): Promise<{ id: number } | undefined> =>
  tx.one<{ id: number }>(
    sql`select id from campaigns where id = ${id} and (is_active or not ${isJoined}) for key share`,
  );

/** Active agents visible to the caller, who may join campaigns. */
const working = (actor: ServerActor): Fragment =>
  sql`u.is_active and r.role_type = 'agent' and ${visibleUsers(actor, sql`u.id`)}`;
const people = sql`from users u join roles r on r.id = u.role_id`;
const words = sql`(u.first_name || ' ' || u.last_name || ' ' || u.email)`;

export async function pageOfAgents(tx: Tx, actor: ServerActor, query: Query): Promise<Page<MappedRow>> {
  const { sort } = query;
  const chosen = where([
    working(actor),
    ...narrow<typeof campaigns.mapped>(query, {
      q: (q) => nameHas(words, q),
      campaignId: (id) =>
        sql`exists (select from campaign_agents x where x.user_id = u.id and x.campaign_id = ${id})`,
    }),
  ]);
  const order =
    sort === '-name'
      ? sql`u.first_name desc, u.last_name desc, u.id desc`
      : sql`u.first_name, u.last_name, u.id`;
  return counted(tx, query, sql`${people} ${chosen}`, () =>
    tx.rows<MappedRow>(sql`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name)
        from campaign_agents x join campaigns c on c.id = x.campaign_id where x.user_id = u.id), '[]') as campaigns
    ${people} ${chosen} order by ${order} ${paged(query)}`),
  );
}

/** Number of active, visible agents among these users. */
export async function countWorking(tx: Tx, actor: ServerActor, userIds: readonly number[]): Promise<number> {
  const found = await tx.one<{ count: number }>(
    sql`select count(*) as count ${people} where u.id = any(${userIds}) and ${working(actor)}`,
  );
  return found?.count ?? 0;
}

/** Adds any number of users in one statement; returns how many were new. */
export const addAgents = (tx: Tx, campaignId: number, userIds: readonly number[]): Promise<number> =>
  tx.run(sql`insert into campaign_agents (campaign_id, user_id)
    select ${campaignId}, unnest(${userIds}::bigint[]) on conflict do nothing`);

/** Removes inactive agents too; agents invisible to the caller stay. */
export const removeAgents = (
  tx: Tx,
  actor: ServerActor,
  campaignId: number,
  userIds: readonly number[],
): Promise<number> =>
  tx.run(sql`delete from campaign_agents x where x.campaign_id = ${campaignId} and x.user_id = any(${userIds})
    and ${visibleUsers(actor, sql`x.user_id`)}`);

export const agentNamesOf = async (tx: Tx, campaignId: number): Promise<string[]> =>
  (
    await tx.rows<{ name: string }>(sql`
      select u.first_name || ' ' || u.last_name as name from campaign_agents x join users u on u.id = x.user_id
      where x.campaign_id = ${campaignId} order by 1, u.id`)
  ).map(({ name }) => name);

export const campaignsOf = (tx: Tx, userId: number): Promise<Named[]> =>
  tx.rows<Named>(sql`
    select c.id, c.name from campaign_agents x join campaigns c on c.id = x.campaign_id
    where x.user_id = ${userId} and c.is_active order by c.name, c.id`);
