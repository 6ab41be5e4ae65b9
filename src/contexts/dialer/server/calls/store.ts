/** Queries of calls: the full list (also the tracker), and inbound calls. */
import { paged } from '#kernel/server/database/table.ts';
import { loansFound } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import type { calls, operators } from '#contexts/dialer/contract/calls.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { fewSeen, seesAll } from '#contexts/agency/server/visible.ts';
import { visibleLoan } from '#contexts/loans/server/visible.ts';
import { visibleCalls } from './visible.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';

export type CallQuery = z.output<typeof calls.list.takes>;
type Row = z.output<typeof calls.list.gives>;
type InboundQuery = z.output<typeof calls.inbound.takes>;
type InboundRow = z.output<typeof calls.inbound.gives>;

export const callsFrom = sql`from cdr k left join loans l on l.id = k.loan_id`;
/** Joins for a page of calls. The note is matched by the call reference. */
export const callJoins = sql`left join borrowers b on b.id = l.borrower_id left join clients c on c.id = l.client_id
  left join portfolios p on p.id = l.portfolio_id left join users u on u.id = k.user_id
  left join campaigns m on m.id = k.campaign_id
  left join lateral (select * from borrower_dispositions e where e.call_ref_no = k.reference_id::text
    order by e.id desc limit 1) d on true
  left join dispositions n on n.id = d.disposition_id left join dispositions s on s.id = d.sub_disposition_id`;
export const masked = sql`'XXXXXX' || right(coalesce(k.phone, l.mobile), 4)`;
/**
 * A call remains visible to its agent after the loan is reassigned, with its disposition; the borrower and promise do
 * not.
 */
export const seesLoan = (actor: ServerActor): Fragment =>
  seesAll(actor) ? sql`true` : sql`coalesce(${visibleLoan(actor, sql`l`)}, false)`;
export const seenBy = (actor: ServerActor): Fragment =>
  sql`cross join lateral (select l.id is null or ${seesLoan(actor)} as it) seen`;
export const hiddenName = sql`left(b.name, 1) || '*****'`;
export const hiddenNumber = sql`'XXXX' || right(l.loan_number, 2)`;

const comparisons: Readonly<Record<(typeof operators)[number], Fragment>> = {
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
  eq: sql`=`,
};

export const anyOf = (column: Fragment, ids: readonly number[] | undefined): Fragment | false =>
  ids !== undefined && ids.length > 0 && sql`${column} = any(${ids})`;

const between = {
  startDate: (day: string) => sql`k.start_time >= ${day}::timestamp at time zone 'Asia/Kolkata'`,
  endDate: (day: string) => sql`k.start_time < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`,
};
/** The loans are found first, by the index of their numbers and names; of what is hidden nothing is found. */
export const matches = (actor: ServerActor, q: string): Fragment => sql`k.loan_id = any(${loansFound(q)})
  and ${seesLoan(actor)}`;
export const noted = (ids: readonly number[]): Fragment => sql`exists (select from borrower_dispositions e
  where e.call_ref_no = k.reference_id::text and e.disposition_id = any(${ids}))`;

const seen = (actor: ServerActor): Fragment => visibleCalls(actor, sql`k.user_id`, sql`l.assignee_id`);

type Conditions = readonly (Fragment | false)[];
function chosenBy(actor: ServerActor, query: CallQuery): Conditions {
  const { operator = 'gte' } = query;
  return narrow<typeof calls.list>(query, {
    ...between,
    ids: (ids) => sql`k.id = any(${ids})`,
    loanId: (id) => sql`k.loan_id = ${id}`,
    callStatus: (status) => sql`k.status = ${status}`,
    status: (status) => sql`k.status = ${status}`,
    type: (direction) => sql`k.direction = ${direction}`,
    operator: null,
    operatorValue: (value) => sql`k.talk_duration ${comparisons[operator]} ${value}`,
    clientIds: (ids) => anyOf(sql`l.client_id`, ids),
    portfolioIds: (ids) => anyOf(sql`l.portfolio_id`, ids),
    campaignIds: (ids) => anyOf(sql`k.campaign_id`, ids),
    userIds: (ids) => anyOf(sql`k.user_id`, ids),
    allocationTypeId: (id) => sql`l.allocation_type_id = ${id}`,
    dispositionIds: (ids) => ids.length > 0 && noted(ids),
    isActive: (isOne) => sql`l.is_active = ${isOne}`,
    paymentHistoryStatus: (status) => sql`l.payment_history_status = ${status}`,
    paymentStatus: (status) => sql`l.payment_status = ${status}`,
    q: (q) => matches(actor, q),
  });
}
export const whereCalls = (actor: ServerActor, query: CallQuery): Fragment =>
  where([seen(actor), ...chosenBy(actor, query)]);

export const callOrder = ({ sort }: { sort?: string }): Fragment =>
  sort === 'startTime' ? sql`k.start_time, k.id` : sql`k.start_time desc, k.id desc`;

