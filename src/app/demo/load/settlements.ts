/** Settlements of the demo agency, with who decided them and what went to the lender. */

import { autopayAgreed } from './autopay.ts';

/** Settlement requests; paid ones had been approved. */
const asked = `
  insert into settlements (loan_id, user_id, borrower_disposition_id, amount, settlement_date, follow_up_date, comments,
    status, pre_approved_amount, principal_outstanding, created_at, updated_at)
  select d.loan_id, d.user_id, d.id, d.amount, d.settlement_date, d.follow_up_date, d.comments,
    case when exists (select from payments p where p.loan_id = d.loan_id and p.amount = d.amount) then 'Approved'
      when d.settlement_date >= current_date then 'Inprogress' else 'Rejected' end,
    l.max_settlement_amount, l.principal_outstanding, d.created_at, d.created_at
  from borrower_dispositions d join loans l on l.id = d.loan_id where d.disposition_id = 3 order by d.id`;

/** The requester's leader decided a day later. */
const decided = `
  with judged as (
    select t.id, t.status, t.amount, coalesce(u.reporting_to, u.id) as by, least(t.created_at + interval '1 day', now()) as at
    from settlements t join users u on u.id = t.user_id where t.status in ('Approved', 'Rejected')),
  said as (
    insert into settlement_decisions (settlement_id, user_id, status, suggested_amount, reason, created_at)
    select id, by, status, case when status = 'Rejected' then amount * 12 / 10 end,
      case when status = 'Rejected' then 'The borrower can pay more' else '' end, at from judged)
  update settlements t set updated_at = judged.at,
    last_approval_user_id = case when judged.status = 'Approved' then judged.by end,
    suggested_amount = case when judged.status = 'Rejected' then judged.amount * 12 / 10 end
  from judged where judged.id = t.id`;
const steps = `
  insert into settlement_steps (settlement_id, side, status, comment, amount, user_id, created_at)
  select settlement_id, 'collection', status, reason, suggested_amount, user_id, created_at from settlement_decisions
  order by settlement_id`;
/** Half of the approved ones were submitted to the lender, and approved two hours later, before their money. */
const sent = `
  with gone as (
    update settlements set sent_to_client_at = updated_at, client_status = 'Approved'
    where status = 'Approved' and id % 2 = 0 returning id, loan_id, last_approval_user_id as by, updated_at as at)
  insert into settlement_steps (settlement_id, side, status, user_id, created_at)
  select gone.id, side, 'Sent', gone.by, gone.at from gone, unnest(array['collection', 'client']) side
  union all
  select gone.id, 'client', 'Approved', (select min(u.id) from users u where u.client_id = l.client_id),
    least(gone.at + interval '2 hours', now())
  from gone join loans l on l.id = gone.loan_id`;

/** The lender with the most decisions has a separate approval policy. */
const policy = `
  with lender as (
    select l.client_id as id from settlements t join loans l on l.id = t.loan_id where t.status = 'Inprogress'
    group by l.client_id order by count(*) desc, l.client_id limit 1),
  substitute as (select u.id from users u where u.email = 'admin@recoup.test')
  insert into authority_steps (name, kind, client_id, place, role_type, substitute_id, max_waiver, max_amount, max_days, hours, except_line)
  select s.name, 'settlement', lender.id, s.place, s.role_type, case when s.place = 2 then (select id from substitute) end,
    s.waiver, s.amount, s.days, s.hours, false
  from lender, (values ('Team leaders', 1, 'tech_lead', 20, 5000000::bigint, 180, 24),
    ('Managers', 2, 'manager', 50, 20000000, null, 48), ('Head office', 3, 'admin', null, null, null, 72))
    as s (name, place, role_type, waiver, amount, days, hours)`;
/** A few that team leaders would approve, but need their managers. */
const waits = `
  insert into authority_requests (kind, subject_id, asked_by, comment, passed, waits_for, due_at, created_at)
  select 'settlement', t.id, u.reporting_to, 'Pays at once, has nothing more to give', array[s.id::text], array[above.id], now() + interval '40 hours',
    now() - interval '8 hours'
  from settlements t join loans l on l.id = t.loan_id join users u on u.id = l.assignee_id
    join authority_steps s on s.client_id = l.client_id and s.role_type = 'manager'
    join users lead on lead.id = u.reporting_to
    cross join lateral (
      select m.id from users m join roles r on r.id = m.role_id join user_below b on b.ancestor_id = m.id and b.user_id = l.assignee_id
      where r.role_type = 'manager' and m.id <> t.user_id order by m.id limit 1) above
  where t.status = 'Inprogress' and l.principal_outstanding > 0 and t.amount < l.principal_outstanding * 8 / 10
    and t.amount * 2 >= l.principal_outstanding and lead.id <> t.user_id
  order by t.id limit 3`;

