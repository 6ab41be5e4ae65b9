-- Decisions of contact lie in partitions by month: what is written now stays in small indexes, and an old month can be taken
-- off whole. The table that is there becomes the first partition, without being written again: everything up to the month
-- after next. Nothing else is known of it yet, so this is only promised here.
do $$
declare
  last timestamptz := (select max(at) from contact_decisions);
  until timestamptz := (date_trunc('month', greatest(now(), last) at time zone 'Asia/Kolkata') + interval '2 months')
    at time zone 'Asia/Kolkata';
begin
  execute format('alter table contact_decisions add constraint contact_decisions_before check (at < %L) not valid', until);
end $$;
