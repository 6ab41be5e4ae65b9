/** Allowed transfer targets: configured ones, never a typed number. */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { isBorrowers } from '../../agent/legs.ts';

interface Named {
  id: number;
  name: string;
}
const nameOf = (u: Fragment): Fragment => sql`trim(${u}.first_name || ' ' || ${u}.last_name)`;

/** Agents of the caller's campaign or team with a connected line and no call, longest idle first. */
const free = (userId: number, now: Date): Fragment => sql`
  from agent_sessions s join users u on u.id = s.user_id
  join agent_sessions me on me.user_id = ${userId} and me.ended_at is null
  where s.ended_at is null and s.user_id <> ${userId} and s.is_leg_up and s.leg <> 'per_call'
    and s.activity in ('NONE', 'POOL') and s.mode in ('READY', 'PAUSED') and s.wish is null
    and s.heartbeat_at > ${now}::timestamptz - interval '45 seconds'
    and (u.reporting_to = (select reporting_to from users where id = ${userId})
      or exists (select from campaign_agents x where x.user_id = s.user_id and x.campaign_id = me.campaign_id))`;
const isReady = sql`s.activity = 'POOL'`;

export const freePeople = (tx: Tx, userId: number, now: Date): Promise<(Named & { isReady: boolean })[]> =>
  tx.rows(
    sql`select u.id, ${nameOf(sql`u`)} as name, ${isReady} as "isReady" ${free(userId, now)} order by 2, 1 limit 200`,
  );

export const freeTeams = (
  tx: Tx,
  userId: number,
  now: Date,
): Promise<(Named & { free: number; ready: number })[]> =>
  tx.rows(sql`
    select t.id, ${nameOf(sql`t`)} as name, count(f.id)::int as free,
      count(f.id) filter (where f.is_ready)::int as ready from users t
    join (select u.id, u.reporting_to, ${isReady} as is_ready ${free(userId, now)}) f on f.reporting_to = t.id group by t.id order by 2, 1`);

export const allowedNumbers = (tx: Tx): Promise<Named[]> =>
  tx.rows(sql`select id, name from transfer_numbers where is_active order by name, id`);

/** One that became a borrower's, or is not to be called, is not dialled though it was allowed once. */
export async function allowedNumber(tx: Tx, id: number): Promise<string | undefined> {
  const found = await tx.one<{ number: string }>(
    sql`select number from transfer_numbers where id = ${id} and is_active`,
  );
  return found && !(await isBorrowers(tx, found.number)) ? found.number : undefined;
}

export const leadOf = (tx: Tx, userId: number): Promise<(Named & { extension: string }) | undefined> =>
  tx.one(sql`
    select t.id, ${nameOf(sql`t`)} as name, t.extension_number::text as extension
    from users u join users t on t.id = u.reporting_to
    where u.id = ${userId} and t.is_active and t.extension_number is not null`);

/** Eligible colleagues among the requested targets, in the order of attempts. */
export async function candidates(
  tx: Tx,
  userId: number,
  now: Date,
  asked: { userId?: number | undefined; teamId?: number | undefined; isBlind: boolean },
): Promise<number[]> {
  const wanted =
    asked.userId === undefined ? sql`u.reporting_to = ${asked.teamId ?? null}` : sql`u.id = ${asked.userId}`;
  // Paused agents may be absent, so a blind transfer is not possible.
  const rows = await tx.rows<Named>(sql`
    select u.id ${free(userId, now)} and ${wanted} and (${isReady} or ${!asked.isBlind})
    order by (${isReady}) desc, s.since limit 20`);
  return rows.map(({ id }) => id);
}
