/** Cash of an agent that is subject to limit and age: in hand, and in transit until the desk confirms it. */
import type { Tx } from '#kernel/server/database/database.ts';
import type { Emit } from '#kernel/server/live/event.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Receipts `r` of the lender `c`; a lender may allow the desk some days from the first deposit of a receipt. */
export const counts = (now: Date): Fragment => sql`(r.state = 'in-hand' or (r.state = 'deposited'
  and ${businessDay(now)}::date - coalesce((r.first_deposited_at at time zone 'Asia/Kolkata')::date, r.day) >= c.cash_grace_days))`;

/**
 * Cash in hand of an agent per client: relevant receipts, and the shortage of confirmed deposits, from the confirmation
 * day. Rows of agent, client, paise and day.
 */
export const heldCash = (now: Date): Fragment => sql`(
  select r.user_id, r.client_id, r.amount, r.day from cash_receipts r join clients c on c.id = r.client_id
  where r.state in ('in-hand', 'deposited') and ${counts(now)}
  union all select d.user_id, d.client_id, d.short, d.short_since from cash_deposits d where d.short > 0)`;

interface Passed {
  id: number;
  userId: number;
  clientId: number;
  kind: 'limit' | 'age';
  held: number;
}
/** Opens and closes alerts to match the balance: of one agent and lender, or of all. Returns new ones. */
function crossings(tx: Tx, now: Date, of?: { userId: number; clientId: number }): Promise<Passed[]> {
  const one = (alias: Fragment): Fragment =>
    of ? sql`and ${alias}.user_id = ${of.userId} and ${alias}.client_id = ${of.clientId}` : sql``;
  return tx.rows<Passed>(sql`
    with held as (
      select r.user_id, r.client_id, c.cash_limit, c.cash_days, sum(r.amount)::bigint as held, min(r.day) as oldest
      from ${heldCash(now)} r join clients c on c.id = r.client_id where true ${one(sql`r`)} group by 1, 2, 3, 4),
    over as (
      select h.user_id, h.client_id, k.kind, h.held from held h cross join lateral (values
        ('limit', h.held > h.cash_limit), ('age', ${businessDay(now)}::date - h.oldest > h.cash_days)) k (kind, is_over)
      where k.is_over),
    ended as (
      update cash_alerts a set ended_at = ${now} where a.ended_at is null ${one(sql`a`)} and not exists (
        select from over o where o.user_id = a.user_id and o.client_id = a.client_id and o.kind = a.kind))
    insert into cash_alerts (user_id, client_id, kind, held, since)
    select user_id, client_id, kind, held, ${now} from over order by user_id, client_id, kind
    on conflict (user_id, client_id, kind) where ended_at is null do nothing
    returning id, user_id as "userId", client_id as "clientId", kind, held`);
}

async function tell(tx: Tx, emit: Emit, passed: readonly Passed[]): Promise<void> {
  for (const { id, userId, ...facts } of passed)
    emit('cash.limit-passed', { id, facts: { userId, ...facts }, to: await watchersOf(tx, [userId]) });
}

/** After each cash step: superiors are notified once when the agent exceeds the lender's limit. */
export const watchHeld = async (
  { tx, now, emit }: { tx: Tx; now: Date; emit: Emit },
  of: { userId: number; clientId: number },
): Promise<void> => tell(tx, emit, await crossings(tx, now, of));

/** Days go by without a step. */
export const watchAges = (database: Database, now: Date): Promise<void> =>
  database.transaction(async (tx) => {
    const events = eventLog(null, null);
    await tell(tx, events.emit, await crossings(tx, now));
    await events.flush(tx, []);
  });
