-- The indexes of 0834 take the places of those by month and loan, and by loan.
alter table loan_month_ends drop constraint loan_month_ends_pkey,
  add constraint loan_month_ends_pkey primary key using index loan_month_ends_once;
drop index loan_month_ends_loan;
