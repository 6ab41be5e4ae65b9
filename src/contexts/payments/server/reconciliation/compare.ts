/** Where our books and what gateways told in their settlement files say two things: found anew, whatever came first. */
import { askedKinds, daysUntilMissing } from '#contexts/payments/contract/reconciliation-words.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** All of it, of a gateway, or of one order. */
export interface CompareScope {
  gateway?: string;
  attemptId?: string;
}
export const dayInIndia = (moment: Fragment): Fragment => sql`(${moment} at time zone 'Asia/Kolkata')::date`;
const inScope = (row: Fragment, { gateway, attemptId }: CompareScope, attempt: Fragment): Fragment =>
  sql`${gateway === undefined ? sql`true` : sql`${row}.gateway = ${gateway}`} and ${
    attemptId === undefined ? sql`true` : sql`${attempt} = ${attemptId}`
  }`;

/** Lines are matched by our order, else by the gateway's number of the payment; by nothing else. */
async function match(tx: Tx, { gateway, attemptId }: CompareScope): Promise<void> {
  const rows = sql`r.attempt_id is null and r.kind <> 'other' and ${gateway === undefined ? sql`true` : sql`r.gateway = ${gateway}`}`;
  const which = attemptId === undefined ? sql`true` : sql`t.id = ${attemptId}`;
  await tx.run(sql`
    update gateway_rows r set attempt_id = t.id from payment_attempts t
    where ${rows} and t.gateway = r.gateway and t.id = r.order_ref and ${which}`);
  await tx.run(sql`
    update gateway_rows r set attempt_id = t.id from payment_attempts t
    where ${rows} and r.payment_ref <> '' and t.gateway = r.gateway and t.reference = r.payment_ref and ${which}`);
}

/** As `one`: the line of this number that counts, whatever else files tell of it; payments are told apart by their order. */
export const firstForm = sql`lateral (select b.id, b.amount, b.fee, b.tax, b.net from gateway_rows b
  where r.kind not in ('payment', 'other') and b.gateway = r.gateway and b.entity = r.entity and b.kind = r.kind
  order by b.amount, b.fee, b.tax, b.net, b.order_ref, b.payment_ref limit 1) one on true`;
export const isCopy = sql`coalesce(one.id <> r.id, false)`;

/** The first line of an order stands for its payment; whether that went back is what our payment says. */
const linesOf = (scope: CompareScope): Fragment => sql`
  select r.*, ${isCopy} as is_copy, one.amount as first_amount,
    (one.amount, one.fee, one.tax, one.net) is distinct from (r.amount, r.fee, r.tax, r.net) as is_other, t.amount as paid, t.state, t.loan_id, p.status, coalesce(${dayInIndia(sql`t.settled_at`)}, r.day) as of_day,
    row_number() over (partition by r.attempt_id, r.kind, ${isCopy} order by (r.payment_ref = t.reference) desc nulls last, (r.amount = t.amount) desc, r.entity, r.amount,
      r.fee, r.tax, r.net, r.order_ref, r.id) as place,
    count(*) filter (where r.kind = 'chargeback' and not ${isCopy}) over of_order as chargebacks,
    count(*) filter (where r.kind = 'chargeback-reversed' and not ${isCopy}) over of_order as reversals, f.sent_by
  from gateway_rows r left join ${firstForm} join gateway_files f on f.id = r.file_id left join payment_attempts t on t.id = r.attempt_id left join payments p on p.id = t.payment_id
  where r.kind <> 'other' and ${inScope(sql`r`, scope, sql`r.attempt_id`)}
  window of_order as (partition by coalesce(r.attempt_id, 'row ' || r.id))`;

/** Whoever told of a line does not end its difference with another file: what speaks against it counts where somebody else sent it. */
const linesOfOthers = (kind: 'refund' | 'chargeback-reversed'): Fragment => sql`
  (select count(distinct b.entity) from gateway_rows b join gateway_files o on o.id = b.file_id
  where b.attempt_id = r.attempt_id and b.kind = ${kind} and o.sent_by <> r.sent_by)`;

const kindOfLine = sql`case
  when r.is_copy then case when r.is_other then 'two-forms' end
  when r.attempt_id is null then 'unknown'
  when r.kind = 'payment' then case when r.place > 1 then 'twice' when r.amount <> r.paid then 'amount'
    when r.state not in ('success', 'reversed') then 'not-paid' when r.on_hold and not r.is_settled then 'on-hold' end
  when r.kind = 'refund' then case when r.status is distinct from 'reversed' then 'refund' end
  when r.kind = 'chargeback' then case when r.status is distinct from 'reversed' and r.place > ${linesOfOthers('chargeback-reversed')} then 'chargeback' end
  when r.status = 'reversed' and r.place = 1 and r.chargebacks > 0 and r.reversals >= r.chargebacks
    and ${linesOfOthers('refund')} = 0 then 'given-back' end`;
