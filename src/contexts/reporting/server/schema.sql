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
);
create index access_records_actor on access_records (actor_id, id);
create index access_records_subject on access_records using gin (loan_ids, borrower_ids);
-- Access records cannot be changed.
create trigger access_records_append_only before update on access_records for each row execute function refuse_change();
-- Access records cannot be deleted for 12 months, by the clock of the database.
create trigger access_records_retained before delete on access_records for each row
  when (old.at > now() - interval '12 months') execute function refuse_change();
-- Access records cannot be truncated.
create trigger access_records_no_truncate before truncate on access_records
  for each statement execute function refuse_change();
-- Deletes records older than 12 months from the next `most` after an id (null: from the first), except those of loans on legal hold. Returns the last id
-- examined, null at the first younger record. With the rights of the owner: servers may not delete access records otherwise.
create function delete_old_access_records(after_id bigint, most int) returns table (last_id bigint, deleted bigint)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with next as materialized (
    select id, at, loan_ids from access_records where after_id is null or id > after_id order by id limit most),
  expired as materialized (
    select id, loan_ids from next where at <= now() - interval '12 months'),
  gone as (
    delete from access_records a using expired x where a.id = x.id and not exists (
      select from loan_holds h where h.loan_id = any(x.loan_ids) and h.ended_at is null
        and (now() at time zone 'Asia/Kolkata')::date between h.from_day and h.until_day)
    returning a.id)
  select case when (select count(*) from expired) = most then (select max(id) from expired) end, (select count(*) from gone)
$$;

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
