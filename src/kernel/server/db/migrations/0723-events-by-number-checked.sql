-- Read once, while others write.
alter table event validate constraint event_before;
