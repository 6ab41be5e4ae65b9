-- Sums of what is reported, kept as work happens (decision 062): a report reads sums, not a year of rows. Whoever changes a
-- loan, a payment, an outcome, a call or an interval leaves what that adds and takes away in sum_changes, by triggers, so
-- that no writer can forget it; rows are only added there, so nobody waits for anybody. fold_sums() puts them into the
-- sums a moment later, and the views read both: what they say is the sum of the rows at every moment.

-- One row may speak of several sums. Of a loan: assignee_id 0 is nobody, allocation_type_id 0 is none.
create table sum_changes (
  -- Whose work it was, and on which day.
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
  -- Stretches of work that are over, and how long they were, in microseconds.
  spans int not null default 0,
  login bigint not null default 0,
  break bigint not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);
comment on table sum_changes is 'amounts in paise, talk in seconds';

-- Loans by who works them and whose they are.
create table book_sums (
  assignee_id bigint not null,
  client_id bigint not null,
  portfolio_id bigint not null,
  allocation_type_id bigint not null,
  is_active boolean not null,
  loans int not null,
  principal bigint not null,
  total bigint not null,
  primary key (assignee_id, client_id, portfolio_id, allocation_type_id, is_active)
) with (fillfactor = 70);
-- What came in and was promised on them by day.
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
  primary key (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active)
) with (fillfactor = 70);
-- The same, whoever works them.
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
  primary key (day, client_id, portfolio_id, allocation_type_id, is_active)
) with (fillfactor = 70);
-- Who paid on a day: people cannot be added up.
create table payer_days (
  assignee_id bigint not null,
  day date not null,
  client_id bigint not null,
  portfolio_id bigint not null,
  allocation_type_id bigint not null,
  is_active boolean not null,
  borrower_id bigint not null,
  payments int not null,
  primary key (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id)
);
create index payer_days_of_all on payer_days (day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id)
  include (payments);
-- What a person did on a day.
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

create view book_sums_now as
  select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total from book_sums
  union all select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total
  from sum_changes where client_id is not null and day is null;
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
  select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments from payer_days
  union all select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments
  from sum_changes where borrower_id is not null and day is not null;
create view agent_days_now as
  select user_id, day, promises, follow_ups, calls, connected, talk, spans, login, break from agent_days
  union all select user_id, day, promises, follow_ups, calls, connected, talk, spans, login, break
  from sum_changes where user_id is not null;

-- Puts what has been left into the sums, some of it at a time; answers how much. One node does it at a time.
create function fold_sums(most int default 50000) returns int language plpgsql as $$
declare n int;
begin
  if not pg_try_advisory_xact_lock(7067) then return 0; end if;
  with gone as (
    delete from sum_changes where ctid = any(array(select ctid from sum_changes limit most)) returning *),
  books as (
    insert into book_sums as s
    select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, sum(loans), sum(principal), sum(total)
    from gone where client_id is not null and day is null group by 1, 2, 3, 4, 5
    on conflict (assignee_id, client_id, portfolio_id, allocation_type_id, is_active) do update set
      loans = s.loans + excluded.loans, principal = s.principal + excluded.principal, total = s.total + excluded.total),
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
  payers as (
    insert into payer_days as s
    select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, sum(payments)
    from gone where borrower_id is not null and day is not null group by 1, 2, 3, 4, 5, 6, 7
    on conflict (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id) do update set
      payments = s.payments + excluded.payments),
  agents as (
    insert into agent_days as s
    select user_id, day, sum(promises), sum(follow_ups), sum(calls), sum(connected), sum(talk), sum(spans), sum(login), sum(break)
    from gone where user_id is not null group by 1, 2
    on conflict (user_id, day) do update set promises = s.promises + excluded.promises,
      follow_ups = s.follow_ups + excluded.follow_ups, calls = s.calls + excluded.calls,
      connected = s.connected + excluded.connected, talk = s.talk + excluded.talk, spans = s.spans + excluded.spans,
      login = s.login + excluded.login, break = s.break + excluded.break)
  select count(*) into n from gone;
  return n;
end $$;

-- Loans. An import that passes triggers by does what this one does by itself (domains/files/apply-customers.ts).
create function sum_new_loans() returns trigger language plpgsql as $$
begin
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total)
    select coalesce(assignee_id, 0), client_id, portfolio_id, coalesce(allocation_type_id, 0), is_active, count(*),
      sum(principal_outstanding), sum(total_outstanding)
    from added group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger loans_summed after insert on loans referencing new table as added
  for each statement execute function sum_new_loans();
