-- Read once, while others write.
alter table call_events validate constraint call_events_before;
