-- What a settlement file says ends a difference once the gateway itself says it (decision 220); what was compared is not again.
alter table gateway_rows
  add column last_file_id bigint references gateway_files (id),
  add column confirmed_at timestamptz,
  add column is_compared boolean not null default true;
alter table gateway_rows alter column is_compared set default false;
create index gateway_rows_new on gateway_rows (gateway) where not is_compared;
create index gateway_rows_last_file on gateway_rows (last_file_id);
create index gateway_differences_open_of on gateway_differences (gateway) where state = 'open';

create table gateway_looks (
  gateway text primary key,
  from_day date not null,
  to_day date not null
);
