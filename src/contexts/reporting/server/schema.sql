-- Access records, and ends of months. The sums of reports are in sums.sql.

create table access_records (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint not null,
  endpoint text not null,
  borrower_ids bigint[] not null,
  loan_ids bigint[] not null,
  rows int not null,
  asked jsonb not null,
  origin text,
  request_id text
) partition by range (id);
create table months.access_records_before partition of access_records for values from (minvalue) to ('202611000000000');
create index access_records_actor on access_records (actor_id, id);
create index access_records_subject on access_records using gin (loan_ids, borrower_ids);
-- Access records are append-only.
create trigger access_records_append_only before update or delete on access_records
  for each row execute function refuse_change();
-- Access records cannot be truncated.
create trigger access_records_no_truncate before truncate on access_records
  for each statement execute function refuse_change();

create table month_ends (
  month date primary key check (extract(day from month) = 1::numeric),
  taken_at timestamptz not null default now(),
  is_summed boolean not null default false
);

create table loan_month_ends (
  month date not null,
  loan_id bigint not null,
  dpd int,
  outstanding bigint,
  dpd_before int,
  outstanding_before bigint,
  primary key (loan_id, month),
  constraint loan_month_ends_worked check (outstanding is not null or outstanding_before is not null)
);
create index loan_month_ends_order on loan_month_ends (month, coalesce(outstanding_before, outstanding) desc, loan_id desc)
  include (dpd, dpd_before);

-- How a loan moved between two ends of months.
create function roll_move(was_there boolean, was int, is_there boolean, now int) returns text language sql immutable as $$
  select case when not was_there then 'new' when not is_there then 'gone' when was is null and now is null then 'same'
    when was is null or now is null then 'untold'
    when width_bucket(now, array[1, 31, 61, 91, 181]) < width_bucket(was, array[1, 31, 61, 91, 181]) then 'back'
    when width_bucket(now, array[1, 31, 61, 91, 181]) > width_bucket(was, array[1, 31, 61, 91, 181]) then 'on' else 'same' end
$$;
