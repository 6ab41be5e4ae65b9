/**
 * Differences between our books and settlement files: recomputed for new data, in any order of arrival. A row that would
 * resolve an open difference does so once the gateway itself confirmed it (decision 220).
 */
import { askedKinds } from '#contexts/payments/contract/reconciliation-words.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { type ComparedScope, dayInIndia, isCopy, firstForm, matchOrder, newOf } from './new-lines.ts';

const inScope = ({ attempts, rows }: ComparedScope, attempt: Fragment, row: Fragment): Fragment =>
  rows.length === 0
    ? sql`${attempt} = any(${[...attempts]}::text[])`
    : sql`(${attempt} = any(${[...attempts]}::text[]) or ${row} = any(${[...rows]}::bigint[]))`;

/** The first row of an order represents its payment; our payment determines whether it was refunded. */
const linesOf = (scope: ComparedScope): Fragment => sql`
  select r.*, ${isCopy} as is_copy, one.amount as first_amount,
    (one.amount, one.fee, one.tax, one.net) is distinct from (r.amount, r.fee, r.tax, r.net) as is_other, t.amount as paid, t.refunded, t.reference, t.state, t.loan_id, p.status,
    coalesce(${dayInIndia(sql`t.settled_at`)}, r.day) as of_day,
    row_number() over (partition by r.attempt_id, r.kind, ${isCopy} order by (r.payment_ref = t.reference) desc nulls last, (r.amount = t.amount) desc, r.entity, r.amount,
      r.fee, r.tax, r.net, r.order_ref, r.id) as place,
    sum(r.amount) filter (where r.kind = 'refund' and not ${isCopy}) over of_order as backs,
    count(*) filter (where r.kind = 'chargeback' and not ${isCopy}) over of_order as chargebacks,
    count(*) filter (where r.kind = 'chargeback' and not ${isCopy} and r.confirmed_at is not null) over of_order as sure_chargebacks,
    count(*) filter (where r.kind = 'chargeback-reversed' and not ${isCopy}) over of_order as reversals, f.sent_by
  from gateway_rows r left join ${firstForm} join gateway_files f on f.id = r.file_id left join payment_attempts t on t.id = r.attempt_id left join payments p on p.id = t.payment_id
  where r.kind <> 'other' and ${inScope(scope, sql`r.attempt_id`, sql`r.id`)}
  window of_order as (partition by coalesce(r.attempt_id, 'row ' || r.id))`;

/** A file resolves nothing alone, from any sender: rows confirmed by the gateway do. */
const sureLines = (kind: 'refund' | 'chargeback-reversed'): Fragment => sql`
  (select count(distinct b.entity) from gateway_rows b
  where b.attempt_id = r.attempt_id and b.kind = ${kind} and b.confirmed_at is not null)`;

const kindOfLine = sql`case
  when r.is_copy then case when r.is_other then 'two-forms' end
  when r.attempt_id is null then 'unknown'
  when r.kind = 'payment' then case when r.place > 1 then 'twice' when r.amount <> r.paid then 'amount'
    when r.state not in ('success', 'reversed') then 'not-paid' when r.payment_ref <> '' and r.payment_ref <> r.reference then 'twice'
    when r.on_hold and not (r.is_settled and r.confirmed_at is not null) then 'on-hold' end
  when r.kind = 'refund' then case when r.status is distinct from 'reversed' and r.backs > r.refunded then 'refund' end
  when r.kind = 'chargeback' then case when r.status is distinct from 'reversed' and r.place > ${sureLines('chargeback-reversed')} then 'chargeback' end
  when r.status = 'reversed' and r.place = 1 and r.chargebacks > 0 and r.reversals >= r.sure_chargebacks
    and ${sureLines('refund')} = 0 then 'given-back' end`;
const oursOfLine = sql`case
  when k.kind in ('amount', 'on-hold') and r.state = 'success' then r.paid when k.kind = 'given-back' then -r.paid else 0 end`;
const theirsOfLine = sql`case
  when k.kind = 'on-hold' or k.kind = 'given-back' then 0
  when k.kind = 'two-forms' then r.first_amount - r.amount when r.kind in ('refund', 'chargeback') then -r.amount else r.amount end`;

/** Current differences of the given orders and rows; `late` are orders missing in every file. */
const found = (scope: ComparedScope, late: readonly string[]): Fragment => sql`
  select r.gateway, k.kind, 'row ' || r.id as about, r.of_day as day, r.attempt_id, r.id as row_id, r.loan_id,
    ${oursOfLine} as ours, ${theirsOfLine} as theirs, r.sent_by as made_by
  from (${linesOf(scope)}) r cross join lateral (select ${kindOfLine} as kind) k
  where k.kind is not null
  union all
  select t.gateway, 'missing', 'order ' || t.id, ${dayInIndia(sql`t.settled_at`)}, t.id, null, t.loan_id, t.amount, 0, null
  from payment_attempts t
  left join gateway_differences d on d.kind = 'missing' and d.about = 'order ' || t.id and d.state = 'open'
  where t.state = 'success' and t.id = any(${[...scope.attempts]}::text[]) and (d.id is not null or t.id = any(${[...late]}::text[]))
    and not exists (select from gateway_rows r where r.attempt_id = t.id and r.kind = 'payment'
      and (r.payment_ref = '' or r.payment_ref = t.reference) and (d.id is null or r.confirmed_at is not null))`;

