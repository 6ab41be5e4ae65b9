-- Where each active loan stood at the end of a month: what rolled from one bucket to another is read from two of them.
-- Taken on the first days of the next month and never made up afterwards (decision 156).

create table month_ends (
  -- Its first day.
  month date primary key check (extract(day from month) = 1),
  taken_at timestamptz not null default now()
);

create table loan_month_ends (
  month date not null,
  loan_id bigint not null references loans (id) on delete cascade,
  dpd int,
  outstanding bigint not null,
  primary key (month, loan_id)
);
-- A loan that goes takes what is kept of it along.
create index loan_month_ends_loan on loan_month_ends (loan_id);
