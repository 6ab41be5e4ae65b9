import { paged } from '#kernel/server/database/table.ts';
import { loanHas, mobileHas } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import type { loans } from '#contexts/loans/contract/loans.ts';
import { isAdmin } from '#kernel/contract/access.ts';
import { type SentCount, channelOf, channels } from '#kernel/contract/channels/channels.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoan } from './visible.ts';
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { isDncOf, paidOffOf, paymentAwaitsOf } from './loan-state.ts';
import { type Fragment, empty, join, quoted, sql, where } from '#kernel/server/database/sql.ts';
import { mobileMask } from './masks.ts';

type LoanRow = z.output<typeof loans.list.gives>;
export type LoanDetail = z.output<typeof loans.one.gives>;

const visibleTo = (actor: ServerActor): Fragment => visibleLoans(actor, sql`l.assignee_id`);

/** List fields, joined to the few loans of a page. Phone numbers are masked (G074). */
const shown = sql`
  l.id, l.loan_number as "loanNumber", ${isDncOf(sql`l`, sql`l.mobile`)} as "isDNC", l.is_active as "isActive", l.borrower_id as "borrowerId",
  json_build_object('name', b.name, 'clientBorrowerId', b.client_borrower_id) as "loanBorrower",
  json_build_object('name', c.name) as client, g.group_id as "groupId",
  json_build_object('name', p.name) as "loanPortfolio", l.product_type as "productType", l.product_name as "productName",
  ${mobileMask(sql`l.mobile`)} as mobile, b.city_name as city,
  l.principal_outstanding as "principalOutstanding", l.total_outstanding as "totalOutstanding", l.total_is_known as "isTotalKnown", l.dpd,
  l.latest_realize_payment_amount as "latestRealizePaymentAmount",
  l.latest_realize_payment_date as "latestRealizePaymentDate",
  l.payment_status as "paymentStatus", ${paymentAwaitsOf(sql`l`)} as "paymentAwaits", l.payment_history_status as "paymentHistoryStatus",
  l.payment_account_id as "paymentAccountId",
  case when u.id is null then '[]'::json else json_build_array(json_build_object(
    'mappingUser', json_build_object('firstName', u.first_name, 'lastName', u.last_name),
    'mappingCampaign', case when ca.id is null then null else json_build_object('name', ca.name) end)) end as "loanUsers",
  coalesce((select json_agg(json_build_object('uId', t.u_id, 'name', t.name, 'colorCode', t.color_code) order by t.name)
    from loan_tags t where t.loan_id = l.id), '[]'::json) as "loanTags",
  json_build_object('bestDispo', bd.name, 'bestSubDispo', bs.name, 'bestDispoDate', l.best_disposition_at) as "loansStats",
  case when a.id is null then null else json_build_object('name', a.name, 'colorCode', a.color_code) end as "loanAllocationType",
  case when ld.id is null then '[]'::json else json_build_array(json_build_object(
    'dispositions', json_build_object('name', ld.name), 'createdAt', l.last_disposition_at)) end as "loanDispositions"`;
export const loanJoins = sql`
  join borrowers b on b.id = l.borrower_id join clients c on c.id = l.client_id join portfolios p on p.id = l.portfolio_id
  left join loan_groups g on g.id = l.loan_group_id left join users u on u.id = l.assignee_id
  left join campaigns ca on ca.id = l.campaign_id left join allocation_types a on a.id = l.allocation_type_id
  left join dispositions ld on ld.id = l.last_disposition_id left join dispositions bd on bd.id = l.best_disposition_id
  left join dispositions bs on bs.id = l.best_sub_disposition_id`;

export type LoanQuery = z.output<typeof loans.list.takes>;

const orders: Readonly<Record<string, Fragment>> = {
  totalOutstanding: sql`l.total_outstanding, l.id`,
  '-totalOutstanding': sql`l.total_outstanding desc, l.id desc`,
  principalOutstanding: sql`l.principal_outstanding, l.id`,
  '-principalOutstanding': sql`l.principal_outstanding desc, l.id desc`,
  loanNumber: sql`l.loan_number, l.id`,
  '-loanNumber': sql`l.loan_number desc, l.id desc`,
  dpd: sql`l.dpd nulls first, l.id`,
  '-dpd': sql`l.dpd desc nulls last, l.id desc`,
};
const largestFirst = '-totalOutstanding';

