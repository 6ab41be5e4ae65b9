-- Messages there were before 0770, counted while others write.
select count_messages();
