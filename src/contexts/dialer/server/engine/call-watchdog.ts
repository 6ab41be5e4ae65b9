/** Watchdog of calls: periodically finds timeouts, calls orphaned by a crash, and dead lines. */
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { LegInfo } from '../telephony/port.ts';
import { isSwitchedOff } from './attempt/attempts.ts';
import type { Engine } from './engine-parts.ts';
import { dueCallers, stepCaller } from '../inbound/callers.ts';
import { attend, change } from './provider-commands.ts';
import type { Move, Parted } from './move.ts';
import { releaseLeads } from '../leads/leads.ts';
import { lineDown } from './lines/lines.ts';
import { moveAgent, moveAttempt } from './transition.ts';
import { callOfLine, lockHolder } from '../call-control/transfer/transfers.ts';
import { listensOver } from '../call-control/listening/listens.ts';
import { untoldMessages } from '../machines/messages.ts';
import { type Session, lockSession } from '../agent/sessions.ts';

const mostATurn = 50;
const awayAfter = '45 seconds';
const goneAfter = '10 minutes';

const idsOf = async (engine: Engine, query: ReturnType<typeof sql>): Promise<number[]> =>
  (await engine.database.rows<{ id: number }>(query)).map(({ id }) => id);

export async function lockById({ tx }: Move, id: number): Promise<Session | undefined> {
  await lockHolder(tx, sql`select user_id from agent_sessions where id = ${id}`);
  return lockSession(tx, sql`s.id = ${id}`);
}

const none: ReadonlySet<string> = new Set();
/** Calls that are with an agent at the provider, as far as it answers: a call's bridge has the name of its leg. */
async function bridgedAt(provider: Engine['provider']): Promise<ReadonlySet<string>> {
  const legs = await provider.snapshot().catch((): LegInfo[] => []);
  const withAgents = new Set(legs.flatMap(({ role, bridgeId }) => (role === 'agent' && bridgeId) || []));
  return new Set(
    legs.flatMap(({ legId, bridgeId }) => (bridgeId === legId && withAgents.has(legId) ? legId : [])),
  );
}

const step = (engine: Engine, id: number, event: { type: 'due' } | { type: 'away' } | { type: 'logout' }) =>
  change(engine, async (move) => {
    const session = await lockById(move, id);
    if (session) await moveAgent(move, session, event);
  });

/** States with an expired timeout. */
export async function reap(engine: Engine): Promise<void> {
  const { clock } = engine;
  const now = clock.now();
  const due = await engine.database.rows<{ id: number; legId: string; isAsked: boolean }>(sql`
    select id, reference_id as "legId", state = 'queued' and user_id is not null and end_reason is null as "isAsked"
    from call_attempts where due_at <= ${now} order by due_at limit ${mostATurn}`);
  // Already bridged while the bridge event is on its way: a live conversation must not be cut.
  const spoken = due.some(({ isAsked }) => isAsked) ? await bridgedAt(engine.provider) : none;
  for (const { id, legId, isAsked } of due)
    await change(engine, (move) =>
      moveAttempt(move, id, { type: isAsked && spoken.has(legId) ? 'bridged' : 'due' }),
    );
  const late = await idsOf(
    engine,
    sql`select id from agent_sessions where due_at <= ${now} and ended_at is null order by due_at limit ${mostATurn}`,
  );
  for (const id of late) await step(engine, id, { type: 'due' });
  for (const id of await dueCallers(engine.database, now, mostATurn))
    await change(engine, (move) => stepCaller(move, id, { type: 'due' }));
  await cancelSwitchedOff(engine);
  await endForsaken(engine);
  // A claim without a provider command: its signal was lost when the receiving process died.
  const claimed = await idsOf(
    engine,
    sql`select id from call_attempts where state = 'claimed'
      and claimed_at < ${now}::timestamptz - interval '1 second' limit ${mostATurn}`,
  );
  // A pending agent action in a call.
  const untold = await idsOf(
    engine,
    sql`select k.id from call_attempts k left join call_transfers x on x.attempt_id = k.id and x.ended_at is null
      where k.state <> 'ended' and k.state = 'bridged' and ((k.held_at is not null) <> k.is_hold_told
        or x.stage = 'ringing' and x.asked_at < ${now}::timestamptz - interval '1 second'
        or exists (select from call_listens h where h.attempt_id = k.id and h.ended_at is null
          and (h.placed_at is null or h.answered_at is not null and h.mode is distinct from h.told_mode))) limit ${mostATurn}`,
  );
  const unheard = await idsOf(
    engine,
    sql`select c.attempt_id as id from queue_calls c where c.left_at is null and c.told_no < c.say_no
      and (c.telling_at is null or c.telling_at < ${now}::timestamptz - interval '5 seconds')
      and exists (select from call_attempts k where k.id = c.attempt_id and k.state = 'ringing' and k.end_reason is null)
      limit ${mostATurn}`,
  );
  const unsaid = await untoldMessages(engine.database, now);
  await attend(engine, [...claimed, ...untold, ...unheard, ...unsaid], []);
}

