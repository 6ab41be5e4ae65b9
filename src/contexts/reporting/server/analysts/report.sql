-- Analysts' views: amounts in rupees, days and times of India, trade terms. No numbers, addresses or names of borrowers.
-- Recreated whenever this file changes, and after migrations.

create view agents as
  select u.id as agent_id, u.first_name || ' ' || u.last_name as agent, r.name as role, r.role_type,
    l.first_name || ' ' || l.last_name as reports_to, c.name as center, u.is_active
  from users u join roles r on r.id = u.role_id left join users l on l.id = u.reporting_to left join centers c on c.id = u.center_id
  where u.user_type = 'internal';
comment on view agents is 'Staff of the agency, one row a person.';

create view loans as
  select l.id as loan_id, l.loan_number, l.borrower_id, c.name as lender, p.name as portfolio, t.name as allocation_type,
    k.name as campaign, l.assignee_id as agent_id, u.first_name || ' ' || u.last_name as agent,
    (l.assigned_at at time zone 'Asia/Kolkata')::date as assigned_on, l.product_type, b.state_name as state, b.city_name as city,
    l.dpd, l.current_dpd_bucket as bucket, l.vintage_band as vintage,
    (l.principal_outstanding / 100.0)::numeric(16, 2) as pos_rupees, (l.total_outstanding / 100.0)::numeric(16, 2) as tos_rupees,
    l.is_active, l.is_dnc, l.payment_status, d.name as last_disposition, e.name as best_disposition,
    (l.created_at at time zone 'Asia/Kolkata')::date as received_on
  from public.loans l join clients c on c.id = l.client_id join portfolios p on p.id = l.portfolio_id
    join borrowers b on b.id = l.borrower_id left join allocation_types t on t.id = l.allocation_type_id
    left join campaigns k on k.id = l.campaign_id left join users u on u.id = l.assignee_id
    left join dispositions d on d.id = l.last_disposition_id left join dispositions e on e.id = l.best_disposition_id;
comment on view loans is 'Loans as they stand now, one row a loan.';

create view calls as
  select k.id as call_id, k.reference_id as call_reference, k.loan_id, l.client_id as lender_id, c.name as lender,
    p.name as portfolio, g.name as campaign, k.user_id as agent_id, u.first_name || ' ' || u.last_name as agent,
    k.direction, k.mode, (k.start_time at time zone 'Asia/Kolkata')::date as called_on,
    extract(hour from k.start_time at time zone 'Asia/Kolkata')::int as hour, k.outcome,
    k.answered_at is not null as is_answered, k.bridged_at is not null as is_connected, k.outcome = 'abandoned' as is_abandoned,
    k.wait_duration as wait_seconds, k.talk_duration as talk_seconds,
    case when k.bridged_at is not null then greatest(extract(epoch from k.wrap_end_at - k.end_time)::int, 0) end as wrap_seconds
  from cdr k left join public.loans l on l.id = k.loan_id left join clients c on c.id = l.client_id
    left join portfolios p on p.id = l.portfolio_id left join public.campaigns g on g.id = k.campaign_id
    left join users u on u.id = k.user_id;
comment on view calls is 'Calls that were dialed or came in. Connect rate = answered ÷ calls; durations in seconds.';

create view dispositions as
  select r.id as disposition_record_id, r.loan_id, c.name as lender, p.name as portfolio, r.user_id as agent_id,
    u.first_name || ' ' || u.last_name as agent, (r.effective_at at time zone 'Asia/Kolkata')::date as recorded_on,
    d.name as disposition, s.name as sub_disposition, (r.amount / 100.0)::numeric(16, 2) as amount_rupees,
    r.action_date as due_on, r.call_ref_no as call_reference
  from borrower_dispositions r join public.loans l on l.id = r.loan_id join clients c on c.id = l.client_id
    join portfolios p on p.id = l.portfolio_id join users u on u.id = r.user_id
    join public.dispositions d on d.id = r.disposition_id left join public.dispositions s on s.id = r.sub_disposition_id;
comment on view dispositions is 'What came of contacts, as agents wrote it down.';

create view promises as
  select m.id as promise_id, m.loan_id, c.name as lender, p.name as portfolio, r.user_id as agent_id,
    u.first_name || ' ' || u.last_name as agent, m.made_on, m.due_on, m.lapses_on,
    (m.amount / 100.0)::numeric(16, 2) as amount_rupees, (m.received / 100.0)::numeric(16, 2) as received_rupees, m.state,
    r.is_hot_ptp as is_hot, m.state = 'kept' as is_kept,
    m.state <> 'void_inactive' and m.lapses_on < (now() at time zone 'Asia/Kolkata')::date as is_due
  from public.promises m join borrower_dispositions r on r.id = m.id join public.loans l on l.id = m.loan_id
    join clients c on c.id = l.client_id join portfolios p on p.id = l.portfolio_id join users u on u.id = r.user_id;
