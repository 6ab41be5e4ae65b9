/** Reading settlements: the list, one of them, and what happened to it. */
import { byKey, paged } from '#kernel/server/database/table.ts';
import { loansFound } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import { Failure } from '#kernel/contract/failure.ts';
import type { settlements } from '#contexts/settlements/contract/settlements.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { isInInbox, waitingFor } from '#contexts/authority/server/engine.ts';
import { seesAll, visibleLoans } from '#contexts/agency/server/visible.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { type Page, counted, countedAlready, isNumberAlone } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, empty, sql, where } from '#kernel/server/database/sql.ts';
import { isAgreed } from './agreements/agreement-conditions.ts';
import { isExpired } from './expiry.ts';
import { planColumns } from './plans/store.ts';

type Row = z.output<typeof settlements.list.gives>;
export type SettlementQuery = z.output<typeof settlements.list.takes>;
export type SettlementStep = z.output<typeof settlements.history.gives>;
export type Remark = z.output<typeof settlements.remarks.gives>;

/** Settlement requested by an outbox entry. */
export async function settlementOfEntry(tx: Tx, entryId: number): Promise<number> {
  const found = await tx.one<{ id: number }>(
    sql`select id from settlements where borrower_disposition_id = ${entryId}`,
  );
  if (!found) throw new Failure('NOT_FOUND');
  return found.id;
}

/** Percent of the principal that was outstanding, with two decimals; nothing where there was none (G106). */
export const recovery = sql`case when t.principal_outstanding > 0
  then round(t.amount * 100.0 / t.principal_outstanding, 2)::float8 end`;
export const settlementsFrom = sql`from settlements t join loans l on l.id = t.loan_id join borrowers b on b.id = l.borrower_id`;

/** The loans are found first, by the index of their numbers and names. */
const matches = (q: string): Fragment => sql`t.loan_id = any(${loansFound(q)})`;
const midnight = (day: string): Fragment => sql`${day}::timestamp at time zone 'Asia/Kolkata'`;
const days = {
  createdAt: sql`t.created_at`,
  updatedAt: sql`t.updated_at`,
} as const;

function ofDays({ dateFilteOn = 'createdAt', startDate, endDate }: SettlementQuery): (Fragment | false)[] {
  if (dateFilteOn === 'settlementDate')
    return [
      startDate !== undefined && sql`t.settlement_date >= ${startDate}`,
      endDate !== undefined && sql`t.settlement_date <= ${endDate}`,
    ];
  const moment = days[dateFilteOn];
  return [
    startDate !== undefined && sql`${moment} >= ${midnight(startDate)}`,
    endDate !== undefined && sql`${moment} < ${midnight(endDate)} + interval '1 day'`,
  ];
}

/** `Pending`: undecided by the viewer (G098). */
const ofStatus = (actor: ServerActor, status: SettlementQuery['status']): Fragment | false =>
  status !== undefined &&
  (status === 'Pending'
    ? sql`not exists (select from settlement_decisions d where d.settlement_id = t.id and d.user_id = ${actor.id})`
    : sql`t.status = ${status}`);
const ofUsers = (ids: readonly number[] | undefined): Fragment | false =>
  ids !== undefined && ids.length > 0 && sql`l.assignee_id = any(${ids})`;

/** Named approvers of an open settlement; without the caller where the request names others. */
const isForYou = (actor: ServerActor): Fragment => sql`
  (${waitingFor('settlement', sql`t.id`)} is null or ${isInInbox('settlement', sql`t.id`, actor.id)})`;
/** The requester, or the last user to change its amount, cannot approve it. */
const isYours = (actor: ServerActor): Fragment =>
  sql`${actor.id} = any(array_remove(array[t.user_id, t.asked_by, t.amount_by], null))`;

