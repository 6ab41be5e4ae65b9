/** Reconciliation queries for users. */
import { paged } from '#kernel/server/database/table.ts';
import { likeInLong } from '#kernel/server/database/search.ts';
import { likeReference } from '../lists/payment-search.ts';
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { loanHas } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import { nameOfUser } from '#contexts/loans/server/timeline.ts';
import type { reconciliation } from '#contexts/payments/contract/reconciliation.ts';
import { daysUntilMissing } from '#contexts/payments/contract/reconciliation-words.ts';
import { type Page, counted, countedAlready, isNumberAlone } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { rangeOf } from '../lists/list-store.ts';
import { type Days, linesOf } from './lines.ts';

type R = typeof reconciliation;
type Sums = z.output<NonNullable<R['days']['gives']>>;
export type DayRow = z.output<R['days']['gives']>;
type LenderDay = z.output<R['ofLender']['gives']>;
type SettledLine = z.output<R['rows']['gives']>;
export type Difference = z.output<R['list']['gives']>;
type LenderDifference = z.output<R['differencesOfLender']['gives']>;
export type FileRow = z.output<R['files']['gives']>;
type DifferenceStep = z.output<R['steps']['gives']>;
type DaySums = Pick<Sums, 'ours' | 'theirs' | 'difference' | 'fee' | 'tax' | 'open'>;
export interface Counts {
  open: number;
  old: number;
  difference: number;
}

const summed = sql`sum(n.ours)::bigint as ours, sum(n.theirs)::bigint as theirs, (sum(n.theirs) - sum(n.ours))::bigint as difference,
  sum(n.fee)::bigint as fee, sum(n.tax)::bigint as tax`;
const foundInLines = (q: string): Fragment =>
  sql`(n.gateway ilike ${likeInLong(plainText(q))} or n.entity ilike ${likeReference(q)} or n.attempt_id ilike ${likeReference(q)}
    or n.utr ilike ${likeReference(q)} or ${loanHas(q)})`;
type LinesAsked = z.output<R['rows']['takes']>;
const daysOf = (query: LinesAsked, now: Date): Days => {
  const [from, to] = rangeOf(now, query.fromDate, query.toDate);
  return { from, to };
};
const linesAsked = (query: LinesAsked, now: Date): Fragment =>
  sql`${linesOf(daysOf(query, now))} ${where([
    ...narrow<typeof reconciliation.rows>(query, {
      fromDate: null,
      toDate: null,
      gateway: (name) => sql`n.gateway = ${name}`,
      clientId: (clientId) => sql`n.client_id = ${clientId}`,
      q: foundInLines,
    }),
  ])}`;
/** Differences of the day, including those with a day other than their row's. */
const openOf = sql`(select count(*)::int from gateway_differences d where d.state = 'open' and d.day = n.day and d.gateway = n.gateway
  and d.client_id is not distinct from n.client_id)`;

export async function pageOfDays(
  tx: Tx,
  query: z.output<R['days']['takes']>,
  now: Date,
): Promise<Page<DayRow> & { summary: DaySums }> {
  const order = sql`day desc, gateway, client nulls last`;
  const page = isNumberAlone(query) ? sql`limit 0` : paged(query);
  // Page, number and totals from one scan of the rows.
  const found = await tx.planned<DaySums & { row: DayRow | null; n: number }>(sql`
    with s as materialized (
      select n.*, ${openOf} as open from (select n.day, n.gateway, n.client_id, c.name as client, ${summed}
        from ${linesAsked(query, now)} group by 1, 2, 3, 4) n),
    numbered as (select (s.day - date '2020-01-01')::bigint * 10000000 + coalesce(s.client_id, 0) * 100
      + (dense_rank() over (order by s.gateway))::int as id, s.* from s),
    page as (select * from numbered order by ${order} ${page}),
    sums as (select count(*)::int as n, coalesce(sum(s.ours), 0)::bigint as ours, coalesce(sum(s.theirs), 0)::bigint as theirs,
      coalesce(sum(s.difference), 0)::bigint as difference, coalesce(sum(s.fee), 0)::bigint as fee,
      coalesce(sum(s.tax), 0)::bigint as tax, coalesce(sum(s.open), 0)::int as open from s)
    select sums.*, case when page.id is not null then jsonb_build_object('id', page.id, 'day', page.day, 'gateway', page.gateway,
      'clientId', page.client_id, 'client', page.client, 'ours', page.ours, 'theirs', page.theirs, 'difference', page.difference,
      'fee', page.fee, 'tax', page.tax, 'open', page.open) end as row
    from sums left join page on true order by page.day desc, page.gateway, page.client nulls last`);
  const none = { n: 0, ours: 0, theirs: 0, difference: 0, fee: 0, tax: 0, open: 0, row: null };
  const { n, row: _, ...summary } = found[0] ?? none;
  const rows = found.flatMap(({ row }) => (row ? [row] : []));
  return { ...countedAlready(query, n, rows), summary };
}

