-- The words of 0640 hold for what was there before.
alter table machine_checks validate constraint machine_checks_fate_check;
alter table messages validate constraint messages_purpose_check;