create function sum_gone_loans() returns trigger language plpgsql as $$
begin
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total)
    select coalesce(assignee_id, 0), client_id, portfolio_id, coalesce(allocation_type_id, 0), is_active, -count(*),
      -sum(principal_outstanding), -sum(total_outstanding)
    from gone group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger loans_sums_gone after delete on loans referencing old table as gone
  for each statement execute function sum_gone_loans();

-- A loan that goes to somebody else, or is closed, takes along what came in and was promised on it. For each row, so that
-- the many changes that touch nothing of this cost nothing.
create function sum_moved_loan() returns trigger language plpgsql as $$
begin
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total) values
    (coalesce(old.assignee_id, 0), old.client_id, old.portfolio_id, coalesce(old.allocation_type_id, 0), old.is_active,
      -1, -old.principal_outstanding, -old.total_outstanding),
    (coalesce(new.assignee_id, 0), new.client_id, new.portfolio_id, coalesce(new.allocation_type_id, 0), new.is_active,
      1, new.principal_outstanding, new.total_outstanding);
  if (old.assignee_id, old.client_id, old.portfolio_id, old.allocation_type_id, old.is_active, old.borrower_id)
    is not distinct from (new.assignee_id, new.client_id, new.portfolio_id, new.allocation_type_id, new.is_active, new.borrower_id)
  then return null; end if;
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, day, collected, payments)
    select k.assignee_id, k.client_id, k.portfolio_id, k.allocation_type_id, k.is_active, k.borrower_id, p.payment_date,
      k.n * p.amount, k.n
    from payments p cross join (values
      (-1, coalesce(old.assignee_id, 0), old.client_id, old.portfolio_id, coalesce(old.allocation_type_id, 0), old.is_active,
        old.borrower_id),
      (1, coalesce(new.assignee_id, 0), new.client_id, new.portfolio_id, coalesce(new.allocation_type_id, 0), new.is_active,
        new.borrower_id)) k (n, assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id)
    where p.loan_id = new.id and p.realized and p.status = 'success';
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
create trigger loans_sums_moved after update on loans for each row
  when ((old.assignee_id, old.client_id, old.portfolio_id, old.allocation_type_id, old.is_active, old.borrower_id,
      old.principal_outstanding, old.total_outstanding)
    is distinct from (new.assignee_id, new.client_id, new.portfolio_id, new.allocation_type_id, new.is_active, new.borrower_id,
      new.principal_outstanding, new.total_outstanding))
  execute function sum_moved_loan();

-- Payments. The loan is held in share: who moves it sees this payment, or this payment sees where it went.
create function sum_payments() returns trigger language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if tg_op <> 'DELETE' then
    perform from loans where id in (select loan_id from added where realized and status = 'success') order by id for share;
    insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, day, collected, payments)
      select coalesce(l.assignee_id, 0), l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, l.borrower_id,
        p.payment_date, p.amount, 1
      from added p join loans l on l.id = p.loan_id where p.realized and p.status = 'success';
  end if;
  if tg_op <> 'INSERT' then
    perform from loans where id in (select loan_id from gone where realized and status = 'success') order by id for share;
    insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, day, collected, payments)
      select coalesce(l.assignee_id, 0), l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, l.borrower_id,
        p.payment_date, -p.amount, -1
      from gone p join loans l on l.id = p.loan_id where p.realized and p.status = 'success';
  end if;
  return null;
end $$;
create trigger payments_summed after insert on payments referencing new table as added
  for each statement execute function sum_payments();
create trigger payments_sums_changed after update on payments referencing old table as gone new table as added
  for each statement execute function sum_payments();
create trigger payments_sums_gone after delete on payments referencing old table as gone
  for each statement execute function sum_payments();

-- Promises and follow-ups, 1 and 2 of the master: of whoever wrote them, and promises of their loan.
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
create function sum_outcomes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform sum_outcome(old, -1); end if;
  if tg_op <> 'DELETE' then perform sum_outcome(new, 1); end if;
  return null;
end $$;
create trigger borrower_dispositions_summed after insert on borrower_dispositions for each row
  when (new.disposition_id in (1, 2)) execute function sum_outcomes();
create trigger borrower_dispositions_sums_changed after update on borrower_dispositions for each row
  when ((old.disposition_id in (1, 2) or new.disposition_id in (1, 2))
    and (old.disposition_id, old.amount, old.effective_at, old.user_id, old.loan_id)
      is distinct from (new.disposition_id, new.amount, new.effective_at, new.user_id, new.loan_id))
  execute function sum_outcomes();
