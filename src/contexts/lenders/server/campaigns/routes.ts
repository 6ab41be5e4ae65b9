import { idOf, tableHandlers } from '#kernel/server/database/table.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import { campaigns, defaultRatio, type dialMethods } from '#contexts/lenders/contract/campaigns.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { sql, where } from '#kernel/server/database/sql.ts';
import { check1600, checkCallerId } from '../caller-id.ts';
import { ratioOf } from './rules.ts';
import * as store from './store.ts';

interface Deps {
  /** Fails with the dependents. */
  checkNothingHangs: (tx: Tx, what: 'campaign', id: number) => Promise<void>;
  /** Called when a campaign is deactivated. */
  stopped: (tx: Tx, id: number) => Promise<void>;
}
type Master = Pick<typeof campaigns, 'list' | 'one' | 'create' | 'edit' | 'dropdown'>;
interface Draft {
  campaignType?: (typeof dialMethods)[number];
  maxRatio?: number;
  clientId?: number;
  agents?: number[];
  callerId?: string | null;
  isActive?: boolean;
}
type Known = Required<Draft> & { id: number };
const wrong = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'invalid' }]);

/** New members must be active agents; present members may stay. */
async function checkAgents(tx: Tx, actor: ServerActor, agents: readonly number[], before: readonly number[]) {
  const known = new Set(before);
  const joining = [...new Set(agents)].filter((id) => !known.has(id));
  if (joining.length && (await store.countWorking(tx, actor, joining)) < joining.length)
    throw wrong('agents');
}

async function completed(draft: Draft, { tx, actor }: Context, before?: Known) {
  checkCallerId(draft.callerId);
  const isOther = draft.clientId !== undefined && draft.clientId !== before?.clientId;
  if (isOther && !(await store.isActiveClient(tx, draft.clientId))) throw wrong('clientId');
  // Without a caller ID the lender's applies.
  const { callerId, clientId } = { ...before, ...draft };
  if (callerId && (isOther || draft.callerId) && (await store.seriesOnly(tx, clientId))) check1600(callerId);
  if (draft.agents) await checkAgents(tx, actor, draft.agents, before?.agents ?? []);
  const method = draft.campaignType ?? before?.campaignType ?? 'predictive';
  return { ...draft, maxRatio: ratioOf(method, draft.maxRatio ?? before?.maxRatio ?? defaultRatio) };
}

async function follow(
  { stopped }: Deps,
  id: number,
  { agents, isActive }: Draft,
  { tx }: Context,
): Promise<void> {
  if (agents) await store.setAgents(tx, id, agents);
  // Deactivating a campaign stops its dialling.
  if (isActive === false) await stopped(tx, id);
}

const tableOf = (deps: Deps) =>
  tableHandlers<Master>({
    domain: 'campaigns',
    table: 'campaigns',
    label: 'name',
    columns: {
      name: 'name',
      campaignType: 'campaign_type',
      maxRatio: 'max_ratio',
      clientId: 'client_id',
      isActive: 'is_active',
      callerId: 'caller_id',
      targetAbandon: 'target_abandon',
      ringSeconds: 'ring_s',
      patienceSeconds: 'patience_s',
      wrapMaxSeconds: 'wrap_max_s',
      agentLeg: 'agent_leg',
      amd: 'amd',
      record: 'record',
      callsPromised: 'calls_promised',
    },
    shows: { client: store.client, agents: store.agents, dialerProcess: store.dialerProcess },
    search: [{ by: 'client_id', of: 'clients' }],
    prepare: (draft, context, before) => completed(draft as Draft, context, before as Known | undefined),
    beforeOff: (id, { tx }) => deps.checkNothingHangs(tx, 'campaign', id),
    finish: (id, draft, context) => follow(deps, id, draft as Draft, context),
  });

export const campaignRoutes = (deps: Deps): Route[] => {
  const table = tableOf(deps);
  return implement(campaigns, {
    ...table,
    async one(input, context) {
      const found = await table.one(input, context);
      return { ...found, agentNames: await store.agentNamesOf(context.tx, found.id) };
    },

    dropdown: ({ q, ids, clientId }, { tx }) =>
      tx.rows<store.Named>(sql`
      select id, name from campaigns ${where([
        sql`is_active`,
        q !== undefined && nameHas(sql`name`, q),
        ids && sql`id = any(${ids})`,
        clientId !== undefined && sql`client_id = ${clientId}`,
      ])} order by name, id limit 200`),

    mine: (_, { tx, actor }) => store.campaignsOf(tx, actor.id),

    async ofUser({ id }, { tx, actor }) {
      const userId = await idOf(tx, 'users', id);
      const isSeen = await tx.one(sql`select 1 as ok where ${visibleUsers(actor, sql`${userId}::bigint`)}`);
      if (!isSeen) throw new Failure('NOT_FOUND');
      return store.campaignsOf(tx, userId);
    },

    mapped: (query, { tx, actor }) => store.pageOfAgents(tx, actor, query),

    async map({ add, campaignId, userIds }, { tx, actor, emit }) {
      const people = [...new Set(userIds)];
      if (people.length === 0)
        throw new Failure('INVALID_INPUT', {}, [{ path: 'userIds', fault: 'required' }]);
      if (!(await store.lockCampaign(tx, campaignId, add))) throw wrong('campaignId');
      if (add && (await store.countWorking(tx, actor, people)) < people.length) throw wrong('userIds');
      const changed = add
        ? await store.addAgents(tx, campaignId, people)
        : await store.removeAgents(tx, actor, campaignId, people);
      emit('campaigns.mapped', { id: campaignId, facts: { add, userIds: people } });
      return { changed };
    },
  });
};