/** Filters for settlements of visible loans. */
export const whereSettlements = (actor: ServerActor, query: SettlementQuery): Fragment => {
  return where([
    visibleLoans(actor, sql`l.assignee_id`),
    ...narrow<typeof settlements.list>(query, {
      ids: (ids) => sql`t.id = any(${ids})`,
      loanId: (id) => sql`t.loan_id = ${id}`,
      status: (status) => ofStatus(actor, status),
      productStatus: (status) => ofStatus(actor, status),
      clientId: (id) => sql`l.client_id = ${id}`,
      city: (city) => sql`lower(b.city_name) = lower(${city})`,
      state: (state) => sql`lower(b.state_name) = lower(${state})`,
      productType: (type) => sql`lower(l.product_type) = lower(${type})`,
      isActive: (is) => sql`l.is_active = ${is}`,
      inInbox: (is) => sql`${isInInbox('settlement', sql`t.id`, actor.id)} = ${is}`,
      waitsForYou: (is) => sql`(${isForYou(actor)} and not ${isYours(actor)}) = ${is}`,
      userIds: ofUsers,
      hierarchyUsers: ofUsers,
      dateFilteOn: null,
      startDate: null,
      endDate: null,
      q: matches,
    }),
    ...ofDays(query),
  ]);
};

const nameOf = (id: Fragment): Fragment =>
  sql`(select first_name || ' ' || last_name from users where id = ${id})`;
const rowsOf = (actor: ServerActor, ids: readonly number[], now: Date): Fragment => sql`
  select page.*, round(100 - page."recoveryOnPos"::numeric, 2)::float8 as "waiverOnPos" from (
    select t.id, t.loan_id as "loanId", l.borrower_id as "customerId", t.amount, t.settlement_date as "settlementDate", ${isExpired(now)} as "isExpired",
      t.follow_up_date as "followUpDate", t.comments as comment, t.status, t.suggested_amount as "suggestedAmount",
      t.last_approval_user_id as "lastApprovalUser", t.pre_approved_amount as "preApprovedAmount",
      ${recovery} as "recoveryOnPos", t.is_collection_query as "isCollectionQuery", t.is_client_query as "isClientQuery",
      t.sent_to_client_at as "sentToClientAt", t.client_status as "clientStatus", t.client_comments as "clientComments",
      t.updated_client_amount as "updatedClientAmount", t.email_status as "emailStatus", ${waitingFor('settlement', sql`t.id`)} as "waitsFor", ${isForYou(actor)} as "isForYou", ${isYours(actor)} as "isYours", t.created_at as "createdAt", t.replaces_id as "replacesId", ${isAgreed} as "isAgreed",
      ${nameOf(sql`t.user_id`)} as "createdByName", ${planColumns},
      (select jsonb_build_object('status', d.status, 'suggestedAmount', d.suggested_amount, 'reason', d.reason,
        'userId', d.user_id) from settlement_decisions d where d.settlement_id = t.id and d.user_id = ${actor.id}) as "statusData",
      case when l.assignee_id is not null
        then jsonb_build_object('agentName', ${nameOf(sql`l.assignee_id`)}) end as "settlementUser",
      jsonb_build_object('loanNumber', l.loan_number, 'borrowerName', b.name,
        'client', (select name from clients where id = l.client_id), 'principalOutstanding', t.principal_outstanding,
        'totalOutstanding', l.total_outstanding, 'isDNC', l.is_dnc, 'isPaidOff', l.paid_off_at is not null) as "settlementLoan"
    ${settlementsFrom} where t.id = any(${[...ids]})) page order by page.id desc`;

export async function waitsOf(
  { tx, actor }: Context,
  id: number,
): Promise<{ people: string; isForYou: boolean }> {
  const found = await tx.one<{ people: string[] | null; isForYou: boolean }>(sql`
    select ${waitingFor('settlement', sql`t.id`)} -> 'people' as people, ${isForYou(actor)} as "isForYou"
    from settlements t where t.id = ${id}`);
  return { people: found?.people?.join(', ') ?? '', isForYou: found?.isForYou ?? true };
}

/** As `settlementsFrom`; borrowers first when only they are filtered, so that loans are found by an index. */
const chosenFrom = ({ city, state }: SettlementQuery): Fragment =>
  sql`from settlements t join loans l on l.id = t.loan_id ${
    city === undefined && state === undefined ? empty : sql`join borrowers b on b.id = l.borrower_id`
  }`;

