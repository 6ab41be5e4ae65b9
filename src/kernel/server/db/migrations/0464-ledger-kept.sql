-- The cash of a deposit is banked loan by loan (decision 141): what was banked of no loan goes back, and is posted anew.
create index postings_deposit on postings (source_id, id) where source = 'deposit';

with whole as (
  select p.source_id, p.client_id, p.person_id, p.day, p.by_id, k.account, sum(k.n * p.amount) as amount
  from postings p cross join lateral (values (p.to_account, 1), (p.from_account, -1)) k (account, n)
  where p.source = 'deposit' and p.loan_id is null and k.account in ('cash_banked', 'cash_variance')
  group by 1, 2, 3, 4, 5, 6 having sum(k.n * p.amount) <> 0)
insert into postings (client_id, person_id, day, amount, from_account, to_account, reason, source, source_id, by_id)
  select client_id, person_id, day, abs(amount), case when amount > 0 then account else 'cash_deposited' end,
    case when amount > 0 then 'cash_deposited' else account end, 'cash-cancelled', 'deposit', source_id, by_id from whole order by source_id;

with parts as (
  select d.id, d.client_id, d.user_id, d.decided_by, d.deposited_on, r.id as receipt_id, r.loan_id, r.amount,
    least(r.amount, greatest(0, d.received - (sum(r.amount) over (partition by d.id order by r.id) - r.amount))) as banked
  from cash_deposits d join cash_deposit_receipts x on x.deposit_id = d.id and x.is_live join cash_receipts r on r.id = x.receipt_id
  where d.state = 'confirmed')
insert into postings (loan_id, client_id, person_id, day, amount, from_account, to_account, reason, source, source_id, by_id)
  select loan_id, client_id, user_id, deposited_on, amount, from_account, to_account, reason, 'deposit', id, decided_by from (
    select p.id, p.receipt_id, p.loan_id, p.client_id, p.user_id, p.deposited_on, p.decided_by, k.* from parts p cross join lateral (values
      ('cash_deposited', 'cash_banked', 'cash-banked', p.banked),
      ('cash_deposited', 'cash_variance', 'cash-variance', p.amount - p.banked)) k (from_account, to_account, reason, amount)
    union all
    select id, null, null, client_id, user_id, deposited_on, decided_by, 'cash_variance', 'cash_banked', 'cash-variance', received - amount
    from cash_deposits where state = 'confirmed') k
  where amount > 0 order by id, receipt_id;

-- What lies in the accounts is kept by lender and day, as the sums of reports are (decision 062): a trigger leaves what a posting
-- adds, so that nobody waits for a sum somebody else writes; the fold puts it into days and months. Lender 0: of no lender.
create table ledger_changes (
  account text not null,
  client_id bigint not null,
  day date not null,
  came_in bigint not null,
  gone bigint not null
);
create table ledger_days (like ledger_changes, primary key (day, client_id, account));
create table ledger_months (like ledger_changes, primary key (day, client_id, account));

create function keep_ledger_sums() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into ledger_changes
      select k.account, coalesce(p.client_id, 0), p.day, sum(k.came_in), sum(k.gone)
      from added p cross join lateral (values (p.to_account, p.amount, 0), (p.from_account, 0, p.amount)) k (account, came_in, gone)
      group by 1, 2, 3;
  else
    insert into ledger_changes
      select k.account, coalesce(p.client_id, 0), p.day, -sum(k.came_in), -sum(k.gone)
      from taken p cross join lateral (values (p.to_account, p.amount, 0), (p.from_account, 0, p.amount)) k (account, came_in, gone)
      group by 1, 2, 3;
  end if;
  return null;
end $$;

create function fold_ledger(most int default 50000) returns int language plpgsql as $$
declare n int;
begin
  if not pg_try_advisory_xact_lock(7113) then return 0; end if;
  with gone_rows as (
    delete from ledger_changes where ctid = any(array(select ctid from ledger_changes limit most)) returning *),
  days as (
    insert into ledger_days as s select account, client_id, day, sum(came_in), sum(gone) from gone_rows group by 1, 2, 3
    on conflict (day, client_id, account) do update set came_in = s.came_in + excluded.came_in, gone = s.gone + excluded.gone),
  months as (
    insert into ledger_months as s
    select account, client_id, date_trunc('month', day::timestamp)::date, sum(came_in), sum(gone) from gone_rows group by 1, 2, 3
    on conflict (day, client_id, account) do update set came_in = s.came_in + excluded.came_in, gone = s.gone + excluded.gone)
  select count(*) into n from gone_rows;
  return n;
end $$;

insert into ledger_changes
  select k.account, coalesce(p.client_id, 0), p.day, sum(k.came_in), sum(k.gone)
  from postings p cross join lateral (values (p.to_account, p.amount, 0), (p.from_account, 0, p.amount)) k (account, came_in, gone)
  group by 1, 2, 3;
select fold_ledger(2000000000);
create trigger postings_kept after insert on postings referencing new table as added
  for each statement execute function keep_ledger_sums();
create trigger postings_taken_back after delete on postings referencing old table as taken
  for each statement execute function keep_ledger_sums();

-- What the daily look at the ledger found.
create table ledger_looks (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  differences int not null,
  amount bigint not null
);
