-- A promise is judged again when its loan is paid off, or owes again: while nothing is owed none can be broken.
create function judge_promises_of_paid_off() returns trigger language plpgsql as $$
begin
  insert into promise_queue (loan_id) select new.id
    where exists (select from promises p where p.loan_id = new.id and p.state <> 'void_inactive');
  return null;
end $$;
create trigger loan_paid_off_promises after update on loans for each row
  when ((old.paid_off_at is null) <> (new.paid_off_at is null)) execute function judge_promises_of_paid_off();
insert into promise_queue (loan_id, is_old)
  select distinct p.loan_id, true from promises p join loans l on l.id = p.loan_id
  where p.state <> 'void_inactive' and l.paid_off_at is not null order by p.loan_id;
