-- Events are sealed in the order in which they happened, but for transactions that overlap: an event that claims to be older
-- than the one sealed before it, or younger than the clock, was written by hand (decision 523). Seals from before this
-- migration have no moment of their own and are not compared.
alter table event_seal add column sealed_at timestamptz;
alter table event_seal alter column sealed_at set default clock_timestamp();

-- So far transactions that write events may overlap. Statements end after a minute, and work on files commits in chunks.
create function event_overlap() returns interval language sql immutable parallel safe return interval '10 minutes';

-- As before (0726), with the moments of events compared.
create or replace function check_seals(after_n bigint, known_hash bytea, most int)
returns table (last_n bigint, last_hash bytea, broken bigint) language plpgsql stable as $$
declare
  previous bytea := known_hash;
  previous_at timestamptz := (select ev.at from event_seal es join event ev on ev.id = es.event_id
    where es.n <= after_n and es.sealed_at is not null order by es.n desc limit 1);
  away int8multirange := events_away();
  s record;
begin
  for s in
    select es.n, es.hash, es.event_id, es.sealed_at, (select ev from event ev where ev.id = es.event_id) as ev from event_seal es
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
    if previous <> s.hash
      or (s.sealed_at is null and previous_at is not null)
      or (s.sealed_at is not null
        and ((s.ev).at < previous_at - event_overlap() or (s.ev).at > s.sealed_at + interval '1 minute')) then
      broken := s.event_id;
      return next;
      return;
    end if;
    if s.sealed_at is not null then previous_at := (s.ev).at; end if;
  end loop;
  if last_n is not null then return next; end if;
end $$;
