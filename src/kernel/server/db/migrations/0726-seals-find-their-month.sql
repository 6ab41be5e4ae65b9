-- Each seal asks the one month its event lies in: joined, the walk along the chain read all months for every step.
create or replace function check_seals(after_n bigint, known_hash bytea, most int)
returns table (last_n bigint, last_hash bytea, broken bigint) language plpgsql stable as $$
declare
  previous bytea := known_hash;
  away int8multirange := events_away();
  s record;
begin
  for s in
    select es.n, es.hash, es.event_id, (select ev from event ev where ev.id = es.event_id) as ev from event_seal es
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
