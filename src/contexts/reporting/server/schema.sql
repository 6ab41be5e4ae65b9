-- Sums for boards and reports: triggers queue changes, and the background adds them up.

create table access_records (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint not null,
  endpoint text not null,
  borrower_ids bigint[] not null,
  loan_ids bigint[] not null,
  rows int not null,
  asked jsonb not null,
  origin text,
  request_id text
);
create index access_records_actor on access_records (actor_id, id);
create index access_records_subject on access_records using gin (loan_ids, borrower_ids);
-- Access records cannot be changed.
create trigger access_records_append_only before update on access_records for each row execute function refuse_change();
-- Access records cannot be deleted for 12 months, by the clock of the database.
create trigger access_records_retained before delete on access_records for each row
  when (old.at > now() - interval '12 months') execute function refuse_change();
-- Access records cannot be truncated.
create trigger access_records_no_truncate before truncate on access_records
  for each statement execute function refuse_change();
-- Deletes records older than 12 months from the next `most` after an id (null: from the first), except those of loans on legal hold. Returns the last id
-- examined, null at the first younger record. With the rights of the owner: servers may not delete access records otherwise.
create function delete_old_access_records(after_id bigint, most int) returns table (last_id bigint, deleted bigint)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with next as materialized (
    select id, at, loan_ids from access_records where after_id is null or id > after_id order by id limit most),
  expired as materialized (
    select id, loan_ids from next where at <= now() - interval '12 months'),
  gone as (
    delete from access_records a using expired x where a.id = x.id and not exists (
      select from loan_holds h where h.loan_id = any(x.loan_ids) and h.ended_at is null
        and (now() at time zone 'Asia/Kolkata')::date between h.from_day and h.until_day)
    returning a.id)
  select case when (select count(*) from expired) = most then (select max(id) from expired) end, (select count(*) from gone)
$$;