/** The lender with the open portal has one of them. */
const ofPortal = `
  insert into settlements (loan_id, user_id, amount, settlement_date, follow_up_date, comments, status, principal_outstanding,
    created_at, updated_at)
  select l.id, l.assignee_id, l.total_outstanding / 100 * 70, current_date - 20, now() - interval '40 days', 'Can pay in three parts',
    'Inprogress', l.principal_outstanding, now() - interval '40 days', now() - interval '40 days'
  from loans l join users u on u.client_id = l.client_id and u.email = 'client@recoup.test'
  where l.is_active and l.assignee_id is not null and l.total_outstanding > 1000000 and l.principal_outstanding > 0
    and not exists (select from settlements s where s.loan_id = l.id)
    and not exists (select from payments p where p.loan_id = l.id and p.payment_date > current_date - 45)
  order by l.id limit 1`;
/**
 * Three in instalments: one broken, if possible of the lender with the open portal; one active, one pending with its
 * borrower.
 */
const schedules = `
  insert into settlement_instalments (settlement_id, n, due_on, amount)
  select t.id, i, current_date + (array[-20, -4, 10])[t.place] + (i - 1) * 30,
    case when i = 3 then t.amount - t.amount / 3 * 2 else t.amount / 3 end
  from (
    select s.id, s.amount, row_number() over (order by (l.client_id = (select client_id from users where email = 'client@recoup.test')) desc nulls last, s.id) as place from settlements s join loans l on l.id = s.loan_id
    where s.status = 'Inprogress' and s.amount >= 30000 and l.total_outstanding > s.amount and l.is_active
      and not exists (select from authority_requests r where r.kind = 'settlement' and r.subject_id = s.id)
      and not exists (select from payments p where p.loan_id = s.loan_id and p.payment_date > current_date - 45)
    order by (l.client_id = (select client_id from users where email = 'client@recoup.test')) desc nulls last, s.id limit 3) t cross join generate_series(1, 3) i`;
const plans = `
  insert into settlement_plans (settlement_id, loan_id, state, asks, binds, offered_at, offered_on, accept_by, grace_days, outstanding,
    judged_on, code, tell_at, accepted_at, accepted_channel, accepted_language, accepted_version, accepted_terms)
  select s.id, s.loan_id, p.state, true, true, p.day, p.day, p.day + 7, 7, l.total_outstanding, current_date,
    replace(gen_random_uuid()::text, '-', ''), case when p.state = 'offered' then now() end,
    case when p.state <> 'offered' then p.day + interval '30 hours' end, case when p.state <> 'offered' then 'sms' end,
    case when p.state <> 'offered' then 'en' end, case when p.state <> 'offered' then 1 end,
    case when p.state <> 'offered' then 'Three instalments, each at most 7 days late.' end
  from settlements s join loans l on l.id = s.loan_id
    join lateral (
      select case when min(due_on) > current_date then 'offered' when min(due_on) > current_date - 10 then 'running' else 'broken' end as state,
        least(min(due_on) - 6, current_date) as day
      from settlement_instalments where settlement_id = s.id having count(*) > 0) p on true`;
const approvedPlans = `
  with gone as (
    update settlements s set status = 'Approved', updated_at = q.offered_at,
      last_approval_user_id = coalesce((select reporting_to from users where id = s.user_id), s.user_id)
    from settlement_plans q where q.settlement_id = s.id returning s.id, s.last_approval_user_id as by, q.offered_at as at, q.state),
  said as (
    insert into settlement_decisions (settlement_id, user_id, status, reason, created_at)
    select id, by, 'Approved', '', at from gone)
  insert into settlement_steps (settlement_id, side, status, user_id, created_at) select id, 'collection', 'Approved', by, at from gone`;
const firstPaid = `
  insert into payments (loan_id, user_id, amount, payment_date, realized, source, mode)
  select s.loan_id, s.user_id, i.amount, current_date - 5, true, 'PAYMENT_FILE', 'UPI'
  from settlement_plans q join settlements s on s.id = q.settlement_id
    join settlement_instalments i on i.settlement_id = s.id and i.n = 1
  where q.state = 'running' and not exists (select from mandates d where d.loan_id = q.loan_id)`;
