-- What an opening posts is never added to, so its sums stand beside it: the list read each posting of years.
alter table ledger_openings add column payments int not null default 0, add column amount bigint not null default 0;

alter table ledger_openings disable trigger ledger_openings_confirmed;
update ledger_openings o set payments = p.n, amount = p.amount
from (select opening_id, count(distinct source_id) as n, sum(amount) as amount from postings
  where opening_id is not null group by opening_id) p
where p.opening_id = o.id;
alter table ledger_openings enable trigger ledger_openings_confirmed;

create or replace function open_ledger() returns bigint language plpgsql set work_mem = '256MB' as $$
declare
  opening bigint;
  n bigint;
begin
  lock table payments, postings in share row exclusive mode;
  insert into ledger_openings default values returning id into opening;
  with made as (
    insert into postings (loan_id, client_id, person_id, day, amount, from_account, to_account, reason, source, source_id, opening_id)
    select loan_id, client_id, person_id, day, abs(amount), case when amount > 0 then 'borrower' else account end,
      case when amount > 0 then account else 'borrower' end, 'opening', 'payment', payment_id, opening
    from ledger_differences order by day, payment_id
    returning source_id, amount)
  update ledger_openings o set payments = s.payments, amount = s.amount
  from (select count(distinct source_id) as payments, sum(amount) as amount from made) s
  where o.id = opening and s.payments > 0;
  get diagnostics n = row_count;
  if n > 0 then return opening; end if;
  delete from ledger_openings where id = opening;
  return null;
end $$;
