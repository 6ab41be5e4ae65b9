-- A new loan whose file states no TOS is stored with nought, which is no statement that nothing is owed: its first payment
-- must not make it paid off. Loans of before count as known, as their files were read.
alter table loans add column total_is_known boolean not null default true;

create or replace function note_paid_off() returns trigger language plpgsql as $$
begin
  -- Money came before, and now the lender's file says that nothing is owed.
  if new.total_outstanding = 0 and new.total_is_known and new.payment_status in ('Partially Paid', 'Amt < 100') then
    new.payment_status := 'Foreclosure';
  end if;
  new.paid_off_at := case when is_paid_off(new.payment_status, new.total_outstanding) then coalesce(old.paid_off_at, now()) end;
  return new;
end $$;
drop trigger loan_paid_off on loans;
create trigger loan_paid_off before update of payment_status, total_outstanding, total_is_known on loans for each row
  when ((old.payment_status, old.total_outstanding, old.total_is_known)
      is distinct from (new.payment_status, new.total_outstanding, new.total_is_known)
    and (new.total_outstanding = 0 or new.payment_status = 'Settlement Paid' or old.paid_off_at is not null))
  execute function note_paid_off();
