/** Queries of dispositions: the lists of all, of PTPs and of follow-ups. */
import { paged } from '#kernel/server/database/table.ts';
import { loansFound } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import type { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { paidOffOf, paymentAwaitsOf } from '#contexts/loans/server/loan-state.ts';
import { shownStateOf } from '../promises/shown-state.ts';
import { fewSeen, visibleLoans } from '#contexts/agency/server/visible.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, empty, sql, where } from '#kernel/server/database/sql.ts';

type Row = z.output<typeof borrowerDispositions.list.gives>;
export type DispositionQuery = z.output<typeof borrowerDispositions.list.takes>;

const moduleIds = { PTP: dispositionIds.PTP, followup: dispositionIds.Followup, tracker: undefined } as const;
const newestFirst = '-createdAt';
/** By when they were written, whenever they arrived from a phone. */
const newest = sql`d.effective_at desc, d.id desc`;
const orders: Readonly<Record<string, Fragment>> = {
  actionDate: sql`d.action_date, d.id`,
  '-actionDate': sql`d.action_date desc nulls last, d.id desc`,
  amount: sql`d.amount nulls first, d.id`,
  '-amount': sql`d.amount desc nulls last, d.id desc`,
  createdAt: sql`d.effective_at, d.id`,
  '-createdAt': newest,
  followUpDate: sql`d.follow_up_date, d.id`,
  '-followUpDate': sql`d.follow_up_date desc nulls last, d.id desc`,
};
/** Sort order: today by time, then future ascending, then past descending. */
const dueFirst = (now: Date): Fragment => {
  const today = sql`${businessDay(now)}::date`;
  return sql`case when d.action_date = ${today} then 0 when d.action_date > ${today} then 1 else 2 end,
    abs(d.action_date - ${today}), d.follow_up_date, d.id desc`;
};

export const dispositionJoins = sql`join clients c on c.id = l.client_id join users u on u.id = d.user_id
  join dispositions m on m.id = d.disposition_id left join dispositions s on s.id = d.sub_disposition_id
  left join promises p on p.id = d.id left join users w on w.id = l.assignee_id
  left join allocation_types t on t.id = l.allocation_type_id`;
export const dispositionsFrom = sql`from borrower_dispositions d join loans l on l.id = d.loan_id join borrowers b on b.id = l.borrower_id`;

/** One of these; repeated spellings of a filter are merged. An empty list does not filter. */
const oneOf = (column: Fragment, ...lists: (readonly number[] | undefined)[]): Fragment | false => {
  const all = lists.flatMap((ids) => ids ?? []);
  if (all.length > 1) return sql`${column} = any(${all})`;
  // Compared with a single value, an index returns rows in the required order.
  return all.length === 1 && sql`${column} = ${all[0]}`;
};

const one = (id: number | undefined): number[] | undefined => (id === undefined ? undefined : [id]);

/** The loans are found first, by the index of their numbers and names. */
const matches = (q: string): Fragment => sql`d.loan_id = any(${loansFound(q)})`;

/** PTPs and follow-ups by their date (G079), all others by creation day. */
function ofDays({ module, startDate, endDate, filter }: DispositionQuery): (Fragment | false)[] {
  if (module === 'PTP' || module === 'followup' || filter?.dateFilteOn === 'actionDate')
    return [
      startDate !== undefined && sql`d.action_date >= ${startDate}`,
      endDate !== undefined && sql`d.action_date <= ${endDate}`,
    ];
  return [
    startDate !== undefined && sql`d.effective_at >= ${startDate}::timestamp at time zone 'Asia/Kolkata'`,
    endDate !== undefined &&
      sql`d.effective_at < (${endDate}::date + 1)::timestamp at time zone 'Asia/Kolkata'`,
  ];
}

const wholeQuery = (said: DispositionQuery): DispositionQuery => ({ ...said, ...said.filter });
function chosenBy(said: DispositionQuery): readonly (Fragment | false)[] {
  const query = wholeQuery(said);
  const { module } = query;
  const kind = module && moduleIds[module];
  return [
    kind !== undefined && sql`d.disposition_id = ${kind}`,
    // Recorded without a call; the others are listed with their calls (G058).
    module === 'tracker' && sql`d.call_ref_no is null`,
    oneOf(sql`l.client_id`, query.clientIds, one(query.clientId)),
    oneOf(sql`d.disposition_id`, query.dispositionIds, one(query.disposition)),
    oneOf(sql`d.sub_disposition_id`, query.subdispositionIds, query.subDispositionIds),
    oneOf(sql`d.user_id`, query.hierarchyUsers, query.userIds),
    ...ofDays(query),
    ...narrow<typeof borrowerDispositions.list>(query, {
      loanId: (id) => sql`d.loan_id = ${id}`,
      ids: (ids) => sql`d.id = any(${ids})`,
      portfolioIds: (ids) => oneOf(sql`l.portfolio_id`, ids),
      campaignIds: (ids) => oneOf(sql`l.campaign_id`, ids),
      allocationTypeId: (id) => sql`l.allocation_type_id = ${id}`,
      isActive: (is) => sql`l.is_active = ${is}`,
      paymentHistoryStatus: (status) => sql`l.payment_history_status = ${status}`,
      paymentStatus: (status) => sql`l.payment_status = ${status}`,
      promiseState: (state) => sql`exists (select from promises y where y.id = d.id and y.state = ${state})`,
      q: matches,
      // Read above, together with their other spellings.
      module: null,
      filter: null,
      startDate: null,
      endDate: null,
      clientId: null,
      clientIds: null,
      disposition: null,
      dispositionIds: null,
      subDispositionIds: null,
      subdispositionIds: null,
      userIds: null,
      hierarchyUsers: null,
    }),
  ];
}
/** Filters for dispositions of visible loans. */
export const whereDispositions = (actor: ServerActor, said: DispositionQuery): Fragment =>
  where([visibleLoans(actor, sql`l.assignee_id`), ...chosenBy(said)]);
export const dispositionOrder = ({ sort }: DispositionQuery, now: Date): Fragment =>
  sort === 'due' ? dueFirst(now) : (orders[sort ?? newestFirst] ?? newest);

/** Number of users up to which agents are queried one by one. */
const fewPeople = 4;
/**
 * Number of users up to which loans are collected first: with more users the newest dispositions are theirs often
 * enough.
 */
const somePeople = 25;
/**
 * Comparing with true avoids a join: the loans are read from their index once, and none is looked up per disposition.
 */
const ofLoansOf = (people: readonly number[]): Fragment =>
  sql`(d.loan_id in (select id from loans where assignee_id = any(${[...people]}))) = true`;
/**
 * Newest dispositions of few users' loans. As many loans as rows up to the page's last one have a disposition at or
 * after the minimum of their last times, so every row of the page belongs to one of them, and is not older.
 */
const newestOf = (people: readonly number[], said: DispositionQuery): Fragment => {
  const { page = 1, size = 100 } = said;
  const until = page * size;
  const outcomes = (more: Fragment): Fragment =>
    sql`borrower_dispositions d ${where([sql`d.loan_id = l.id`, more, ...chosenBy(said)])}`;
  return sql`
    with latest as materialized (
      select l.id, x.at from loans l cross join lateral (
        select d.effective_at as at from ${outcomes(sql`true`)} order by d.effective_at desc limit 1) x
      where l.assignee_id = any(${[...people]}) order by x.at desc fetch first ${until} rows with ties),
    since as (select case when count(*) < ${until} then '-infinity' else min(at) end as at from latest)
    select d.id from latest join loans l on l.id = latest.id cross join lateral (select d.id, d.effective_at from ${outcomes(sql`d.effective_at >= (select at from since)`)}) d
    order by ${newest} ${paged(said)}`;
};

/** Page first, then decorate: the sort and its limit touch few columns, the joins a page of rows. */
export async function dispositionPage(
  tx: Tx,
  actor: ServerActor,
  query: DispositionQuery,
  now: Date,
): Promise<Page<Row>> {
  const people = await fewSeen(tx, actor, somePeople);
  const narrowed = sql`from borrower_dispositions d join loans l on l.id = d.loan_id ${
    // Listed one by one, so that the planner can estimate their share of all loans.
    people
      ? where([sql`l.assignee_id = any(${people})`, ...chosenBy(query)])
      : whereDispositions(actor, query)
  }`;
  const order = dispositionOrder(query, now);
  const { loanId, ids } = wholeQuery(query);
  const isWide = order === newest && !loanId && !ids?.length && !query.q;
  const few = isWide ? people : undefined;
  return counted(tx, query, narrowed, async () => {
    const found = await tx.planned<{ id: number }>(
      few && few.length <= fewPeople
        ? newestOf(few, query)
        : sql`select d.id ${narrowed} ${few ? sql`and ${ofLoansOf(few)}` : empty} order by ${order} ${paged(query)}`,
    );
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => id);
    return tx.rows<Row>(sql`
      select d.id, d.effective_at as "createdAt", d.loan_id as "loanId",
        jsonb_build_object('id', m.id, 'name', m.name) as dispositions,
        case when s.id is null then null else jsonb_build_object('id', s.id, 'name', s.name) end as "subDispositions",
        d.comments, d.amount, d.action_date as "actionDate", d.follow_up_date as "followUpDate", d.is_hot_ptp as "isHotPtp",
        d.paid_amount as "paidAmount", d.paid_date as "paidDate", d.transaction_id as "transactionId",
        d.payment_mode as "paymentMode", u.first_name || ' ' || u.last_name as "agentName",
        case when p.id is null then null else jsonb_build_object('state', ${shownStateOf(sql`p`)}, 'received', p.received) end as promise,
        jsonb_build_object('loanNumber', l.loan_number, 'isDNC', l.is_dnc, 'borrowerName', b.name, 'client', c.name,
          'mobile', 'XXXXXX' || right(l.mobile, 4), 'paymentStatus', l.payment_status, 'paymentAwaits', ${paymentAwaitsOf(sql`l`)}, 'paidOff', ${paidOffOf(sql`l`)},
          'principalOutstanding', l.principal_outstanding,
          'loanUsers', case when w.id is null then '[]' else jsonb_build_array(jsonb_build_object('mappingUser',
            jsonb_build_object('firstName', w.first_name, 'lastName', w.last_name))) end,
          'loanAllocationType', case when t.id is null then null else
            jsonb_build_object('name', t.name, 'colorCode', t.color_code) end) as "borrowerLoan"
      ${dispositionsFrom} ${dispositionJoins} where d.id = any(${ids}) order by ${order}`);
  });
}
