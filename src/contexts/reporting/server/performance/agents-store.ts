import type { z } from 'zod/mini';
import type { performance } from '#contexts/reporting/contract/performance.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Month, drrOf, monthOf, shareOf } from '../figures.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { likeInLong, paged } from '#kernel/server/database/table.ts';
import { above, assistants, leaders, managers } from './people.ts';

export type Query = z.output<typeof performance.agents.takes>;
type Row = z.output<typeof performance.agents.gives>;

const oneOf = (column: Fragment, ids: readonly number[] | undefined): Fragment | false =>
  ids !== undefined && ids.length > 0 && sql`${column} = any(${[...ids]})`;

/** A row is named by its person and portfolio, which stay when its loans go. */
const rowId = sql`(s.assignee_id << 20) | s.portfolio_id`;

/** The loans of each agent by portfolio: those they work, and those they closed while money of the report came in. */
export const groups = (actor: ServerActor, query: Query, { back, until }: Month): Fragment => sql`
  from (
    select ${rowId} as id, s.assignee_id, s.client_id, s.portfolio_id,
      coalesce(sum(s.loans) filter (where s.is_active), 0)::int as allocation,
      coalesce(sum(s.principal) filter (where s.is_active), 0)::bigint as pos
    from book_sums_now s ${where([
      sql`s.assignee_id > 0`,
      visibleUsers(actor, sql`s.assignee_id`),
      ...narrow<typeof performance.agents>(query, {
        clientIds: (ids) => oneOf(sql`s.client_id`, ids),
        portfolioIds: (ids) => oneOf(sql`s.portfolio_id`, ids),
        agentIds: (ids) => oneOf(sql`s.assignee_id`, ids),
        monthYear: null,
        ids: null,
        q: null,
      }),
    ])}
    group by s.assignee_id, s.client_id, s.portfolio_id) g
  join users u on u.id = g.assignee_id join roles r on r.id = u.role_id and r.role_type = 'agent'
  ${where([
    sql`(g.allocation > 0 or exists (select from book_days_now s where s.assignee_id = g.assignee_id
      and s.portfolio_id = g.portfolio_id and s.collected <> 0 and s.day between ${back(3)} and ${until}))`,
    query.q !== undefined &&
      query.q !== '' &&
      sql`u.first_name || ' ' || u.last_name ilike ${likeInLong(query.q)}`,
    oneOf(sql`g.id`, query.ids),
  ])}`;
export const inOrder = sql`order by lower(u.first_name || ' ' || u.last_name), g.id`;

/** What came in, by months, as `y`, and was promised, as `d`, on the loans of a group `g` of one of these people. */
export const figures = ({ first, until, untilBefore, back }: Month, people: Fragment): Fragment => {
  const came = (when: Fragment): Fragment =>
    sql`coalesce(sum(s.collected) filter (where ${when}), 0)::bigint`;
  const inMonth = sql`s.day >= ${first}`;
  return sql`
  left join (
    select s.assignee_id, s.portfolio_id, ${came(inMonth)} as mtd,
      ${came(sql`s.day between ${back(1)} and ${untilBefore}`)} as lmtd,
      ${came(sql`s.day >= ${back(1)} and s.day < ${first}`)} as one,
      ${came(sql`s.day >= ${back(2)} and s.day < ${back(1)}`)} as two,
      ${came(sql`s.day < ${back(2)}`)} as three,
      sum(s.promises) filter (where ${inMonth}) as promises, sum(s.promised) filter (where ${inMonth}) as promised
    from book_days_now s
    where s.assignee_id = any(${people}) and s.day between ${back(3)} and ${until}
    group by 1, 2) came on came.assignee_id = g.assignee_id and came.portfolio_id = g.portfolio_id
  left join (
    select assignee_id, portfolio_id, count(*) as paid from (
      select s.assignee_id, s.portfolio_id from payer_days_now s
      where s.assignee_id = any(${people}) and s.day between ${first} and ${until}
      group by s.assignee_id, s.portfolio_id, s.borrower_id having sum(s.payments) > 0) p
    group by 1, 2) who on who.assignee_id = g.assignee_id and who.portfolio_id = g.portfolio_id
  cross join lateral (select coalesce(came.mtd, 0) as mtd, coalesce(came.lmtd, 0) as lmtd, coalesce(came.one, 0) as one,
    coalesce(came.two, 0) as two, coalesce(came.three, 0) as three, coalesce(who.paid, 0)::int as paid) y
  cross join lateral (select coalesce(came.promises, 0)::int as promises, coalesce(came.promised, 0)::bigint as promised) d`;
};

/** The share these loans have of the agent’s target of the month. */
export const target = ({ month, year }: Month): Fragment => sql`
  left join lateral (
    select round(t.amount * g.pos::numeric / nullif((select sum(o.principal) from book_sums_now o
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

/** The page is chosen first; what came in is added up for its people alone. */
export function pageOf(tx: Tx, actor: ServerActor, query: Query, now: Date): Promise<Page<Row>> {
  const month = monthOf(query.monthYear, now);
  const chosen = groups(actor, query, month);
  return counted(tx, query, chosen, async () => {
    const rows = await tx.planned<Omit<Row, 'drr'>>(sql`
      with page as materialized (select g.* ${chosen} ${inOrder} ${paged(query)})
      select ${shown(month)} from page g join users u on u.id = g.assignee_id
      join clients c on c.id = g.client_id join portfolios p on p.id = g.portfolio_id
      ${figures(month, sql`array(select assignee_id from page)`)} ${target(month)} ${inOrder}`);
    return rows.map((row) => ({ ...row, drr: drrOf(row.target, row.mtd, month) }));
  });
}