/** Restricted to the lender's days, whatever the filter. */
export const pageOfLenderDays = (
  tx: Tx,
  actor: ServerActor,
  query: z.output<R['ofLender']['takes']>,
  now: Date,
): Promise<Page<LenderDay> & { summary: DaySums }> =>
  pageOfDays(tx, { ...query, clientId: actor.clientId ?? 0 }, now);

export function pageOfLines(
  tx: Tx,
  query: z.output<R['rows']['takes']>,
  now: Date,
): Promise<Page<SettledLine>> {
  const page = isNumberAlone(query) ? sql`limit 0` : paged(query);
  const order = (of: Fragment): Fragment => sql`${of}.ours = ${of}.theirs, ${of}.day desc, ${of}.id desc`;
  return tx
    .planned<SettledLine & { n: number }>(
      sql`
    with s as materialized (select n.* from ${linesAsked(query, now)}),
    page as (select * from s order by ${order(sql`s`)} ${page}),
    sums as (select count(*)::int as n from s)
    select sums.n, p.id, p.day, p.gateway, p.kind, p.attempt_id as order, p.entity, p.loan_id as "loanId", l.loan_number as "loanNumber",
      l.borrower_name as borrower, p.ours, p.theirs, p.fee, p.tax, p.net, p.utr, p.settled_on as "settledOn"
    from sums left join page p on true left join loans l on l.id = p.loan_id order by ${order(sql`p`)}`,
    )
    .then((found) =>
      countedAlready(
        query,
        found[0]?.n ?? 0,
        found.filter(({ id }) => (id as number | null) !== null),
      ),
    );
}

const dayToday = (now: Date): Fragment => sql`(${now}::timestamptz at time zone 'Asia/Kolkata')::date`;
const ageOf = (now: Date): Fragment =>
  sql`greatest(((coalesce(d.ended_at, ${now}) at time zone 'Asia/Kolkata')::date - (d.opened_at at time zone 'Asia/Kolkata')::date), 0)`;
const joined = sql`gateway_differences d left join loans l on l.id = d.loan_id left join gateway_rows r on r.id = d.row_id`;
/** Sender of a file that would resolve it, without the gateway's confirmation. */
export const tellerOf = sql`(select f.sent_by from gateway_rows b join gateway_files f on f.id = coalesce(b.last_file_id, b.file_id)
  where d.state = 'open' and b.attempt_id = d.attempt_id and b.confirmed_at is null and case d.kind
    when 'missing' then b.kind = 'payment' when 'on-hold' then b.id = d.row_id and b.is_settled when 'chargeback' then b.kind = 'chargeback-reversed'
    when 'given-back' then b.kind = 'refund' else false end
  order by f.id desc limit 1)`;
const inBrief = (now: Date): Fragment => sql`
  d.id, d.kind, d.state, d.gateway, d.day, d.ours, d.theirs, d.theirs - d.ours as difference, ${ageOf(now)} as age,
  l.loan_number as "loanNumber", l.borrower_name as borrower, d.opened_at as "openedAt", d.ended_at as "endedAt"`;
const shown = (
  now: Date,
): Fragment => sql`${inBrief(now)}, d.attempt_id as order, r.entity, nullif(r.utr, '') as utr, d.loan_id as "loanId",
  (select name from clients where id = d.client_id) as client, d.owner_id as "ownerId", ${nameOfUser(sql`d.owner_id`)} as owner,
  d.made_by as "madeById", ${nameOfUser(sql`d.made_by`)} as "madeBy", ${tellerOf} as "toldById",
  ${nameOfUser(tellerOf)} as "toldBy", (select file_name from gateway_files where id = r.file_id) as "fileName"`;
const narrowed = {
  fromDate: (day: string) => sql`d.day >= ${day}`,
  toDate: (day: string) => sql`d.day <= ${day}`,
  gateway: (name: string) => sql`d.gateway = ${name}`,
  kind: (kind: string) => sql`d.kind = ${kind}`,
  state: (state: string) => sql`d.state = ${state}`,
  q: (q: string) =>
    sql`(d.attempt_id ilike ${likeReference(q)} or r.entity ilike ${likeReference(q)} or r.utr ilike ${likeReference(q)}
      or ${loanHas(q)})`,
};
const order = sql`order by d.state = 'open' desc, d.opened_at, d.id`;

