-- The ledger (decision 170): every rupee that somebody says, takes, receives, deposits, credits, reverses or waives is a
-- posting that moves it from one account to another. So the sum over all accounts is zero whatever is posted. Postings are
-- only added to; a correction takes the old one back and posts anew.

-- Postings made from the rows of payments instead of as work happened: of before the ledger, or loaded past the triggers.
create table ledger_openings (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  confirmed_at timestamptz,
  confirmed_by bigint references users (id)
);
create trigger ledger_openings_confirmed before update or delete on ledger_openings for each row
  when (old.confirmed_at is not null) execute function refuse_change();
create trigger ledger_openings_no_truncate before truncate on ledger_openings for each statement execute function refuse_change();

-- Without foreign keys to what a person may take back, as loans and payments of a file: the ledger outlives them.
create table postings (
  id bigint generated always as identity primary key,
  loan_id bigint,
  client_id bigint,
  person_id bigint,
  day date not null,
  amount bigint not null check (amount > 0),
  from_account text not null,
  to_account text not null,
  reason text not null,
  source text not null,
  source_id bigint not null,
  by_id bigint,
  note text,
  opening_id bigint references ledger_openings (id),
  at timestamptz not null default now(),
  constraint postings_from_account_check check (from_account in ('borrower', 'claimed', 'gateway', 'credited', 'held', 'reversed',
    'waived', 'cash_taken', 'cash_with_agent', 'cash_deposited', 'cash_banked', 'cash_variance')),
  constraint postings_to_account_check check (to_account in ('borrower', 'claimed', 'gateway', 'credited', 'held', 'reversed',
    'waived', 'cash_taken', 'cash_with_agent', 'cash_deposited', 'cash_banked', 'cash_variance')),
  constraint postings_reason_check check (reason in ('opening', 'claimed', 'received', 'credited', 'held', 'counted', 'same',
    'refused', 'reversed', 'corrected', 'withdrawn', 'undone', 'waived', 'not-waived', 'cash-taken', 'cash-deposited',
    'cash-banked', 'cash-variance', 'cash-cancelled')),
  constraint postings_source_check check (source in ('payment', 'settlement', 'receipt', 'deposit', 'cash-day')),
  -- Who holds the notes is one book, what is paid on a loan another: no rupee goes from one to the other.
  constraint postings_one_book check (from_account <> to_account
    and starts_with(from_account, 'cash_') = starts_with(to_account, 'cash_')),
  constraint postings_of_a_loan check (starts_with(to_account, 'cash_') or (loan_id is not null and client_id is not null))
);

-- Postings of an opening leave with it until somebody confirms it; nothing else changes or leaves.
create function refuse_posting_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from ledger_openings where id = old.opening_id and confirmed_at is null) then
    return old;
  end if;
  raise exception 'postings are append-only';
end $$;
create trigger postings_append_only before update or delete on postings for each row execute function refuse_posting_change();
create trigger postings_no_truncate before truncate on postings for each statement execute function refuse_change();

-- Which account the money of a payment is in; null: it stands for no money.
create function payment_account(status text, realized boolean, job_id bigint, attempt_id text, source text) returns text
  language sql immutable parallel safe return case
    when status = 'held' then 'held'
    when status = 'reversed' then 'reversed'
    when status <> 'success' then null
    when not realized then 'claimed'
    when job_id is null and (attempt_id is not null or source in ('PAYMENT_LINK', 'DIRECT_FROM_SITE')) then 'gateway'
    else 'credited' end;

-- Collected is what lies in these two: 1 when it comes in, -1 when it leaves, 0 else.
create function collected_by(from_account text, to_account text) returns int language sql immutable parallel safe
  return (to_account in ('gateway', 'credited'))::int - (from_account in ('gateway', 'credited'))::int;

-- Where the ledger and the rows of payments differ: nowhere. What has to be posted for them to agree.
create view ledger_differences as
  select source_id as payment_id, loan_id, client_id, person_id, day, account, sum(amount)::bigint as amount from (
    select p.id as source_id, p.loan_id, l.client_id, p.user_id as person_id, p.payment_date as day,
      payment_account(p.status, p.realized, p.job_id, p.attempt_id, p.source) as account, p.amount
    from payments p join loans l on l.id = p.loan_id where p.status in ('success', 'held', 'reversed') and p.amount > 0
    union all
    select p.source_id, p.loan_id, p.client_id, p.person_id, p.day, k.account, k.n * p.amount
    from postings p cross join lateral (values (p.from_account, 1), (p.to_account, -1)) k (account, n)
    where p.source = 'payment' and k.account <> 'borrower') e
  group by 1, 2, 3, 4, 5, 6 having sum(amount) <> 0;

-- Posts what differs; answers the opening it belongs to, or null where nothing does. Nobody else may be at work.
create function open_ledger() returns bigint language plpgsql as $$
declare
  opening bigint;
  n bigint;
begin
  lock table payments, postings in share row exclusive mode;
  insert into ledger_openings default values returning id into opening;
  insert into postings (loan_id, client_id, person_id, day, amount, from_account, to_account, reason, source, source_id, opening_id)
    select loan_id, client_id, person_id, day, abs(amount), case when amount > 0 then 'borrower' else account end,
      case when amount > 0 then account else 'borrower' end, 'opening', 'payment', payment_id, opening
    from ledger_differences order by day, payment_id;
  get diagnostics n = row_count;
  if n > 0 then return opening; end if;
  delete from ledger_openings where id = opening;
  return null;
end $$;

