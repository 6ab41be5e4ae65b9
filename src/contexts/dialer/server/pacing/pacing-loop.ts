/** One pacing loop per started campaign, on the node with its lease. */
import type { dialMethods } from '#contexts/lenders/contract/campaigns.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { decisionOf, decisionsOf, learnCalls } from './predictive.ts';
import { claimMs, claimMsOf } from '../engine/attempt/attempt-state.ts';
import type { DialsAhead } from '../exchange-state/lag.ts';
import { exchangeState, isRecording } from '../exchange-state/state.ts';
import type { Engine } from '../engine/engine-parts.ts';
import { change } from '../engine/provider-commands.ts';
import { addAttempt } from '../engine/attempt/attempts.ts';
import { roomOf } from '../trunks/choice.ts';
import { claimCallBacks, withCallBacks } from '../leads/call-backs.ts';
import { type Lead, fillHopper, queuedOf, sharesOf } from '../leads/leads.ts';
import { releasePromised } from '../leads/promises-ahead.ts';
import { allowed, allowedLeads } from './allowed-leads.ts';
import type { Move } from '../engine/move.ts';
import { moveAgent } from '../engine/transition.ts';
import { type Session, lockFreeAgents } from '../agent/sessions.ts';

export interface Paced {
  campaignId: number;
  epoch: number;
  campaignType: (typeof dialMethods)[number];
  maxRatio: number;
  targetAbandon: number;
  /** Borrowers with a future promise are called too. */
  callsPromised: boolean;
  /** Its calls have to be recorded. */
  records: boolean;
  /** The exchange does not record: borrowers of clients that require it are not called. */
  isUnrecordedOnly?: boolean;
  /** When it was started, or its calendar was changed. */
  changedAt: string;
}

/** A node silent for longer is treated as stopped and its campaigns as free. */
const aliveFor = sql`interval '6 seconds'`;

/**
 * Acquires or renews this node's share of the started campaigns; excess ones are released for other nodes. A lease
 * acquired from another node increments its epoch.
 */
export const takeLeases = (tx: Tx, node: string): Promise<Paced[]> =>
  tx.rows<Paced>(sql`
    with seen as (
      insert into dialer_nodes (node, seen_at) values (${node}, now()) on conflict (node) do update set seen_at = now()),
    started as (
      select p.campaign_id, d.node = ${node} as is_mine, d.campaign_id is null or d.expires_at < now() as is_free
      from dialer_processes p left join dialer_leases d using (campaign_id) where p.is_started),
    share as (
      select ceil((select count(*) from started)
        / (1 + count(*))::numeric)::int as most from dialer_nodes where node <> ${node} and seen_at > now() - ${aliveFor}),
    wanted as (
      select campaign_id from started where is_mine or is_free
      order by is_mine desc nulls last, campaign_id limit (select most from share)),
    let_go as (
      update dialer_leases set expires_at = now()
      where node = ${node} and expires_at > now() and campaign_id not in (select campaign_id from wanted)),
    held as (
      insert into dialer_leases as d (campaign_id, node, epoch, expires_at)
      select campaign_id, ${node}, 1, now() + ${aliveFor} from wanted order by campaign_id
      on conflict (campaign_id) do update set node = excluded.node, expires_at = excluded.expires_at,
        epoch = case when d.node = excluded.node then d.epoch else d.epoch + 1 end
      where d.node = excluded.node or d.expires_at < now()
      returning campaign_id, epoch)
    select h.campaign_id as "campaignId", h.epoch, c.campaign_type as "campaignType", c.max_ratio as "maxRatio",
      c.target_abandon as "targetAbandon", c.calls_promised as "callsPromised", c.record as records, p.changed_at as "changedAt"
    from held h join campaigns c on c.id = h.campaign_id join dialer_processes p on p.campaign_id = h.campaign_id`);
export const dropLeases = (tx: Tx, node: string): Promise<number> =>
  tx.run(sql`
    with gone as (delete from dialer_nodes where node = ${node} or seen_at < now() - interval '1 day')
    update dialer_leases set expires_at = now() where node = ${node}`);

