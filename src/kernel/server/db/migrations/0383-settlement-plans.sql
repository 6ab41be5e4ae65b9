-- Settlements in instalments: a schedule asked for with the settlement, accepted by the borrower, and judged by the ledger.
alter table clients
  add column settlement_asks text not null default 'instalments' check (settlement_asks in ('instalments', 'always', 'never')),
  add column settlement_offer_days int not null default 7 check (settlement_offer_days between 1 and 60),
  add column settlement_grace_days int not null default 7 check (settlement_grace_days between 0 and 60),
  add column settlement_most_days int not null default 365 check (settlement_most_days between 1 and 1095);

create table settlement_instalments (
  settlement_id bigint not null references settlements (id) on delete cascade,
  n int not null check (n between 1 and 12),
  due_on date not null,
  amount bigint not null check (amount > 0),
  received bigint not null default 0,
  state text not null default 'open' check (state in ('open', 'paid', 'late', 'missed')),
  primary key (settlement_id, n),
  check (received between 0 and amount)
);

create table settlement_plans (
  settlement_id bigint primary key references settlements (id) on delete cascade,
  loan_id bigint not null references loans (id) on delete cascade,
  state text not null check (state in ('offered', 'accepted', 'running', 'late', 'paid', 'broken', 'expired', 'withdrawn')),
  asks boolean not null,
  binds boolean not null,
  offered_at timestamptz not null,
  offered_on date not null,
  accept_by date not null,
  grace_days int not null,
  outstanding bigint not null,
  judged_on date not null,
  code text not null unique,
  tell_at timestamptz,
  accepted_at timestamptz,
  accepted_channel text check (accepted_channel in ('sms')),
  accepted_language text check (accepted_language in ('en', 'hi')),
  accepted_version int,
  accepted_terms text,
  otp_mac text,
  otp_until timestamptz,
  otp_tries int not null default 0,
  otp_sent int not null default 0,
  otp_day date,
  changed_at timestamptz not null default now(),
  check (binds or not asks),
  check ((accepted_at is null) = (accepted_terms is null))
);
create index settlement_plans_loan on settlement_plans (loan_id);
create index settlement_plans_open on settlement_plans (judged_on) where state in ('offered', 'accepted', 'running', 'late');
create index settlement_plans_tell on settlement_plans (tell_at) where tell_at is not null;

-- Loans whose plans must be judged anew; twice does no harm.
create table settlement_queue (
  id bigint generated always as identity primary key,
  loan_id bigint not null
);
create function queue_settlements() returns trigger language plpgsql as $$
begin
  insert into settlement_queue (loan_id) select distinct p.loan_id from added a join settlement_plans p on p.loan_id = a.loan_id
    where a.source = 'payment' and p.state not in ('expired', 'withdrawn');
  return null;
end $$;
create trigger postings_settled after insert on postings referencing new table as added
  for each statement execute function queue_settlements();

-- A settlement that binds the borrower to days is waived when all of it came in time, any other when it is approved.
create or replace function post_waiver() returns trigger language plpgsql as $$
declare
  today date := (now() at time zone 'Asia/Kolkata')::date;
  waived bigint;
begin
  if tg_op = 'UPDATE' and old.status = 'Approved' then
    select sum(case when to_account = 'waived' then amount else -amount end) into waived from postings
      where loan_id = new.loan_id and source = 'settlement' and source_id = new.id;
    if waived > 0 then
      insert into postings (loan_id, client_id, person_id, day, amount, from_account, to_account, reason, source, source_id)
        select l.id, l.client_id, new.user_id, today, waived, 'waived', 'borrower', 'not-waived', 'settlement', new.id
        from loans l where l.id = new.loan_id;
    end if;
  end if;
  if new.status = 'Approved'
    and not exists (select from settlement_plans p where p.settlement_id = new.id and p.binds and p.state <> 'withdrawn') then
    insert into postings (loan_id, client_id, person_id, day, amount, from_account, to_account, reason, source, source_id)
      select l.id, l.client_id, new.user_id, today, l.total_outstanding - new.amount, 'borrower', 'waived', 'waived', 'settlement', new.id
      from loans l where l.id = new.loan_id and l.total_outstanding > new.amount;
  end if;
  return null;
end $$;

create function post_plan_waiver() returns trigger language plpgsql as $$
declare
  today date := (now() at time zone 'Asia/Kolkata')::date;
begin
  insert into postings (loan_id, client_id, person_id, day, amount, from_account, to_account, reason, source, source_id)
    select new.loan_id, l.client_id, s.user_id, today, new.outstanding - s.amount,
      case when new.state = 'paid' then 'borrower' else 'waived' end,
      case when new.state = 'paid' then 'waived' else 'borrower' end,
      case when new.state = 'paid' then 'waived' else 'not-waived' end, 'settlement', s.id
    from settlements s join loans l on l.id = s.loan_id
    where s.id = new.settlement_id and s.status = 'Approved' and new.outstanding > s.amount;
  return null;
end $$;
create trigger settlement_plans_waived after update on settlement_plans for each row
  when (new.binds and old.state <> new.state and (old.state = 'paid' or new.state = 'paid') and new.state <> 'withdrawn')
  execute function post_plan_waiver();

-- No code path can forget it: what is no longer approved binds nobody. What was waived is posted back above.
create function withdraw_plan() returns trigger language plpgsql as $$
begin
  update settlement_plans set state = 'withdrawn', tell_at = null, otp_mac = null, changed_at = now()
    where settlement_id = new.id and state <> 'withdrawn';
  insert into settlement_queue (loan_id) values (new.loan_id);
  return null;
end $$;
create trigger settlements_withdrawn after update on settlements for each row
  when (old.status = 'Approved' and new.status <> 'Approved') execute function withdraw_plan();
