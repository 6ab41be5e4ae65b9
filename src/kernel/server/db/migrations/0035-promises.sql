-- What became of a promise to pay: receipts are given to a loan's promises, the one due first first.

alter table clients
  add column promise_kept_percent int not null default 95 check (promise_kept_percent between 1 and 100),
  add column promise_grace_days int not null default 0 check (promise_grace_days between 0 and 30);

create table promises (
  id bigint primary key references borrower_dispositions (id) on delete cascade,
  loan_id bigint not null references loans (id) on delete cascade,
  amount bigint not null,
  -- The lender's terms of the day it was made: changed later, they do not turn what was kept into broken.
  needed bigint not null,
  made_at timestamptz not null,
  made_on date not null,
  due_on date not null,
  lapses_on date not null,
  received bigint not null default 0,
  state text not null default 'open' check (state in ('open', 'kept', 'part_kept', 'broken', 'void_inactive')),
  judged_at timestamptz
) with (fillfactor = 85);
create index promises_loan on promises (loan_id);
create index promises_lapsing on promises (lapses_on, loan_id) where state = 'open';

-- Loans whose promises must be looked at anew, in the order of what happened; twice does no harm.
create table promise_queue (
  id bigint generated always as identity primary key,
  loan_id bigint not null,
  -- From before promises had a state: judged without telling anybody.
  is_old boolean not null default false
);

-- Kept by triggers, so that no writer of outcomes or payments can forget it.
create function keep_promise() returns trigger language plpgsql as $$
begin
  insert into promises (id, loan_id, amount, needed, made_at, made_on, due_on, lapses_on, state)
    select new.id, new.loan_id, new.amount, ceil(new.amount * c.promise_kept_percent / 100.0), new.effective_at,
      (new.effective_at at time zone 'Asia/Kolkata')::date, new.action_date, new.action_date + c.promise_grace_days,
      case when l.is_active then 'open' else 'void_inactive' end
    from loans l join clients c on c.id = l.client_id where l.id = new.loan_id;
  -- Paid before it arrived from a phone.
  insert into promise_queue (loan_id) select new.loan_id where exists (select from payments y
    where y.loan_id = new.loan_id and y.payment_date >= (new.effective_at at time zone 'Asia/Kolkata')::date);
  return null;
end $$;
create trigger borrower_dispositions_promise after insert on borrower_dispositions
  for each row when (new.disposition_id = 1 and new.amount is not null and new.action_date is not null)
  execute function keep_promise();

create function queue_paid() returns trigger language plpgsql as $$
begin
  insert into promise_queue (loan_id) select distinct y.loan_id from changed y
    where exists (select from promises p where p.loan_id = y.loan_id and p.state <> 'void_inactive');
  return null;
end $$;
create trigger payments_made after insert on payments
  referencing new table as changed for each statement execute function queue_paid();
create trigger payments_changed after update on payments
  referencing new table as changed for each statement execute function queue_paid();
create trigger payments_undone after delete on payments
  referencing old table as changed for each statement execute function queue_paid();

-- For many entries that came without the trigger.
create function fill_promises() returns void language plpgsql as $$
begin
  insert into promises (id, loan_id, amount, needed, made_at, made_on, due_on, lapses_on, state)
    select d.id, d.loan_id, d.amount, ceil(d.amount * c.promise_kept_percent / 100.0), d.effective_at,
      (d.effective_at at time zone 'Asia/Kolkata')::date, d.action_date, d.action_date + c.promise_grace_days,
      case when l.is_active then 'open' else 'void_inactive' end
    from borrower_dispositions d join loans l on l.id = d.loan_id join clients c on c.id = l.client_id
    where d.disposition_id = 1 and d.amount is not null and d.action_date is not null;
  insert into promise_queue (loan_id, is_old)
    select distinct loan_id, true from promises where state <> 'void_inactive' order by loan_id;
end $$;
select fill_promises();