/** Payment summary of a loan, as updated after each payment. */
const repeated = `
  update loans l set payment_status = 'Partially Paid', latest_realize_payment_amount = p.amount,
    latest_realize_payment_date = p.payment_date,
    payment_history_status = case when p.payment_date >= date_trunc('month', current_date) then 'Any time in last 3 Months' else 'Last Month' end
  from settlement_plans q cross join lateral (
    select y.amount, y.payment_date from payments y where y.loan_id = q.loan_id and y.realized order by y.payment_date desc, y.id desc limit 1) p
  where q.state = 'running' and l.id = q.loan_id`;
const judgedPlans = `
  update settlement_instalments i set state = case when q.state = 'broken' then 'missed' else 'paid' end,
    received = case when q.state = 'broken' then 0 else i.amount end
  from settlement_plans q where q.settlement_id = i.settlement_id and i.n = 1 and q.state <> 'offered'`;

/** The broken one had been submitted to its lender, without acknowledgement. */
const brokenTold = `
  with gone as (
    update settlements t set sent_to_client_at = q.offered_at, client_status = 'Approved' from settlement_plans q
    where q.settlement_id = t.id and q.state = 'broken' returning t.id, t.last_approval_user_id as by, q.offered_at as at)
  insert into settlement_steps (settlement_id, side, status, user_id, created_at)
  select gone.id, 'client', s.status, case when s.status = 'Sent' then gone.by end, case when s.status = 'Sent' then gone.at else now() - interval '26 hours' end
  from gone, (values ('Sent'), ('Plan broken')) s (status)`;
const brokenSince = `update settlement_plans set changed_at = now() - interval '26 hours' where state = 'broken'`;
/** Two pending with the lender of the open portal, payable in the future. */
const waitsForLender = `
  with chosen as (
    select l.id, l.assignee_id, u.reporting_to, l.total_outstanding, l.principal_outstanding,
      row_number() over (order by l.id) as place
    from loans l join users p on p.client_id = l.client_id and p.email = 'client@recoup.test'
      join users u on u.id = l.assignee_id
    where l.is_active and u.reporting_to is not null and l.total_outstanding > 1000000 and l.principal_outstanding > 0
      and not exists (select from settlements s where s.loan_id = l.id)
      and not exists (select from payments p where p.loan_id = l.id and p.payment_date > current_date - 45)
    order by l.id limit 2),
  made as (
    insert into settlements (loan_id, user_id, amount, settlement_date, follow_up_date, comments, status, principal_outstanding,
      last_approval_user_id, sent_to_client_at, client_status, created_at, updated_at)
    select id, assignee_id, total_outstanding / 10000 * 6500, current_date + (array[9, 16])[place], now() + interval '2 days',
      'Sells a plot and pays at once', 'Approved', principal_outstanding, reporting_to, now() - interval '20 hours', 'Pending',
      now() - interval '2 days', now() - interval '20 hours'
    from chosen returning *),
  due as (
    insert into settlement_instalments (settlement_id, n, due_on, amount) select id, 1, settlement_date, amount from made),
  begun as (
    insert into settlement_plans (settlement_id, loan_id, state, asks, binds, offered_at, offered_on, accept_by, grace_days,
      outstanding, judged_on, code)
    select m.id, m.loan_id, 'running', false, false, m.updated_at, current_date - 1, current_date + 6, 7, l.total_outstanding,
      current_date, replace(gen_random_uuid()::text, '-', '')
    from made m join loans l on l.id = m.loan_id),
  said as (
    insert into settlement_decisions (settlement_id, user_id, status, reason, created_at)
    select id, last_approval_user_id, 'Approved', '', updated_at from made)
  insert into settlement_steps (settlement_id, side, status, user_id, created_at)
  select m.id, s.side, s.status, m.last_approval_user_id, m.updated_at
  from made m, (values ('collection', 'Approved'), ('collection', 'Sent'), ('client', 'Sent')) s (side, status)`;
/** A paid-off loan has its letter, and one payment was reversed since. */
const paidOff = `
  update loans set paid_off_at = coalesce((latest_realize_payment_date + time '18:00') at time zone 'Asia/Kolkata', now())
  where payment_status = 'Settlement Paid' or (payment_status = 'Foreclosure' and total_outstanding = 0)`;

export const settlementsAsked: readonly string[] = [
  asked,
  decided,
  steps,
  sent,
  policy,
  waits,
  ofPortal,
  schedules,
  plans,
  approvedPlans,
  ...autopayAgreed,
  firstPaid,
  repeated,
  judgedPlans,
  brokenTold,
  brokenSince,
  waitsForLender,
  paidOff,
];