create table sum_changes (
  user_id bigint,
  day date,
  assignee_id bigint,
  client_id bigint,
  portfolio_id bigint,
  allocation_type_id bigint,
  is_active boolean,
  borrower_id bigint,
  loans int not null default 0,
  principal bigint not null default 0,
  total bigint not null default 0,
  collected bigint not null default 0,
  payments int not null default 0,
  promises int not null default 0,
  promised bigint not null default 0,
  follow_ups int not null default 0,
  calls int not null default 0,
  connected int not null default 0,
  talk int not null default 0,
  spans int not null default 0,
  login bigint not null default 0,
  break bigint not null default 0,
  age text,
  status text,
  history text,
  assigned text,
  constraint sum_changes_kinds check (loans = 0 or status is not null)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create table book_sums (
  assignee_id bigint not null,
  client_id bigint not null,
  portfolio_id bigint not null,
  allocation_type_id bigint not null,
  is_active boolean not null,
  loans int not null,
  principal bigint not null,
  total bigint not null,
  collected bigint not null default 0,
  payments int not null default 0,
  primary key (assignee_id, client_id, portfolio_id, allocation_type_id, is_active) include (loans, principal, total)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, fillfactor = 100);

create table book_kinds (
  assignee_id bigint not null,
  client_id bigint not null,
  kind text not null check (kind in ('age', 'status', 'history', 'assigned')),
  value text not null,
  loans int not null,
  total bigint not null,
  primary key (kind, assignee_id, client_id, value)
) with (fillfactor = 70);

create table book_days (
  assignee_id bigint not null,
  day date not null,
  client_id bigint not null,
  portfolio_id bigint not null,
  allocation_type_id bigint not null,
  is_active boolean not null,
  collected bigint not null,
  payments int not null,
  promises int not null,
  promised bigint not null,
  primary key (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active) include (collected, promises, promised)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, fillfactor = 100);

create table lender_days (
  day date not null,
  client_id bigint not null,
  portfolio_id bigint not null,
  allocation_type_id bigint not null,
  is_active boolean not null,
  collected bigint not null,
  payments int not null,
  promises int not null,
  promised bigint not null,
  payers int not null default 0,
  primary key (day, client_id, portfolio_id, allocation_type_id, is_active) include (collected, promises, promised, payers)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, fillfactor = 100);

create table payer_days (
  assignee_id bigint not null,
  day date not null,
  client_id bigint not null,
  portfolio_id bigint not null,
  allocation_type_id bigint not null,
  is_active boolean not null,
  borrower_id bigint not null,
  payments int not null,
  is_alone boolean not null default false,
  primary key (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id) include (payments)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index payer_days_of_borrower on payer_days (borrower_id, day);
create index payer_days_not_alone on payer_days (day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id)
  include (payments)
  where not is_alone;

create table agent_days (
  user_id bigint not null,
  day date not null,
  promises int not null,
  follow_ups int not null,
  calls int not null,
  connected int not null,
  talk int not null,
  spans int not null,
  login bigint not null,
  break bigint not null,
  primary key (user_id, day)
) with (fillfactor = 70);

create table call_changes (
  user_id bigint,
  loan_id bigint not null,
  calls int not null,
  connected int not null,
  month date,
  hour timestamp
);

create table called_loans (
  user_id bigint not null,
  loan_id bigint not null,
  calls int not null,
  connected int not null,
  month date,
  month_calls int,
  month_connected int,
  level smallint,
  assignee_id bigint,
  is_active boolean,
  primary key (user_id, loan_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index called_loans_level on called_loans (month, is_active, level, assignee_id, loan_id) where user_id = 0;

create table called_counts (
  month date not null,
  assignee_id bigint not null,
  is_active boolean not null,
  level smallint not null,
  loans int not null,
  calls bigint not null,
  connected bigint not null,
  primary key (month, assignee_id, is_active, level)
) with (fillfactor = 70);

create table call_hours (
  user_id bigint not null,
  hour timestamp not null,
  calls int not null,
  connected int not null,
  primary key (user_id, hour) include (calls, connected)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

create table outcome_changes (
  assignee_id bigint not null,
  client_id bigint not null,
  is_active boolean not null,
  disposition_id bigint not null,
  month date,
  due_on date,
  sub_disposition_id bigint not null,
  outcomes int not null,
  amount bigint not null,
  kept int not null,
  broken int not null
);

create table outcome_months (
  assignee_id bigint not null,
  month date not null,
  disposition_id bigint not null,
  outcomes int not null,
  amount bigint not null,
  primary key (assignee_id, month, disposition_id)
) with (fillfactor = 70);

create table promise_sums (
  assignee_id bigint not null,
  client_id bigint not null,
  due_on date not null,
  sub_disposition_id bigint not null,
  promises int not null,
  amount bigint not null,
  kept int not null,
  broken int not null,
  primary key (assignee_id, client_id, due_on, sub_disposition_id)
) with (fillfactor = 70);

create table lapse_changes (
  assignee_id bigint not null,
  lapses_on date not null,
  promises int not null,
  kept int not null
);

create table promise_lapses (
  assignee_id bigint not null,
  lapses_on date not null,
  promises int not null,
  kept int not null,
  primary key (assignee_id, lapses_on)
) with (fillfactor = 70);

create table month_changes (
  loan_id bigint not null,
  month date,
  user_id bigint,
  disposition_id bigint,
  sub_disposition_id bigint,
  n int
);

create table month_loans (
  loan_id bigint not null,
  month date not null,
  client_id bigint not null,
  assignee_id bigint not null,
  is_active boolean not null,
  step smallint not null,
  calls smallint not null,
  paid smallint not null,
  said smallint not null,
  total bigint not null,
  primary key (loan_id, month)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index month_loans_standing on month_loans (month, is_active, calls, said, assignee_id, loan_id);

create table month_counts (
  month date not null,
  assignee_id bigint not null,
  client_id bigint not null,
  is_active boolean not null,
  step smallint not null,
  calls smallint not null,
  paid smallint not null,
  said smallint not null,
  loans int not null,
  total bigint not null,
  primary key (month, assignee_id, client_id, is_active, step, calls, paid, said)
) with (fillfactor = 70);

create table said_counts (
  month date not null,
  user_id bigint not null,
  disposition_id bigint not null,
  sub_disposition_id bigint not null,
  outcomes int not null,
  primary key (month, user_id, disposition_id, sub_disposition_id)
) with (fillfactor = 70);

create table month_ends (
  month date primary key check (extract(day from month) = 1::numeric),
  taken_at timestamptz not null default now(),
  is_summed boolean not null default false
);

create table loan_month_ends (
  month date not null,
  loan_id bigint not null,
  dpd int,
  outstanding bigint not null,
  primary key (loan_id, month)
);
create index loan_month_ends_order on loan_month_ends (month, outstanding desc, loan_id desc) include (dpd);

create table roll_changes (
  loan_id bigint not null,
  was_assignee_id bigint not null,
  was_client_id bigint not null,
  assignee_id bigint,
  client_id bigint
);

create table roll_counts (
  month date not null,
  assignee_id bigint not null,
  client_id bigint not null,
  came_from text not null,
  went_to text not null,
  move text not null,
  loans int not null,
  amount bigint not null,
  primary key (month, assignee_id, client_id, came_from, went_to, move)
) with (fillfactor = 70);

create view book_sums_now as
  select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments
  from book_sums
  union all select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments
  from sum_changes where client_id is not null and (day is null or payments <> 0 or collected <> 0);

create view book_days_now as
  select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised
  from book_days
  union all select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised
  from sum_changes where client_id is not null and day is not null;

create view lender_days_now as
  select day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised from lender_days
  union all select day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised
  from sum_changes where client_id is not null and day is not null;

create view payer_days_now as
  select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments, 0 as payers
  from payer_days
  union all select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments, 0
  from sum_changes where borrower_id is not null and day is not null;

create view agent_days_now as
  select user_id, day, promises, follow_ups, calls, connected, talk, spans, login, break from agent_days
  union all select user_id, day, promises, follow_ups, calls, connected, talk, spans, login, break
  from sum_changes where user_id is not null;

create view lender_payers_now as
  select day, client_id, portfolio_id, allocation_type_id, is_active, null::bigint as borrower_id, 0 as payments, payers
  from lender_days
  union all select day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments, 0
  from payer_days where not is_alone
  union all select p.day, p.client_id, p.portfolio_id, p.allocation_type_id, p.is_active, p.borrower_id, p.payments, -1
  from payer_days p join (select distinct borrower_id from sum_changes where borrower_id is not null) c using (borrower_id)
  where p.is_alone
  union all select day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments, 0
  from sum_changes where borrower_id is not null and day is not null;

create view called_loans_now as
  select user_id, loan_id, calls, connected, month, month_calls, month_connected from called_loans
  union all select w.user_id, c.loan_id, c.calls, c.connected, c.month, c.calls, c.connected
  from call_changes c cross join lateral (values (0::bigint), (c.user_id)) w (user_id) where w.user_id is not null;

-- Rows of called_counts that a row of called_loans adds to: its newest month, and all months.
create function called_count(k called_loans) returns setof called_counts language sql immutable as $$
  select k.month, k.assignee_id, k.is_active, k.level, (k.loan_id <> 0 and k.month_calls > 0)::int, k.month_calls::bigint,
    k.month_connected::bigint where k.month is not null
  union all select '-infinity', 0, true, 0::smallint, (k.loan_id <> 0 and k.calls > 0)::int, k.calls::bigint, k.connected::bigint
  where k.loan_id is not null
$$;

-- Class of a loan by its calls and connected calls in a month: 0, 1, 2-5, 6-10, more.
create function call_level(calls int, connected int) returns smallint language sql immutable as $$
  select (5 * width_bucket(calls, array[1, 2, 6, 11]) + width_bucket(connected, array[1, 2, 6, 11]))::smallint
$$;

-- Rows of called_loans before and after the queued changes of loans; null: all that wait.
create function called_moves(ids bigint[] default null) returns table (was called_loans, now called_loans) language sql stable as $$
  select o, row(0, c.loan_id, coalesce((o).calls, 0) + c.calls, coalesce((o).connected, 0) + c.connected, m.month, m.calls, m.connected,
    call_level(m.calls, m.connected), case when m.month is not null then coalesce(l.assignee_id, 0) end,
    case when m.month is not null then coalesce(l.is_active, false) end)::called_loans
  from (
    select loan_id, sum(calls)::int as calls, sum(connected)::int as connected, newest as month,
      (sum(calls) filter (where month = newest))::int as month_calls, (sum(connected) filter (where month = newest))::int as month_connected
    from (
      select *, max(month) over (partition by loan_id) as newest from call_changes where ids is null or loan_id = any(ids)) x
    group by loan_id, newest) c
    left join lateral (select k from called_loans k where k.user_id = 0 and k.loan_id = c.loan_id offset 0) k (o) on true
    left join lateral (select assignee_id, is_active from loans where id = c.loan_id offset 0) l on true
    cross join lateral (
      select (o).month, (o).month_calls, (o).month_connected where c.month is null or (o).month > c.month
      union all select c.month, c.month_calls + case when (o).month = c.month then (o).month_calls else 0 end,
        c.month_connected + case when (o).month = c.month then (o).month_connected else 0 end
      where c.month is not null and ((o).month is null or (o).month <= c.month)) m (month, calls, connected)
  where (o).loan_id is not null or c.calls <> 0 or c.month is not null
$$;

create view called_counts_now as
  select month, assignee_id, is_active, level, loans, calls, connected from called_counts
  union all select c.month, c.assignee_id, c.is_active, c.level, k.n * c.loans, k.n * c.calls, k.n * c.connected
  from called_moves() m cross join lateral (values (-1, m.was), (1, m.now)) k (n, of) cross join lateral called_count(k.of) c;

create view call_hours_now as
  select user_id, hour, calls, connected from call_hours
  union all select w.user_id, c.hour, c.calls, c.connected
  from call_changes c cross join lateral (values (0::bigint), (c.user_id)) w (user_id)
  where w.user_id is not null and c.hour is not null;

create view outcome_months_now as
  select assignee_id, month, disposition_id, outcomes, amount from outcome_months
  union all select assignee_id, month, disposition_id, outcomes, amount from outcome_changes where month is not null;

-- Rows of promise_sums that a queued change adds to: per assignee and per client, per due day and in all.
create function promise_told(c outcome_changes) returns setof promise_sums language sql immutable as $$
  select w.assignee_id, w.client_id, d.due_on, c.sub_disposition_id, c.outcomes, c.amount, c.kept, c.broken
  from (values (c.assignee_id, 0::bigint), (-1::bigint, c.client_id)) w (assignee_id, client_id)
    cross join (values (c.due_on), ('-infinity'::date)) d (due_on)
  where c.is_active and c.disposition_id = 1 and d.due_on is not null
$$;

create view promise_sums_now as
  select assignee_id, client_id, due_on, sub_disposition_id, promises, amount, kept, broken from promise_sums
  union all select p.assignee_id, p.client_id, p.due_on, p.sub_disposition_id, p.promises, p.amount, p.kept, p.broken
  from outcome_changes c cross join lateral promise_told(c) p;

-- Rows of book_kinds that a queued change adds to.
create function kinds_of(c sum_changes) returns setof book_kinds language sql immutable as $$
  select c.assignee_id, c.client_id, k.kind, k.value, c.loans, c.total
  from (values ('age', c.age), ('status', c.status), ('history', c.history), ('assigned', c.assigned)) k (kind, value)
  where c.is_active and c.status is not null and k.value is not null
$$;

create view book_kinds_now as
  select assignee_id, client_id, kind, value, loans, total from book_kinds
  union all select k.assignee_id, k.client_id, k.kind, k.value, k.loans, k.total
  from sum_changes c cross join lateral kinds_of(c) k;

-- Class of a loan by its last disposition: 0 none, 1 another one, 2 PTP, settlement or payment.
create function loan_said(disposition_id bigint) returns smallint language sql immutable as $$
  select (case when disposition_id is null then 0 when disposition_id in (1, 3, 4) then 2 else 1 end)::smallint
$$;

-- Rows of month_loans before and after the queued changes of loans; null: all that wait.
create function month_moves(ids bigint[] default null) returns table (was month_loans, now month_loans)
language plpgsql stable rows 100 as $$
begin
  return query with waits as materialized (
    select distinct loan_id, month from month_changes where ids is null or loan_id = any(ids)),
  pairs as materialized (
    select loan_id, month, bool_or(is_worked) as is_worked from (
      select loan_id, month, month > '-infinity' as is_worked from waits where month is not null
      union all select loan_id, '-infinity', false from waits where month is null
      union all select w.loan_id, k.month, false from waits w cross join lateral (
        select month from month_loans k where k.loan_id = w.loan_id offset 0) k where w.month is null) x
    group by 1, 2),
  lately as materialized (
    select loan_id, month, sum(calls) as calls, sum(connected) as connected from call_changes where month is not null group by 1, 2)
  select o, case when l.id is not null and (s.step > 0 or s.paid > 0 or s.said > 0) then row(p.loan_id, p.month, l.client_id,
    coalesce(l.assignee_id, 0), l.is_active, s.step, s.calls, s.paid, s.said, l.total_outstanding)::month_loans end
  from pairs p
    cross join lateral (select (p.month::timestamp at time zone 'Asia/Kolkata') as dawn,
      ((p.month + interval '1 month') at time zone 'Asia/Kolkata') as night, (p.month + interval '1 month')::date as next) b
    left join lateral (select k from month_loans k where k.loan_id = p.loan_id and k.month = p.month offset 0) k (o) on true
    left join lateral (
      select id, client_id, assignee_id, is_active, total_outstanding, last_disposition_id from loans
      where id = p.loan_id offset 0) l on true
    left join lateral (
      select month_calls as calls, month_connected as connected from called_loans
      where p.is_worked and user_id = 0 and loan_id = p.loan_id and month = p.month offset 0) c on true
    left join lately y on p.is_worked and y.loan_id = p.loan_id and y.month = p.month
    cross join lateral (
      select count(*) > 0 as is_any, coalesce(bool_or(disposition_id in (1, 2, 3, 4)), false) as is_reached,
        coalesce(bool_or(disposition_id = 1), false) as is_promised
      from borrower_dispositions
      where p.is_worked and loan_id = p.loan_id and effective_at >= b.dawn and effective_at < b.night) d
    cross join lateral (
      select count(*) > 0 as is_any, coalesce(bool_or(outcome = 'met'), false) as is_met from visits
      where p.is_worked and loan_id = p.loan_id and effective_at >= b.dawn and effective_at < b.night) v
    cross join lateral (
      select count(*) > 0 as is_any, coalesce(bool_or(state = 'kept'), false) as is_kept from promises
      where p.is_worked and loan_id = p.loan_id and due_on >= p.month and due_on < b.next and state <> 'void_inactive') q
    cross join lateral (
      select case when not p.is_worked then coalesce((o).paid, 0) else coalesce(max(1 + realized::int), 0) end as paid from payments
      where p.is_worked and loan_id = p.loan_id and payment_date >= p.month and payment_date < b.next and status = 'success') m
    cross join lateral (
      select coalesce(c.calls, 0) + coalesce(y.calls, 0) as calls, coalesce(c.connected, 0) + coalesce(y.connected, 0) as spoken) n
    cross join lateral (
      select (case when not p.is_worked then coalesce((o).step, 0) when q.is_kept then 5 when d.is_promised or q.is_any then 4
          when d.is_reached then 3 when n.spoken > 0 or v.is_met then 2 when n.calls > 0 or v.is_any or d.is_any then 1 else 0
        end)::smallint as step,
        (case when not p.is_worked then coalesce((o).calls, 0) when n.spoken > 0 then 2 when n.calls > 0 then 1 else 0
        end)::smallint as calls, m.paid::smallint as paid,
        case when m.paid > 0 or p.month = '-infinity' then loan_said(l.last_disposition_id) else 0::smallint end as said) s;
end $$;

-- Rows of month_counts that a row of month_loans adds to: its assignee, and all.
create function month_count(k month_loans, n int) returns setof month_counts language sql immutable as $$
  select k.month, w.assignee_id, k.client_id, k.is_active, k.step, k.calls, k.paid, k.said, n, n * k.total
  from (values (k.assignee_id), (-1)) w (assignee_id) where k.loan_id is not null
$$;

create view month_counts_now as
  select month, assignee_id, client_id, is_active, step, calls, paid, said, loans, total from month_counts
  union all select c.month, c.assignee_id, c.client_id, c.is_active, c.step, c.calls, c.paid, c.said, c.loans, c.total
  from month_moves() m cross join lateral (values (-1, m.was), (1, m.now)) k (n, of) cross join lateral month_count(k.of, k.n) c;

create view promise_lapses_now as
  select assignee_id, lapses_on, promises, kept from promise_lapses
  union all select w.assignee_id, c.lapses_on, c.promises, c.kept
  from lapse_changes c cross join lateral (values (c.assignee_id), (-1)) w (assignee_id);

create view said_counts_now as
  select month, user_id, disposition_id, sub_disposition_id, outcomes from said_counts
  union all select c.month, w.user_id, c.disposition_id, c.sub_disposition_id, c.n
  from month_changes c cross join lateral (values (c.user_id), (0::bigint)) w (user_id) where c.n is not null;

-- How a loan moved between two ends of months, as stored in roll_counts.
create function roll_move(was_there boolean, was int, is_there boolean, now int) returns text language sql immutable as $$
  select case when not was_there then 'new' when not is_there then 'gone' when was is null and now is null then 'same'
    when was is null or now is null then 'untold'
    when width_bucket(now, array[1, 31, 61, 91, 181]) < width_bucket(was, array[1, 31, 61, 91, 181]) then 'back'
    when width_bucket(now, array[1, 31, 61, 91, 181]) > width_bucket(was, array[1, 31, 61, 91, 181]) then 'on' else 'same' end
$$;

-- The month before.
create function month_before(month date) returns date language sql immutable as $$
  select (month::timestamp - interval '1 month')::date
$$;

-- Rows of roll_counts that a reassignment of a loan moves.
create function roll_told(c roll_changes) returns setof roll_counts language sql stable as $$
  select e.month, w.assignee_id, w.client_id, case when a.loan_id is null then 'new' else loan_age(a.dpd) end,
    case when b.loan_id is null then 'gone' else loan_age(b.dpd) end,
    roll_move(a.loan_id is not null, a.dpd, b.loan_id is not null, b.dpd), k.n, k.n * coalesce(a.outstanding, b.outstanding)
  from month_ends e
    left join lateral (
      select * from loan_month_ends where loan_id = c.loan_id and month = month_before(e.month) offset 0) a on true
    left join lateral (select * from loan_month_ends where loan_id = c.loan_id and month = e.month offset 0) b on true
    cross join (values (-1, c.was_assignee_id, c.was_client_id), (1, c.assignee_id, c.client_id)) k (n, assignee_id, client_id)
    cross join lateral (values (k.assignee_id, 0::bigint), (-1::bigint, k.client_id)) w (assignee_id, client_id)
  where e.is_summed and k.assignee_id is not null and (a.loan_id is not null or b.loan_id is not null)
$$;

create view roll_counts_now as
  select month, assignee_id, client_id, came_from, went_to, move, loans, amount from roll_counts
  union all select t.month, t.assignee_id, t.client_id, t.came_from, t.went_to, t.move, t.loans, t.amount
  from roll_changes c cross join lateral roll_told(c) t;

-- Adds up to `most` queued changes to the sums of loans, days, clients, payers and agents; returns how many.
create function fold_sums(most int default 50000) returns int language plpgsql as $$
declare
  n int;
  payers bigint[];
  months date[];
begin
  if not pg_try_advisory_xact_lock(7067) then return 0; end if;
  with gone as (
    delete from sum_changes where ctid = any(array(select ctid from sum_changes limit most)) returning *),
  books as (
    insert into book_sums as s (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total,
      collected, payments)
    select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, sum(loans), sum(principal), sum(total),
      sum(collected), sum(payments)
    from gone where client_id is not null and (day is null or payments <> 0 or collected <> 0) group by 1, 2, 3, 4, 5
    on conflict (assignee_id, client_id, portfolio_id, allocation_type_id, is_active) do update set
      loans = s.loans + excluded.loans, principal = s.principal + excluded.principal, total = s.total + excluded.total,
      collected = s.collected + excluded.collected, payments = s.payments + excluded.payments),
  kinds as (
    insert into book_kinds as s
    select k.assignee_id, k.client_id, k.kind, k.value, sum(k.loans), sum(k.total)
    from gone g cross join lateral kinds_of(g.*::sum_changes) k group by 1, 2, 3, 4 having sum(k.loans) <> 0 or sum(k.total) <> 0
    on conflict (kind, assignee_id, client_id, value) do update set loans = s.loans + excluded.loans,
      total = s.total + excluded.total),
  days as (
    insert into book_days as s
    select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, sum(collected), sum(payments),
      sum(promises), sum(promised)
    from gone where client_id is not null and day is not null group by 1, 2, 3, 4, 5, 6
    on conflict (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active) do update set
      collected = s.collected + excluded.collected, payments = s.payments + excluded.payments,
      promises = s.promises + excluded.promises, promised = s.promised + excluded.promised),
  lenders as (
    insert into lender_days as s
    select day, client_id, portfolio_id, allocation_type_id, is_active, sum(collected), sum(payments), sum(promises), sum(promised)
    from gone where client_id is not null and day is not null group by 1, 2, 3, 4, 5
    on conflict (day, client_id, portfolio_id, allocation_type_id, is_active) do update set
      collected = s.collected + excluded.collected, payments = s.payments + excluded.payments,
      promises = s.promises + excluded.promises, promised = s.promised + excluded.promised),
  paid as (
    insert into payer_days as s
    select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, sum(payments)
    from gone where borrower_id is not null and day is not null group by 1, 2, 3, 4, 5, 6, 7
    on conflict (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id) do update set
      payments = s.payments + excluded.payments
    returning borrower_id, day),
  agents as (
    insert into agent_days as s
    select user_id, day, sum(promises), sum(follow_ups), sum(calls), sum(connected), sum(talk), sum(spans), sum(login), sum(break)
    from gone where user_id is not null group by 1, 2
    on conflict (user_id, day) do update set promises = s.promises + excluded.promises,
      follow_ups = s.follow_ups + excluded.follow_ups, calls = s.calls + excluded.calls,
      connected = s.connected + excluded.connected, talk = s.talk + excluded.talk, spans = s.spans + excluded.spans,
      login = s.login + excluded.login, break = s.break + excluded.break),
  who as (select distinct borrower_id, date_trunc('month', day::timestamp)::date as month from paid)
  select (select count(*) from gone), array_agg(borrower_id), array_agg(month) into n, payers, months from who;
  if payers is null then return n; end if;
  -- Payers with exactly one row in a month, or no longer; only this function writes these tables.
  with seen as (
    select p.ctid as at, p.is_alone as was,
      p.payments > 0 and count(*) filter (where p.payments <> 0) over (partition by w.borrower_id, w.month) = 1 as is_alone
    from unnest(payers, months) w (borrower_id, month)
      join payer_days p on p.borrower_id = w.borrower_id and p.day between w.month and (w.month + interval '1 month - 1 day')::date),
  turned as (
    update payer_days p set is_alone = s.is_alone from seen s where p.ctid = s.at and s.was <> s.is_alone returning p.*)
  insert into lender_days as s
  select day, client_id, portfolio_id, allocation_type_id, is_active, 0, 0, 0, 0, sum(case when is_alone then 1 else -1 end)
  from turned group by 1, 2, 3, 4, 5
  on conflict (day, client_id, portfolio_id, allocation_type_id, is_active) do update set payers = s.payers + excluded.payers;
  return n;
end $$;

-- Queues new loans for the sums of loans.
create function sum_new_loans() returns trigger language plpgsql as $$
begin
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total,
    age, status, history, assigned)
    select coalesce(assignee_id, 0), client_id, portfolio_id, coalesce(allocation_type_id, 0), is_active, count(*),
      sum(principal_outstanding), sum(total_outstanding), loan_age(dpd), payment_status, payment_history_status,
      month_of(assigned_at)
    from added group by 1, 2, 3, 4, 5, 9, 10, 11, 12;
  insert into month_changes select id, null from added where last_disposition_id is not null;
  return null;
end $$;
-- New loans.
create trigger loans_summed_by_kind after insert on loans referencing new table as added
  for each statement execute function sum_new_loans();

-- Queues deleted loans for the sums of loans.
create function sum_gone_loans() returns trigger language plpgsql as $$
begin
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total,
    age, status, history, assigned)
    select coalesce(assignee_id, 0), client_id, portfolio_id, coalesce(allocation_type_id, 0), is_active, -count(*),
      -sum(principal_outstanding), -sum(total_outstanding), loan_age(dpd), payment_status, payment_history_status,
      month_of(assigned_at)
    from gone group by 1, 2, 3, 4, 5, 9, 10, 11, 12;
  return null;
end $$;
-- Deleted loans.
create trigger loans_sums_gone after delete on loans referencing old table as gone
  for each statement execute function sum_gone_loans();

-- Moves a changed loan between sums; a reassigned loan takes its collections and promises along.
create function sum_moved_loan() returns trigger language plpgsql as $$
begin
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total,
    age, status, history, assigned) values
    (coalesce(old.assignee_id, 0), old.client_id, old.portfolio_id, coalesce(old.allocation_type_id, 0), old.is_active,
      -1, -old.principal_outstanding, -old.total_outstanding,
      loan_age(old.dpd), old.payment_status, old.payment_history_status, month_of(old.assigned_at)),
    (coalesce(new.assignee_id, 0), new.client_id, new.portfolio_id, coalesce(new.allocation_type_id, 0), new.is_active,
      1, new.principal_outstanding, new.total_outstanding,
      loan_age(new.dpd), new.payment_status, new.payment_history_status, month_of(new.assigned_at));
  if (old.assignee_id, old.client_id, old.portfolio_id, old.allocation_type_id, old.is_active, old.borrower_id)
    is not distinct from (new.assignee_id, new.client_id, new.portfolio_id, new.allocation_type_id, new.is_active, new.borrower_id)
  then return null; end if;
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, day, collected, payments)
    select k.assignee_id, k.client_id, k.portfolio_id, k.allocation_type_id, k.is_active, k.borrower_id, p.day,
      k.n * p.collected, k.n * p.payments
    from (
      select day, sum(collected_by(from_account, to_account) * amount) as collected,
        sum(collected_by(from_account, to_account)) as payments
      from postings where loan_id = new.id and collected_by(from_account, to_account) <> 0 group by day) p cross join (values
      (-1, coalesce(old.assignee_id, 0), old.client_id, old.portfolio_id, coalesce(old.allocation_type_id, 0), old.is_active,
        old.borrower_id),
      (1, coalesce(new.assignee_id, 0), new.client_id, new.portfolio_id, coalesce(new.allocation_type_id, 0), new.is_active,
        new.borrower_id)) k (n, assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id)
    where p.payments <> 0 or p.collected <> 0;
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, day, promises, promised)
    select k.assignee_id, k.client_id, k.portfolio_id, k.allocation_type_id, k.is_active,
      (d.effective_at at time zone 'Asia/Kolkata')::date, k.n, k.n * coalesce(d.amount, 0)
    from borrower_dispositions d cross join (values
      (-1, coalesce(old.assignee_id, 0), old.client_id, old.portfolio_id, coalesce(old.allocation_type_id, 0), old.is_active),
      (1, coalesce(new.assignee_id, 0), new.client_id, new.portfolio_id, coalesce(new.allocation_type_id, 0), new.is_active))
      k (n, assignee_id, client_id, portfolio_id, allocation_type_id, is_active)
    where d.loan_id = new.id and d.disposition_id = 1;
  return null;
end $$;
-- A loan's assignee, client, status, amounts or age changed.
create trigger loans_sums_moved after update on loans for each row
  when ((old.assignee_id, old.client_id, old.portfolio_id, old.allocation_type_id, old.is_active, old.borrower_id,
      old.principal_outstanding, old.total_outstanding, old.payment_status, old.payment_history_status, loan_age(old.dpd),
      old.assigned_at)
    is distinct from (new.assignee_id, new.client_id, new.portfolio_id, new.allocation_type_id, new.is_active, new.borrower_id,
      new.principal_outstanding, new.total_outstanding, new.payment_status, new.payment_history_status, loan_age(new.dpd),
      new.assigned_at))
  execute function sum_moved_loan();

-- Queues a PTP or follow-up, n = 1 added or -1 removed, for the sums of agents, and a PTP for those of loans.
create function sum_outcome(d borrower_dispositions, n int) returns void language plpgsql as $$
begin
  if d.disposition_id = 1 then
    insert into sum_changes (user_id, day, assignee_id, client_id, portfolio_id, allocation_type_id, is_active, promises, promised)
      select d.user_id, (d.effective_at at time zone 'Asia/Kolkata')::date, coalesce(l.assignee_id, 0), l.client_id,
        l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, n, n * coalesce(d.amount, 0)
      from loans l where l.id = d.loan_id for share;
  elsif d.disposition_id = 2 then
    insert into sum_changes (user_id, day, follow_ups) values (d.user_id, (d.effective_at at time zone 'Asia/Kolkata')::date, n);
  end if;
end $$;

-- Queues dispositions for the sums.
create function sum_outcomes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform sum_outcome(old, -1); end if;
  if tg_op <> 'DELETE' then perform sum_outcome(new, 1); end if;
  return null;
end $$;
-- New PTPs and follow-ups.
create trigger borrower_dispositions_summed after insert on borrower_dispositions for each row
  when (new.disposition_id in (1, 2)) execute function sum_outcomes();
-- Changed PTPs and follow-ups.
create trigger borrower_dispositions_sums_changed after update on borrower_dispositions for each row
  when ((old.disposition_id in (1, 2) or new.disposition_id in (1, 2))
    and (old.disposition_id, old.amount, old.effective_at, old.user_id, old.loan_id)
      is distinct from (new.disposition_id, new.amount, new.effective_at, new.user_id, new.loan_id))
  execute function sum_outcomes();
-- Deleted PTPs and follow-ups.
create trigger borrower_dispositions_sums_gone after delete on borrower_dispositions for each row
  when (old.disposition_id in (1, 2)) execute function sum_outcomes();

-- Queues a dialled call, n = 1 added or -1 removed, for the sums of agents, loans and hours.
create function sum_call(k call_attempts, n int) returns void language plpgsql as $$
declare
  talked int := greatest(coalesce(extract(epoch from k.ended_at - k.bridged_at)::int, 0) - coalesce(k.aside_s, 0), 0);
  here timestamp := k.dialed_at at time zone 'Asia/Kolkata';
begin
  if k.dialed_at is null then return; end if;
  insert into call_changes (user_id, loan_id, calls, connected, month, hour)
    values (k.user_id, coalesce(k.loan_id, 0), n, case when talked > 0 then n else 0 end, date_trunc('month', here)::date,
      date_trunc('hour', here));
  if k.loan_id is not null then insert into month_changes values (k.loan_id, date_trunc('month', here)::date); end if;
  if k.user_id is null then return; end if;
  insert into sum_changes (user_id, day, calls, connected, talk)
    values (k.user_id, here::date, n, case when talked > 0 then n else 0 end, n * talked);
end $$;

-- Queues calls for the sums.
create function sum_calls() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform sum_call(old, -1); end if;
  if tg_op <> 'DELETE' then perform sum_call(new, 1); end if;
  return null;
end $$;
-- Deleted calls.
create trigger call_attempts_sums_gone after delete on call_attempts for each row execute function sum_calls();
-- New calls that are dialled.
create trigger call_attempts_summed after insert on call_attempts for each row
  when (new.dialed_at is not null) execute function sum_calls();
-- A call's agent, loan, dial time or talk time changed.
create trigger call_attempts_sums_changed after update on call_attempts for each row
  when (old.user_id is distinct from new.user_id or old.loan_id is distinct from new.loan_id or old.dialed_at is distinct from
  new.dialed_at or (old.ended_at - old.bridged_at) is distinct from (new.ended_at - new.bridged_at)) execute function
  sum_calls();

-- Queues an ended interval of an agent, n = 1 added or -1 removed, for login and break time.
create function sum_span(who bigint, status text, begins timestamptz, ends timestamptz, n int) returns void language plpgsql as $$
declare lasted bigint := (extract(epoch from ends - begins) * 1000000)::bigint;
begin
  if ends is null or status = 'logged-out' then return; end if;
  insert into sum_changes (user_id, day, spans, login, break)
    values (who, (begins at time zone 'Asia/Kolkata')::date, n, n * lasted,
      case when status ilike 'break%' then n * lasted else 0 end);
end $$;

-- Queues ended intervals for the sums.
create function sum_spans() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform sum_span(old.user_id, old.word, old.started_at, old.ended_at, -1); end if;
  if tg_op <> 'DELETE' then perform sum_span(new.user_id, new.word, new.started_at, new.ended_at, 1); end if;
  return null;
end $$;
-- New intervals that have ended.
create trigger agent_intervals_summed after insert on agent_intervals for each row
  when (new.ended_at is not null) execute function sum_spans();
-- An interval ended, or an ended one changed.
create trigger agent_intervals_sums_changed after update on agent_intervals for each row
  when ((old.ended_at is not null or new.ended_at is not null)
    and (old.user_id, old.word, old.started_at, old.ended_at)
      is distinct from (new.user_id, new.word, new.started_at, new.ended_at))
  execute function sum_spans();
-- Deleted intervals.
create trigger agent_intervals_sums_gone after delete on agent_intervals for each row
  when (old.ended_at is not null) execute function sum_spans();

-- Computes book_kinds from all loans again.
create function count_book_kinds() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7067);
  delete from book_kinds;
  insert into book_kinds
  select assignee_id, client_id, kind, value, sum(loans), sum(total) from (
    select coalesce(l.assignee_id, 0) as assignee_id, l.client_id, k.kind, k.value, 1 as loans, l.total_outstanding as total
    from loans l cross join lateral (values ('age', loan_age(l.dpd)), ('status', l.payment_status),
      ('history', l.payment_history_status), ('assigned', month_of(l.assigned_at))) k (kind, value)
    where l.is_active and k.value is not null
    union all select k.assignee_id, k.client_id, k.kind, k.value, -k.loans, -k.total
    from sum_changes c cross join lateral kinds_of(c) k) x
  group by 1, 2, 3, 4 having sum(loans) <> 0 or sum(total) <> 0;
