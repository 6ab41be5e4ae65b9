import { paged } from '#kernel/server/database/table.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import type { z } from 'zod/mini';
import type { agentSorts, performance } from '#contexts/reporting/contract/performance.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Month, drrOf, monthOf, shareOf } from '../figures.ts';
import { chosenIn, orderOf } from '../order.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, empty, sql, where } from '#kernel/server/database/sql.ts';
import { above, assistants, leaders, managers } from './people.ts';

type Sort = (typeof agentSorts)[number];
export type Query = z.output<typeof performance.agents.takes>;
type Row = z.output<typeof performance.agents.gives>;

const oneOf = (column: Fragment, ids: readonly number[] | undefined): Fragment | false =>
  ids !== undefined && ids.length > 0 && sql`${column} = any(${[...ids]})`;

/** A row is named by its person and portfolio, which stay when its loans go. */
const rowId = sql`(s.assignee_id << 20) | s.portfolio_id`;

/** Loans of each agent by portfolio: worked ones, and those closed with collections in the report. */
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
    // Scalar subquery with limit 1 forces a per-agent index scan; `exists` becomes a hash for all agents.
    sql`(g.allocation > 0 or (select true from book_days_now s where s.assignee_id = g.assignee_id
      and s.portfolio_id = g.portfolio_id and s.collected <> 0 and s.day between ${back(3)} and ${until} limit 1))`,
    query.q !== undefined &&
      query.q !== '' &&
      sql`${nameHas(sql`u.first_name || ' ' || u.last_name`, query.q)}`,
    oneOf(sql`g.id`, query.ids),
  ])}`;

const name = sql`lower(u.first_name || ' ' || u.last_name)`;
/** What a group is itself, and what `figures` finds of it; a sort of the contract without its SQL does not compile. */
const ofGroup = ({ until }: Month) => ({
  agent: name,
  client: sql`(select lower(o.name) from clients o where o.id = g.client_id)`,
  portfolio: sql`(select lower(o.name) from portfolios o where o.id = g.portfolio_id)`,
  tenure: sql`${until} - u.doj`,
  allocation: sql`g.allocation`,
  pos: sql`g.pos`,
});
const ofFigures: Readonly<Record<Exclude<Sort, keyof ReturnType<typeof ofGroup>>, Fragment>> = {
  acpsTl: sql`lower(b.tl)`,
  acpsAm: sql`lower(b.am)`,
  acpsManager: sql`lower(b.manager)`,
  ptpCount: sql`d.promises`,
  ptpAmount: sql`d.promised`,
  target: sql`t.amount`,
  mtd: sql`y.mtd`,
  targetVsAch: shareOf(sql`y.mtd`, sql`t.amount`),
  ror: shareOf(sql`y.mtd`, sql`g.pos`),
  borrowersPaidCount: sql`y.paid`,
  avgPaymentSize: sql`y.mtd::numeric / nullif(y.paid, 0)`,
  lmtd: sql`y.lmtd`,
  lastMonthPayment: sql`y.one`,
  last2MonthPayment: sql`y.two`,
  last3MonthPayment: sql`y.three`,
  // Days of a month are constant: the remainder determines the order. Without a target it is null.
  drr: sql`case when t.amount > y.mtd then t.amount - y.mtd when t.amount is not null then 0 end`,
};
export const inOrder = ({ sort }: Query, month: Month): Fragment =>
  orderOf(chosenIn<Fragment>({ ...ofGroup(month), ...ofFigures }, sort), sort, sql`${name}, g.id`);

/**
 * Collections by month, as `y`, and PTPs, as `d`, on the loans of a group `g` of these users; their leader, as `b`,
 * found once per user and not per group; and as `t` their share of the month's target.
 */
export const figures = (
  { first, until, untilBefore, back, month, year }: Month,
  people: Fragment,
): Fragment => {
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
  left join (with led as materialized (
    select o.id, ${above(sql`o.id`, leaders)} as tl, ${above(sql`o.id`, assistants)} as am,
      ${above(sql`o.id`, managers)} as manager, t.amount,
      (select sum(s.principal) from book_sums_now s where s.assignee_id = o.id and s.is_active) as pos
    from users o left join user_targets t on t.user_id = o.id and t.month = ${month}::int and t.year = ${year}::int
    where o.id = any(${people})) select * from led) b on b.id = g.assignee_id
  cross join lateral (select coalesce(came.mtd, 0) as mtd, coalesce(came.lmtd, 0) as lmtd, coalesce(came.one, 0) as one,
    coalesce(came.two, 0) as two, coalesce(came.three, 0) as three, coalesce(who.paid, 0)::int as paid) y
  cross join lateral (select coalesce(came.promises, 0)::int as promises, coalesce(came.promised, 0)::bigint as promised) d
  cross join lateral (select round(b.amount * g.pos::numeric / nullif(b.pos, 0))::bigint as amount) t`;
};

const shown = (m: Month): Fragment => sql`
  g.id, g.assignee_id as "agentId", g.portfolio_id as "portfolioId", jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name, 'doj', u.doj,
    'isActive', u.is_active) as "acpsAgent",
  jsonb_build_object('name', c.name) as "acpsClient", jsonb_build_object('name', p.name) as "acpsPortfolio",
  b.tl as "acpsTl", b.am as "acpsAm", b.manager as "acpsManager",
  (extract(year from age(${m.until}, u.doj)) * 12 + extract(month from age(${m.until}, u.doj)))::int as tenure,
  g.allocation, g.pos, d.promises as "ptpCount", d.promised as "ptpAmount", t.amount as target,
  ${shareOf(sql`y.mtd`, sql`g.pos`)} as ror, y.paid as "borrowersPaidCount", y.mtd,
  case when y.paid > 0 then round(y.mtd::numeric / y.paid)::bigint end as "avgPaymentSize", y.lmtd,
  ${shareOf(sql`y.mtd`, sql`t.amount`)} as "targetVsAch",
  y.one as "lastMonthPayment", y.two as "last2MonthPayment", y.three as "last3MonthPayment"`;

/**
 * The page is selected first, and totalled from the same groups; collections are summed for its users only, unless they
 * are the sort key.
 */
export async function pageOf(tx: Tx, actor: ServerActor, query: Query, now: Date): Promise<Page<Row>> {
  const month = monthOf(query.monthYear, now);
  const chosen = groups(actor, query, month);
  const order = inOrder(query, month);
  const isByFigure = chosenIn(ofFigures, query.sort) !== undefined;
  const [first, last] = isByFigure ? [empty, paged(query)] : [sql`${order} ${paged(query)}`, empty];
  const read = (): Promise<(Omit<Row, 'drr'> & { n: number })[]> =>
    tx.planned(sql`
      with page as materialized (select g.*, count(*) over () as n ${chosen} ${first})
      select ${shown(month)}, g.n from page g join users u on u.id = g.assignee_id
      join clients c on c.id = g.client_id join portfolios p on p.id = g.portfolio_id
      ${figures(month, sql`array(select assignee_id from page)`)} ${order} ${last}`);
  const isNumberAlone = query.part === 'count' || query.part === 'exact';
  const found = isNumberAlone ? [] : await read();
  if (!found[0])
    return counted(tx, { ...query, part: isNumberAlone ? query.part : 'count' }, chosen, () =>
      Promise.resolve([]),
    );
  const rows = found.map((row) => ({ ...row, drr: drrOf(row.target, row.mtd, month) }));
  return { rows, count: found[0].n };
}
