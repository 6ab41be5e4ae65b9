import { paged } from '#kernel/server/database/table.ts';
import { loanHas } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import type { borrowerCollection } from '#contexts/reporting/contract/borrower-collection.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { loanOrder } from '#contexts/loans/server/store.ts';
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Month, monthOf } from '../figures.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { above, assistants, leaders, managers } from './people.ts';

export type BorrowerQuery = z.output<typeof borrowerCollection.list.takes>;
type Row = z.output<typeof borrowerCollection.list.gives>;

const oneOf = (column: Fragment, ids: readonly number[] | undefined): Fragment | false =>
  ids !== undefined && ids.length > 0 && sql`${column} = any(${[...ids]})`;

export const chosenBy = (actor: ServerActor, query: BorrowerQuery): Fragment => {
  return where([
    sql`l.is_active`,
    visibleLoans(actor, sql`l.assignee_id`),
    ...narrow<typeof borrowerCollection.list>(query, {
      clientIds: (ids) => oneOf(sql`l.client_id`, ids),
      portfolioIds: (ids) => oneOf(sql`l.portfolio_id`, ids),
      userIds: (ids) => oneOf(sql`l.assignee_id`, ids),
      ids: (ids) => sql`l.id = any(${ids})`,
      paymentStatus: (status) => sql`l.payment_status = ${status}`,
      paymentHistoryStatus: (status) => sql`l.payment_history_status = ${status}`,
      q: (q) => sql`${loanHas(q)}`,
    }),
  ]);
};
/** Names of the loans' sort orders, which have indexes. */
const orders: Readonly<Record<string, string>> = {
  loanNumber: 'loanNumber',
  pos: 'principalOutstanding',
  tos: 'totalOutstanding',
  dpd: 'dpd',
};
export function borrowersInOrder({ sort = '-tos' }: BorrowerQuery): Fragment {
  const column = orders[sort.replace('-', '')] ?? '';
  return sql`order by ${loanOrder({ sort: sort.startsWith('-') ? `-${column}` : column })}`;
}

/** The columns of a loan `l`, with its payments and promises. */
export const joined = ({ first }: Month): Fragment => sql`
  join borrowers b on b.id = l.borrower_id join clients c on c.id = l.client_id join portfolios f on f.id = l.portfolio_id
  left join users u on u.id = l.assignee_id left join dispositions bd on bd.id = l.best_disposition_id
  cross join lateral (
    select count(*) filter (where p.realized)::int as "realizedCount",
      coalesce(sum(p.amount) filter (where p.realized), 0)::bigint as "realizedAmount",
      count(*) filter (where not p.realized)::int as "unrealizedCount",
      coalesce(sum(p.amount) filter (where not p.realized), 0)::bigint as "unrealizedAmount",
      (array_agg(p.mode order by p.payment_date desc, p.id desc))[1] as "paymentMode",
      max(p.payment_date) as "lastPaymentDate",
      (array_agg(p.amount order by p.payment_date desc, p.id desc))[1] as "lastPaymentAmount",
      coalesce(sum(p.amount) filter (where p.payment_date >= ${first} - interval '1 month'
        and p.payment_date < ${first}), 0)::bigint as "lastMonthAmount",
      count(*) filter (where p.payment_date >= ${first})::int as "currentMonthPaymentCount",
      count(*) filter (where p.payment_date >= ${first} - interval '1 month'
        and p.payment_date < ${first})::int as "lastMonthPaymentCount"
    from payments p where p.loan_id = l.id and p.status = 'success') y
  cross join lateral (
    select count(*)::int as "ptpCount", coalesce(sum(d.amount), 0)::bigint as "ptpAmount",
      count(*) filter (where d.effective_at >= ${first}::timestamp at time zone 'Asia/Kolkata')::int as "currentMonthPtpCount",
      coalesce(sum(d.amount) filter (where d.effective_at >= ${first}::timestamp at time zone 'Asia/Kolkata'), 0)::bigint
        as "currentMonthPtpAmount"
    from borrower_dispositions d where d.loan_id = l.id and d.disposition_id = ${dispositionIds.PTP}) d`;

export const people = {
  tl: above(sql`l.assignee_id`, leaders),
  am: above(sql`l.assignee_id`, assistants),
  manager: above(sql`l.assignee_id`, managers),
};
const shown = sql`
  l.id, l.loan_number as "loanNumber", b.name as borrower, l.is_dnc as "isDNC", c.name as client, f.name as portfolio,
  u.first_name || ' ' || u.last_name as agent, ${people.tl} as tl, ${people.am} as am, ${people.manager} as manager,
  b.state_name as state, l.principal_outstanding as pos, l.total_outstanding as tos, l.dpd,
  l.vintage_band as "allocationVintage", y.*, d.*, bd.name as "bestDispo", l.payment_status as "paymentStatus",
  l.payment_history_status as "paymentHistory"`;

/** Page first, then decorate. */
export function borrowerPage(
  tx: Tx,
  actor: ServerActor,
  query: BorrowerQuery,
  now: Date,
): Promise<Page<Row>> {
  const chosen = sql`from loans l ${chosenBy(actor, query)}`;
  return counted(tx, query, chosen, async () => {
    const found = await tx.planned<{ id: number }>(
      sql`select l.id ${chosen} ${borrowersInOrder(query)} ${paged(query)}`,
    );
    if (found.length === 0) return [];
    return tx.rows<Row>(sql`
      select ${shown} from loans l ${joined(monthOf(undefined, now))}
      where l.id = any(${found.map(({ id }) => id)}) ${borrowersInOrder(query)}`);
  });
}
