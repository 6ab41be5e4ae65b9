-- Which transactions of this database are decided. The snapshot counts those of all databases of the cluster: one that another
-- agency leaves open would keep back everybody's phones and seals (decision 306).
-- All below the answer are over, or of other databases. Whose one is, its lock tells; who has just ended is taken for ours, so
-- that the answer may come back below an earlier one, and is never too high.
create function decided_before() returns xid8 language sql stable as $$
  select coalesce(
    (select x from pg_snapshot_xip(s) x
      where not exists (
        select from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted and l.transactionid = x::xid
          and a.datid <> (select oid from pg_database where datname = current_database()))
      order by x limit 1),
    pg_snapshot_xmax(s))
  from (select pg_current_snapshot() as s) now
$$;

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
    from event_seal s join event ev on ev.id = s.event_id order by s.n desc limit 1;
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
