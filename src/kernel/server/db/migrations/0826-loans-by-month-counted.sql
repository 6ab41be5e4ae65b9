-- What was done this month before 0825, counted while others write (decision 384).
select count_months();
