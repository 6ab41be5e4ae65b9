-- The checks of 0742 hold for what was there before.
alter table clients validate constraint clients_purposes_check, validate constraint clients_purposes_1600;
alter table call_attempts validate constraint call_attempts_purpose_check;
