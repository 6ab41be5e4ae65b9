-- What an approved settlement lets go of is a posting too: what the loan owed when it was approved, less what is to be paid.
-- Where it does not stand after all, all of it is posted back. Settlements approved before this posted nothing: what was owed
-- then is not known any more.
create function post_waiver() returns trigger language plpgsql as $$
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
  if new.status = 'Approved' then
    insert into postings (loan_id, client_id, person_id, day, amount, from_account, to_account, reason, source, source_id)
      select l.id, l.client_id, new.user_id, today, l.total_outstanding - new.amount, 'borrower', 'waived', 'waived', 'settlement', new.id
      from loans l where l.id = new.loan_id and l.total_outstanding > new.amount;
  end if;
  return null;
end $$;
create trigger settlements_waived after insert on settlements for each row
  when (new.status = 'Approved') execute function post_waiver();
create trigger settlements_waiver_changed after update on settlements for each row
  when ((old.status = 'Approved' or new.status = 'Approved') and (old.status, old.amount) is distinct from (new.status, new.amount))
  execute function post_waiver();
