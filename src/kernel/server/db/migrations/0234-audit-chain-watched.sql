-- Verifies seals after one that is known, so many at a time: the last one looked at with its hash, and the first event
-- whose seal does not hold. No row: there is nothing after it.
create function check_seals(after_n bigint, known_hash bytea, most int)
returns table (last_n bigint, last_hash bytea, broken bigint) language plpgsql stable as $$
declare
  previous bytea := known_hash;
  s record;
begin
  for s in
    select es.n, es.hash, es.event_id, ev from event_seal es left join event ev on ev.id = es.event_id
    where es.n > after_n order by es.n limit most
  loop
    last_n := s.n;
    last_hash := s.hash;
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