create trigger borrower_dispositions_sums_gone after delete on borrower_dispositions for each row
  when (old.disposition_id in (1, 2)) execute function sum_outcomes();

-- Calls, as the view cdr tells them.
create function sum_call(k call_attempts, n int) returns void language plpgsql as $$
declare talked int := coalesce(extract(epoch from k.ended_at - k.bridged_at)::int, 0);
begin
  if k.dialed_at is null or k.user_id is null then return; end if;
  insert into sum_changes (user_id, day, calls, connected, talk)
    values (k.user_id, (k.dialed_at at time zone 'Asia/Kolkata')::date, n, case when talked > 0 then n else 0 end, n * talked);
end $$;
create function sum_calls() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform sum_call(old, -1); end if;
  if tg_op <> 'DELETE' then perform sum_call(new, 1); end if;
  return null;
end $$;
create trigger call_attempts_summed after insert on call_attempts for each row
  when (new.dialed_at is not null and new.user_id is not null) execute function sum_calls();
create trigger call_attempts_sums_changed after update on call_attempts for each row
  when ((old.user_id, old.dialed_at, old.ended_at - old.bridged_at)
    is distinct from (new.user_id, new.dialed_at, new.ended_at - new.bridged_at))
  execute function sum_calls();
create trigger call_attempts_sums_gone after delete on call_attempts for each row execute function sum_calls();

-- Stretches of work that are over; the open ones are few and are read themselves.
create function sum_span(i agent_intervals, n int) returns void language plpgsql as $$
declare lasted bigint := (extract(epoch from i.ended_at - i.started_at) * 1000000)::bigint;
begin
  if i.ended_at is null or i.word = 'logged-out' then return; end if;
  insert into sum_changes (user_id, day, spans, login, break)
    values (i.user_id, (i.started_at at time zone 'Asia/Kolkata')::date, n, n * lasted,
      case when i.word ilike 'break%' then n * lasted else 0 end);
end $$;
create function sum_spans() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform sum_span(old, -1); end if;
  if tg_op <> 'DELETE' then perform sum_span(new, 1); end if;
  return null;
end $$;
create trigger agent_intervals_summed after insert on agent_intervals for each row
  when (new.ended_at is not null) execute function sum_spans();
create trigger agent_intervals_sums_changed after update on agent_intervals for each row
  when ((old.ended_at is not null or new.ended_at is not null)
    and (old.user_id, old.word, old.started_at, old.ended_at)
      is distinct from (new.user_id, new.word, new.started_at, new.ended_at))
  execute function sum_spans();
create trigger agent_intervals_sums_gone after delete on agent_intervals for each row
  when (old.ended_at is not null) execute function sum_spans();

-- All of them from the rows, for a database that was filled past the triggers; nobody else may be at work.
create function sums_anew() returns void language plpgsql as $$
begin
  lock table loans, payments, borrower_dispositions, call_attempts, agent_intervals in share mode;
  truncate sum_changes, book_sums, book_days, lender_days, payer_days, agent_days;
  insert into book_sums
    select coalesce(assignee_id, 0), client_id, portfolio_id, coalesce(allocation_type_id, 0), is_active, count(*),
      sum(principal_outstanding), sum(total_outstanding)
    from loans group by 1, 2, 3, 4, 5;
  insert into payer_days
    select coalesce(l.assignee_id, 0), p.payment_date, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active,
      l.borrower_id, count(*)
    from payments p join loans l on l.id = p.loan_id where p.realized and p.status = 'success' group by 1, 2, 3, 4, 5, 6, 7;
  insert into book_days
    select coalesce(l.assignee_id, 0), e.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active,
      sum(e.collected), sum(e.payments), sum(e.promises), sum(e.promised)
    from (
      select loan_id, payment_date as day, amount as collected, 1 as payments, 0 as promises, 0 as promised
      from payments where realized and status = 'success'
      union all select loan_id, (effective_at at time zone 'Asia/Kolkata')::date, 0, 0, 1, coalesce(amount, 0)
      from borrower_dispositions where disposition_id = 1) e
      join loans l on l.id = e.loan_id
    group by 1, 2, 3, 4, 5, 6;
  insert into lender_days
    select day, client_id, portfolio_id, allocation_type_id, is_active, sum(collected), sum(payments), sum(promises), sum(promised)
    from book_days group by 1, 2, 3, 4, 5;
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
end $$;
select sums_anew();