async function countsOf(tx: Tx, from: Fragment, now: Date): Promise<Counts> {
  const [counts] = await tx.planned<Counts>(sql`
    select (count(*) filter (where d.state = 'open'))::int as open,
      (count(*) filter (where d.state = 'open' and (d.opened_at at time zone 'Asia/Kolkata')::date < ${dayToday(now)} - ${daysUntilMissing}::int))::int as old,
      coalesce(sum(d.theirs - d.ours) filter (where d.state = 'open'), 0)::bigint as difference ${from}`);
  return counts ?? { open: 0, old: 0, difference: 0 };
}

export async function pageOfDifferences(
  tx: Tx,
  actor: ServerActor,
  query: z.output<R['list']['takes']>,
  now: Date,
): Promise<Page<Difference> & { summary: Counts }> {
  const from = sql`from ${joined} ${where(
    narrow<typeof reconciliation.list>(query, {
      ...narrowed,
      clientId: (clientId) => sql`d.client_id = ${clientId}`,
      isMine: (isMine) => sql`(d.owner_id is not distinct from ${actor.id}) = ${isMine}`,
    }),
  )}`;
  const page = await counted(tx, query, from, () =>
    tx.planned<Difference>(sql`select ${shown(now)} ${from} ${order} ${paged(query)}`),
  );
  return { ...page, summary: await countsOf(tx, from, now) };
}

export async function differencesOfLender(
  tx: Tx,
  actor: ServerActor,
  query: z.output<R['differencesOfLender']['takes']>,
  now: Date,
): Promise<Page<LenderDifference> & { summary: Counts }> {
  const from = sql`from ${joined} ${where([
    sql`d.client_id = ${actor.clientId ?? 0}`,
    ...narrow<typeof reconciliation.differencesOfLender>(query, narrowed),
  ])}`;
  const page = await counted(tx, query, from, () =>
    tx.planned<LenderDifference>(sql`select ${inBrief(now)} ${from} ${order} ${paged(query)}`),
  );
  return { ...page, summary: await countsOf(tx, from, now) };
}

export const differenceOf = (tx: Tx, id: number, now: Date): Promise<Difference | undefined> =>
  tx.one<Difference>(sql`select ${shown(now)} from ${joined} where d.id = ${id}`);

export const stepsOfDifference = (tx: Tx, id: number): Promise<DifferenceStep[]> =>
  tx.rows<DifferenceStep>(sql`
    select s.id, s.at, s.what, ${nameOfUser(sql`s.user_id`)} as who, s.words from gateway_difference_steps s
    where s.difference_id = ${id} order by s.id limit 500`);

const fileColumns = sql`
  f.id, f.gateway, f.file_name as "fileName", f.state, f.taken, f.known, f.wrong, f.error, ${nameOfUser(sql`f.sent_by`)} as "sentBy",
  f.sent_at as "sentAt"`;
export const fileOf = (tx: Tx, id: number): Promise<FileRow | undefined> =>
  tx.one<FileRow>(sql`select ${fileColumns} from gateway_files f where f.id = ${id} for no key update of f`);
/** The report about its rows is recomputed; the rows themselves remain. */
export async function beginAgain(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`delete from gateway_file_faults where file_id = ${id}`);
  await tx.run(sql`update gateway_files set state = 'waiting', wrong = 0, error = null where id = ${id}`);
}

export function pageOfFiles(tx: Tx, query: z.output<R['files']['takes']>): Promise<Page<FileRow>> {
  const from = sql`from gateway_files f ${where(
    narrow<typeof reconciliation.files>(query, {
      gateway: (name) => sql`f.gateway = ${name}`,
      q: (q) => sql`f.file_name ilike ${likeInLong(q)}`,
    }),
  )}`;
  return counted(tx, query, from, () =>
    tx.rows<FileRow>(sql`
      select ${fileColumns} ${from} order by f.id desc ${paged(query)}`),
  );
}

export function pageOfFaults(
  tx: Tx,
  query: z.output<R['faults']['takes']>,
): Promise<Page<{ id: number; n: number; reason: string; field: string }>> {
  const from = sql`from gateway_file_faults f ${where(
    narrow<typeof reconciliation.faults>(query, {
      fileId: (id) => sql`f.file_id = ${id}`,
      q: (q) => sql`f.field ilike ${likeInLong(q)}`,
    }),
  )}`;
  return counted(tx, query, from, () =>
    tx.rows(sql`select f.n as id, f.n, f.reason, f.field ${from} order by f.file_id, f.n ${paged(query)}`),
  );
}
