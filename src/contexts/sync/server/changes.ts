/** Cacheable data of the owner's loans, and change tracking. */
import type { z } from 'zod/mini';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { type KeptLoan, type KeptTask, mostTaskLoans } from '#contexts/sync/contract/kept-rows.ts';
import type { sync } from '#contexts/sync/contract/sync.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { isDncOf, paidOffOf, paymentAwaitsOf } from '#contexts/loans/server/loan-state.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { databaseIdentity } from './database-identity.ts';
import { type DoorFacts, type DoorFactsOf, noDoorFacts } from './door-facts.ts';

type Changes = z.output<typeof sync.changes.gives>;

const pageSize = 200;

type LoanRow = Omit<KeptLoan, keyof DoorFacts>;

/** A window of transaction ids, and the position within its pages. Transaction ids are specific to a database. */
interface Cursor {
  identity: string;
  from: string;
  upTo: string | null;
  lastId: number;
}
function cursorIn(text: string | undefined): Cursor | null {
  const [identity, from, upTo, lastId] = text?.split('.') ?? [];
  if (!identity || !from) return null;
  return { identity, from, upTo: upTo || null, lastId: Number(lastId ?? 0) };
}

interface Present {
  identity: string;
  /** All of this database before it is decided. */
  horizon: string;
  /** No transaction had this number yet. */
  next: string;
}
const presentOf = async (tx: Tx): Promise<Present> => {
  const row = await tx.one<Present>(sql`
    select ${databaseIdentity} as identity, decided_before()::text as horizon,
      pg_snapshot_xmax(pg_current_snapshot())::text as next`);
  if (!row) throw new Error('the database does not say where it is');
  return row;
};

/** Another epoch, or later than the current one: its disk was restored to an earlier moment. */
const isOfNow = ({ identity, from, upTo }: Cursor, now: Present): boolean =>
  identity === now.identity && BigInt(upTo ?? from) <= BigInt(now.next);

const later = (one: string, other: string): string => (BigInt(one) > BigInt(other) ? one : other);

/** Last digits of a masked number: enough to distinguish two, not to dial. */
const mobileEnd = sql`'XXXXXX' || right(l.mobile, 4)`;

/** What changed is found by its index alone: the condition that all loans meet would have them all looked at. */
const changedIn = (o: { userId: number; from: string; upTo: string }): Fragment => sql`
  and l.id = any(array(select c.id from loan_standing c where c.assignee_id = ${o.userId} and c.is_active
    and c.changed_tx >= ${o.from}::xid8 and c.changed_tx < ${o.upTo}::xid8))`;

/** The page is selected by an index first: other loans of the user are not read. */
const page = (
  tx: Tx,
  o: { userId: number; from: string; upTo: string; lastId: number; isWhole: boolean },
): Promise<LoanRow[]> =>
  tx.rows<LoanRow>(sql`
    select l.id, l.changed_tx::text::bigint as version, l.loan_number as "loanNumber", b.id as "borrowerId", b.name as "borrowerName",
      b.address, b.city_name as city, b.pincode, ${mobileEnd} as mobile, c.name as client, l.client_id as "clientId",
      l.is_active as "isActive", ${isDncOf(sql`l`, sql`l.mobile`)} as "isDNC", l.assignee_id as "assigneeId",
      l.principal_outstanding as "principalOutstanding", l.total_outstanding as "totalOutstanding", l.total_is_known as "isTotalKnown",
      l.emi_amount as "emiAmount", l.unpaid_emi_amount as "unpaidEmiAmount", l.max_settlement_amount as "maxSettlementAmount",
      l.dpd, l.current_dpd_bucket as "currentDpdBucket", l.product_type as "productType", l.payment_status as "paymentStatus",
      ${paymentAwaitsOf(sql`l`)} as "paymentAwaits",
      l.payment_history_status as "paymentHistoryStatus", l.latest_realize_payment_amount as "latestRealizePaymentAmount",
      l.latest_realize_payment_date as "latestRealizePaymentDate", ${paidOffOf(sql`l`)} as "paidOff",
      l.payment_account_id as "paymentAccountId",
      d.name as "lastDisposition", l.last_disposition_at as "lastDispositionAt",
      p.action_date as "ptpDate", p.amount as "ptpAmount",
      coalesce((select jsonb_agg(jsonb_build_object('uId', t.u_id, 'name', t.name, 'colorCode', t.color_code) order by t.name)
        from loan_tags t where t.loan_id = l.id), '[]'::jsonb) as tags
    from loans l join borrowers b on b.id = l.borrower_id join clients c on c.id = l.client_id
      left join dispositions d on d.id = l.last_disposition_id
      left join lateral (select x.action_date, x.amount from borrower_dispositions x
        where x.loan_id = l.id and x.disposition_id = ${dispositionIds.PTP} order by x.effective_at desc, x.id desc limit 1) p on true
    where l.id = any(array(select l.id from loans l
      where l.assignee_id = ${o.userId} and l.is_active and l.id > ${o.lastId} ${o.isWhole ? sql`` : changedIn(o)}
      order by l.id limit ${pageSize + 1}))
    order by l.id`);

/** Loans unassigned from this user in the window and not returned. */
const goneFor = async (tx: Tx, o: { userId: number; from: string; upTo: string }): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
    select distinct g.loan_id as id from sync_gone g
    where g.user_id = ${o.userId} and g.tx >= ${o.from}::xid8 and g.tx < ${o.upTo}::xid8
      and not exists (select from loans l where l.id = g.loan_id and l.assignee_id = ${o.userId} and l.is_active)
    order by 1`)
  ).map(({ id }) => id);

/** The tasks of a day of this person, with at most so many loans in all. */
export type TasksOf = (
  tx: Tx,
  actor: ServerActor,
  o: { day: string; mostLoans: number },
) => Promise<KeptTask[]>;

interface Asked {
  since?: string;
  now: Date;
  tasksOf: TasksOf;
  doorFactsOf: DoorFactsOf;
}
export async function changesFor(
  tx: Tx,
  actor: ServerActor,
  { since, now, tasksOf, doorFactsOf }: Asked,
): Promise<Changes> {
  const userId = actor.id;
  const said = cursorIn(since);
  const present = await presentOf(tx);
  const { identity, horizon } = present;
  // Its ids are invalid here: the phone restarts.
  const isKnown = said !== null && isOfNow(said, present);
  const cursor: Cursor = isKnown ? said : { identity, from: '0', upTo: null, lastId: 0 };
  // A stored decision is final, though it cannot be repeated at each moment.
  const upTo = cursor.upTo ?? later(horizon, cursor.from);
  const isWhole = cursor.from === '0';
  const window = { userId, from: cursor.from, upTo };
  const [found, gone] = await Promise.all([
    page(tx, { ...window, lastId: cursor.lastId, isWhole }),
    isWhole || cursor.lastId > 0 ? [] : goneFor(tx, window),
  ]);
  const hasMore = found.length > pageSize;
  const rows = found.slice(0, pageSize);
  const facts = await doorFactsOf(tx, actor, { loanIds: rows.map(({ id }) => id), now });
  const loans = rows.map((row) => ({ ...row, ...(facts.get(row.id) ?? noDoorFacts) }));
  const next = hasMore ? [identity, cursor.from, upTo, rows.at(-1)?.id ?? 0] : [identity, upTo];
  const tasks = hasMore
    ? undefined
    : await tasksOf(tx, actor, { day: businessDay(now), mostLoans: mostTaskLoans });
  return { loans, gone, isWhole, hasMore, tasks, cursor: next.join('.'), serverTime: now.toISOString() };
}
