/** Cash days of agents: opening balance, collected, deposited and closing balance; open or closed. */
import { nameHas } from '#kernel/server/database/search.ts';
import type { z } from 'zod/mini';
import type { cash } from '#contexts/payments/contract/cash/cash.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { visibleUsers, watchersOf } from '#contexts/agency/server/visible.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { sql, where } from '#kernel/server/database/sql.ts';
import { paged } from '#kernel/server/database/table.ts';
import { lockDaysOf } from './journal.ts';
import type { CashAsked } from './lists.ts';

type Row = z.output<typeof cash.days.gives>;
type Sums = { [K in 'opening' | 'taken' | 'deposited' | 'variance' | 'carried']: number };
const none: Sums = { opening: 0, taken: 0, deposited: 0, variance: 0, carried: 0 };

/** Moves by day, with everything before them; of a closed day, what was closed. */
const daysOf = sql`
  (select coalesce(d.user_id, m.user_id) as user_id, coalesce(d.day, m.day) as day, coalesce(d.opening, m.opening) as opening,
    coalesce(d.taken, m.taken) as taken, coalesce(d.deposited, m.deposited) as deposited,
    coalesce(d.variance, m.variance) as variance, coalesce(d.carried, m.carried) as carried, d.closed_at, d.closed_by
  from (select user_id, day, taken, deposited, variance,
      (sum(hand) over before - hand)::bigint as opening, (sum(hand) over before)::bigint as carried
    from (select user_id, day, sum(hand) as hand, coalesce(sum(hand) filter (where kind in ('taken', 'voided')), 0)::bigint as taken,
        coalesce(-sum(hand) filter (where kind not in ('taken', 'voided')), 0)::bigint as deposited,
        sum(variance)::bigint as variance
      from cash_moves group by user_id, day) s
    window before as (partition by user_id order by day)) m
  full join cash_days d on d.user_id = m.user_id and d.day = m.day)`;

export async function pageOfDays(
  { tx, actor }: CashAsked,
  query: z.output<typeof cash.days.takes>,
): Promise<Page<Row> & { summary: Sums }> {
  const chosen = sql`from ${daysOf} t join users u on u.id = t.user_id left join centers e on e.id = u.center_id
    left join users w on w.id = t.closed_by ${where([
      actor.roleType === 'client' ? sql`false` : visibleUsers(actor, sql`t.user_id`),
      ...narrow<typeof cash.days>(query, {
        day: (day) => sql`t.day = ${day}`,
        userIds: (ids) => sql`t.user_id = any(${ids})`,
        centerIds: (ids) => sql`u.center_id = any(${ids})`,
        isClosed: (isClosed) => (isClosed ? sql`t.closed_at is not null` : sql`t.closed_at is null`),
        q: (q) => nameHas(sql`u.first_name || ' ' || u.last_name`, q),
      }),
    ])}`;
  const page = await counted(tx, query, chosen, () =>
    tx.planned<Row>(sql`
      select t.user_id * 100000 + (t.day - date '2020-01-01') as id, t.user_id as "userId", u.first_name || ' ' || u.last_name as agent, e.name as center, t.day, t.opening, t.taken,
        t.deposited, t.variance, t.carried, t.closed_at as "closedAt", w.first_name || ' ' || w.last_name as "closedBy"
      ${chosen} order by t.day desc, t.user_id ${paged(query)}`),
  );
  const [sum] = await tx.planned<Sums>(sql`
    select coalesce(sum(t.opening), 0)::bigint as opening, coalesce(sum(t.taken), 0)::bigint as taken,
      coalesce(sum(t.deposited), 0)::bigint as deposited, coalesce(sum(t.variance), 0)::bigint as variance,
      coalesce(sum(t.carried), 0)::bigint as carried ${chosen}`);
  return { ...page, summary: sum ?? none };
}

/** Nothing moves on this day or before it any more. */
const closeOf = (
  tx: Tx,
  o: { userId: number; day: string; now: Date; by: number },
): Promise<{ carried: number } | undefined> =>
  tx.one(sql`
    insert into cash_days (user_id, day, opening, taken, deposited, variance, carried, closed_at, closed_by)
    select ${o.userId}, ${o.day}, coalesce(sum(hand) filter (where day < ${o.day}), 0),
      coalesce(sum(hand) filter (where day = ${o.day} and kind in ('taken', 'voided')), 0),
      coalesce(-sum(hand) filter (where day = ${o.day} and kind not in ('taken', 'voided')), 0),
      coalesce(sum(variance) filter (where day = ${o.day}), 0), coalesce(sum(hand), 0), ${o.now}, ${o.by}
    from cash_moves where user_id = ${o.userId} and day <= ${o.day}
    on conflict do nothing returning carried`);

export async function closeDay(
  { tx, actor, now, emit }: Context,
  { day, userId, centerId }: z.output<typeof cash.close.takes>,
): Promise<{ closed: number }> {
  if (day > businessDay(now)) throw new Failure('DATE_IN_FUTURE');
  if ((userId === undefined) === (centerId === undefined))
    throw new Failure('INVALID_INPUT', {}, [{ path: 'userId', fault: 'required' }]);
  // A later day that is closed has closed this one too.
  const people = await tx.rows<{ id: number }>(sql`
    select u.id from users u where ${userId === undefined ? sql`u.center_id = ${centerId}` : sql`u.id = ${userId}`}
      and ${visibleUsers(actor, sql`u.id`)} and (${userId === undefined} is false
        or exists (select from cash_moves m where m.user_id = u.id and m.day <= ${day}))
      and not exists (select from cash_days d where d.user_id = u.id and d.day >= ${day}) order by u.id`);
  const isKnown = await tx.one(sql`
    select u.id from users u where ${userId === undefined ? sql`u.center_id = ${centerId}` : sql`u.id = ${userId}`}
      and ${visibleUsers(actor, sql`u.id`)} limit 1`);
  if (!isKnown) throw new Failure('NOT_FOUND');
  let closed = 0;
  for (const { id } of people) {
    await lockDaysOf(tx, id);
    const row = await closeOf(tx, { userId: id, day, now, by: actor.id });
    if (!row) continue;
    closed += 1;
    emit('cash.day-closed', { id, facts: { day, carried: row.carried }, to: await watchersOf(tx, [id]) });
  }
  if (closed === 0) throw new Failure('CHANGED_MEANWHILE');
  return { closed };
}
