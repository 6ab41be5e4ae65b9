-- The words of 0660 hold for what was there before.
alter table messages validate constraint messages_purpose_check;
