-- The words of 0620 hold for what was there before.
alter table payment_attempts validate constraint payment_attempts_source_check;
alter table payments validate constraint payments_source_check;
alter table messages validate constraint messages_purpose_check;
