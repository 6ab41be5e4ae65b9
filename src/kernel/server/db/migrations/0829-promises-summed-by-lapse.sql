-- How many promises were over on each day and how many of them were kept, by who works their loans (decision 384). Those of before
-- are counted in 0830. Who writes promises at this moment is waited for.
lock table promises in share row exclusive mode;

create table lapse_changes (
  assignee_id bigint not null,
  lapses_on date not null,
  promises int not null,
  kept int not null
);
-- By assignee, and of everybody (-1).
create table promise_lapses (
  assignee_id bigint not null,
  lapses_on date not null,
  promises int not null,
  kept int not null,
  primary key (assignee_id, lapses_on)
) with (fillfactor = 70);
create view promise_lapses_now as
  select assignee_id, lapses_on, promises, kept from promise_lapses
  union all select w.assignee_id, c.lapses_on, c.promises, c.kept
  from lapse_changes c cross join lateral (values (c.assignee_id), (-1)) w (assignee_id);

-- Whose a promise is goes with its loan (0804), so a loan that moves is told of here too.
create function note_lapse() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.state <> 'void_inactive' then
    insert into lapse_changes values (coalesce(old.assignee_id, 0), old.lapses_on, -1, -(old.state = 'kept')::int);
  end if;
  if tg_op <> 'DELETE' and new.state <> 'void_inactive' then
    insert into lapse_changes values (coalesce(new.assignee_id, 0), new.lapses_on, 1, (new.state = 'kept')::int);
  end if;
  return null;
end $$;
create trigger promises_lapse after insert or delete on promises for each row execute function note_lapse();
create trigger promises_lapse_again after update on promises for each row
  when ((old.state = 'kept', old.state = 'void_inactive', old.lapses_on, old.assignee_id)
    is distinct from (new.state = 'kept', new.state = 'void_inactive', new.lapses_on, new.assignee_id)) execute function note_lapse();

-- As fold_outcomes does.
create function fold_lapses(most int default 50000) returns int language plpgsql as $$
declare n int;
begin
  if not pg_try_advisory_xact_lock(7074) then return 0; end if;
  with gone as (
    delete from lapse_changes where ctid = any(array(select ctid from lapse_changes limit most)) returning *),
  sums as (
    insert into promise_lapses as s
    select w.assignee_id, g.lapses_on, sum(g.promises), sum(g.kept)
    from gone g cross join lateral (values (g.assignee_id), (-1)) w (assignee_id) group by 1, 2
    having sum(g.promises) <> 0 or sum(g.kept) <> 0
    on conflict (assignee_id, lapses_on) do update set promises = s.promises + excluded.promises, kept = s.kept + excluded.kept)
  select count(*) into n from gone;
  return n;
end $$;

-- Beside others who write, as count_outcomes does.
create function count_lapses() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7074);
  delete from promise_lapses;
  with waited as (delete from lapse_changes)
  insert into promise_lapses
  select w.assignee_id, p.lapses_on, count(*), count(*) filter (where p.state = 'kept')
  from promises p cross join lateral (values (coalesce(p.assignee_id, 0)), (-1)) w (assignee_id)
  where p.state <> 'void_inactive' group by 1, 2;
end $$;
create or replace function all_sums_anew() returns void language plpgsql as $$
begin
  perform sums_anew();
  perform count_messages();
  perform count_outcomes();
  perform pg_advisory_xact_lock(7068);
  truncate call_changes, called_loans;
  perform count_called_loans();
  perform count_called_month();
  perform count_call_hours();
  perform count_months();
  perform count_lapses();
end $$;