comment on view promises is 'Promises to pay. Promise-kept rate = kept and due ÷ due; due once day and grace have passed.';

create view payments as
  select y.id as payment_id, y.loan_id, c.name as lender, p.name as portfolio, y.user_id as agent_id,
    u.first_name || ' ' || u.last_name as agent, y.payment_date as paid_on, (y.amount / 100.0)::numeric(16, 2) as amount_rupees,
    y.realized as is_realized, y.status, y.status = 'success' as counts, y.source, y.mode
  from public.payments y join public.loans l on l.id = y.loan_id join clients c on c.id = l.client_id
    join portfolios p on p.id = l.portfolio_id left join users u on u.id = y.user_id;
comment on view payments is 'Payments; those that count are collections. Unrealized ones were told and not confirmed yet.';

create view settlements as
  select s.id as settlement_id, s.loan_id, c.name as lender, p.name as portfolio, s.user_id as agent_id,
    u.first_name || ' ' || u.last_name as agent, (s.created_at at time zone 'Asia/Kolkata')::date as asked_on,
    s.settlement_date as payable_on, (s.amount / 100.0)::numeric(16, 2) as amount_rupees,
    (s.principal_outstanding / 100.0)::numeric(16, 2) as pos_rupees,
    round(s.amount::numeric / nullif(s.principal_outstanding, 0), 4) as recovery_on_pos,
    greatest(round(1 - s.amount::numeric / nullif(s.principal_outstanding, 0), 4), 0) as waiver_on_pos,
    s.status, s.client_status as lender_status
  from public.settlements s join public.loans l on l.id = s.loan_id join clients c on c.id = l.client_id
    join portfolios p on p.id = l.portfolio_id join users u on u.id = s.user_id;
comment on view settlements is 'Settlements asked for, with their status at the agency and at the lender.';

create view contacts as
  select 'call' as channel, k.loan_id, k.user_id as agent_id, (k.start_time at time zone 'Asia/Kolkata')::date as contacted_on,
    k.bridged_at is not null as is_reached, k.outcome as result
  from cdr k where k.loan_id is not null
  union all
  select m.channel, m.loan_id, m.user_id, (m.sent_at at time zone 'Asia/Kolkata')::date, m.status in ('delivered', 'read'), m.status
  from messages m where m.sent_at is not null
  union all
  select 'visit', v.loan_id, v.user_id, (v.effective_at at time zone 'Asia/Kolkata')::date, v.outcome = 'met', v.outcome from visits v;
comment on view contacts is 'Approaches to borrowers by any channel: calls, messages that left, visits; reached or not.';

create view agent_days as
  select a.user_id as agent_id, u.first_name || ' ' || u.last_name as agent, a.day, a.calls, a.connected, a.promises,
    a.follow_ups, a.talk as talk_seconds, (a.login / 1000000)::bigint as login_seconds, (a.break / 1000000)::bigint as break_seconds
  from agent_days_now a join users u on u.id = a.user_id;
comment on view agent_days is 'What an agent did on a day: calls, promises, talk time, time logged in to the dialer and on breaks.';

create view loan_months as
  select f.loan_id, c.name as lender, p.name as portfolio, f.month, sum(f.calls)::int as calls, sum(f.connected)::int as connected,
    sum(f.promises)::int as promises, (sum(f.promised) / 100.0)::numeric(16, 2) as promised_rupees,
    sum(f.payments)::int as payments, (sum(f.collected) / 100.0)::numeric(16, 2) as collected_rupees,
    (sum(f.realized) / 100.0)::numeric(16, 2) as realized_rupees
  from (
    select k.loan_id, date_trunc('month', k.start_time at time zone 'Asia/Kolkata')::date as month, 1 as calls,
      (k.bridged_at is not null)::int as connected, 0 as promises, 0::bigint as promised, 0 as payments, 0::bigint as collected,
      0::bigint as realized
    from cdr k where k.loan_id is not null
    union all
    select m.loan_id, date_trunc('month', m.due_on)::date, 0, 0, 1, m.amount, 0, 0, 0 from public.promises m where m.state <> 'void_inactive'
    union all
    select y.loan_id, date_trunc('month', y.payment_date)::date, 0, 0, 0, 0, 1, y.amount, case when y.realized then y.amount else 0 end
    from public.payments y where y.status = 'success') f
    join public.loans l on l.id = f.loan_id join clients c on c.id = l.client_id join portfolios p on p.id = l.portfolio_id
  group by f.loan_id, c.name, p.name, f.month;
comment on view loan_months is 'A loan in a month: calls, promises due, collections. Months without any of them have no row.';