-- Takes an opening back that nobody confirmed.
create function drop_opening(opening bigint) returns bigint language plpgsql as $$
declare n bigint;
begin
  delete from postings where opening_id = opening;
  get diagnostics n = row_count;
  delete from ledger_openings where id = opening;
  return n;
end $$;

-- No code path can forget to post: what a change of payments moves is posted with its reason. What changes but its account is
-- taken back and posted anew. Rows are joined in the order of their ids, however many a statement changes.
create function post_payments() returns trigger language plpgsql set enable_hashjoin = off set enable_nestloop = off as $$
begin
  if tg_op = 'INSERT' then
    insert into postings (loan_id, client_id, person_id, day, amount, from_account, to_account, reason, source, source_id, by_id)
      select p.loan_id, (select client_id from loans where id = p.loan_id), p.user_id, p.payment_date, p.amount, 'borrower', p.account,
        case p.account when 'gateway' then 'received' else p.account end, 'payment', p.id,
        case when p.job_id is not null then (select created_by from file_jobs where id = p.job_id)
          when p.source = 'DISPOSITION' then p.user_id end
      from (select *, payment_account(status, realized, job_id, attempt_id, source) as account from added) p
      where p.account is not null and p.amount > 0 order by p.id;
  elsif tg_op = 'DELETE' then
    insert into postings (loan_id, client_id, person_id, day, amount, from_account, to_account, reason, source, source_id)
      select p.loan_id, (select client_id from loans where id = p.loan_id), p.user_id, p.payment_date, p.amount, p.account, 'borrower',
        case when p.job_id is null then 'withdrawn' else 'undone' end, 'payment', p.id
      from (select *, payment_account(status, realized, job_id, attempt_id, source) as account from gone) p
      where p.account is not null and p.amount > 0 order by p.id;
  else
    insert into postings (loan_id, client_id, person_id, day, amount, from_account, to_account, reason, source, source_id, by_id)
      select k.loan_id, (select client_id from loans where id = k.loan_id), k.person_id, k.day, k.amount, k.from_account, k.to_account,
        c.reason, 'payment', c.id,
        case when c.is_decided then c.decided_by
          when c.reason in ('credited', 'held', 'corrected') then (select created_by from file_jobs where id = c.job_id) end
      from (
        select n.id, o.loan_id, o.user_id, o.payment_date, o.amount, n.loan_id as to_loan, n.user_id as to_user,
          n.payment_date as to_day, n.amount as to_amount, w.was, w.is_now,
          w.was is not null and w.is_now is not null and o.loan_id = n.loan_id and o.user_id is not distinct from n.user_id
            and o.payment_date = n.payment_date and o.amount = n.amount as is_moved,
          n.decided_at is distinct from o.decided_at as is_decided, n.decided_by,
          case when o.job_id is distinct from n.job_id then n.job_id end as job_id,
          case when n.status <> o.status and n.status in ('same', 'refused', 'reversed', 'held') then n.status
            when o.status = 'held' and n.status = 'success' then 'counted'
            when o.job_id is not null and n.job_id is null then 'undone'
            when n.attempt_id is not null and o.attempt_id is null then 'received'
            when w.was <> 'credited' and w.is_now = 'credited' then 'credited' else 'corrected' end as reason
        from gone o join added n on n.id = o.id
          cross join lateral (select payment_account(o.status, o.realized, o.job_id, o.attempt_id, o.source) as was,
            payment_account(n.status, n.realized, n.job_id, n.attempt_id, n.source) as is_now) w) c
        cross join lateral (values
          (1, c.loan_id, c.user_id, c.payment_date, c.amount, c.was, case when c.is_moved then c.is_now else 'borrower' end),
          (2, c.to_loan, c.to_user, c.to_day, c.to_amount, 'borrower', case when not c.is_moved then c.is_now end))
          k (n, loan_id, person_id, day, amount, from_account, to_account)
      where k.from_account <> k.to_account and k.amount > 0 order by c.id, k.n;
  end if;
  return null;
end $$;
create trigger payments_posted after insert on payments referencing new table as added
  for each statement execute function post_payments();
create trigger payments_posting_changed after update on payments referencing old table as gone new table as added
  for each statement execute function post_payments();
create trigger payments_posting_gone after delete on payments referencing old table as gone
  for each statement execute function post_payments();

-- What came in is summed from the ledger (decision 062): the sums and the postings cannot say two things. The loan is held in
-- share: who moves it sees this posting, or this posting sees where it went. What an opening posts was summed before.
drop trigger payments_summed on payments;
drop trigger payments_sums_changed on payments;
drop trigger payments_sums_gone on payments;
drop function sum_payments();
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

-- Of before the ledger; what else follows a posting comes after it, as one pass over what is there.
select open_ledger();
create trigger postings_summed after insert on postings referencing new table as added
  for each statement execute function sum_postings();
create index postings_loan on postings (loan_id, id);
create index postings_day on postings using brin (day);
create index postings_cash on postings (person_id, id) where starts_with(to_account, 'cash_');

-- A loan that moves takes its postings along.
create or replace function sum_moved_loan() returns trigger language plpgsql as $$
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

-- Rows that were loaded past the triggers are posted first.
create or replace function sums_anew() returns void language plpgsql as $$
begin
  perform open_ledger();
  lock table loans, payments, postings, borrower_dispositions, call_attempts, agent_intervals in share mode;
  truncate sum_changes, book_sums, book_days, lender_days, payer_days, agent_days;
  insert into book_sums
    select coalesce(assignee_id, 0), client_id, portfolio_id, coalesce(allocation_type_id, 0), is_active, count(*),
      sum(principal_outstanding), sum(total_outstanding)
    from loans group by 1, 2, 3, 4, 5;
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
end $$;