/** Cancels ringing calls of inactive campaigns, lenders and portfolios; answered ones continue. */
async function cancelSwitchedOff(engine: Engine): Promise<void> {
  const shut = await idsOf(
    engine,
    sql`select k.id from call_attempts k where k.state <> 'ended' and k.state in ('claimed', 'originating', 'ringing')
      and k.direction = 'outbound' and k.end_reason is null and ${isSwitchedOff} limit ${mostATurn}`,
  );
  for (const id of shut)
    await change(engine, (move) => moveAttempt(move, id, { type: 'end', reason: 'cancel' }));
}

/** Disconnects held calls whose agent has neither call any more: an older server moved them. */
async function endForsaken(engine: Engine): Promise<void> {
  const forsaken = await idsOf(
    engine,
    sql`select k.id from call_attempts k where k.state <> 'ended' and k.aside_at is not null and k.end_reason is null
      and not exists (select from agent_sessions s where s.user_id = k.user_id and s.ended_at is null
        and s.beside_attempt_id = k.id and s.activity in ('RINGING', 'TALK')) limit ${mostATurn}`,
  );
  for (const id of forsaken)
    await change(engine, (move) => moveAttempt(move, id, { type: 'end', reason: 'hangup' }));
}

/** Agents without a sign of life; a live call is not touched. */
export async function checkAgents(engine: Engine): Promise<void> {
  const now = engine.clock.now();
  const away = await idsOf(
    engine,
    sql`select id from agent_sessions where ended_at is null and activity = 'POOL'
      and heartbeat_at < ${now}::timestamptz - ${awayAfter}::interval`,
  );
  for (const id of away) await step(engine, id, { type: 'away' });
  const gone = await idsOf(
    engine,
    sql`select id from agent_sessions where ended_at is null and activity <> 'TALK'
      and heartbeat_at < ${now}::timestamptz - ${goneAfter}::interval`,
  );
  for (const id of gone) await step(engine, id, { type: 'logout' });
  const secrets = await idsOf(
    engine,
    sql`select id from agent_sessions where is_line_told and ended_at is not null limit ${mostATurn}`,
  );
  await attend(engine, [], secrets);
  await engine.database.transaction((tx) => releaseLeads(tx, now));
}

/** Missing or orphaned calls of the last check; action requires two consecutive checks. */
export type Missing = ReadonlySet<string>;