end $$;

-- Computes the sums of loans, days, clients, payers and agents again.
create function sums_anew() returns void language plpgsql as $$
begin
  perform open_ledger();
  lock table loans, payments, postings, borrower_dispositions, call_attempts, agent_intervals in share mode;
  truncate sum_changes, book_sums, book_days, lender_days, payer_days, agent_days;
  insert into payer_days
    select *, count(*) over (partition by borrower_id, date_trunc('month', day::timestamp)) = 1 from (
      select coalesce(l.assignee_id, 0), p.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0),
        l.is_active, l.borrower_id, sum(collected_by(p.from_account, p.to_account))
      from postings p join loans l on l.id = p.loan_id where collected_by(p.from_account, p.to_account) <> 0
      group by 1, 2, 3, 4, 5, 6, 7 having sum(collected_by(p.from_account, p.to_account)) <> 0) paid;
  insert into book_days
    select coalesce(l.assignee_id, 0), e.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active,
      sum(e.collected), sum(e.payments), sum(e.promises), sum(e.promised)
    from (
      select loan_id, day, collected_by(from_account, to_account) * amount as collected,
        collected_by(from_account, to_account) as payments, 0 as promises, 0 as promised
      from postings where collected_by(from_account, to_account) <> 0
      union all select loan_id, (effective_at at time zone 'Asia/Kolkata')::date, 0, 0, 1, coalesce(amount, 0)
      from borrower_dispositions where disposition_id = 1) e
      join loans l on l.id = e.loan_id
    group by 1, 2, 3, 4, 5, 6;
  insert into book_sums (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments)
    select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, sum(loans), sum(principal), sum(total),
      sum(collected), sum(payments)
    from (
      select coalesce(assignee_id, 0) as assignee_id, client_id, portfolio_id, coalesce(allocation_type_id, 0) as allocation_type_id,
        is_active, 1 as loans, principal_outstanding as principal, total_outstanding as total, 0 as collected, 0 as payments
      from loans
      union all select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, 0, 0, 0, collected, payments
      from book_days) e
    group by 1, 2, 3, 4, 5;
  insert into lender_days
    select day, client_id, portfolio_id, allocation_type_id, is_active, sum(collected), sum(payments), sum(promises), sum(promised),
      sum(payers)
    from (
      select day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised, 0 as payers
      from book_days
      union all select day, client_id, portfolio_id, allocation_type_id, is_active, 0, 0, 0, 0, 1
      from payer_days where is_alone) e
    group by 1, 2, 3, 4, 5;
  insert into agent_days
    select user_id, day, sum(promises), sum(follow_ups), sum(calls), sum(connected), sum(talk), sum(spans), sum(login), sum(break)
    from (
      select user_id, (effective_at at time zone 'Asia/Kolkata')::date as day, (disposition_id = 1)::int as promises,
        (disposition_id = 2)::int as follow_ups, 0 as calls, 0 as connected, 0 as talk, 0 as spans, 0 as login, 0 as break
      from borrower_dispositions where disposition_id in (1, 2)
      union all select user_id, (start_time at time zone 'Asia/Kolkata')::date, 0, 0, 1, (talk_duration > 0)::int, talk_duration,
        0, 0, 0
      from cdr where user_id is not null
      union all select i.user_id, (i.started_at at time zone 'Asia/Kolkata')::date, 0, 0, 0, 0, 0, 1, t.lasted,
        case when i.word ilike 'break%' then t.lasted else 0 end
      from agent_intervals i
        cross join lateral (select (extract(epoch from i.ended_at - i.started_at) * 1000000)::bigint as lasted) t
      where i.ended_at is not null and i.word <> 'logged-out') e
    group by 1, 2;
  perform count_book_kinds();
