import type { z } from 'zod/mini';
import { dispositionIds } from '#contract/dispositions.ts';
import type { performance, performanceBy } from '#contract/performance.ts';
import { type ServerActor, visibleLoans } from '#server/kernel/actor.ts';
import type { Tx } from '#server/kernel/database.ts';
import { isCollected, monthOf, shareOf } from '#server/kernel/figures.ts';
import { type Fragment, sql, where } from '#server/kernel/sql.ts';
import { like } from '#server/kernel/table.ts';

export type Query = z.output<typeof performance.clients.takes>;
type Row = z.output<typeof performance.clients.gives>;

interface By {
  /** What loans and targets are counted by. */
  loan: Fragment;
  target: Fragment;
  name: Fragment;
  client: Fragment;
}
const nothing = sql`null::text`;
const by: Readonly<Record<(typeof performanceBy)[number], By>> = {
  client: {
    loan: sql`l.client_id`,
    target: sql`h.client_id`,
    name: sql`(select name from clients where id = k.key)`,
    client: nothing,
  },
  portfolio: {
    loan: sql`l.portfolio_id`,
    target: sql`h.portfolio_id`,
    name: sql`(select name from portfolios where id = k.key)`,
    client: sql`(select c.name from portfolios p join clients c on c.id = p.client_id where p.id = k.key)`,
  },
  allocation: {
    loan: sql`coalesce(l.allocation_type_id, 0)`,
    target: sql`h.allocation_type_id`,
    name: sql`coalesce((select name from allocation_types where id = k.key), '–')`,
    client: nothing,
  },
  totals: { loan: sql`0::bigint`, target: sql`0::bigint`, name: sql`''::text`, client: nothing },
};

const oneOf = (column: Fragment, ids: readonly number[] | undefined): Fragment | false =>
  ids !== undefined && ids.length > 0 && sql`${column} = any(${[...ids]})`;

/** What was to come in and what came, by lender, portfolio or allocation type; or all of it in one row. */
export function rowsOf(tx: Tx, actor: ServerActor, query: Query, now: Date): Promise<Row[]> {
  const { first, until, month, year } = monthOf(query.month, now);
  const { type = 'client', clientIds, portfolioIds, isActive = true, q } = query;
  const key = by[type];
  const isWorked = sql`l.is_active = ${isActive}`;
  // What came in of closed loans counts among those that are worked; alone it is asked for with them.
  const everyOne = where([
    isActive ? sql`true` : isWorked,
    visibleLoans(actor, sql`l.assignee_id`),
    oneOf(sql`l.client_id`, clientIds),
    oneOf(sql`l.portfolio_id`, portfolioIds),
  ]);
  const lastDay = sql`least(${until} - interval '1 month', ${first} - 1)`;
  return tx.planned<Row>(sql`
    with n as (
      select ${key.loan} as key, count(*)::int as allocation, sum(l.principal_outstanding)::bigint as pos,
        sum(l.total_outstanding)::bigint as tos
      from loans l ${everyOne} and ${isWorked} group by 1),
    y as (
      select ${key.loan} as key, count(distinct l.borrower_id) filter (where p.payment_date >= ${first})::int as paid,
        coalesce(sum(p.amount) filter (where p.payment_date >= ${first}), 0)::bigint as mtd,
        coalesce(sum(p.amount) filter (where p.payment_date <= ${lastDay}), 0)::bigint as lmtd
      from payments p join loans l on l.id = p.loan_id ${everyOne} and ${isCollected}
        and p.payment_date >= ${first} - interval '1 month' and p.payment_date <= ${until} group by 1),
    d as (
      select ${key.loan} as key, count(*)::int as promises, coalesce(sum(d.amount), 0)::bigint as promised
      from borrower_dispositions d join loans l on l.id = d.loan_id ${everyOne} and d.disposition_id = ${dispositionIds.PTP}
        and d.effective_at >= ${first}::timestamp at time zone 'Asia/Kolkata'
        and d.effective_at < (${until} + 1)::timestamp at time zone 'Asia/Kolkata' group by 1),
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
        coalesce(d.promises, 0) as "ptpCount", coalesce(d.promised, 0) as "ptpAmount", coalesce(t.target, 0) as target,
        coalesce(y.paid, 0) as "paidCount", coalesce(y.mtd, 0) as mtd, coalesce(y.lmtd, 0) as lmtd,
        ${shareOf(sql`coalesce(y.mtd, 0)`, sql`n.pos`)} as ror,
        ${shareOf(sql`coalesce(y.mtd, 0)`, sql`t.target`)} as "targetVsAch"
      from (select key from n union select key from y union select key from d) k left join n using (key)
        left join y using (key) left join d using (key) left join t using (key)) told
    ${where([q !== undefined && type !== 'totals' && sql`told.name ilike ${like(q)}`])}
    order by lower(told.name), told.id limit 1000`);
}

/** The active loans of these lenders that the caller sees, held; of all lenders where none is named. */
export const loansOf = async (
  tx: Tx,
  actor: ServerActor,
  clientIds: readonly number[] | undefined,
): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
      select l.id from loans l ${where([
        sql`l.is_active`,
        visibleLoans(actor, sql`l.assignee_id`),
        oneOf(sql`l.client_id`, clientIds),
      ])} order by l.id for update`)
  ).map(({ id }) => id);