/** Loan number, borrower's name or mobile number; one index answers for each. */
const matches = (q: string): Fragment => {
  const mobile = mobileHas(sql`l.mobile`, q);
  return mobile ? sql`(${loanHas(q)} or ${mobile})` : loanHas(q);
};

/** One of these; no list, or an empty one, narrows nothing. Lists and single values are two spellings (G080). */
const oneOf = (column: Fragment, ids: readonly number[] | undefined, id?: number): Fragment | false => {
  const all = [...(ids ?? []), ...(id === undefined ? [] : [id])];
  if (all.length > 1) return sql`${column} = any(${all})`;
  // Compared with a single value, an index returns rows in the required order.
  return all.length === 1 && sql`${column} = ${all[0]}`;
};

/** Last disposition, from the index of `loan_standing`. */
const ofDisposition = (one: Fragment | false): Fragment | false =>
  one && sql`l.id in (select s.id from loan_standing s where ${one})`;

const monthStart = sql`date_trunc('month', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'`;

/** Filter conditions. */
function narrowed(query: LoanQuery): (Fragment | false)[] {
  // A selection by ids includes inactive loans.
  const isActive = query.isActive ?? (query.ids === undefined ? true : undefined);
  return [
    ...narrow<typeof loans.list>(
      { ...query, isActive },
      {
        isActive: (is) => sql`l.is_active = ${is}`,
        ids: (ids) => sql`l.id = any(${ids})`,
        loanId: (id) => sql`l.id = ${id}`,
        newAssigned: (is) => sql`coalesce(l.assigned_at >= ${monthStart}, false) = ${is}`,
        clientIds: null,
        clientId: null,
        campaignIds: null,
        campaignId: null,
        userIds: (ids) => oneOf(sql`l.assignee_id`, ids),
        hierarchyUsers: (ids) => oneOf(sql`l.assignee_id`, ids),
        dispositionIds: (ids) => ofDisposition(oneOf(sql`s.last_disposition_id`, ids)),
        allocationTypeId: (id) => sql`l.allocation_type_id = ${id}`,
        paymentStatus: (status) => sql`l.payment_status = ${status}`,
        paymentHistoryStatus: (status) => sql`l.payment_history_status = ${status}`,
        q: matches,
      },
    ),
    oneOf(sql`l.client_id`, query.clientIds, query.clientId),
    oneOf(sql`l.campaign_id`, query.campaignIds, query.campaignId),
  ];
}

/** Filters for visible loans. */
export const whereLoans = (actor: ServerActor, query: LoanQuery): Fragment =>
  where([visibleTo(actor), ...narrowed(query)]);
export const loanOrder = ({ sort }: LoanQuery): Fragment => orders[sort ?? largestFirst] ?? empty;

/** As `visibleTo`, with the users listed: their number determines the best plan. */
async function seenBy(tx: Tx, actor: ServerActor): Promise<Fragment | false> {
  if (isAdmin(actor)) return false;
  if (actor.roleType === 'client') return visibleTo(actor);
  const below = await tx.rows<{ id: number }>(
    sql`select user_id as id from user_below where ancestor_id = ${actor.id}`,
  );
  const ids = below.map(({ id }) => id);
  return oneOf(sql`l.assignee_id`, ids) || sql`false`;
}

/** Sort expressions. */
const keys: Readonly<Record<string, Fragment>> = {
  totalOutstanding: sql`l.id, l.total_outstanding`,
  principalOutstanding: sql`l.id, l.principal_outstanding`,
  loanNumber: sql`l.id, l.loan_number`,
  dpd: sql`l.id, l.dpd`,
};
const keysOf = ({ sort = largestFirst }: LoanQuery): Fragment => keys[sort.replace('-', '')] ?? empty;

interface Source {
  from: Fragment;
  narrow: (Fragment | false)[];
}
/**
 * Source of a list: with a last disposition it is `loan_standing`, which has its index, both orders by amount, and every
 * filter column of a list without text.
 */
