/** The lists of payments: live at gateways, realized, unrealized. */
import { byKey, paged } from '#kernel/server/database/table.ts';
import type { z } from 'zod/mini';
import type { payments } from '#contexts/payments/contract/payments.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { seesAll, visibleLoans } from '#contexts/agency/server/visible.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { type Page, counted, countedAlready, isNumberAlone } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { keptMoney } from '../ledger/kept.ts';
import { paidLoanHas } from './payment-search.ts';

type Row = z.output<typeof payments.list.gives>;
export type PaymentQuery = z.output<typeof payments.list.takes>;
/** Inputs of a receipt URL. */
interface Receipt {
  id: string;
  status: Row['status'];
  reference: string | null;
  loanNumber: string;
  supplierName: string;
  txnDate: string;
  borrowerName: string;
  clientName: string;
  amount: number;
  txnMessage: string;
}
export type ReceiptUrl = (receipt: Receipt) => string;

const oneOf = (column: Fragment, ids: readonly number[] | undefined): Fragment | false =>
  ids !== undefined && ids.length > 0 && sql`${column} = any(${ids})`;

/** From the first of the month to today by default (G168). */
export const rangeOf = (now: Date, from: string | undefined, to: string | undefined): [string, string] => {
  const today = businessDay(now);
  return [from ?? `${today.slice(0, 8)}01`, to ?? today];
};

const ofLoan = (actor: ServerActor, query: PaymentQuery): (Fragment | false)[] => [
  visibleLoans(actor, sql`l.assignee_id`),
  ...narrow<typeof payments.list>(query, {
    type: null,
    fromDate: null,
    toDate: null,
    jobId: null,
    clientUid: (key) => sql`l.client_id = (select id from clients where ${byKey(key)})`,
    clientIds: (ids) => oneOf(sql`l.client_id`, ids),
    portfolioIds: (ids) => oneOf(sql`l.portfolio_id`, ids),
    agentIds: (ids) => oneOf(sql`l.assignee_id`, ids),
    allocationTypeId: (id) => sql`l.allocation_type_id = ${id}`,
    isActive: (is) => sql`l.is_active = ${is}`,
    q: paidLoanHas,
  }),
];

const kindOf = ({ type = 'realized' }: PaymentQuery): string => type.toLowerCase();

/** The list without its order, as `p`, with the loan as `l`. */
export function wherePayments(actor: ServerActor, query: PaymentQuery, now: Date): Fragment {
  const [from, to] = rangeOf(now, query.fromDate, query.toDate);
  const kind = kindOf(query);
  if (kind === 'live')
    return sql`from payment_attempts p join loans l on l.id = p.loan_id ${where([
      sql`p.created_at >= ${from}::timestamp at time zone 'Asia/Kolkata'`,
      sql`p.created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`,
      query.jobId !== undefined && sql`false`,
      ...ofLoan(actor, query),
    ])}`;
  return sql`from payments p join loans l on l.id = p.loan_id ${where([
    sql`p.status = 'success'`,
    sql`p.payment_date between ${from} and ${to}`,
    kind === 'realized' ? sql`p.realized` : sql`not p.realized`,
    query.jobId !== undefined && sql`p.job_id = ${query.jobId}`,
    ...ofLoan(actor, query),
  ])}`;
}
export const paymentOrder = (query: PaymentQuery): Fragment =>
  kindOf(query) === 'live' ? sql`p.created_at desc, p.id desc` : sql`p.payment_date desc, p.id desc`;

export const paymentJoins = sql`join borrowers b on b.id = l.borrower_id join clients c on c.id = l.client_id
  join portfolios f on f.id = l.portfolio_id left join users u on u.id = l.assignee_id
  left join allocation_types a on a.id = l.allocation_type_id left join payment_accounts k on k.id = l.payment_account_id`;
const loan = sql`jsonb_build_object('id', l.id, 'loanNumber', l.loan_number, 'isDNC', l.is_dnc, 'isActive', l.is_active,
  'supplierName', l.supplier_name, 'loanBorrower', jsonb_build_object('name', b.name, 'clientBorrowerId', b.client_borrower_id),
  'client', jsonb_build_object('name', c.name), 'loanPortfolio', jsonb_build_object('name', f.name),
  'loanUsers', case when u.id is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object('mappingUser',
    jsonb_build_object('agentName', u.first_name || ' ' || u.last_name))) end,
  'loanAllocationType', case when a.id is null then null else jsonb_build_object('name', a.name, 'colorCode', a.color_code) end)`;
const account = sql`case when k.id is null then null else jsonb_build_object('name', k.name) end`;

const ofFiles = sql`
  p.id, p.transaction_id as "transactionId", p.amount, p.refunded, p.payment_date as "paymentDate", p.source, p.status,
  null as "extraInfo", ${account} as "paymentAccount", ${loan} as "loanPayments", null as "receiptUrl"`;
const ofGateways = sql`
  p.number as id, p.id as "attemptId", coalesce(p.reference, p.id) as "transactionId", p.amount, p.refunded,
  (p.changed_at at time zone 'Asia/Kolkata')::date as "paymentDate", p.source, p.state as status, p.gateway,
  p.changed_at as "txnDate", coalesce(p.message, '') as "txnMessage", ${account} as "paymentAccount",
  ${loan} as "loanPayments", p.reference`;

