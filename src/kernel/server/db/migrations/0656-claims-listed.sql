-- What was told and is not confirmed yet, by day: few of all payments, counted by an index alone.
create index concurrently if not exists payments_claimed on payments (payment_date, loan_id) include (amount)
  where not realized and status = 'success';
