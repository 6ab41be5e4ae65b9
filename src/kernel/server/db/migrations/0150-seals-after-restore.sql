-- A restore gives every sealed event transaction 0, whatever the order of their seals was, so the last seal says no more
-- which of them are sealed: that is asked of the seals themselves. The transaction of the last seal stays the lower bound.
create or replace function seal_events(most int default 1000) returns int language plpgsql as $$
declare
  last_hash bytea;
  last_tx xid8;
  e event;
  sealed int := 0;
begin
  if not pg_try_advisory_xact_lock(7061) then return 0; end if;
  select s.hash, ev.tx into last_hash, last_tx
    from event_seal s join event ev on ev.id = s.event_id order by s.n desc limit 1;
  last_hash := coalesce(last_hash, '\x00');
  for e in
    select * from event
    where tx < pg_snapshot_xmin(pg_current_snapshot()) and (last_tx is null or tx >= last_tx)
      and not exists (select from event_seal s where s.event_id = event.id)
    order by tx, id limit most
  loop
    last_hash := event_hash(last_hash, e);
    insert into event_seal (event_id, hash) values (e.id, last_hash);
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;