/** Compares what we believe with what the provider carries. Answers what is missing now. */
export async function reconcile(
  engine: Engine,
  before: Missing,
  unplaced: ReadonlySet<string>,
): Promise<Missing> {
  const { database, provider } = engine;
  const live = await database.rows<{ id: number; legId: string; isOurs: boolean }>(sql`
    select id, reference_id as "legId", direction = 'outbound' as "isOurs"
    from call_attempts where state not in ('claimed', 'ended')`);
  const lines = await database.rows<{ id: number; legId: string }>(sql`
    select id, agent_leg_id as "legId" from agent_sessions where ended_at is null and agent_leg_id is not null`);
  // An open call or line requires the clocks, without connected users too.
  if (live.length + lines.length > 0) database.rest.touch();
  const legs = await provider.snapshot();
  const carried = new Set(legs.map(({ legId }) => legId));
  const isGone = ({ legId }: { legId: string }): boolean => !carried.has(legId) && before.has(legId);
  for (const { id, isOurs } of live.filter(isGone))
    await change(engine, (move) => moveAttempt(move, id, { type: 'missing', isOurs }));
  for (const { id, legId } of lines.filter(isGone))
    await change(engine, async (move) => {
      const session = await lockById(move, id);
      const isUnplaced = unplaced.has(legId);
      if (session) await lineDown(move, session, { hasBroken: true, isUnplaced });
    });
  const rung = await database.rows<{ legId: string }>(sql`
    select leg_id as "legId" from call_transfers where ended_at is null and placed_at is not null and leg_id is not null`);
  for (const { legId } of rung.filter(isGone))
    await change(engine, async (move) => {
      const call = await callOfLine(move.tx, legId);
      if (call?.stage === 'handed') await moveAttempt(move, call.id, { type: 'end', reason: 'hangup' });
      else if (call) await moveAttempt(move, call.id, { type: 'returned' });
    });
  const ears = await database.rows<{ attemptId: number; userId: number; legId: string }>(sql`
    select attempt_id as "attemptId", user_id as "userId", leg_id as "legId" from call_listens
    where ended_at is null and placed_at is not null`);
  for (const { attemptId, userId } of ears.filter(isGone))
    await change(engine, (move) => listensOver(move, attemptId, 'gone', { userId }));
  const elsewhere = await putRight(engine, legs, before);
  const callers = legs.filter(({ role }) => role === 'inbound').map(({ legId }) => legId);
  const strays = await straysAmong(database, carried, callers);
  for (const one of legs) if (strays.has(one.legId)) await provider.hangup(one.legId);
  const missing = [...live, ...lines, ...rung, ...ears]
    .map(({ legId }) => legId)
    .filter((legId) => !carried.has(legId));
  return new Set([...missing, ...strays, ...elsewhere]);
}

/** Repairs misplaced lines found in two consecutive checks. */
async function putRight(
  { database, provider }: Engine,
  legs: readonly LegInfo[],
  before: Missing,
): Promise<string[]> {
  const astray = await astrayAmong(database, legs);
  for (const one of astray) if (before.has(placeOf(one))) await provider.part(one);
  const adrift = await adriftAmong(database, legs);
  for (const one of adrift) if (before.has(awayFrom(one))) await provider.join(one);
  const apart = await apartAmong(database, legs);
  for (const { bridgeId, legId } of apart)
    if (before.has(apartIn({ bridgeId, legId })))
      await provider.bridge({ bridgeId, legs: [bridgeId, legId] });
  return [...astray.map(placeOf), ...adrift.map(awayFrom), ...apart.map(apartIn)];
}

const placeOf = ({ bridgeId, legId }: Parted): string => `${legId} in ${bridgeId}`;
/** Agents' lines in a bridge of a call that is not theirs: transferred, or never assigned. */
async function astrayAmong(database: Database, legs: readonly LegInfo[]): Promise<Parted[]> {
  const inBridges = legs.filter(({ role, bridgeId }) => role === 'agent' && bridgeId !== null);
  if (inBridges.length === 0) return [];
  return database.rows<Parted>(sql`
    select x.leg_id as "legId", x.bridge_id as "bridgeId"
    from unnest(${inBridges.map(({ legId }) => legId)}::uuid[], ${inBridges.map(({ bridgeId }) => bridgeId)}::text[])
      x (leg_id, bridge_id)
    join agent_sessions s on s.agent_leg_id = x.leg_id and s.ended_at is null
    join call_attempts of on of.reference_id::text = x.bridge_id and of.state <> 'ended'
    where (s.current_attempt_id is distinct from of.id or s.activity = 'WRAP')
      -- Until the second call is through, their line stays in the first.
      and s.beside_attempt_id is distinct from of.id
      -- Whoever had it stays until the others hear each other.
      and (of.held_at is not null) = of.is_hold_told`);
}