export async function settlementPage(
  tx: Tx,
  actor: ServerActor,
  query: SettlementQuery,
  now: Date,
): Promise<Page<Row>> {
  const chosen = sql`${chosenFrom(query)} ${whereSettlements(actor, query)}`;
  const rows = async (found: readonly { id: number | null }[]): Promise<Row[]> => {
    const ids = found.flatMap(({ id }) => id ?? []);
    return ids.length === 0 ? [] : tx.rows<Row>(rowsOf(actor, ids, now));
  };
  if (seesAll(actor) || isNumberAlone(query))
    return counted(tx, query, chosen, async () =>
      rows(await tx.planned<{ id: number }>(sql`select t.id ${chosen} order by t.id desc ${paged(query)}`)),
    );
  // A team's are few of all: page and number come from one pass.
  const found = await tx.planned<{ id: number | null; n: number }>(sql`
    with s as materialized (select t.id ${chosen}), page as (select id from s order by id desc ${paged(query)})
    select page.id, sums.n from (select count(*)::int as n from s) sums left join page on true order by page.id desc`);
  return countedAlready(query, found[0]?.n ?? 0, await rows(found));
}

/** One of a loan the caller sees, by its number. */
export async function seenId(tx: Tx, actor: ServerActor, key: string): Promise<number> {
  const found = await tx.one<{ id: number }>(sql`
    select t.id from settlements t join loans l on l.id = t.loan_id
    where t.id = (select id from settlements where ${byKey(key)}) and ${visibleLoans(actor, sql`l.assignee_id`)}`);
  if (!found) throw new Failure('NOT_FOUND');
  return found.id;
}
export async function rowOf({ tx, actor, now }: Context, id: number): Promise<Row> {
  const row = await tx.one<Row>(rowsOf(actor, [id], now));
  if (!row) throw new Failure('NOT_FOUND');
  return row;
}

export const clientsOf = (tx: Tx, actor: ServerActor): Promise<{ id: number; name: string }[]> =>
  tx.rows(sql`
    select c.id, c.name from clients c where exists (
      select from settlements t join loans l on l.id = t.loan_id
      where l.client_id = c.id and ${visibleLoans(actor, sql`l.assignee_id`)}) order by lower(c.name)`);

/** Role 1 is the agency's administration; its events are excluded from the history (document 2, section 2). */
const hiddenRole = 1;
interface Asked {
  side?: 'collection' | 'client';
  hidesAdmins?: boolean;
}
/** How it began, then every step, the newest first. */
export const stepsOf = (
  tx: Tx,
  id: number,
  { side, hidesAdmins = false }: Asked,
): Promise<SettlementStep[]> =>
  tx.rows<SettlementStep>(sql`
    select s.id, s.status, s.comment, s.amount, s.created_at as "createdAt",
      u.first_name || ' ' || u.last_name as "createdByName", r.name as "userRole", r.role_type as role
    from (
      select 0 as id, 'Initiated' as status, comments as comment, null::bigint as amount, user_id, created_at, 'collection' as side
      from settlements where id = ${id}
      union all select id, status, comment, amount, user_id, created_at, side from settlement_steps
      where settlement_id = ${id}) s
    left join users u on u.id = s.user_id left join roles r on r.id = u.role_id
    ${where([side !== undefined && sql`s.side = ${side}`, hidesAdmins && sql`u.role_id is distinct from ${hiddenRole}`])}
    order by s.id desc limit 500`);

export const remarksOf = (tx: Tx, id: number): Promise<Remark[]> =>
  tx.rows<Remark>(sql`
    select k.id, k.content, k.is_for_client as "isForClient", k.created_at as "createdAt",
      jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name, 'roleName', r.name) as "createdUser"
    from settlement_remarks k join users u on u.id = k.user_id join roles r on r.id = u.role_id
    where k.settlement_id = ${id} order by k.id desc limit 500`);
