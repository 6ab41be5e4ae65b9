/** By which carrier a call goes out: the first in order that has room, by weight among equals, and the next when one refuses. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { trunkName } from '../exchange/plan.ts';

/** One that refused a call is asked last for so long. */
const restSeconds = 30;
/** Of those who choose at once, one after the other: a limit is a limit. */
const choosing = 7240;

export interface TrunkChoice {
  /** False: there are carriers, and none has room. */
  isPossible: boolean;
  trunkId: number | null;
}

export const trunkNames = async (tx: Tx): Promise<string[]> =>
  (await tx.rows<{ id: number }>(sql`select id from trunks where is_active order by id`)).map(trunkName);

/** In a transaction that writes it down; the exchange's own trunk where no carriers are named. */
export async function chooseTrunk(tx: Tx, now: Date, refused: readonly number[] = []): Promise<TrunkChoice> {
  const some = await tx.one(sql`select 1 as ok from trunks where is_active limit 1`);
  if (!some) return { isPossible: true, trunkId: null };
  await tx.run(sql`select pg_advisory_xact_lock(${choosing})`);
  const found = await tx.one<{ id: number }>(sql`
    select t.id from trunks t
    where t.is_active and not (t.id = any(${[...refused]}::bigint[])) and t.channel_limit >
      (select count(*) from call_attempts k where k.trunk_id = t.id and k.state <> 'ended')
    order by coalesce(t.rests_until > ${now}, false), t.place, ln(1 - random()) / t.weight desc, t.id limit 1`);
  return { isPossible: found !== undefined, trunkId: found?.id ?? null };
}

/** Whether anybody could be called now. */
export const hasRoom = async (tx: Tx): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as ok where not exists (select from trunks where is_active) or exists (
      select from trunks t where t.is_active and t.channel_limit >
        (select count(*) from call_attempts k where k.trunk_id = t.id and k.state <> 'ended'))`)) !==
  undefined;

/** Nobody was rung by this carrier: whether the call may go out by another. It is claimed anew, and dialled at once. */
export async function tryNext(tx: Tx, attemptId: number, now: Date, dueAt: Date): Promise<boolean> {
  await tx.run(sql`
    update trunks set rests_until = ${now}::timestamptz + make_interval(secs => ${restSeconds})
    where id = (select trunk_id from call_attempts where id = ${attemptId})`);
  const moved = await tx.run(sql`
    update call_attempts k set state = 'claimed', trunk_id = null, refused_trunks = k.refused_trunks || k.trunk_id,
      due_at = ${dueAt}
    where k.id = ${attemptId} and k.state = 'originating' and k.end_reason is null and k.trunk_id is not null
      and exists (select from trunks t where t.is_active and t.id <> k.trunk_id and not (t.id = any(k.refused_trunks)))`);
  return moved > 0;
}
