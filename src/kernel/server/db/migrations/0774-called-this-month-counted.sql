-- Calls of the month that were there before 0772, and loans as they stand, counted while others write (decision 346).
select count_called_month();