interface LiveRow extends Omit<Row, 'extraInfo' | 'receiptUrl'> {
  attemptId: string;
  gateway: string;
  txnDate: string;
  txnMessage: string;
  reference: string | null;
}
function liveRow(
  { attemptId, gateway, txnDate, txnMessage, reference, ...row }: LiveRow,
  urlOf: ReceiptUrl,
): Row {
  const { status, amount, loanPayments } = row;
  const isOver = status === 'success' || status === 'failed';
  const receipt = {
    id: attemptId,
    status,
    reference,
    loanNumber: loanPayments.loanNumber,
    supplierName: loanPayments.supplierName ?? loanPayments.client.name,
    txnDate,
    borrowerName: loanPayments.loanBorrower.name,
    clientName: loanPayments.client.name,
    amount,
    txnMessage,
  };
  return {
    ...row,
    extraInfo: { type: gateway, txnDate, amount, status, txnMessage },
    receiptUrl: isOver ? urlOf(receipt) : null,
  };
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
/** Full visibility with filters of days and lenders only uses the ledger totals. */
function ofLedger(tx: Tx, actor: ServerActor, query: PaymentQuery, now: Date): Promise<number> | undefined {
  const { type: _type, fromDate, toDate, clientIds, page: _page, size: _size, part: _part, ...more } = query;
  if (!seesAll(actor) || !Object.values(more).every(isNothing)) return undefined;
  const [from, to] = rangeOf(now, fromDate, toDate);
  return keptMoney(tx, { from, to, clientIds }).then((sums) =>
    kindOf(query) === 'realized' ? sums.realized : sums.unrealized,
  );
}

export async function totalOf(tx: Tx, actor: ServerActor, query: PaymentQuery, now: Date): Promise<number> {
  const isLive = kindOf(query) === 'live';
  const kept = isLive ? undefined : await ofLedger(tx, actor, query, now);
  if (kept !== undefined) return kept;
  // Only received money is summed.
  const [row] = await tx.planned<{ total: number }>(sql`
    select coalesce(sum(${isLive ? sql`p.amount - p.refunded` : sql`p.amount`})${isLive ? sql` filter (where p.state = 'success')` : sql``}, 0)::bigint as total
    ${wherePayments(actor, query, now)}`);
  return Math.max(0, row?.total ?? 0);
}

/** Filters without stored totals: page, number and sum from one scan. */
async function passedOnce(tx: Tx, query: PaymentQuery, chosen: Fragment): Promise<Page<number> & Summed> {
  const found = await tx.planned<{ id: number | null; n: number; total: number }>(sql`
    with s as materialized (select p.id, p.payment_date, p.amount ${chosen}),
    page as (select s.id, s.payment_date from s order by s.payment_date desc, s.id desc ${paged(query)}),
    sums as (select count(*)::int as n, coalesce(sum(amount), 0)::bigint as total from s)
    select sums.n, sums.total, page.id from sums left join page on true order by page.payment_date desc, page.id desc`);
  const { n = 0, total = 0 } = found[0] ?? {};
  const ids = found.flatMap(({ id }) => id ?? []);
  return { ...countedAlready(query, n, ids), totalAmount: Math.max(0, total) };
}
interface Summed {
  totalAmount: number;
}

export async function paymentPage(
  tx: Tx,
  actor: ServerActor,
  query: PaymentQuery,
  { now, urlOf }: { now: Date; urlOf: ReceiptUrl },
): Promise<Page<Row> & { summary: Summed }> {
  const chosen = wherePayments(actor, query, now);
  const order = paymentOrder(query);
  const isLive = kindOf(query) === 'live';
  const ofFilesAt = (ids: readonly number[]): Promise<Row[]> =>
    tx.rows<Row>(sql`
      select ${ofFiles} from payments p join loans l on l.id = p.loan_id ${paymentJoins}
      where p.id = any(${ids}) order by ${order}`);
  const isNumber = isNumberAlone(query);
  const kept = isLive || isNumber ? undefined : await ofLedger(tx, actor, query, now);
  if (!isLive && !isNumber && kept === undefined) {
    const { rows, totalAmount, ...page } = await passedOnce(tx, query, chosen);
    return { ...page, rows: await ofFilesAt(rows), summary: { totalAmount } };
  }
  const page = await counted<Row>(tx, query, chosen, async () => {
    const found = await tx.planned<{ id: number | string }>(
      sql`select p.id ${chosen} order by ${order} ${paged(query)}`,
    );
    const ids = found.map(({ id }) => id);
    if (isLive)
      return (
        await tx.rows<LiveRow>(sql`
          select ${ofGateways} from payment_attempts p join loans l on l.id = p.loan_id ${paymentJoins}
          where p.id = any(${ids as string[]}) order by ${order}`)
      ).map((row) => liveRow(row, urlOf));
    return ofFilesAt(ids as number[]);
  });
  const totalAmount = isNumber ? 0 : Math.max(0, kept ?? (await totalOf(tx, actor, query, now)));
  return { ...page, summary: { totalAmount } };
}