end $$;

-- Queues collected money for the sums of loans and days.
create function sum_postings() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
begin
  perform from loans where id in (
    select loan_id from added where collected_by(from_account, to_account) <> 0 and opening_id is null) order by id for share;
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, day, collected, payments)
    select coalesce(l.assignee_id, 0), l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, l.borrower_id,
      p.day, collected_by(p.from_account, p.to_account) * p.amount, collected_by(p.from_account, p.to_account)
    from added p join loans l on l.id = p.loan_id
    where collected_by(p.from_account, p.to_account) <> 0 and p.opening_id is null;
  return null;
end $$;
-- New postings.
create trigger postings_summed after insert on postings referencing new table as added
  for each statement execute function sum_postings();

-- Adds the queued changes of up to `most` rows' loans to the sums of calls; returns how many.
create function fold_calls(most int default 50000) returns int language plpgsql as $$
declare
  n int;
  ids bigint[];
begin
  if not pg_try_advisory_xact_lock(7068) then return 0; end if;
  ids := array(select distinct loan_id from (select loan_id from call_changes limit most) x);
  with moves as materialized (select * from called_moves(ids)),
  gone as (delete from call_changes where loan_id = any(ids) returning *),
  everybody as (
    insert into called_loans as s
    select (m.now).* from moves m
    on conflict (user_id, loan_id) do update set
      (calls, connected, month, month_calls, month_connected, level, assignee_id, is_active)
      = (excluded.calls, excluded.connected, excluded.month, excluded.month_calls, excluded.month_connected, excluded.level,
        excluded.assignee_id, excluded.is_active)),
  each as (
    insert into called_loans as s (user_id, loan_id, calls, connected, month, month_calls, month_connected)
    select user_id, loan_id, sum(calls), sum(connected), newest, sum(calls) filter (where month = newest),
      sum(connected) filter (where month = newest)
    from (select *, max(month) over (partition by user_id, loan_id) as newest from gone where user_id is not null) x
    group by user_id, loan_id, newest
    on conflict (user_id, loan_id) do update set calls = s.calls + excluded.calls, connected = s.connected + excluded.connected,
      month = greatest(s.month, excluded.month),
      month_calls = case when s.month > excluded.month or excluded.month is null then s.month_calls
        when s.month = excluded.month then s.month_calls + excluded.month_calls else excluded.month_calls end,
      month_connected = case when s.month > excluded.month or excluded.month is null then s.month_connected
        when s.month = excluded.month then s.month_connected + excluded.month_connected else excluded.month_connected end),
  counts as (
    insert into called_counts as s
    select c.month, c.assignee_id, c.is_active, c.level, sum(k.n * c.loans), sum(k.n * c.calls), sum(k.n * c.connected)
    from moves m cross join lateral (values (-1, m.was), (1, m.now)) k (n, of) cross join lateral called_count(k.of) c
    group by 1, 2, 3, 4 having sum(k.n * c.loans) <> 0 or sum(k.n * c.calls) <> 0 or sum(k.n * c.connected) <> 0
    on conflict (month, assignee_id, is_active, level) do update set loans = s.loans + excluded.loans,
      calls = s.calls + excluded.calls, connected = s.connected + excluded.connected),
  hours as (
    insert into call_hours as s
    select w.user_id, g.hour, sum(g.calls), sum(g.connected)
    from gone g cross join lateral (values (0::bigint), (g.user_id)) w (user_id)
    where w.user_id is not null and g.hour is not null group by 1, 2
    on conflict (user_id, hour) do update set calls = s.calls + excluded.calls, connected = s.connected + excluded.connected)
  select count(*) into n from gone;
  return n;
