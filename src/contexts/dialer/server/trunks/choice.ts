/** Trunk selection: the first in order with capacity, by weight among equals, and the next after a rejection. */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { trunkName } from '../exchange/plan.ts';
import { onlyTrunk } from './health.ts';
import type { NumberFormat } from './number-format.ts';

/** Seconds a trunk is last in order after a rejection. */
const restSeconds = 30;
/** Of those who choose at once, one after the other: a limit is a limit. */
const choosing = 7240;

export interface TrunkChoice {
  /** False: there are carriers, and none has room. */
  isPossible: boolean;
  trunkId: number | null;
  /** Milliseconds until a trunk may start the next call: all trunks with room have reached their calls per second. */
  waitMs: number;
  numberFormat: NumberFormat;
}
const anyTrunk: TrunkChoice = { isPossible: true, trunkId: null, waitMs: 0, numberFormat: 'as_is' };

export const trunkNames = async (tx: Tx): Promise<string[]> =>
  (await tx.rows<{ id: number }>(sql`select id from trunks where is_active order by id`)).map(trunkName);

/**
 * True if line `h` of line_health is in service, or its cool-down is over and no trial call runs; `h` may be missing.
 */
export const mayTry = (now: Date, isTried: Fragment): Fragment =>
  sql`(h.out_until is null or (h.out_until <= ${now} and not ${isTried}))`;
const liveCalls = sql`(select count(*) from call_attempts k where k.trunk_id = t.id and k.state <> 'ended')`;
const withHealth = sql`left join line_health h on h.kind = 'trunk' and h.line = t.id::text`;
const hasRoom = (now: Date): Fragment =>
  sql`t.is_active and t.channel_limit > ${liveCalls} and ${mayTry(now, sql`${liveCalls} > 0`)}`;

/** True if the exchange's default trunk, used without configured trunks, is out of service. */
const isOnlyOut = async (tx: Tx, now: Date): Promise<boolean> => {
  const isTried = sql`exists (select from call_attempts k where k.state not in ('claimed', 'ended') and k.direction = 'outbound')`;
  return (
    (await tx.one(sql`
      select 1 as ok from line_health h where h.kind = 'trunk' and h.line = ${onlyTrunk} and not ${mayTry(now, isTried)}`)) !==
    undefined
  );
};

interface Wanted {
  refused?: readonly number[];
  /** An agent is on the line for this call: it reserves the next free slot, before calls of campaigns. */
  reserves?: boolean;
}
const between = sql`make_interval(secs => 1.0 / calls_per_second)`;