/** Partial refunds are in the books, and a user handles each new total once. */
const partRefunds = (scope: ComparedScope): Fragment => sql`
  select t.gateway, 'part-refund', 'order ' || t.id || ' refunded ' || t.refunded, ${dayInIndia(sql`t.settled_at`)}, t.id, null::bigint,
    t.loan_id, -t.refunded, -t.refunded, null::bigint
  from payment_attempts t where t.id = any(${[...scope.attempts]}::text[]) and t.state = 'success' and t.refunded > 0`;

/** Disputes by the last event of each order, until it is won or closed. */
const disputes = (scope: ComparedScope): Fragment => sql`
  select t.gateway, 'dispute', 'event ' || e.id, coalesce(${dayInIndia(sql`t.settled_at`)}, ${dayInIndia(sql`e.at`)}), t.id, null::bigint,
    t.loan_id, 0, 0, null::bigint
  from payment_attempts t cross join lateral (
    select x.id, x.at, x.reason from gateway_events x where x.attempt_id = t.id and x.told = 'dispute' and x.verdict = 'noted'
    order by x.id desc limit 1) e
  where t.id = any(${[...scope.attempts]}::text[]) and e.reason not in ('payment.dispute.won', 'payment.dispute.closed')`;

/** The first administrator other than the sender, until reassigned. */
const owners = sql`
  select m.made_by, (select u.id from users u join roles o on o.id = u.role_id
    where u.is_active and o.role_type in ('admin', 'system_admin') and u.id is distinct from m.made_by
    order by o.role_type = 'admin' desc, u.id limit 1) as id
  from (select distinct made_by from n) m`;

/** Of a merchant of an account, the account's lender. */
const lenderOf = sql`coalesce((select client_id from loans where id = n.loan_id),
  (select client_id from payment_accounts where id = substring(n.gateway from '-([0-9]+)$')::bigint))`;

/** Returns the orders to poll. */
async function compare(
  tx: Tx,
  scope: ComparedScope,
  { late, now }: { late: readonly string[]; now: Date },
): Promise<string[]> {
  const opened = await tx.rows<{ kind: string; attemptId: string | null }>(sql`
    with n as materialized (${found(scope, late)} union all ${partRefunds(scope)} union all ${disputes(scope)}), owners as materialized (${owners}),
    opened as (
      insert into gateway_differences as d (gateway, kind, about, day, attempt_id, row_id, loan_id, client_id, ours, theirs, owner_id,
        made_by, opened_at)
      select n.gateway, n.kind, n.about, n.day, n.attempt_id, n.row_id, n.loan_id, ${lenderOf}, n.ours, n.theirs, o.id, n.made_by, ${now}
      from n join owners o on o.made_by is not distinct from n.made_by order by n.kind, n.about
      on conflict (kind, about) do update set state = 'open', day = excluded.day, ours = excluded.ours, theirs = excluded.theirs,
        attempt_id = excluded.attempt_id, loan_id = excluded.loan_id, client_id = excluded.client_id,
        opened_at = case when d.state = 'gone' then excluded.opened_at else d.opened_at end, ended_at = null, ended_by = null
      where d.state = 'gone' or (d.state = 'open' and (d.day, d.ours, d.theirs, d.attempt_id, d.loan_id)
        is distinct from (excluded.day, excluded.ours, excluded.theirs, excluded.attempt_id, excluded.loan_id))
      returning d.id, d.kind, d.attempt_id, d.opened_at = ${now} as is_new),
    gone as (
      update gateway_differences d set state = 'gone', ended_at = ${now}
      where d.state = 'open' and ${inScope(scope, sql`d.attempt_id`, sql`d.row_id`)} and (d.kind, d.about) not in (select kind, about from n)
      returning d.id),
    noted as (
      insert into gateway_difference_steps (difference_id, at, what)
      select id, ${now}::timestamptz, 'found' from opened where is_new union all select id, ${now}::timestamptz, 'gone' from gone)
    select kind, attempt_id as "attemptId" from opened where is_new and attempt_id is not null`);
  return askedOf(opened);
}
const askedOf = (rows: readonly { kind: string; attemptId: string | null }[]): string[] => {
  const asked: readonly string[] = askedKinds;
  return rows.flatMap(({ kind, attemptId }) =>
    attemptId !== null && asked.includes(kind) ? [attemptId] : [],
  );
};

/** Of one order, when what we know of it has changed. */
export async function compareOrder(tx: Tx, attemptId: string, now: Date): Promise<string[]> {
  const rows = await matchOrder(tx, attemptId);
  await compare(tx, { attempts: [attemptId], rows }, { late: [], now });
  return askedOf(
    await tx.rows(
      sql`select kind, attempt_id as "attemptId" from gateway_differences where attempt_id = ${attemptId} and state = 'open'`,
    ),
  );
}

/** Uncompared data of a gateway: file rows, rows with newly matched orders, overdue orders. */
export async function compareNew(tx: Tx, gateway: string, now: Date): Promise<string[]> {
  const { scope, late } = await newOf(tx, gateway, now);
  const asked = await compare(tx, scope, { late, now });
  await tx.run(
    sql`update gateway_rows set is_compared = true where gateway = ${gateway} and not is_compared`,
  );
  return asked;
}

/** Polled soon, and repeatedly until the gateway's status agrees. */
export const askSoon = (tx: Tx, attemptIds: readonly string[], now: Date): Promise<number> =>
  tx.run(sql`
    update payment_attempts set next_ask_at = ${now}, asks = 0 where id in (
      select id from payment_attempts where id = any(${[...attemptIds]}) order by id for no key update)`);
