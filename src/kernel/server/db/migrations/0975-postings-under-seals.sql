-- Postings lie under the seals of the audit chain (decision 524): each statement that posts notes in an event which postings
-- it wrote and the hash of their content. A posting changed, removed or added past it no longer fits what is sealed.
-- Postings of an opening are noted when it is confirmed; until then they may be taken back.

create function posting_digest(ids int8multirange) returns table (n bigint, digest text) language sql stable as $$
  select count(*), encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', p.id, coalesce(p.loan_id, 0), coalesce(p.client_id, 0),
    coalesce(p.person_id, 0), to_char(p.day, 'YYYY-MM-DD'), p.amount, p.from_account, p.to_account, p.reason, p.source, p.source_id,
    coalesce(p.by_id, 0), coalesce(p.opening_id, 0), extract(epoch from p.at), coalesce(p.note, '')), e'\n' order by p.id), ''), 'UTF8')), 'hex')
  from unnest(ids) r join postings p on p.id >= lower(r) and p.id < upper(r)
$$;

-- So many at a time: the content of all is held in memory.
create function note_postings(ids int8multirange) returns void language sql as $$
  insert into event (type, domain, facts)
    select 'ledger.posted', 'ledger', jsonb_build_object('ids', part.ids::text, 'count', d.n, 'sha256', d.digest)
    from (select range_agg(int8range(id, id, '[]')) as ids from (
        select p.id, (row_number() over (order by p.id) - 1) / 20000 as part
        from unnest(ids) r join postings p on p.id >= lower(r) and p.id < upper(r)) x
      group by x.part order by x.part) part cross join lateral posting_digest(part.ids) d
$$;

create function note_added_postings() returns trigger language plpgsql as $$
declare
  ids int8multirange := (select range_agg(int8range(id, id, '[]')) from added where opening_id is null);
begin
  if ids is not null then perform note_postings(ids); end if;
  return null;
end $$;
create trigger postings_noted after insert on postings referencing new table as added
  for each statement execute function note_added_postings();

create function note_opening() returns trigger language plpgsql as $$
declare
  ids int8multirange := (select range_agg(int8range(id, id, '[]')) from postings where opening_id = new.id);
begin
  if ids is not null then perform note_postings(ids); end if;
  return null;
end $$;
create trigger ledger_openings_noted after update of confirmed_at on ledger_openings for each row
  when (old.confirmed_at is null and new.confirmed_at is not null) execute function note_opening();

-- Those from before, and those that were loaded past the triggers.
create function note_unnoted_postings() returns void language plpgsql as $$
declare
  noted int8multirange := coalesce((select range_agg(r) from event e cross join lateral unnest((e.facts ->> 'ids')::int8multirange) r
    where e.domain = 'ledger' and e.entity_id is null and e.type = 'ledger.posted'), '{}');
  ids int8multirange := (select range_agg(int8range(p.id, p.id, '[]')) from postings p
    left join ledger_openings o on o.id = p.opening_id
    where (p.opening_id is null or o.confirmed_at is not null) and not noted @> p.id);
begin
  if ids is not null then perform note_postings(ids); end if;
end $$;
select note_unnoted_postings();

-- Compares postings with what sealed events note of them, so many events at a time: the last event looked at, and the first
-- whose postings are others now. No row: there is nothing after it.
create function check_postings(after_event bigint, most int) returns table (last_event bigint, broken bigint)
language plpgsql stable as $$
declare
  e record;
begin
  for e in
    select id, facts from event where domain = 'ledger' and entity_id is null and type = 'ledger.posted' and id > after_event order by id limit most
  loop
    last_event := e.id;
    if not exists (select from posting_digest((e.facts ->> 'ids')::int8multirange) d
      where d.n = (e.facts ->> 'count')::bigint and d.digest = e.facts ->> 'sha256') then
      broken := e.id;
      return next;
      return;
    end if;
  end loop;
  if last_event is not null then return next; end if;
end $$;

-- A posting that no event notes, among those younger than the oldest event that is in the database.
create function posting_unnoted() returns bigint language sql stable as $$
  select p.id from postings p left join ledger_openings o on o.id = p.opening_id
  where (p.opening_id is null or o.confirmed_at is not null)
    and p.at >= (select min(at) from (select at from event order by id limit 1) first)
    and not coalesce((select range_agg(r) from event e cross join lateral unnest((e.facts ->> 'ids')::int8multirange) r
      where e.domain = 'ledger' and e.entity_id is null and e.type = 'ledger.posted'), '{}') @> p.id
  order by p.id limit 1
$$;
