-- Loans that were called so often in a month, without reading the others.
create index concurrently if not exists called_loans_level on called_loans (month, is_active, level, assignee_id, loan_id)
  where user_id = 0;
