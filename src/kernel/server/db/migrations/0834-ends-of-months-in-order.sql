-- Ends of months by loan, which its own number alone found before, and by what was owed: the first of a list without the others.
create unique index concurrently if not exists loan_month_ends_once on loan_month_ends (loan_id, month);
create index concurrently if not exists loan_month_ends_order on loan_month_ends (month, outstanding desc, loan_id desc) include (dpd);