function sourceOf(query: LoanQuery): Source {
  const { q, dispositionIds, part, ...rest } = query;
  const one = oneOf(sql`l.last_disposition_id`, dispositionIds);
  const hasOrder =
    part === 'count' || part === 'exact' || (query.sort ?? largestFirst).endsWith('totalOutstanding');
  if (one && hasOrder && !q) return { from: sql`loan_standing l`, narrow: [one, ...narrowed(rest)] };
  return { from: sql`loans l`, narrow: narrowed({ ...rest, dispositionIds }) };
}

/**
 * Either an index is scanned in list order, or the matches are collected and sorted. PostgreSQL chooses, assuming this
 * multiple of rows: on a scan the matches may all be last, like small loans of one lender, while the cost of collecting
 * is predictable. The result is read in order, only up to the page.
 */
const overFetch = 3;
const ordered = (from: Fragment, chosen: Fragment, query: LoanQuery): Fragment => {
  const { page = 1, size = 100 } = query;
  const order = loanOrder(query);
  return sql`
    with l as materialized (select l.id from ${from} ${chosen} order by ${order} limit ${overFetch * page * size})
    select id from l ${paged(query)}`;
};

/**
 * No sort index includes text search: rare terms are collected first and sorted. A frequent term is found soon by
 * scanning, so the scan is tried for a limited part; its matches may still be last.
 */
const few = { onAPage: 5000, atAll: 30_000 };
const aBit = 20_000;
async function searched(
  tx: Tx,
  narrow: readonly (Fragment | false)[],
  words: Fragment,
  query: LoanQuery,
): Promise<{ id: number }[]> {
  const { page = 1, size = 100 } = query;
  const order = loanOrder(query);
  const all = sql`loans l ${where([...narrow, words])}`;
  const [plan] = await tx.planned<Planned>(sql`explain (format json) select from ${all}`);
  const rows = plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? Infinity;
  if (rows > few.onAPage * page) {
    const near = await tx.planned<{ id: number }>(sql`
      select l.id from (select l.* from loans l ${where(narrow)} order by ${order} limit ${aBit}) l
      where ${words} order by ${order} ${paged(query)}`);
    if (near.length === size) return near;
  }
  const source = rows > few.atAll ? all : sql`(select ${keysOf(query)} from ${all} offset 0) l`;
  return tx.planned(sql`select l.id from ${source} order by ${order} ${paged(query)}`);
}
interface Planned {
  'QUERY PLAN': { Plan: { 'Plan Rows': number } }[];
}

/** Page first, then decorate: the sort and its limit touch one index, the joins a page of rows. */
export async function pageOfLoans(tx: Tx, actor: ServerActor, query: LoanQuery): Promise<Page<LoanRow>> {
  const { q } = query;
  const source = sourceOf(query);
  const narrow = [await seenBy(tx, actor), ...source.narrow];
  const words = q ? matches(q) : false;
  return counted(tx, query, sql`from ${source.from} ${where([...narrow, words])}`, async () => {
    const found = words
      ? await searched(tx, narrow, words, query)
      : await tx.planned<{ id: number }>(ordered(source.from, where(narrow), query));
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => id);
    const rows = await tx.rows<LoanRow>(
      sql`select ${shown} from loans l ${loanJoins} where l.id = any(${ids}) order by ${loanOrder(query)}`,
    );
    return rows.map(withMoments);
  });
}

/** jsonb spells moments PostgreSQL's way; the wire's is ISO 8601 in UTC. */
function withMoments<R extends LoanRow>(row: R): R {
  const utc = <T extends string | null>(moment: T): T =>
    (moment ? new Date(moment).toISOString() : moment) as T;
  row.loansStats.bestDispoDate = utc(row.loansStats.bestDispoDate);
  for (const last of row.loanDispositions) last.createdAt = utc(last.createdAt);
  return row;
}

/** The loans of a borrower, the active ones first. */
export const loansOfBorrower = (tx: Tx, actor: ServerActor, borrowerId: number): Promise<LoanRow[]> =>
  loansWhere(tx, sql`l.borrower_id = ${borrowerId} and ${visibleLoan(actor, sql`l`)}`);

const mostOfOne = 100;
async function loansWhere(tx: Tx, condition: Fragment): Promise<LoanRow[]> {
  const rows = await tx.rows<LoanRow>(sql`
    select ${shown} from loans l ${loanJoins} where ${condition}
    order by l.is_active desc, ${orders[largestFirst] ?? empty} limit ${mostOfOne}`);
  return rows.map(withMoments);
}