end $$;

-- Computes the calls of all loans again.
create function count_called_loans() returns void language sql as $$
  with counted as (
    select w.user_id, coalesce(k.loan_id, 0) as loan_id, count(*) as calls, count(*) filter (where k.talk_duration > 0) as connected
    from cdr k cross join lateral (values (0::bigint), (k.user_id)) w (user_id) where w.user_id is not null group by 1, 2),
  waiting as (
    select w.user_id, c.loan_id, sum(c.calls) as calls, sum(c.connected) as connected
    from call_changes c cross join lateral (values (0::bigint), (c.user_id)) w (user_id) where w.user_id is not null group by 1, 2)
  insert into called_loans
  select user_id, loan_id, coalesce(c.calls, 0) - coalesce(w.calls, 0), coalesce(c.connected, 0) - coalesce(w.connected, 0)
  from counted c full join waiting w using (user_id, loan_id)
  on conflict (user_id, loan_id) do update set calls = excluded.calls, connected = excluded.connected
$$;

-- Computes the calls of the newest month again.
create function count_called_month() returns void language plpgsql as $$
declare newest date := date_trunc('month', (select max(dialed_at) from call_attempts) at time zone 'Asia/Kolkata')::date;
begin
  perform pg_advisory_xact_lock(7068);
  with counted as (
    select w.user_id, coalesce(k.loan_id, 0) as loan_id, count(*)::int as calls,
      (count(*) filter (where k.talk_duration > 0))::int as connected
    from cdr k cross join lateral (values (0::bigint), (k.user_id)) w (user_id)
    where k.start_time >= newest::timestamp at time zone 'Asia/Kolkata' and w.user_id is not null group by 1, 2),
  waiting as (
    select w.user_id, c.loan_id, sum(c.calls)::int as calls, sum(c.connected)::int as connected
    from call_changes c cross join lateral (values (0::bigint), (c.user_id)) w (user_id)
    where c.month = newest and w.user_id is not null group by 1, 2),
  kept as (
    select user_id, loan_id, coalesce(c.calls, 0) - coalesce(w.calls, 0) as calls,
      coalesce(c.connected, 0) - coalesce(w.connected, 0) as connected
    from counted c full join waiting w using (user_id, loan_id))
  insert into called_loans (user_id, loan_id, calls, connected, month, month_calls, month_connected, level, assignee_id, is_active)
  select k.user_id, k.loan_id, 0, 0, newest, k.calls, k.connected, case when k.user_id = 0 then call_level(k.calls, k.connected) end,
    case when k.user_id = 0 then coalesce(l.assignee_id, 0) end, case when k.user_id = 0 then coalesce(l.is_active, false) end
  from kept k left join loans l on l.id = k.loan_id and k.user_id = 0
  on conflict (user_id, loan_id) do update set (month, month_calls, month_connected, level, assignee_id, is_active)
    = (excluded.month, excluded.month_calls, excluded.month_connected, excluded.level, excluded.assignee_id, excluded.is_active);
  delete from called_counts;
  insert into called_counts
  select c.month, c.assignee_id, c.is_active, c.level, sum(c.loans), sum(c.calls), sum(c.connected)
  from called_loans k cross join lateral called_count(k) c where k.user_id = 0 group by 1, 2, 3, 4;
