-- A letter that nothing is due any more: there is one for each loan that is paid off, by the same trigger that ends all contact,
-- and it no longer holds when the payment goes back. A loan that is paid again gets another, with a number of its own.
alter table clients add column no_dues_text text not null default '';
create sequence no_dues_number;
create table no_dues_letters (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loans (id) on delete cascade,
  client_id bigint not null references clients (id),
  settlement_id bigint references settlements (id) on delete set null,
  number text not null unique
    default 'NDL-' || to_char(now() at time zone 'Asia/Kolkata', 'YYYY') || '-' || lpad(nextval('no_dues_number')::text, 6, '0'),
  code text not null unique default upper(left(replace(gen_random_uuid()::text, '-', ''), 20)),
  key text not null unique default replace(gen_random_uuid()::text, '-', ''),
  paid bigint not null,
  paid_on date not null,
  words text not null,
  issued_at timestamptz not null,
  revoked_at timestamptz
);
create unique index no_dues_letters_loan on no_dues_letters (loan_id) where revoked_at is null;
create index no_dues_letters_of_loan on no_dues_letters (loan_id);
create index no_dues_letters_client on no_dues_letters (client_id, id desc);

create function write_no_dues() returns trigger language plpgsql as $$
begin
  if new.paid_off_at is null then
    update no_dues_letters set revoked_at = now() where loan_id = new.id and revoked_at is null;
    return null;
  end if;
  insert into no_dues_letters (loan_id, client_id, settlement_id, paid, paid_on, words, issued_at)
    select new.id, new.client_id, s.id,
      coalesce(s.amount, (select sum(p.amount) from payments p where p.loan_id = new.id and p.realized and p.status = 'success'), 0),
      coalesce(new.latest_realize_payment_date, (new.paid_off_at at time zone 'Asia/Kolkata')::date), c.no_dues_text, new.paid_off_at
    from clients c left join lateral (
      select t.id, t.amount from settlements t left join settlement_plans q on q.settlement_id = t.id
      where t.loan_id = new.id and t.status = 'Approved' and new.payment_status = 'Settlement Paid'
      order by q.state = 'paid' desc nulls last, t.id desc limit 1) s on true
    where c.id = new.client_id;
  -- An offer of a settlement has nobody to go to.
  update settlement_plans set tell_at = null where loan_id = new.id and tell_at is not null;
  return null;
end $$;
create trigger loan_paid_off_letter after update on loans for each row
  when ((old.paid_off_at is null) <> (new.paid_off_at is null)) execute function write_no_dues();

-- Loans that were paid off before this.
update loans set paid_off_at = coalesce((latest_realize_payment_date + time '12:00') at time zone 'Asia/Kolkata', updated_at)
  where is_paid_off(payment_status, total_outstanding);