/** Fencing: a loop that lost its lease writes nothing. */
const holds = async (tx: Tx, { campaignId, epoch }: Paced, node: string): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as ok from dialer_leases d join dialer_processes p on p.campaign_id = d.campaign_id and p.is_started
    where d.campaign_id = ${campaignId} and d.node = ${node} and d.epoch = ${epoch} and d.expires_at > now()
    for share of d`)) !== undefined;

const fewLeads = 100;
const mostRounds = 5;
/** Maximum per cycle. */
const mostCalls = 50;
const modeOf: Readonly<Record<Paced['campaignType'], string>> = {
  progressive: 'progressive',
  predictive: 'predictive',
};

async function place(move: Move, paced: Paced, lead: Lead, agent: Session | null): Promise<void> {
  const { id } = await addAttempt(move.tx, move.now, {
    loanId: lead.loanId,
    campaignId: paced.campaignId,
    userId: agent?.userId ?? null,
    leadId: lead.id,
    mode: modeOf[paced.campaignType],
    phone: lead.phone,
    phoneOrd: lead.phoneOrd,
    epoch: paced.epoch,
    dueAt: new Date(move.now.getTime() + (agent ? claimMsOf(agent.state) : claimMs)),
  });
  if (agent) await moveAgent(move, agent, { type: 'reserve', attemptId: id });
  move.attempts.add(id);
}

/** Call-backs due now, one agent reserved for each: the one who promised it, else a free one. */
async function callBacks(engine: Engine, move: Move, paced: Paced, most: number): Promise<number> {
  const { campaignId, isUnrecordedOnly } = paced;
  const { tx, now } = move;
  if ((await withCallBacks(tx, [campaignId], now)).length === 0) return 0;
  const agents = await lockFreeAgents(tx, campaignId, most);
  const claimed = await claimCallBacks(tx, {
    campaignId,
    isUnrecordedOnly,
    node: engine.node,
    now,
    free: agents.map(({ userId }) => userId),
  });
  const leads = await allowed(engine, move, { campaignId, hasAgent: true, isAgreed: true }, claimed);
  const free = new Set(agents);
  const give = async (lead: Lead, agent: Session): Promise<void> => {
    free.delete(agent);
    await place(move, paced, lead, agent);
  };
  const others: Lead[] = [];
  for (const lead of leads) {
    const own = [...free].find(({ userId }) => userId === lead.agentId);
    if (own) await give(lead, own);
    else others.push(lead);
  }
  for (const lead of others) {
    const [agent] = free;
    if (agent) await give(lead, agent);
  }
  return leads.length;
}

/** One call per free agent, reserved until its end: no answered call is abandoned. */
async function progressive(engine: Engine, move: Move, paced: Paced, most: number): Promise<number> {
  if (most <= 0) return 0;
  const agents = await lockFreeAgents(move.tx, paced.campaignId, most);
  let placed = 0;
  for (let round = 0; round < mostRounds && placed < agents.length; round += 1) {
    const { leads, isEmpty } = await allowedLeads(engine, move, paced, agents.length - placed, true);
    if (isEmpty) break;
    for (const lead of leads) {
      const agent = agents[placed];
      if (!agent) break;
      await place(move, paced, lead, agent);
      placed += 1;
    }
  }
  return placed;
}

/** Trunk capacity, and the limit of predictive dialing. */
interface Allowed {
  room: number;
  dials: DialsAhead;
}
/**
 * Predictive dialing: calls for agents who are or soon will be free; an answered call is assigned to the agent free by
 * then.
 */
async function predictive(
  engine: Engine,
  move: Move,
  paced: Paced,
  { room, dials }: Allowed,
): Promise<number> {
  const { dial, restraint } = await decisionOf(move.tx, paced, move.now);
  // At ratio 1 it calls one for one: slower, and no call is abandoned.
  const most = Math.min(dial, room);
  if (restraint || dials === 'one_each') return progressive(engine, move, paced, most);
  let placed = 0;
  for (let round = 0; round < mostRounds && placed < most; round += 1) {
    const { leads, isEmpty } = await allowedLeads(engine, move, paced, most - placed, false);
    if (isEmpty) break;
    for (const lead of leads) await place(move, paced, lead, null);
    placed += leads.length;
  }
  return placed;
}

const isAhead = ({ campaignType }: Paced): boolean => campaignType === 'predictive';

/** Campaigns with a call to place now, found by two queries for all of them; each repeats the query in its cycle. */
async function due({ database, clock }: Engine, all: readonly Paced[]): Promise<Paced[]> {
  const ahead = all.filter(isAhead);
  const others = all.filter((one) => !isAhead(one));
  const [decided, promised, free] = await Promise.all([
    decisionsOf(database, ahead, clock.now()),
    withCallBacks(database, idsOf(ahead), clock.now()),
    others.length === 0 ? [] : freeIn(database, others),
  ]);
  const hasFree = new Set(free);
  const isPromised = new Set(promised);
  return [
    ...decided
      .filter(({ decision, paced }) => decision.dial > 0 || isPromised.has(paced.campaignId))
      .map(({ paced }) => paced),
    ...others.filter(({ campaignId }) => hasFree.has(campaignId)),
  ];
}

const idsOf = (all: readonly Paced[]): number[] => all.map(({ campaignId }) => campaignId);

const freeIn = async (tx: Tx, campaigns: readonly Paced[]): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
      select distinct campaign_id as id from agent_sessions where ended_at is null and activity = 'POOL'
        and campaign_id = any(${idsOf(campaigns)})`)
  ).map(({ id }) => id);

