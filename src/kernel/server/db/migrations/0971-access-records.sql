-- Which user opened which borrower, loan, list or file (decision 521). In months by number, as events are.
create table access_records (
  id bigint generated always as identity,
  at timestamptz not null,
  actor_id bigint not null,
  endpoint text not null,
  borrower_ids bigint[] not null,
  loan_ids bigint[] not null,
  rows int not null,
  asked jsonb not null,
  origin text,
  request_id text,
  primary key (id)
) partition by range (id);
create index access_records_actor on access_records (actor_id, id);
create index access_records_subject on access_records using gin (loan_ids, borrower_ids);
do $$
begin
  execute format('create table months.access_records_before partition of access_records for values from (minvalue) to (%L)',
    to_char(now() at time zone 'Asia/Kolkata', 'YYYYMM') || '000000000');
end $$;
create trigger access_records_append_only before update or delete on access_records
  for each row execute function refuse_change();
create trigger access_records_no_truncate before truncate on access_records
  for each statement execute function refuse_change();
