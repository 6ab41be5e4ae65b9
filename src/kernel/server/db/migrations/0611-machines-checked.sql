-- The words of 0610 hold for what was there before.
alter table call_attempts validate constraint call_attempts_spoken_to_check;
