-- Of what was there before; each long table in a turn of its own, read once, while others write.
alter table call_events validate constraint call_events_attempt_id_fkey;
