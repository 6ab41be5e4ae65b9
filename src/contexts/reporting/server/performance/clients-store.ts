import { nameHas } from '#kernel/server/database/search.ts';
import type { z } from 'zod/mini';
import type { performance, performanceBy } from '#contexts/reporting/contract/performance.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { seesAll, visibleLoans } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { amongPeople, monthOf, shareOf } from '../figures.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';

type Query = z.output<typeof performance.clients.takes>;
type Row = z.output<typeof performance.clients.gives>;

interface By {
  /** Grouping of totals and targets. */
  sum: Fragment;
  target: Fragment;
  name: Fragment;
  client: Fragment;
}
const nothing = sql`null::text`;
const by: Readonly<Record<(typeof performanceBy)[number], By>> = {
  client: {
    sum: sql`s.client_id`,
    target: sql`h.client_id`,
    name: sql`(select name from clients where id = k.key)`,
    client: nothing,
  },
  portfolio: {
    sum: sql`s.portfolio_id`,
    target: sql`h.portfolio_id`,
    name: sql`(select name from portfolios where id = k.key)`,
    client: sql`(select c.name from portfolios p join clients c on c.id = p.client_id where p.id = k.key)`,
  },
  allocation: {
    sum: sql`s.allocation_type_id`,
    target: sql`h.allocation_type_id`,
    name: sql`coalesce((select name from allocation_types where id = k.key), '–')`,
    client: nothing,
  },
  totals: { sum: sql`0::bigint`, target: sql`0::bigint`, name: sql`''::text`, client: nothing },
};

const oneOf = (column: Fragment, ids: readonly number[] | undefined): Fragment | false =>
  ids !== undefined && ids.length > 0 && sql`${column} = any(${[...ids]})`;

/** Full visibility reads agency totals instead of totals by assignee. */
const daysOf = (actor: ServerActor): Fragment => (seesAll(actor) ? sql`lender_days_now` : sql`book_days_now`);

/** Totals of these users. */
const ofSeen = (actor: ServerActor): Fragment | false =>
  !seesAll(actor) && amongPeople(sql`s.assignee_id`, (id) => visibleLoans(actor, id));

/** Target and collections by lender, portfolio or allocation type; or as one grand total. */
export function rowsOf(tx: Tx, actor: ServerActor, query: Query, now: Date): Promise<Row[]> {
  const { first, until, untilBefore, back, month, year } = monthOf(query.month, now);
  const { type = 'client', clientIds, portfolioIds, isActive = true, q } = query;
  const key = by[type];
  const isWorked = sql`s.is_active = ${isActive}`;
  const chosen = [
    ofSeen(actor),
    oneOf(sql`s.client_id`, clientIds),
    oneOf(sql`s.portfolio_id`, portfolioIds),
  ];
  // Collections of closed loans are included with worked ones; separate only when requested.
  const everyOne = [...chosen, !isActive && isWorked];
  const inMonth = sql`s.day >= ${first}`;
  return tx.planned<Row>(sql`
    with n as (
      select ${key.sum} as key, sum(s.loans)::int as allocation, sum(s.principal)::bigint as pos, sum(s.total)::bigint as tos
      from book_sums_now s ${where([...chosen, isWorked])} group by 1 having sum(s.loans) > 0),
    y as (
      select ${key.sum} as key, coalesce(sum(s.collected) filter (where ${inMonth}), 0)::bigint as mtd,
        coalesce(sum(s.collected) filter (where s.day <= ${untilBefore}), 0)::bigint as lmtd,
        coalesce(sum(s.promises) filter (where ${inMonth}), 0)::int as promises,
        coalesce(sum(s.promised) filter (where ${inMonth}), 0)::bigint as promised
      from ${daysOf(actor)} s ${where([...everyOne, sql`s.day between ${back(1)} and ${until}`])} group by 1),
    p as (
      select key, count(*)::int as paid from (
        select ${key.sum} as key from payer_days_now s ${where([...everyOne, sql`s.day between ${first} and ${until}`])}
        group by 1, s.borrower_id having sum(s.payments) > 0) one
      group by 1),
    t as (
      select ${key.target} as key, sum(h.target)::bigint as target from allocation_type_hierarchy h
      ${where([
        sql`h.month = ${month}::int and h.year = ${year}::int`,
        oneOf(sql`h.client_id`, clientIds),
        oneOf(sql`h.portfolio_id`, portfolioIds),
      ])} group by 1)
    select * from (
      select k.key as id, ${key.name} as name, ${key.client} as client, coalesce(n.allocation, 0) as allocation,
        coalesce(n.pos, 0) as pos, coalesce(n.tos, 0) as tos,
        coalesce(y.promises, 0) as "ptpCount", coalesce(y.promised, 0) as "ptpAmount", coalesce(t.target, 0) as target,
        coalesce(p.paid, 0) as "paidCount", coalesce(y.mtd, 0) as mtd, coalesce(y.lmtd, 0) as lmtd,
        ${shareOf(sql`coalesce(y.mtd, 0)`, sql`n.pos`)} as ror,
        ${shareOf(sql`coalesce(y.mtd, 0)`, sql`t.target`)} as "targetVsAch"
      from (select key from n union select key from y where mtd <> 0 or lmtd <> 0 or promises <> 0) k left join n using (key)
        left join y using (key) left join p using (key) left join t using (key)) told
    ${where([q !== undefined && type !== 'totals' && sql`${nameHas(sql`told.name`, q)}`])}
    order by lower(told.name), told.id limit 1000`);
}

/** Users with visible loans; null: all, including unassigned loans. */
export const workersSeen = async (tx: Tx, actor: ServerActor): Promise<number[] | null> =>
  seesAll(actor)
    ? null
    : (
        await tx.rows<{ id: number }>(sql`select u.id from users u where ${visibleLoans(actor, sql`u.id`)}`)
      ).map(({ id }) => id);
