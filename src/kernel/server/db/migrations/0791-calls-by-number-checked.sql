-- Read once, while others write.
alter table call_attempts validate constraint call_attempts_before;