end $$;

-- Computes the calls per hour of the last 40 days again.
create function count_call_hours() returns void language plpgsql as $$
declare first timestamptz := (select max(dialed_at) from call_attempts) - interval '40 days';
begin
  perform pg_advisory_xact_lock(7068);
  delete from call_hours;
  with counted as (
    select w.user_id, date_trunc('hour', k.start_time at time zone 'Asia/Kolkata') as hour, count(*) as calls,
      count(*) filter (where k.talk_duration > 0) as connected
    from cdr k cross join lateral (values (0::bigint), (k.user_id)) w (user_id)
    where k.start_time >= first and w.user_id is not null group by 1, 2),
  waiting as (
    select w.user_id, c.hour, sum(c.calls) as calls, sum(c.connected) as connected
    from call_changes c cross join lateral (values (0::bigint), (c.user_id)) w (user_id)
    where w.user_id is not null and c.hour is not null group by 1, 2)
  insert into call_hours
  select user_id, hour, coalesce(c.calls, 0) - coalesce(w.calls, 0), coalesce(c.connected, 0) - coalesce(w.connected, 0)
  from counted c full join waiting w using (user_id, hour) order by 1, 2;
end $$;

-- Computes outcome_months and promise_sums from all dispositions and promises again.
create function count_outcomes() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7070);
  delete from outcome_months;
  delete from promise_sums;
  with waited as (delete from outcome_changes),
  told as materialized (
    select coalesce(l.assignee_id, 0) as assignee_id, l.client_id, l.is_active, x.disposition_id, x.month, x.due_on,
      x.sub_disposition_id, sum(x.outcomes)::int as outcomes, sum(x.amount)::bigint as amount, sum(x.kept)::int as kept,
      sum(x.broken)::int as broken
    from (
      select loan_id, disposition_id, date_trunc('month', effective_at at time zone 'Asia/Kolkata')::date as month,
        case when disposition_id = 1 then action_date end as due_on,
        case when disposition_id = 1 then coalesce(sub_disposition_id, 0) else 0 end as sub_disposition_id, 1 as outcomes,
        coalesce(amount, 0) as amount, 0 as kept, 0 as broken
      from borrower_dispositions where disposition_id in (1, 2, 3, 4)
      union all select loan_id, 1, null, due_on, 0, 0, 0, (state = 'kept')::int, (state <> 'kept')::int
      from promises where state in ('kept', 'broken', 'part_kept')) x join loans l on l.id = x.loan_id
    group by 1, 2, 3, 4, 5, 6, 7),
  months as (
    insert into outcome_months
    select assignee_id, month, disposition_id, sum(outcomes), sum(amount) from told where month is not null group by 1, 2, 3)
  insert into promise_sums
  select p.assignee_id, p.client_id, p.due_on, p.sub_disposition_id, sum(p.promises), sum(p.amount), sum(p.kept), sum(p.broken)
  from told t cross join lateral promise_told(row(t.*)::outcome_changes) p group by 1, 2, 3, 4;
end $$;

-- First day of the month of a moment in India.
create function month_at(moment timestamptz) returns date language sql stable as $$
  select date_trunc('month', moment at time zone 'Asia/Kolkata')::date
$$;

-- First day of the month of a day.
create function month_on(day date) returns date language sql immutable as $$
  select date_trunc('month', day::timestamp)::date
$$;

-- Computes the loans of the newest month, by what was done and paid, again.
create function count_months() returns void language plpgsql as $$
declare
  newest date := month_at(greatest((select max(effective_at) from borrower_dispositions), (select max(dialed_at) from call_attempts)));
  dawn timestamptz := newest::timestamp at time zone 'Asia/Kolkata';
begin
  perform pg_advisory_xact_lock(7071);
  delete from month_loans;
  delete from month_counts;
  with waited as (delete from month_changes),
  worked as (
    select loan_id, month, max(step)::smallint as step, max(calls)::smallint as calls, max(paid)::smallint as paid from (
      select loan_id, month_at(effective_at) as month, case when disposition_id = 1 then 4 when disposition_id < 5 then 3 else 1 end as step,
        0 as calls, 0 as paid
      from borrower_dispositions where effective_at >= dawn
      union all select loan_id, month_at(effective_at), case when outcome = 'met' then 2 else 1 end, 0, 0
      from visits where effective_at >= dawn
      union all select loan_id, month_on(due_on), case when state = 'kept' then 5 else 4 end, 0, 0
      from promises where due_on >= newest and state <> 'void_inactive'
      union all select loan_id, month_on(payment_date), 0, 0, 1 + realized::int
      from payments where payment_date >= newest and status = 'success'
      union all select loan_id, month, n, n, 0 from (
        select loan_id, month, case when sum(connected) > 0 then 2 when sum(calls) > 0 then 1 else 0 end as n from (
          select loan_id, month, month_calls as calls, month_connected as connected from called_loans
          where user_id = 0 and loan_id <> 0 and month >= newest
          union all select loan_id, month, calls, connected from call_changes where loan_id <> 0 and month >= newest) k
        group by 1, 2) k
      union all select id, '-infinity', 0, 0, 0 from loans where last_disposition_id is not null) x
    group by 1, 2)
  insert into month_loans
  select w.loan_id, w.month, l.client_id, coalesce(l.assignee_id, 0), l.is_active, w.step, w.calls, w.paid,
    case when w.paid > 0 or w.month = '-infinity' then loan_said(l.last_disposition_id) else 0 end, l.total_outstanding
  from worked w join loans l on l.id = w.loan_id
  where w.step > 0 or w.paid > 0 or w.month = '-infinity' order by 1, 2;
  insert into month_counts
  select k.month, w.assignee_id, k.client_id, k.is_active, k.step, k.calls, k.paid, k.said, count(*), sum(k.total)
  from month_loans k cross join lateral (values (k.assignee_id), (-1)) w (assignee_id) group by 1, 2, 3, 4, 5, 6, 7, 8;
end $$;

-- Computes promise_lapses from all promises again.
create function count_lapses() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7074);
  delete from promise_lapses;
  with waited as (delete from lapse_changes)
  insert into promise_lapses
  select w.assignee_id, p.lapses_on, count(*), count(*) filter (where p.state = 'kept')
  from promises p cross join lateral (values (coalesce(p.assignee_id, 0)), (-1)) w (assignee_id)
  where p.state <> 'void_inactive' group by 1, 2;
end $$;

-- Computes the dispositions per user of the newest month again.
create function count_said() returns void language plpgsql as $$
declare newest date := month_at((select max(effective_at) from borrower_dispositions));
begin
  perform pg_advisory_xact_lock(7071);
  delete from said_counts;
  insert into said_counts
  select month, w.user_id, disposition_id, sub_disposition_id, sum(n) from (
    select month_at(effective_at) as month, user_id, disposition_id, coalesce(sub_disposition_id, 0) as sub_disposition_id, count(*) as n
    from borrower_dispositions where effective_at >= newest::timestamp at time zone 'Asia/Kolkata' group by 1, 2, 3, 4
    union all select month, user_id, disposition_id, sub_disposition_id, -n from month_changes where n is not null) x
    cross join lateral (values (x.user_id), (0::bigint)) w (user_id)
  group by 1, 2, 3, 4 having sum(n) <> 0;
end $$;