const isInbound = sql`k.direction = 'inbound'`;
/** Maximum agents queried one by one: with more, scanning the newest calls is faster. */
export const fewPeople = 25;
/** As `visibleCalls`, split in two parts: no single index covers calls of agents together with unassigned calls. */
const apart = (actor: ServerActor, chosen: Conditions): Fragment => {
  const people = sql`array(select user_id from user_below where ancestor_id = ${actor.id})`;
  // Omits the loans join without loan filters, so that an index-only scan is possible.
  const own = chosen.some((condition) => condition && condition !== isInbound) ? callsFrom : sql`from cdr k`;
  return sql`from (select 1 ${own} ${where([sql`k.user_id = any(${people})`, ...chosen])}
    union all select 1 ${callsFrom} ${where([sql`k.user_id is null and l.assignee_id = any(${people})`, ...chosen])}) k`;
};
/** First calls per agent and of unassigned ones, merged into one page. */
const firstOf = (
  people: readonly number[],
  query: CallQuery | InboundQuery,
  chosen: Conditions,
): Fragment => {
  const { page = 1, size = 100 } = query;
  const part = (whose: Fragment): Fragment => sql`select k.id, k.start_time ${callsFrom}
    ${where([whose, ...chosen])} order by ${callOrder(query)} limit ${page * size}`;
  return sql`from (select o.* from unnest(${[...people]}::bigint[]) p (id) cross join lateral (${part(sql`k.user_id = p.id`)}) o
    union all (${part(sql`k.user_id is null and l.assignee_id = any(${[...people]})`)})) k`;
};

/** Page first, then decorate: the sort and its limit touch few columns, the joins a page of rows. */
async function decorated<R extends object>(
  tx: Tx,
  actor: ServerActor,
  query: CallQuery | InboundQuery,
  chosen: Conditions,
  columns: Fragment,
): Promise<Page<R>> {
  const all = sql`${callsFrom} ${where([seen(actor), ...chosen])}`;
  const isApart = !seesAll(actor) && actor.roleType !== 'client';
  const order = callOrder(query);
  return counted(tx, query, isApart ? apart(actor, chosen) : all, async () => {
    const people = await fewSeen(tx, actor, fewPeople);
    const found = await tx.planned<{ id: number }>(
      sql`select k.id ${people ? firstOf(people, query, chosen) : all} order by ${order} ${paged(query)}`,
    );
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => id);
    return tx.rows<R>(
      sql`select ${columns} ${callsFrom} ${callJoins} ${seenBy(actor)} where k.id = any(${ids}) order by ${order}`,
    );
  });
}

/** Unknown while the message is playing. */
export const messageFate = sql`(select coalesce(c.fate, 'unknown') from machine_checks c where c.attempt_id = k.id and c.message_id is not null)`;
const columns = sql`k.id, k.reference_id as "referenceId", case when seen.it then k.loan_id end as "loanId",
  case when l.id is null then null else jsonb_build_object(
    'loanNumber', case when seen.it then l.loan_number else ${hiddenNumber} end,
    'borrowerName', case when seen.it then b.name else ${hiddenName} end,
    'clientBorrowerId', case when seen.it then b.client_borrower_id end, 'isDNC', l.is_dnc, 'client', c.name, 'portfolio', p.name) end as "callLoans",
  ${masked} as mobile,
  case when d.id is null then null else jsonb_build_object('dispositions', n.name, 'subDispositions', s.name,
    'comments', case when seen.it then d.comments else '' end, 'actionDate', case when seen.it then d.action_date end,
    'amount', case when seen.it then d.amount end) end as "cdrRefNo",
  (k.start_time at time zone 'Asia/Kolkata')::date as date, k.start_time as "createdAt", k.start_time as "startTime",
  k.end_time as "endTime", k.duration, k.talk_duration as "talkDuration", k.wait_duration as "waitDuration", k.status,
  k.mode, k.is_second as "isSecond", k.direction, m.name as campaign,
  case when u.id is null then null else jsonb_build_object('email', u.email, 'firstName', u.first_name,
    'lastName', u.last_name) end as "callUser",
  case when k.wrap_end_at is not null then u.first_name || ' ' || u.last_name end as "completedBy",
  k.wrap_end_at as "completedAt",
  exists (select from recordings r where r.attempt_id = k.id and r.state in ('at_provider', 'stored')) as "hasRecording",
  (select c.verdict from machine_checks c where c.attempt_id = k.id) as "machineCheck",
  ${messageFate} as "machineMessage"`;

export const callPage = (tx: Tx, actor: ServerActor, query: CallQuery): Promise<Page<Row>> =>
  decorated(tx, actor, query, chosenBy(actor, query), columns);

const inboundColumns = sql`k.id, case when seen.it then k.loan_id end as "loanId",
  case when seen.it then l.loan_number else ${hiddenNumber} end as "loanNumber",
  case when seen.it then b.client_borrower_id end as "clientBorrowerId",
  case when seen.it then b.name else ${hiddenName} end as "borrowerName", coalesce(l.is_dnc, false) as "isDNC",
  k.user_id as "agentId", u.first_name as "firstName", u.last_name as "lastName", k.start_time as "startTime",
  k.end_time as "endTime"`;

export const inboundPageOf = (tx: Tx, actor: ServerActor, query: InboundQuery): Promise<Page<InboundRow>> =>
  decorated(
    tx,
    actor,
    query,
    [
      isInbound,
      ...narrow<typeof calls.inbound>(query, {
        ...between,
        ids: (ids) => sql`k.id = any(${ids})`,
        userIds: (ids) => anyOf(sql`k.user_id`, ids),
        q: (q) => matches(actor, q),
      }),
    ],
    inboundColumns,
  );
