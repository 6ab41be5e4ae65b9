-- Read once, while others write.
alter table contact_decisions validate constraint contact_decisions_before;