/** Starts a call on a trunk, or answers for how many milliseconds its last one is too near; the caller dials at once. */
export async function startOn(tx: Tx, now: Date, trunkId: number): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(${choosing})`);
  const started = await tx.run(sql`
    update trunks set last_call_at = ${now}, next_call_at = greatest(next_call_at, ${now}::timestamptz + ${between})
    where id = ${trunkId} and coalesce(last_call_at + ${between} <= ${now}::timestamptz, true)`);
  if (started > 0) return 0;
  const trunk = await tx.one<{ waitMs: number }>(sql`
    select ceil(extract(epoch from last_call_at + ${between} - ${now}::timestamptz) * 1000)::int as "waitMs"
    from trunks where id = ${trunkId}`);
  return Math.max(0, trunk?.waitMs ?? 0);
}

/** Stores the selection in the same transaction; the exchange's default trunk without configured carriers. */
export async function chooseTrunk(
  tx: Tx,
  now: Date,
  { refused = [], reserves = false }: Wanted = {},
): Promise<TrunkChoice> {
  const some = await tx.one(sql`select 1 as ok from trunks where is_active limit 1`);
  if (!some) return { ...anyTrunk, isPossible: !(await isOnlyOut(tx, now)) };
  await tx.run(sql`select pg_advisory_xact_lock(${choosing})`);
  const found = await tx.one<{ id: number; waitMs: number; numberFormat: NumberFormat }>(sql`
    select t.id, t.number_format as "numberFormat",
      coalesce(greatest(0, ceil(extract(epoch from t.next_call_at - ${now}::timestamptz) * 1000)), 0)::int as "waitMs"
    from trunks t ${withHealth} where ${hasRoom(now)} and not (t.id = any(${[...refused]}::bigint[]))
    order by coalesce(t.next_call_at > ${now}, false),
      case when t.next_call_at > ${now} then t.next_call_at end,
      coalesce(t.rests_until > ${now}, false), t.place, ln(1 - random()) / t.weight desc, t.id limit 1`);
  if (!found) return { ...anyTrunk, isPossible: false };
  const { id: trunkId, ...how } = found;
  if (found.waitMs === 0)
    return { isPossible: true, trunkId, ...how, waitMs: await startOn(tx, now, trunkId) };
  if (reserves)
    await tx.run(sql`update trunks set next_call_at = next_call_at + ${between} where id = ${trunkId}`);
  return { isPossible: true, trunkId, ...how };
}

/** The trunk with a reserved slot of the call; undefined: none, or the trunk went out of service meanwhile. */
export async function reservedTrunk(tx: Tx, now: Date, id: number): Promise<TrunkChoice | undefined> {
  const found = await tx.one<{ trunkId: number; waitMs: number; numberFormat: NumberFormat }>(sql`
    select t.id as "trunkId", t.number_format as "numberFormat",
      greatest(0, ceil(extract(epoch from k.dial_at - ${now}::timestamptz) * 1000))::int as "waitMs"
    from call_attempts k join trunks t on t.id = k.trunk_id ${withHealth}
    where k.id = ${id} and k.dial_at is not null and t.is_active and ${mayTry(now, sql`false`)}`);
  if (!found) return undefined;
  const waitMs = found.waitMs > 0 ? found.waitMs : await startOn(tx, now, found.trunkId);
  return { isPossible: true, ...found, waitMs };
}

/** Column: true if any trunk is in service. */
export const hasTrunk = sql`not exists (
  select from (select id::text as line from trunks where is_active
    union all select ${onlyTrunk} where not exists (select from trunks where is_active)) t
  having bool_and(exists (select from line_health h where h.kind = 'trunk' and h.line = t.line and h.out_until is not null)))`;

/** Seconds a claimed call may wait for its trunk; its agent waits no longer than a claim lasts. */
const claimSeconds = 3;
const unlimited = 1_000_000;

/** Returns how many more calls may be claimed: free channels, and what each trunk can start before a claim expires. */
export async function roomOf(tx: Tx, now: Date): Promise<number> {
  const row = await tx.one<{ room: number | null; claimed: number }>(sql`
    select (select count(*)::int from call_attempts k where k.state = 'claimed' and k.direction = 'outbound') as claimed,
      (select sum(case when not coalesce(${hasRoom(now)}, false) then 0 when h.out_until is not null then 1
          else least(t.channel_limit - ${liveCalls}, coalesce(t.calls_per_second * ${claimSeconds}, ${unlimited})) end)::int
        from trunks t ${withHealth} where t.is_active) as room`);
  if (!row || row.room === null) return (await isOnlyOut(tx, now)) ? 0 : unlimited;
  return Math.max(0, row.room - row.claimed);
}

/** The carrier rang no phone: whether another one may try. The call is claimed again and dialled at once. */
export async function tryNext(tx: Tx, attemptId: number, now: Date, dueAt: Date): Promise<boolean> {
  await tx.run(sql`
    update trunks set rests_until = ${now}::timestamptz + make_interval(secs => ${restSeconds})
    where id = (select trunk_id from call_attempts where id = ${attemptId})`);
  const moved = await tx.run(sql`
    update call_attempts k set state = 'claimed', trunk_id = null, refused_trunks = k.refused_trunks || k.trunk_id,
      progress_at = null, due_at = ${dueAt}
    where k.id = ${attemptId} and k.state in ('originating', 'ringing') and k.ringing_at is null and k.answered_at is null
      and k.end_reason is null and k.trunk_id is not null
      and exists (select from trunks t where t.is_active and t.id <> k.trunk_id and not (t.id = any(k.refused_trunks)))`);
  return moved > 0;
}
