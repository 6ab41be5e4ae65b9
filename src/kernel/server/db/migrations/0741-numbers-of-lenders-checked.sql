-- The checks of 0740 hold for what was there before.
alter table clients validate constraint clients_caller_id_check, validate constraint clients_1600;
