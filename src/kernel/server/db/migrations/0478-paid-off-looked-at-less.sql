-- A lender's file that changes what is outstanding on a million loans asks only about those that may turn.
drop trigger loan_paid_off on loans;
create trigger loan_paid_off before update of payment_status, total_outstanding on loans for each row
  when ((old.payment_status, old.total_outstanding) is distinct from (new.payment_status, new.total_outstanding)
    and (new.total_outstanding = 0 or new.payment_status = 'Settlement Paid' or old.paid_off_at is not null))
  execute function note_paid_off();
