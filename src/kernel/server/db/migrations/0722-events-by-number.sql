-- Events lie in partitions by month, each a range of their numbers that begins with its month, such as 202701000000000: an event
-- is found by its number in one of them, and the newest come first without sorting (decision 372). The table that is there becomes
-- the first partition without being written again: everything up to the month after next. This is only promised here.
do $$
declare
  until bigint := to_char(date_trunc('month', now() at time zone 'Asia/Kolkata') + interval '2 months', 'YYYYMM')::bigint * 1000000000;
begin
  execute format('alter table event add constraint event_before check (id < %s) not valid', until);
end $$;
