import type { z } from 'zod/mini';
import type { accessRecords } from '#contexts/reporting/contract/access-records.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { like } from '#kernel/server/database/search.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { paged } from '#kernel/server/database/table.ts';

type Opened = z.output<typeof accessRecords.list.gives>;
type OpenedQuery = z.output<typeof accessRecords.list.takes>;
type SignIn = z.output<typeof accessRecords.signIns.gives>;
type SignInQuery = z.output<typeof accessRecords.signIns.takes>;

const since = (at: Fragment) => (day: string) =>
  sql`${at} >= ${day}::date::timestamp at time zone 'Asia/Kolkata'`;
const until = (at: Fragment) => (day: string) =>
  sql`${at} < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;
const nameOf = sql`trim(u.first_name || ' ' || u.last_name)`;

/** Condition: records of these loans, or of their borrowers. */
export const recordsOf = (loans: Fragment): Fragment =>
  sql`(a.loan_ids && (${loans}) or a.borrower_ids && array(select borrower_id from loans where id = any(${loans})))`;

const openedFrom = (query: OpenedQuery): Fragment => sql`
  from access_records a left join users u on u.id = a.actor_id
  ${where([
    ...narrow<typeof accessRecords.list>(query, {
      userIds: (ids) => sql`a.actor_id = any(${ids})`,
      startDate: since(sql`a.at`),
      endDate: until(sql`a.at`),
      borrowerId: (id) =>
        sql`(a.borrower_ids @> array[${id}::bigint] or a.loan_ids && array(select id from loans where borrower_id = ${id}))`,
      loanId: (id) => recordsOf(sql`array[${id}::bigint]`),
      loanNumber: (number) => recordsOf(sql`array(select id from loans where loan_number = ${number})`),
      q: (q) => sql`(${nameOf} ilike ${like(q)} or a.endpoint ilike ${like(q)})`,
    }),
  ])}`;

/** Borrowers of a record, and those of its loans. */
const subjects = sql`cross join lateral (
  select count(*)::int as n, coalesce(string_agg(b.name, ', ' order by b.id) filter (where b.place <= 3), '') as names
  from (select b.id, b.name, row_number() over (order by b.id) as place from borrowers b
    where b.id in (select unnest(a.borrower_ids) union select l.borrower_id from loans l where l.id = any(a.loan_ids))) b) s`;

export async function pageOfOpened(
  tx: Tx,
  query: OpenedQuery,
  aboutOf: (endpoint: string) => string,
): Promise<Page<Opened>> {
  const from = openedFrom(query);
  const page = await counted(tx, query, from, () =>
    tx.rows<Omit<Opened, 'what'> & { endpoint: string }>(sql`
      select a.id, a.at, coalesce(a.name, '') as "actorName", a.endpoint, s.names as borrowers, s.n as "borrowerCount",
        a.rows, a.asked::text as asked, a.origin as "from"
      from (select a.*, ${nameOf} as name ${from} order by a.id desc ${paged(query)}) a ${subjects} order by a.id desc`),
  );
  return { ...page, rows: page.rows.map(({ endpoint, ...row }) => ({ ...row, what: aboutOf(endpoint) })) };
}

const kindOf = sql`case e.type when 'session.started' then 'signed-in' when 'session.ended' then 'signed-out'
  when 'session.refused' then 'refused' when 'access.denied' then 'denied' when 'access.refused' then 'denied' else 'changed' end`;

const signInsFrom = (query: SignInQuery): Fragment => sql`
  from event e left join users u on u.id = coalesce(e.actor_id, e.entity_id)
  ${where([
    sql`e.domain in ('session', 'second-factor', 'access')`,
    ...narrow<typeof accessRecords.signIns>(query, {
      userIds: (ids) => sql`e.actor_id = any(${ids})`,
      startDate: since(sql`e.at`),
      endDate: until(sql`e.at`),
      kind: (kind) => sql`${kindOf} = ${kind}`,
      q: (q) => sql`(${nameOf} ilike ${like(q)} or e.origin ilike ${like(q)})`,
    }),
  ])}`;

export async function pageOfSignIns(tx: Tx, query: SignInQuery): Promise<Page<SignIn>> {
  const from = signInsFrom(query);
  return counted(tx, query, from, () =>
    tx.rows<SignIn>(sql`
      select e.id, e.at, ${nameOf} as "actorName", ${kindOf} as kind, coalesce(e.facts ->> 'endpoint', e.type) as what,
        coalesce(e.facts ->> 'reason', e.facts ->> 'code') as reason, e.origin as "from",
        e.facts ->> 'device' as device, e.facts ->> 'deviceNo' as "deviceNo"
      ${from} order by e.id desc ${paged(query)}`),
  );
}
