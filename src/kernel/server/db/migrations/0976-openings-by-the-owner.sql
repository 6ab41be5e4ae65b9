-- The program may run as a role that owns no table (decision 525). These lock postings and take an opening back that is not
-- confirmed, which the triggers of postings see to.
alter function open_ledger() security definer set search_path = public, pg_temp;
alter function drop_opening(bigint) security definer set search_path = public, pg_temp;
