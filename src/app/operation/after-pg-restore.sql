-- After pg_restore, or psql of a pg_dump, into another cluster, and before a server starts; as the owner of the tables:
--   psql -v ON_ERROR_STOP=1 -f after-pg-restore.sql "$DATABASE_URL"
-- Not needed after `npm run db:restore`, which does the same, nor for a cluster restored from base backup and WAL.
begin;
-- Transaction ids of the old cluster are meaningless here: new events would never be sealed.
alter table event disable trigger event_append_only;
update event set tx = (case when exists (select from event_seal s where s.event_id = event.id) then '0' else '1' end)::xid8;
alter table event enable trigger event_append_only;
-- A restored session could revive an expired sign-in.
delete from session;
-- Phones load their loans again; numbers of receipts and letters issued since the backup are not issued twice.
select new_database_epoch(), cash_numbers_ahead(), no_dues_numbers_ahead();
commit;
analyze;
