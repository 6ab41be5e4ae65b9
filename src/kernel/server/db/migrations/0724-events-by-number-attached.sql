-- A moment, whatever the number of rows: names change, and the promise that was checked says what belongs where.
-- Nobody seals meanwhile.
select pg_advisory_xact_lock(7061);
-- Numbers are drawn under this lock, so none comes twice.
lock table event_seal, event in access exclusive mode;
do $$
declare
  until text := (select substring(pg_get_constraintdef(oid) from '[0-9]{15}') from pg_constraint where conname = 'event_before');
  next_id bigint;
  one record;
begin
  select last_value + is_called::int into next_id from event_id_seq;
  -- An event of a month that left has its seal still: that each seal has an event is asked of the chain.
  alter table event_seal drop constraint event_seal_event_id_fkey;
  -- Triggers are those of the whole from here on.
  for one in select tgname from pg_trigger where tgrelid = 'event'::regclass and not tgisinternal loop
    execute format('drop trigger %I on event', one.tgname);
  end loop;
  alter table event alter id drop identity;
  alter table event rename to event_before;
  alter table event_before set schema months;
  create table event (
    like months.event_before including defaults including constraints,
    primary key (id)
  ) partition by range (id);
  alter table event drop constraint event_before;
  execute format('alter table event alter id add generated always as identity (start with %s)', next_id);
  create index event_entity on event (domain, entity_id, id);
  create index event_actor on event (actor_id, id);
  create index event_tx on event (tx, id);
  create index event_reveals on event (actor_id, at) where type = 'loans.revealed';
  create index event_settings on event (id desc) where domain <> 'users-task'
    and (type like '%.created' or type like '%.updated'
      or domain in ('campaigns', 'dispositions', 'payment-accounts', 'permissions', 'roles', 'users'));
  execute format('alter table event attach partition months.event_before for values from (minvalue) to (%L)', until);
  alter table months.event_before drop constraint event_before;
  -- What belongs to no month that was made is kept as well, and moved when its month is made.
  create table months.event_other partition of event default;
end $$;
create trigger event_append_only before update or delete on event for each row execute function refuse_change();
create trigger event_no_truncate before truncate on event for each statement execute function refuse_change();
create trigger event_month_files after insert on event for each row
  when (new.type in ('system.month-written', 'system.month-archived', 'system.month-returned'))
  execute function keep_month_file();

-- As before, of the rows of the divided table.
create function event_hash(previous bytea, e event) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(concat_ws('|', e.id, extract(epoch from e.at), coalesce(e.actor_id, 0), e.type,
    e.domain, coalesce(e.entity_id, 0), e.facts::text, coalesce(e.request_id, ''), e.origin), 'UTF8'))
$$;
drop function event_hash(bytea, months.event_before);

-- The numbers of events that lie in files alone.
create function events_away() returns int8multirange language sql stable as $$
  select range_agg(int8range(substring(facts ->> 'bound' from 'FROM \(''(\d+)''\)')::bigint,
    substring(facts ->> 'bound' from 'TO \(''(\d+)''\)')::bigint))
  from month_files where facts ->> 'table' = 'event' and left_at is not null
$$;
-- Months of these tables in files alone that may hold something later than a moment.
create function months_away(tables text[], since timestamptz) returns setof text language sql stable as $$
  select f.name from month_files f
    cross join lateral (select substring(f.facts ->> 'bound' from 'TO \(''([^'']+)''\)') as until) b
  where f.left_at is not null and f.facts ->> 'table' = any(tables)
    and case when b.until ~ '^\d{15}$' then to_date(left(b.until, 6), 'YYYYMM')::timestamp at time zone 'Asia/Kolkata'
      else b.until::timestamptz end > since
  order by f.name
$$;

-- The last event that was sealed may have left.
create or replace function seal_events(most int default 1000) returns int language plpgsql as $$
declare
  last_hash bytea;
  last_tx xid8;
  decided xid8;
  e event;
  sealed int := 0;
begin
  if not pg_try_advisory_xact_lock(7061) then return 0; end if;
  select s.hash, ev.tx into last_hash, last_tx
    from event_seal s left join event ev on ev.id = s.event_id order by s.n desc limit 1;
  last_hash := coalesce(last_hash, '\x00');
  decided := decided_before();
  for e in
    select * from event
    where tx < decided and (last_tx is null or tx >= last_tx)
      and not exists (select from event_seal s where s.event_id = event.id)
    order by tx, id limit most
  loop
    last_hash := event_hash(last_hash, e);
    insert into event_seal (event_id, hash) values (e.id, last_hash);
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

-- Of an event that lies in a file, the seal is taken as it stands: its file says whether it holds (app/database/check-months.ts).
create or replace function check_seals(after_n bigint, known_hash bytea, most int)
returns table (last_n bigint, last_hash bytea, broken bigint) language plpgsql stable as $$
declare
  previous bytea := known_hash;
  away int8multirange := events_away();
  s record;
begin
  for s in
    select es.n, es.hash, es.event_id, ev from event_seal es left join event ev on ev.id = es.event_id
    where es.n > after_n order by es.n limit most
  loop
    last_n := s.n;
    last_hash := s.hash;
    if s.ev is null and s.event_id <@ away then
      previous := s.hash;
      continue;
    end if;
    if s.ev is null then
      broken := s.event_id;
      return next;
      return;
    end if;
    previous := event_hash(previous, s.ev);
    if previous <> s.hash then
      broken := s.event_id;
      return next;
      return;
    end if;
  end loop;
  if last_n is not null then return next; end if;
end $$;
create or replace function broken_seal() returns bigint language plpgsql stable as $$
declare
  first bigint;
begin
  select c.broken into first from check_seals(0, '\x00', 2147483647) c;
  return first;
end $$;
