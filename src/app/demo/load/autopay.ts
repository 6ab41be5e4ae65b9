/** One borrower of the demo pays the instalments of a settlement by UPI autopay, and agreed to it at the built-in gateway. */

/**
 * The running plan of a portfolio with autopay, where its lender has a payment account and all sums are below the
 * limit.
 */
const allowed = `
  update portfolios f set has_autopay = true from settlement_plans q join loans l on l.id = q.loan_id
  where f.id = l.portfolio_id and q.state = 'running' and l.payment_account_id is not null
    and not exists (select from settlement_instalments i where i.settlement_id = q.settlement_id and i.amount > 1500000)`;
const agreed = `
  insert into mandates (order_id, code, loan_id, account_id, gateway, source, terms, most, tries, until, state, token, offered_by,
    offered_at, open_until, accepted_at, asked_at, asks, next_ask_at, next_look_at, changed_at)
  select o.id, replace(gen_random_uuid()::text, '-', ''), q.loan_id, l.payment_account_id, 'sandbox', 'settlement', i.terms, i.most, 3,
    i.last + 6, 'active', 'SBM' || upper(left(o.id, 14)), coalesce(l.assignee_id, s.user_id), q.accepted_at + interval '1 hour',
    q.accepted_at + interval '73 hours', q.accepted_at + interval '3 hours', now(), 9, now() + interval '1 day',
    now() + interval '1 hour', q.accepted_at + interval '3 hours'
  from settlement_plans q join settlements s on s.id = q.settlement_id join loans l on l.id = q.loan_id
    join portfolios f on f.id = l.portfolio_id
    cross join lateral (select left(md5('mandate ' || q.settlement_id), 22) as id) o
    cross join lateral (
      select jsonb_agg(jsonb_build_object('key', q.settlement_id || '.' || i.n, 'dueOn', i.due_on, 'amount', i.amount) order by i.n) as terms,
        max(i.amount) as most, max(i.due_on) as last
      from settlement_instalments i where i.settlement_id = q.settlement_id) i
  where f.has_autopay and q.state = 'running'`;
const bank = `insert into sandbox_mandates (order_id, state) select order_id, 'active' from mandates`;

/** One rupee at registration, and the remainder of the first instalment on its day. */
const taken = `
  with due as (
    select d.id as mandate, d.order_id, d.loan_id, d.account_id, d.accepted_at, i.n, i.due_on, i.amount, q.settlement_id
    from mandates d join settlement_plans q on q.loan_id = d.loan_id
      join settlement_instalments i on i.settlement_id = q.settlement_id and i.n = 1),
  charged as (
    insert into mandate_charges (order_id, mandate_id, instalment, due_on, amount, state, told_at, announced_at, charge_at, sent_at, changed_at)
    select left(md5('charge ' || settlement_id), 22), mandate, settlement_id || '.1', due_on, amount - 100, 'sent', told, told, at, at, at
    from due, lateral (select (due_on + time '07:00') at time zone 'Asia/Kolkata' as at,
      (due_on - 2 + time '11:00') at time zone 'Asia/Kolkata' as told) t
    returning order_id, mandate_id, amount, sent_at),
  orders as (
    select order_id as id, loan_id, account_id, 100::bigint as amount, accepted_at as at from due
    union all select c.order_id, d.loan_id, d.account_id, c.amount, c.sent_at from charged c join due d on d.mandate = c.mandate_id),
  paid as (
    insert into payments (loan_id, user_id, amount, payment_date, realized, source, mode, transaction_id)
    select o.loan_id, l.assignee_id, o.amount, (o.at at time zone 'Asia/Kolkata')::date, true, 'AUTOPAY', 'sandbox',
      'SBX' || upper(left(o.id, 14)) from orders o join loans l on l.id = o.loan_id order by o.at
    returning id, transaction_id),
  made as (
    insert into payment_attempts (id, loan_id, account_id, source, gateway, amount, state, reference, receipt_code, payment_id,
      message, created_at, changed_at, settled_at)
    select o.id, o.loan_id, o.account_id, 'AUTOPAY', 'sandbox', o.amount, 'success', p.transaction_id, left(md5('receipt ' || o.id), 22),
      p.id, 'Payment received.', o.at, o.at, o.at
    from orders o join paid p on p.transaction_id = 'SBX' || upper(left(o.id, 14)))
  insert into sandbox_payments (attempt_id, outcome, amount, ready_at) select id, 'success', amount, at from orders`;

export const autopayAgreed: readonly string[] = [allowed, agreed, bank, taken];