const atOnce = 4;

/** One cycle of all campaigns of this node; returns the number of calls placed. */
export async function paceAll(engine: Engine, all: readonly Paced[]): Promise<number> {
  const waiting = all.length === 0 ? [] : await due(engine, all);
  // No lead is claimed while the exchange is disconnected: each call would fail, and the lead wait for its next try.
  if (waiting.length === 0 || !(await engine.provider.isHeard())) return 0;
  const state = await exchangeState(engine.database, engine.provider.id);
  const { dials } = state;
  if (dials === 'none') return 0;
  const recorded = waiting.flatMap((one) => {
    if (isRecording(engine.provider, state, one.changedAt)) return one;
    return one.records ? [] : { ...one, isUnrecordedOnly: true };
  });
  const room = await roomOf(engine.database, engine.clock.now());
  let placed = 0;
  const work = async (): Promise<void> => {
    for (let one = recorded.shift(); one && placed < room; one = recorded.shift())
      placed += await pace(engine, one, { room: room - placed, dials }).catch((error: unknown) => {
        // A failing campaign does not affect the others.
        engine.log.warn({ err: error, campaignId: one?.campaignId }, 'dialer: pacing');
        return 0;
      });
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return placed;
}

/** What has become of the calls of predictive campaigns teaches them. */
export async function learnAll({ database, clock }: Engine, all: readonly Paced[]): Promise<void> {
  for (const one of all.filter(isAhead)) await learnCalls(database, one, clock.now());
}

/** One cycle of a campaign; returns the number of calls placed. */
async function pace(engine: Engine, paced: Paced, { room, dials }: Allowed): Promise<number> {
  return change(engine, async (move) => {
    if (!(await holds(move.tx, paced, engine.node))) return 0;
    const most = Math.min(mostCalls, room);
    const promised = await callBacks(engine, move, paced, most);
    const left = most - promised;
    return (
      promised +
      (isAhead(paced)
        ? await predictive(engine, move, paced, { room: left, dials })
        : await progressive(engine, move, paced, left))
    );
  });
}

export async function refill(
  { database, clock }: Engine,
  { campaignId, callsPromised }: Paced,
): Promise<void> {
  const now = clock.now();
  if (callsPromised) await releasePromised(database, campaignId, now);
  // A list with a share has leads whenever it has loans, however many wait of others.
  const lists = (await sharesOf(database, campaignId)).map(({ listId }) => listId);
  for (const listId of [...lists, undefined])
    if ((await queuedOf(database, campaignId, now, listId)) < fewLeads)
      await fillHopper(database, campaignId, now, listId);
}
