-- Some loans that were called in vain this month, or of which something was said last, without reading the others (decision 384).
create index concurrently if not exists month_loans_standing on month_loans (month, is_active, calls, said, assignee_id, loan_id);
