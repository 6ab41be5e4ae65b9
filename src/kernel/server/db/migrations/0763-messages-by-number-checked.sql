-- Read once, while others write.
alter table messages validate constraint messages_before;