/** Loans with this number for borrower or participants. */
export const loansByMobile = (tx: Tx, actor: ServerActor, mobile: string): Promise<LoanRow[]> =>
  loansWhere(
    tx,
    sql`right(l.mobile, 4) = ${mobile.slice(-4)} and l.mobile = ${mobile} and ${visibleTo(actor)}`,
  );

/** Messages sent, without queued ones. */
const sent = (channel: string): Fragment =>
  sql`(select count(*) from messages m where m.loan_id = l.id and m.channel = ${channel} and m.status <> 'stored')`;
const contacted = sql`
  ${join(channels.map((one) => sql`${sent(one)} as ${quoted(channelOf[one].counts)}`))},
  (select count(*) from cdr k where k.loan_id = l.id) as "callCount"`;

export const contactCountsOf = (tx: Tx, actor: ServerActor, id: number) =>
  tx.one<Pick<LoanDetail, SentCount | 'callCount'>>(
    sql`select ${contacted} from loans l where l.id = ${id} and ${visibleLoan(actor, sql`l`)}`,
  );

export const loanById = async (tx: Tx, actor: ServerActor, id: number): Promise<LoanDetail | undefined> =>
  (await loansById(tx, actor, [id]))[0];

/** Those of them the caller sees. */
export const loansById = (tx: Tx, actor: ServerActor, ids: readonly number[]): Promise<LoanDetail[]> =>
  detailsOf(tx, ids, { seen: visibleLoan(actor, sql`l`), others: visibleLoans(actor, sql`o.assignee_id`) });

/** Without a visibility check, which is the caller's task. */
export const loanHeld = async (tx: Tx, id: number): Promise<LoanDetail | undefined> =>
  (await detailsOf(tx, [id], { seen: sql`true`, others: sql`false` }))[0];

/** Which loans `l` are seen, and which others `o` of their borrowers. */
interface Sight {
  seen: Fragment;
  others: Fragment;
}
async function detailsOf(tx: Tx, ids: readonly number[], { seen, others }: Sight): Promise<LoanDetail[]> {
  // For a list PostgreSQL estimates ten rows, and replans for fewer: ten times slower than one row.
  const which = oneOf(sql`l.id`, ids) || sql`false`;
  const rows = await tx.rows<LoanDetail>(sql`
    select ${shown}, l.changed_tx::text::bigint as version, l.assignee_id as "assigneeId", l.client_id as "clientId",
      ${paidOffOf(sql`l`)} as "paidOff", l.supplier_name as "supplierName", l.agreement_id as "agreementId",
      l.crm_no as "crmNo", l.loan_number_received as "loanNumberReceived", ${mobileMask(sql`l.alternate_contact1`)} as "alternateContact1",
      ${mobileMask(sql`l.alternate_contact2`)} as "alternateContact2",
      array(select ${mobileMask(sql`other`)} from unnest(l.other_mobiles) other) as "otherMobiles",
      l.loan_amount as "loanAmount", l.emi_amount as "emiAmount", l.total_emi as "totalEmi", l.emi_start_date as "emiStartDate",
      l.emi_end_date as "emiEndDate", l.emi_cycle_date as "emiCycleDate", l.unpaid_emi_amount as "unpaidEmiAmount",
      l.offer_emi_amount as "offerEmiAmount", l.interest_outstanding as "interestOutstanding",
      l.max_settlement_amount as "maxSettlementAmount", l.current_dpd_bucket as "currentDpdBucket",
      l.vintage_band as "vintageBand",
      case when coalesce(l.gold_quantity, l.gold_purity, l.gold_valuation) is null then null else jsonb_build_object(
        'quantity', l.gold_quantity, 'purity', l.gold_purity, 'valuation', l.gold_valuation) end as gold,
      ${contacted},
      exists (select from loans o where o.borrower_id = l.borrower_id and o.id <> l.id and ${others}) as "hasOthers",
      nullif(concat_ws(', ', b.address, b.city_name, b.state_name, b.pincode), '') as address
    from loans l ${loanJoins} where ${which} and ${seen} order by l.id`);
  return rows.map(withMoments);
}