-- Computes the moves of loans between ends of months that have no sums yet.
create function count_rolls() returns void language plpgsql as $$
declare one date;
begin
  perform pg_advisory_xact_lock(7073);
  for one in select e.month from month_ends e join month_ends b on b.month = month_before(e.month) where not e.is_summed loop
    delete from roll_counts where month = one;
    update month_ends set is_summed = true where month = one;
    insert into roll_counts
    select one, x.assignee_id, x.client_id, x.came_from, x.went_to, x.move, sum(x.loans), sum(x.amount) from (
      select w.assignee_id, w.client_id, l.came_from, l.went_to, l.move, l.loans, l.amount
      from (
        select coalesce(l.assignee_id, 0) as assignee_id, l.client_id, case when a.loan_id is null then 'new' else loan_age(a.dpd) end as came_from,
          case when b.loan_id is null then 'gone' else loan_age(b.dpd) end as went_to,
          roll_move(a.loan_id is not null, a.dpd, b.loan_id is not null, b.dpd) as move, count(*) as loans,
          sum(coalesce(a.outstanding, b.outstanding)) as amount
        from (select * from loan_month_ends where month = month_before(one)) a
          full join (select * from loan_month_ends where month = one) b using (loan_id) join loans l on l.id = loan_id
        group by 1, 2, 3, 4, 5) l
        cross join lateral (values (l.assignee_id, 0::bigint), (-1::bigint, l.client_id)) w (assignee_id, client_id)
      union all
      select t.assignee_id, t.client_id, t.came_from, t.went_to, t.move, -t.loans, -t.amount
      from roll_changes c cross join lateral roll_told(c) t where t.month = one) x
    group by 1, 2, 3, 4, 5, 6 having sum(x.loans) <> 0 or sum(x.amount) <> 0;
  end loop;
end $$;

-- Computes all sums again, after a load without triggers.
create function all_sums_anew() returns void language plpgsql as $$
begin
  perform sums_anew();
  perform count_messages();
  perform count_outcomes();
  perform pg_advisory_xact_lock(7068);
  truncate call_changes, called_loans;
  perform count_called_loans();
  perform count_called_month();
  perform count_call_hours();
  perform count_months();
  perform count_said();
  perform count_lapses();
  perform pg_advisory_xact_lock(7073);
  update month_ends set is_summed = false;
  perform count_rolls();
end $$;

-- Queues a loan for the sums of calls.
create function note_moved_called() returns trigger language plpgsql as $$
begin
  insert into call_changes (loan_id, calls, connected) values (new.id, 0, 0);
  return null;
end $$;
-- A loan is reassigned, activated or deactivated.
create trigger loans_called_moved after update on loans for each row
  when ((old.assignee_id, old.is_active) is distinct from (new.assignee_id, new.is_active))
  execute function note_moved_called();

-- Queues a disposition, n = 1 added or -1 removed, for the sums per assignee and client.
create function sum_told(d borrower_dispositions, n int) returns void language sql as $$
  insert into outcome_changes
  select coalesce(l.assignee_id, 0), l.client_id, l.is_active, d.disposition_id,
    date_trunc('month', d.effective_at at time zone 'Asia/Kolkata')::date, d.action_date, coalesce(d.sub_disposition_id, 0), n,
    n * coalesce(d.amount, 0), 0, 0
  from loans l where l.id = d.loan_id for share
$$;

-- Queues the four standard dispositions for the sums per assignee and client.
create function note_outcome() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.disposition_id in (1, 2, 3, 4) then perform sum_told(old, -1); end if;
  if tg_op <> 'DELETE' and new.disposition_id in (1, 2, 3, 4) then perform sum_told(new, 1); end if;
  return null;
end $$;
-- New standard dispositions.
create trigger borrower_dispositions_told after insert on borrower_dispositions for each row
  when (new.disposition_id in (1, 2, 3, 4)) execute function note_outcome();
-- Changed standard dispositions.
create trigger borrower_dispositions_told_again after update on borrower_dispositions for each row
  when ((old.disposition_id in (1, 2, 3, 4) or new.disposition_id in (1, 2, 3, 4))
    and (old.disposition_id, old.sub_disposition_id, old.amount, old.action_date, old.effective_at, old.loan_id)
      is distinct from (new.disposition_id, new.sub_disposition_id, new.amount, new.action_date, new.effective_at, new.loan_id))
  execute function note_outcome();
-- Deleted standard dispositions.
create trigger borrower_dispositions_told_gone after delete on borrower_dispositions for each row
  when (old.disposition_id in (1, 2, 3, 4)) execute function note_outcome();

-- Queues a kept or broken promise, n = 1 added or -1 removed, for the sums of promises.
create function sum_judged(p promises, n int) returns void language sql as $$
  insert into outcome_changes
  select coalesce(l.assignee_id, 0), l.client_id, l.is_active, 1, null, p.due_on, 0, 0, 0, n * (p.state = 'kept')::int,
    n * (p.state in ('broken', 'part_kept'))::int
  from loans l where l.id = p.loan_id and p.state in ('kept', 'broken', 'part_kept') for share
$$;

-- Queues kept and broken promises for the sums.
create function note_judged() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform sum_judged(old, -1); end if;
  if tg_op <> 'DELETE' then perform sum_judged(new, 1); end if;
  return null;
end $$;
-- New promises that are kept or broken.
create trigger promises_told after insert on promises for each row
  when (new.state in ('kept', 'broken', 'part_kept')) execute function note_judged();
-- State, due day or loan of a promise changed.
create trigger promises_told_again after update on promises for each row
  when ((old.state, old.due_on, old.loan_id) is distinct from (new.state, new.due_on, new.loan_id)) execute function
  note_judged();
-- Deleted promises that were kept or broken.
create trigger promises_told_gone after delete on promises for each row
  when (old.state in ('kept', 'broken', 'part_kept')) execute function note_judged();

-- Moves the dispositions and promises of a loan between sums.
create function move_told() returns trigger language plpgsql as $$
begin
  insert into outcome_changes
  select k.assignee_id, k.client_id, k.is_active, x.disposition_id, x.month, x.due_on, x.sub, k.n * x.outcomes, k.n * x.amount,
    k.n * x.kept, k.n * x.broken
  from (
    select disposition_id, date_trunc('month', effective_at at time zone 'Asia/Kolkata')::date as month,
      case when disposition_id = 1 then action_date end as due_on, case when disposition_id = 1 then coalesce(sub_disposition_id, 0) else 0 end as sub,
      count(*) as outcomes, coalesce(sum(amount), 0) as amount, 0 as kept, 0 as broken
    from borrower_dispositions where loan_id = new.id and disposition_id in (1, 2, 3, 4) group by 1, 2, 3, 4
    union all select 1, null, due_on, 0, 0, 0, count(*) filter (where state = 'kept'), count(*) filter (where state <> 'kept')
    from promises where loan_id = new.id and state in ('kept', 'broken', 'part_kept') group by 3) x
    cross join (values (-1, coalesce(old.assignee_id, 0), old.client_id, old.is_active),
      (1, coalesce(new.assignee_id, 0), new.client_id, new.is_active)) k (n, assignee_id, client_id, is_active);
  return null;
end $$;
-- A loan's assignee, client or activity changed.
create trigger loans_told_moved after update on loans for each row
  when ((old.assignee_id, old.client_id, old.is_active) is distinct from (new.assignee_id, new.client_id, new.is_active))
  execute function move_told();

-- Adds up to `most` queued changes to outcome_months and promise_sums; returns how many.
create function fold_outcomes(most int default 50000) returns int language plpgsql as $$
declare n int;
begin
  if not pg_try_advisory_xact_lock(7070) then return 0; end if;
  with gone as (
    delete from outcome_changes where ctid = any(array(select ctid from outcome_changes limit most)) returning *),
  months as (
    insert into outcome_months as s
    select assignee_id, month, disposition_id, sum(outcomes), sum(amount) from gone where month is not null group by 1, 2, 3
    having sum(outcomes) <> 0 or sum(amount) <> 0
    on conflict (assignee_id, month, disposition_id) do update set outcomes = s.outcomes + excluded.outcomes,
      amount = s.amount + excluded.amount),
  dues as (
    insert into promise_sums as s
    select p.assignee_id, p.client_id, p.due_on, p.sub_disposition_id, sum(p.promises), sum(p.amount), sum(p.kept), sum(p.broken)
    from gone g cross join lateral promise_told(g.*::outcome_changes) p group by 1, 2, 3, 4
    having sum(p.promises) <> 0 or sum(p.amount) <> 0 or sum(p.kept) <> 0 or sum(p.broken) <> 0
    on conflict (assignee_id, client_id, due_on, sub_disposition_id) do update set promises = s.promises + excluded.promises,
      amount = s.amount + excluded.amount, kept = s.kept + excluded.kept, broken = s.broken + excluded.broken)
  select count(*) into n from gone;
  return n;
end $$;

-- Adds the queued changes of up to `most` rows' loans to the sums of months; returns how many.
create function fold_months(most int default 50000) returns int language plpgsql as $$
declare
  n int;
  ids bigint[];