const oursOfLine = sql`case
  when k.kind in ('amount', 'on-hold') and r.state = 'success' then r.paid when k.kind = 'given-back' then -r.paid else 0 end`;
const theirsOfLine = sql`case
  when k.kind = 'on-hold' or k.kind = 'given-back' then 0
  when k.kind = 'two-forms' then r.first_amount - r.amount when r.kind in ('refund', 'chargeback') then -r.amount else r.amount end`;

/** The first day that files of each gateway are about. */
export const firstDays = sql`(select f.gateway, (select min(r.day) from gateway_rows r where r.gateway = f.gateway) as day
  from (select distinct gateway from gateway_files) f)`;

/** What differs now. Nothing is missed at a gateway from before its first file. */
const found = (scope: CompareScope, now: Date): Fragment => sql`
  select r.gateway, k.kind, 'row ' || r.id as about, r.of_day as day, r.attempt_id, r.id as row_id, r.loan_id,
    ${oursOfLine} as ours, ${theirsOfLine} as theirs, r.sent_by as made_by
  from (${linesOf(scope)}) r cross join lateral (select ${kindOfLine} as kind) k
  where k.kind is not null
  union all
  select t.gateway, 'missing', 'order ' || t.id, ${dayInIndia(sql`t.settled_at`)}, t.id, null, t.loan_id, t.amount, 0, null
  from payment_attempts t join ${firstDays} first on first.gateway = t.gateway
  where t.state = 'success' and ${dayInIndia(sql`t.settled_at`)} between first.day and ${dayInIndia(sql`${now}::timestamptz`)} - ${daysUntilMissing}::int - 1
    and not exists (select from gateway_rows r where r.attempt_id = t.id and r.kind = 'payment')
    and ${inScope(sql`t`, scope, sql`t.id`)}`;

/** The first administrator who did not bring it up, until somebody takes it. */
const owners = sql`
  select m.made_by, (select u.id from users u join roles o on o.id = u.role_id
    where u.is_active and o.role_type in ('admin', 'system_admin') and u.id is distinct from m.made_by
    order by o.role_type = 'admin' desc, u.id limit 1) as id
  from (select distinct sent_by as made_by from gateway_files union all select null) m`;

/** Of a merchant of an account, the account's lender. */
const lenderOf = sql`coalesce((select client_id from loans where id = n.loan_id),
  (select client_id from payment_accounts where id = substring(n.gateway from '-([0-9]+)$')::bigint))`;

/** Answers the orders a gateway is to be asked about. */
export async function compare(tx: Tx, scope: CompareScope, now: Date): Promise<string[]> {
  await match(tx, scope);
  const mine =
    scope.attemptId === undefined
      ? inScope(sql`d`, scope, sql`''`)
      : sql`(d.attempt_id = ${scope.attemptId} or d.row_id in (select id from gateway_rows where attempt_id = ${scope.attemptId}))`;
  const opened = await tx.rows<{ kind: string; attemptId: string | null }>(sql`
    with n as materialized (${found(scope, now)}), owners as materialized (${owners}),
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
      where d.state = 'open' and ${mine} and (d.kind, d.about) not in (select kind, about from n) returning d.id),
    noted as (
      insert into gateway_difference_steps (difference_id, at, what)
      select id, ${now}::timestamptz, 'found' from opened where is_new union all select id, ${now}::timestamptz, 'gone' from gone)
    select kind, attempt_id as "attemptId" from opened where is_new and attempt_id is not null`);
  const asked: readonly string[] = askedKinds;
  const own = scope.attemptId === undefined ? opened : await openOf(tx, scope.attemptId);
  return own.flatMap(({ kind, attemptId }) =>
    attemptId !== null && asked.includes(kind) ? [attemptId] : [],
  );
}
const openOf = (tx: Tx, attemptId: string): Promise<{ kind: string; attemptId: string | null }[]> =>
  tx.rows(
    sql`select kind, attempt_id as "attemptId" from gateway_differences where attempt_id = ${attemptId} and state = 'open'`,
  );

/** These are asked about soon, and again until the gateway has an answer that fits. */
export const askSoon = (tx: Tx, attemptIds: readonly string[], now: Date): Promise<number> =>
  tx.run(sql`
    update payment_attempts set next_ask_at = ${now}, asks = 0 where id in (
      select id from payment_attempts where id = any(${[...attemptIds]}) order by id for no key update)`);
