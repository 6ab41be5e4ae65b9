-- Messages of the agency by day, channel and status, so that the dashboard does not count all there have been (decision 358).
-- Who writes messages at this moment is waited for, so that each later change is left here; they are counted in 0771.
lock table messages in share row exclusive mode;

create table message_changes (
  day date not null,
  channel text not null,
  status text not null,
  messages int not null
);
create table message_days (
  day date not null,
  channel text not null,
  status text not null,
  messages int not null,
  primary key (day, channel, status)
) with (fillfactor = 70);
create view message_days_now as
  select day, channel, status, messages from message_days
  union all select day, channel, status, messages from message_changes;

-- A row for each day, channel and status of a statement, however many messages it writes.
create function sum_messages() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into message_changes
      select (created_at at time zone 'Asia/Kolkata')::date, channel, status, count(*) from added group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into message_changes
      select (created_at at time zone 'Asia/Kolkata')::date, channel, status, -count(*) from gone group by 1, 2, 3;
  else
    insert into message_changes
      select (created_at at time zone 'Asia/Kolkata')::date, channel, status, sum(n)
      from (select created_at, channel, status, 1 as n from added union all select created_at, channel, status, -1 from gone) c
      group by 1, 2, 3 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger messages_summed after insert on messages
  referencing new table as added for each statement execute function sum_messages();
create trigger messages_sums_changed after update on messages
  referencing new table as added old table as gone for each statement execute function sum_messages();
create trigger messages_sums_gone after delete on messages
  referencing old table as gone for each statement execute function sum_messages();

-- As fold_calls does. One node does it at a time.
create function fold_messages(most int default 50000) returns int language plpgsql as $$
declare n int;
begin
  if not pg_try_advisory_xact_lock(7069) then return 0; end if;
  with gone as (
    delete from message_changes where ctid = any(array(select ctid from message_changes limit most)) returning *),
  days as (
    insert into message_days as s
    select day, channel, status, sum(messages) from gone group by 1, 2, 3
    on conflict (day, channel, status) do update set messages = s.messages + excluded.messages)
  select count(*) into n from gone;
  return n;
end $$;

-- Beside others who write: one statement sees what is in the rows and what of it waits to be folded as of the same moment.
create function count_messages() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7069);
  delete from message_days;
  with counted as (delete from message_changes)
  insert into message_days
    select (created_at at time zone 'Asia/Kolkata')::date, channel, status, count(*) from messages group by 1, 2, 3;
end $$;

create or replace function all_sums_anew() returns void language plpgsql as $$
begin
  perform sums_anew();
  perform count_messages();
  perform pg_advisory_xact_lock(7068);
  truncate call_changes, called_loans;
  perform count_called_loans();
end $$;
