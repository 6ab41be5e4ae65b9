/** Which campaign's dialer shall run. The dialer itself reads these rows. */
import { byKey, paged } from '#kernel/server/database/table.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import { type Recorded, recorded } from '#kernel/contract/channels/channels.ts';
import type { z } from 'zod/mini';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { processes } from '#contexts/dialer/contract/processes.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { counted } from '#kernel/server/database/count.ts';
import type { Count } from '#contexts/contact/server/policy/contact.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { agentHandlers } from './agent/agent-routes.ts';
import { machineMessageRoutes } from './machines/message-routes.ts';
import { trunkRoutes } from './trunks/routes.ts';
import { queueRoutes } from './inbound/queue-routes.ts';
import { keypadRoutes } from './call-control/keypad/routes.ts';
import { exchangeRoutes } from './exchange-state/routes.ts';
import { leadRoutes } from './leads/lead-routes.ts';
import { redialRoutes } from './leads/redial-routes.ts';
import { liveRoutes } from './live/live-routes.ts';
import { wallRoutes } from './live/wall.ts';
import { listeningRoutes } from './call-control/listening/routes.ts';
import { type CallDeps, checkExchange } from './place-call.ts';
import { secondLineRoutes } from './call-control/second-line/routes.ts';
import { transferRoutes } from './call-control/transfer/routes.ts';

type Process = z.output<typeof processes.list.gives>;
const shown = sql`
  select p.id, p.u_id as "uId", p.campaign_id as "campaignId", c.name, c.campaign_type as "campaignType",
    p.is_started as "isStarted", p.is_cron_active as "isCronActive", p.changed_at as "changedAt"
  from dialer_processes p join campaigns c on c.id = p.campaign_id`;
const named = (q: string | undefined): Fragment | false =>
  q !== undefined && q !== '' && nameHas(sql`c.name`, q);

async function find(tx: Tx, which: Fragment): Promise<Process> {
  const found = await tx.one<Process>(sql`${shown} where ${which}`);
  if (!found) throw new Failure('NOT_FOUND');
  return found;
}

interface Deps extends CallDeps {
  count: Count;
  /** A demo that replays its last day while no agent works. */
  replays: boolean;
  /** Starts or stops the recorded calls of a file. */
  startRecorded: (
    asked: { id: number; channel: Recorded; campaignId: number; isStarted: boolean },
    context: Context,
  ) => Promise<void>;
}

interface Change {
  isStarted?: boolean;
  isCronActive?: boolean;
}

/** Locks the campaign, so that it cannot be deactivated while its dialer starts. */
async function change(
  deps: Deps,
  key: Fragment,
  wanted: Change,
  { tx, actor, emit }: Context,
): Promise<Process> {
  const held = await tx.one<{ id: number; isActive: boolean; isStarted: boolean; isCronActive: boolean }>(sql`
    select p.id, c.is_active as "isActive", p.is_started as "isStarted", p.is_cron_active as "isCronActive"
    from dialer_processes p join campaigns c on c.id = p.campaign_id
    where p.id = (select id from dialer_processes where ${key}) for no key update`);
  if (!held) throw new Failure('NOT_FOUND');
  const { isStarted = held.isStarted, isCronActive = held.isCronActive } = wanted;
  const turnsOn = (isStarted && !held.isStarted) || (isCronActive && !held.isCronActive);
  if (turnsOn && !held.isActive) throw new Failure('CAMPAIGN_INACTIVE');
  if (turnsOn) checkExchange(deps);
  await tx.run(sql`
    update dialer_processes set is_started = ${isStarted}, is_cron_active = ${isCronActive},
      changed_by = ${actor.id}, changed_at = now() where id = ${held.id}`);
  const before = { isStarted: held.isStarted, isCronActive: held.isCronActive };
  emit('processes.updated', { id: held.id, facts: { before, after: { isStarted, isCronActive } } });
  return find(tx, sql`p.id = ${held.id}`);
}

export const dialerRoutes = (deps: Deps): Route[] => [
  ...implement(processes, {
    async list(query, { tx }) {
      const chosen = where(narrow<typeof processes.list>(query, { q: named }));
      const from = sql`from dialer_processes p join campaigns c on c.id = p.campaign_id ${chosen}`;
      return counted(tx, query, from, () =>
        tx.rows<Process>(sql`${shown} ${chosen} order by c.name, p.id ${paged(query)}`),
      );
    },
    dropdown: ({ q, ids }, { tx }) =>
      tx.rows<{ id: number; name: string }>(sql`
        select p.id, c.name from dialer_processes p join campaigns c on c.id = p.campaign_id
        ${where([sql`c.is_active`, named(q), ids && sql`p.id = any(${ids})`])} order by c.name, p.id limit 200`),
    setCron: ({ id, isCronActive }, context) => change(deps, byKey(id), { isCronActive }, context),
    edit: ({ id, ...wanted }, context) => change(deps, byKey(id), wanted, context),
  }),
  ...implement(dialer, {
    async startStop({ id, status, module, jobId }, context) {
      if (module === undefined && jobId === undefined)
        return change(deps, sql`id = ${id}`, { isStarted: status }, context);
      if (jobId === undefined) throw new Failure('INVALID_INPUT', {}, [{ path: 'jobId', fault: 'required' }]);
      await deps.startRecorded(
        { id: jobId, channel: module ?? recorded[0], campaignId: id, isStarted: status },
        context,
      );
      return null;
    },
    ...agentHandlers(deps),
  }),
  ...transferRoutes,
  ...keypadRoutes,
  ...secondLineRoutes(deps),
  ...listeningRoutes(deps),
  ...leadRoutes(deps),
  ...redialRoutes,
  ...machineMessageRoutes,
  ...queueRoutes,
  ...trunkRoutes,
  ...exchangeRoutes(deps),
  ...liveRoutes(deps),
  ...wallRoutes(deps),
];
