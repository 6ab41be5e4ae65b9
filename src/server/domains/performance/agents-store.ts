import type { z } from 'zod/mini';
import { dispositionIds } from '#contract/dispositions.ts';
import type { performance } from '#contract/performance.ts';
import { type ServerActor, visibleUsers } from '#server/kernel/actor.ts';
import { type Page, counted } from '#server/kernel/count.ts';
import type { Tx } from '#server/kernel/database.ts';
import { type Month, drrOf, isCollected, monthOf, shareOf } from '#server/kernel/figures.ts';
import { narrow } from '#server/kernel/narrow.ts';
import { type Fragment, sql, where } from '#server/kernel/sql.ts';
import { likeInLong, paged } from '#server/kernel/table.ts';
import { above, assistants, leaders, managers } from './people.ts';

export type Query = z.output<typeof performance.agents.takes>;
type Row = z.output<typeof performance.agents.gives>;

const oneOf = (column: Fragment, ids: readonly number[] | undefined): Fragment | false =>
  ids !== undefined && ids.length > 0 && sql`${column} = any(${[...ids]})`;

/** A row is named by its person and portfolio, which stay when its loans go. */
const rowId = sql`(l.assignee_id << 20) | l.portfolio_id`;

/** The loans of each agent by portfolio: those they work, and those they closed while money of the report came in. */
export const groups = (actor: ServerActor, query: Query, { first, until }: Month): Fragment => sql`
  from (
    select ${rowId} as id, l.assignee_id, l.client_id, l.portfolio_id, count(*) filter (where l.is_active)::int as allocation,
      coalesce(sum(l.principal_outstanding) filter (where l.is_active), 0)::bigint as pos
    from loans l ${where([
      sql`l.assignee_id is not null and (l.is_active or exists (select from payments p where p.loan_id = l.id
        and ${isCollected} and p.payment_date >= ${first} - interval '3 months' and p.payment_date <= ${until}))`,
      visibleUsers(actor, sql`l.assignee_id`),
      ...narrow<typeof performance.agents>(query, {
        clientIds: (ids) => oneOf(sql`l.client_id`, ids),
        portfolioIds: (ids) => oneOf(sql`l.portfolio_id`, ids),
        agentIds: (ids) => oneOf(sql`l.assignee_id`, ids),
        monthYear: null,
        ids: null,
        q: null,
      }),
    ])}
    group by l.assignee_id, l.client_id, l.portfolio_id) g
  join users u on u.id = g.assignee_id join roles r on r.id = u.role_id and r.role_type = 'agent'
  ${where([
    query.q !== undefined &&
      query.q !== '' &&
      sql`u.first_name || ' ' || u.last_name ilike ${likeInLong(query.q)}`,
    oneOf(sql`g.id`, query.ids),
  ])}`;
export const inOrder = sql`order by lower(u.first_name || ' ' || u.last_name), g.id`;

/** What came in and what was promised on the loans of a group `g`. */
export const figures = ({ first, until }: Month): Fragment => sql`
  left join lateral (
    select coalesce(sum(p.amount) filter (where p.payment_date between ${first} and ${until}), 0)::bigint as mtd,
      count(distinct l.borrower_id) filter (where p.payment_date between ${first} and ${until})::int as paid,
      coalesce(sum(p.amount) filter (where p.payment_date >= ${first} - interval '1 month'
        and p.payment_date <= least(${until} - interval '1 month', ${first} - 1)), 0)::bigint as lmtd,
      coalesce(sum(p.amount) filter (where p.payment_date >= ${first} - interval '1 month' and p.payment_date < ${first}), 0)::bigint as one,
      coalesce(sum(p.amount) filter (where p.payment_date >= ${first} - interval '2 months'
        and p.payment_date < ${first} - interval '1 month'), 0)::bigint as two,
      coalesce(sum(p.amount) filter (where p.payment_date >= ${first} - interval '3 months'
        and p.payment_date < ${first} - interval '2 months'), 0)::bigint as three
    from loans l join payments p on p.loan_id = l.id
    where l.assignee_id = g.assignee_id and l.portfolio_id = g.portfolio_id
      and ${isCollected} and p.payment_date >= ${first} - interval '3 months'
      and p.payment_date <= ${until}) y on true
  left join lateral (
    select count(*)::int as promises, coalesce(sum(d.amount), 0)::bigint as promised
    from loans l join borrower_dispositions d on d.loan_id = l.id
    where l.assignee_id = g.assignee_id and l.portfolio_id = g.portfolio_id
      and d.disposition_id = ${dispositionIds.PTP}
      and d.effective_at >= ${first}::timestamp at time zone 'Asia/Kolkata'
      and d.effective_at < (${until} + 1)::timestamp at time zone 'Asia/Kolkata') d on true`;

/** The share these loans have of the agent’s target of the month. */
export const target = ({ month, year }: Month): Fragment => sql`
  left join lateral (
    select round(t.amount * g.pos::numeric / nullif((select sum(o.principal_outstanding) from loans o
      where o.assignee_id = g.assignee_id and o.is_active), 0))::bigint as amount
    from user_targets t where t.user_id = g.assignee_id and t.month = ${month}::int and t.year = ${year}::int) t on true`;

const shown = (m: Month): Fragment => sql`
  g.id, g.assignee_id as "agentId", jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name, 'doj', u.doj,
    'isActive', u.is_active) as "acpsAgent",
  jsonb_build_object('name', c.name) as "acpsClient", jsonb_build_object('name', p.name) as "acpsPortfolio",
  ${above(sql`g.assignee_id`, leaders)} as "acpsTl", ${above(sql`g.assignee_id`, assistants)} as "acpsAm",
  ${above(sql`g.assignee_id`, managers)} as "acpsManager",
  (extract(year from age(${m.until}, u.doj)) * 12 + extract(month from age(${m.until}, u.doj)))::int as tenure,
  g.allocation, g.pos, d.promises as "ptpCount", d.promised as "ptpAmount", t.amount as target,
  ${shareOf(sql`y.mtd`, sql`g.pos`)} as ror, y.paid as "borrowersPaidCount", y.mtd,
  case when y.paid > 0 then round(y.mtd::numeric / y.paid)::bigint end as "avgPaymentSize", y.lmtd,
  ${shareOf(sql`y.mtd`, sql`t.amount`)} as "targetVsAch",
  y.one as "lastMonthPayment", y.two as "last2MonthPayment", y.three as "last3MonthPayment"`;

/** The page is chosen first; what came in is counted for it alone. */
export function pageOf(tx: Tx, actor: ServerActor, query: Query, now: Date): Promise<Page<Row>> {
  const month = monthOf(query.monthYear, now);
  const chosen = groups(actor, query, month);
  return counted(tx, query, chosen, async () => {
    const page = sql`select g.* ${chosen} ${inOrder} ${paged(query)}`;
    const rows = await tx.planned<Omit<Row, 'drr'>>(sql`
      select ${shown(month)} from (${page}) g join users u on u.id = g.assignee_id
      join clients c on c.id = g.client_id join portfolios p on p.id = g.portfolio_id
      ${figures(month)} ${target(month)} ${inOrder}`);
    return rows.map((row) => ({ ...row, drr: drrOf(row.target, row.mtd, month) }));
  });
}