const awayFrom = ({ bridgeId, legId }: Parted): string => `${legId} not in ${bridgeId}`;
/** Lines missing from the call their agent swapped to, after two swaps at the same time. */
async function adriftAmong(database: Database, legs: readonly LegInfo[]): Promise<Parted[]> {
  const lines = legs.filter(({ role, state }) => role === 'agent' && state === 'answered');
  if (lines.length === 0) return [];
  return database.rows<Parted>(sql`
    select x.leg_id as "legId", k.reference_id as "bridgeId"
    from unnest(${lines.map(({ legId }) => legId)}::uuid[], ${lines.map(({ bridgeId }) => bridgeId)}::text[])
      x (leg_id, bridge_id)
    join agent_sessions s on s.agent_leg_id = x.leg_id and s.ended_at is null and s.activity = 'TALK'
    join call_attempts k on k.id = s.current_attempt_id and k.user_id = s.user_id and k.state = 'bridged'
    where (k.aside_s is not null or k.line_losses > 0) and k.held_at is null and not k.is_hold_told
      and x.bridge_id is distinct from k.reference_id::text`);
}

const apartIn = ({ bridgeId, legId }: Parted): string => `${legId} apart from ${bridgeId}`;
/** Calls with neither side in the conversation bridge, as if two servers had closed and opened it in another order. */
async function apartAmong(database: Database, legs: readonly LegInfo[]): Promise<Parted[]> {
  const out = legs.filter(({ legId, bridgeId, state }) => state === 'answered' && bridgeId !== legId);
  if (out.length < 2) return [];
  return database.rows<Parted>(sql`
    select s.agent_leg_id as "legId", k.reference_id as "bridgeId"
    from unnest(${out.map(({ legId }) => legId)}::uuid[], ${out.map(({ bridgeId }) => bridgeId)}::text[]) x (leg_id, bridge_id)
    join agent_sessions s on s.agent_leg_id = x.leg_id and s.ended_at is null and s.activity = 'TALK'
    join call_attempts k on k.id = s.current_attempt_id and k.user_id = s.user_id and k.state = 'bridged'
    where k.end_reason is null and k.held_at is null and not k.is_hold_told
      and x.bridge_id is distinct from k.reference_id::text and k.reference_id = any(${out.map(({ legId }) => legId)}::uuid[])
      and not exists (select from call_transfers t where t.attempt_id = k.id and t.ended_at is null)`);
}

/**
 * Channels without an owner: the attempt is over, or the agent is signed out. Unrecorded inbound callers are skipped
 * because their event is still pending.
 */
async function straysAmong(
  database: Database,
  carried: ReadonlySet<string>,
  callers: readonly string[],
): Promise<Set<string>> {
  if (carried.size === 0) return new Set();
  const known = await database.rows<{ legId: string }>(sql`
    select x.leg_id as "legId" from unnest(${[...carried]}::uuid[]) x (leg_id)
    where exists (select from call_attempts k where k.reference_id = x.leg_id and k.state <> 'ended')
      or exists (select from agent_sessions s where s.agent_leg_id = x.leg_id and s.ended_at is null)
      or exists (select from call_transfers t where t.leg_id = x.leg_id and t.ended_at is null)
      or exists (select from call_listens h where h.leg_id = x.leg_id and h.ended_at is null)
      or x.leg_id = any(${[...callers]}::uuid[])
        and not exists (select from call_attempts k where k.reference_id = x.leg_id)`);
  const ours = new Set(known.map(({ legId }) => legId));
  return new Set([...carried].filter((legId) => !ours.has(legId)));
}