begin
  if not pg_try_advisory_xact_lock(7071) then return 0; end if;
  ids := array(select distinct loan_id from (select loan_id from month_changes limit most) x);
  if ids = '{}' then return 0; end if;
  with moves as materialized (select * from month_moves(ids) m where m.was is distinct from m.now),
  gone as (delete from month_changes where loan_id = any(ids) returning *),
  said as (
    insert into said_counts as s
    select g.month, w.user_id, g.disposition_id, g.sub_disposition_id, sum(g.n)
    from gone g cross join lateral (values (g.user_id), (0::bigint)) w (user_id) where g.n is not null
    group by 1, 2, 3, 4 having sum(g.n) <> 0
    on conflict (month, user_id, disposition_id, sub_disposition_id) do update set outcomes = s.outcomes + excluded.outcomes),
  ended as (
    delete from month_loans k using moves m
    where (m.now).loan_id is null and k.loan_id = (m.was).loan_id and k.month = (m.was).month),
  kept as (
    insert into month_loans select (m.now).* from moves m where (m.now).loan_id is not null
    on conflict (loan_id, month) do update set (client_id, assignee_id, is_active, step, calls, paid, said, total)
      = (excluded.client_id, excluded.assignee_id, excluded.is_active, excluded.step, excluded.calls, excluded.paid, excluded.said,
        excluded.total)),
  counts as (
    insert into month_counts as s
    select c.month, c.assignee_id, c.client_id, c.is_active, c.step, c.calls, c.paid, c.said, sum(c.loans), sum(c.total)
    from moves m cross join lateral (values (-1, m.was), (1, m.now)) k (n, of) cross join lateral month_count(k.of, k.n) c
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(c.loans) <> 0 or sum(c.total) <> 0
    on conflict (month, assignee_id, client_id, is_active, step, calls, paid, said) do update set
      loans = s.loans + excluded.loans, total = s.total + excluded.total)
  select count(*) into n from gone;
  return n;
end $$;

-- Queues the loan and month of a visit for the sums of months.
create function note_worked() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into month_changes values (old.loan_id, month_at(old.effective_at)); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and (old.loan_id, old.effective_at) is distinct from (new.loan_id, new.effective_at)
  then insert into month_changes values (new.loan_id, month_at(new.effective_at)); end if;
  return null;
end $$;
-- New and deleted visits.
create trigger visits_month after insert or delete on visits for each row execute function note_worked();
-- Changed visits.
create trigger visits_month_again after update on visits for each row
  when ((old.outcome, old.effective_at, old.loan_id) is distinct from (new.outcome, new.effective_at, new.loan_id))
  execute function note_worked();

-- Queues the loan and month of a promise for the sums of months.
create function note_due() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into month_changes values (old.loan_id, month_on(old.due_on)); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and (old.loan_id, old.due_on) is distinct from (new.loan_id, new.due_on)
  then insert into month_changes values (new.loan_id, month_on(new.due_on)); end if;
  return null;
end $$;
-- New and deleted promises.
create trigger promises_month after insert or delete on promises for each row execute function note_due();
-- Changed promises.
create trigger promises_month_again after update on promises for each row
  when ((old.state, old.due_on, old.loan_id) is distinct from (new.state, new.due_on, new.loan_id)) execute function note_due();

-- Queues the loan and month of a successful payment for the sums of months.
create function note_paid() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'success' then
    insert into month_changes values (old.loan_id, month_on(old.payment_date));
  end if;
  if tg_op <> 'DELETE' and new.status = 'success' then
    insert into month_changes values (new.loan_id, month_on(new.payment_date));
  end if;
  return null;
end $$;
-- New and deleted payments.
create trigger payments_month after insert or delete on payments for each row execute function note_paid();
-- Changed payments.
create trigger payments_month_again after update on payments for each row
  when ((old.status, old.realized, old.payment_date, old.loan_id)
    is distinct from (new.status, new.realized, new.payment_date, new.loan_id)) execute function note_paid();

-- Queues a loan, whose months move to other sums.
create function note_loan_month() returns trigger language plpgsql as $$
begin
  insert into month_changes values (old.id, null);
  return null;
end $$;
-- A loan's assignee, client, activity, total or last disposition changed.
create trigger loans_month after update on loans for each row
  when ((old.assignee_id, old.client_id, old.is_active, old.total_outstanding, loan_said(old.last_disposition_id))
    is distinct from (new.assignee_id, new.client_id, new.is_active, new.total_outstanding, loan_said(new.last_disposition_id)))
  execute function note_loan_month();
-- Deleted loans.
create trigger loans_month_gone after delete on loans for each row execute function note_loan_month();

-- Queues promises for the sums per assignee and day of lapse.
create function note_lapse() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.state <> 'void_inactive' then
    insert into lapse_changes values (coalesce(old.assignee_id, 0), old.lapses_on, -1, -(old.state = 'kept')::int);
  end if;
  if tg_op <> 'DELETE' and new.state <> 'void_inactive' then
    insert into lapse_changes values (coalesce(new.assignee_id, 0), new.lapses_on, 1, (new.state = 'kept')::int);
  end if;
  return null;
end $$;
-- New and deleted promises.
create trigger promises_lapse after insert or delete on promises for each row execute function note_lapse();
-- A promise is kept or void, lapses on another day, or has another assignee.
create trigger promises_lapse_again after update on promises for each row
  when ((old.state = 'kept', old.state = 'void_inactive', old.lapses_on, old.assignee_id)
    is distinct from (new.state = 'kept', new.state = 'void_inactive', new.lapses_on, new.assignee_id)) execute function
  note_lapse();

-- Adds up to `most` queued changes to promise_lapses; returns how many.
create function fold_lapses(most int default 50000) returns int language plpgsql as $$
declare n int;
begin
  if not pg_try_advisory_xact_lock(7074) then return 0; end if;
  with gone as (
    delete from lapse_changes where ctid = any(array(select ctid from lapse_changes limit most)) returning *),
  sums as (
    insert into promise_lapses as s
    select w.assignee_id, g.lapses_on, sum(g.promises), sum(g.kept)
    from gone g cross join lateral (values (g.assignee_id), (-1)) w (assignee_id) group by 1, 2
    having sum(g.promises) <> 0 or sum(g.kept) <> 0
    on conflict (assignee_id, lapses_on) do update set promises = s.promises + excluded.promises, kept = s.kept + excluded.kept)
  select count(*) into n from gone;
  return n;
end $$;

-- Queues a disposition for the sums per user and month.
create function note_said() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into month_changes values (old.loan_id, month_at(old.effective_at), old.user_id, old.disposition_id,
      coalesce(old.sub_disposition_id, 0), -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into month_changes values (new.loan_id, month_at(new.effective_at), new.user_id, new.disposition_id,
      coalesce(new.sub_disposition_id, 0), 1);
  end if;
  return null;
end $$;
-- New and deleted dispositions.
create trigger borrower_dispositions_month after insert or delete on borrower_dispositions for each row execute function
  note_said();
-- Changed dispositions.
create trigger borrower_dispositions_month_again after update on borrower_dispositions for each row
  when ((old.disposition_id, old.sub_disposition_id, old.effective_at, old.loan_id, old.user_id)
    is distinct from (new.disposition_id, new.sub_disposition_id, new.effective_at, new.loan_id, new.user_id))
  execute function note_said();

-- Queues a reassigned loan, whose moves between ends of months go to other sums.
create function note_rolled() returns trigger language plpgsql as $$
begin
  insert into roll_changes
    values (old.id, coalesce(old.assignee_id, 0), old.client_id, coalesce(new.assignee_id, 0), new.client_id);
  return null;
end $$;
-- A loan has another assignee or client.
create trigger loans_rolled after update on loans for each row
  when (old.assignee_id is distinct from new.assignee_id or old.client_id is distinct from new.client_id)
  execute function note_rolled();

-- Takes a deleted loan out of the sums of moves and deletes its ends of months.
create function forget_rolled() returns trigger language plpgsql as $$
begin
  -- Also without any end of month yet: one may be in progress.
  perform pg_advisory_xact_lock(7073);
  if not exists (select from loan_month_ends where loan_id = old.id) then return old; end if;
  with waits as (delete from roll_changes where loan_id = old.id returning *),
  changes as (
    select w::roll_changes as c from waits w
    union all select row(old.id, coalesce(old.assignee_id, 0), old.client_id, null, null)::roll_changes)
  insert into roll_counts as s
  select t.month, t.assignee_id, t.client_id, t.came_from, t.went_to, t.move, sum(t.loans), sum(t.amount)
  from changes cross join lateral roll_told(c) t group by 1, 2, 3, 4, 5, 6
  on conflict (month, assignee_id, client_id, came_from, went_to, move) do update set loans = s.loans + excluded.loans,
    amount = s.amount + excluded.amount;
  delete from loan_month_ends where loan_id = old.id;
  return old;
end $$;
-- Loans that are being deleted.
create trigger loans_rolled_gone before delete on loans for each row execute function forget_rolled();

-- Adds up to `most` queued changes to roll_counts; returns how many.
create function fold_rolls(most int default 5000) returns int language plpgsql as $$
declare n int;
begin
  if not pg_try_advisory_xact_lock(7073) then return 0; end if;
  with gone as (delete from roll_changes where ctid = any(array(select ctid from roll_changes limit most)) returning *),
  counts as (
    insert into roll_counts as s
    select t.month, t.assignee_id, t.client_id, t.came_from, t.went_to, t.move, sum(t.loans), sum(t.amount)
    from gone g cross join lateral roll_told(g::roll_changes) t group by 1, 2, 3, 4, 5, 6
    having sum(t.loans) <> 0 or sum(t.amount) <> 0
    on conflict (month, assignee_id, client_id, came_from, went_to, move) do update set loans = s.loans + excluded.loans,
      amount = s.amount + excluded.amount)
  select count(*) into n from gone;
  return n;
end $$;
