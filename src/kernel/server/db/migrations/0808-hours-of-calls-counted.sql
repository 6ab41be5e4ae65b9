-- Calls there were before 0807, counted while others write (decision 381).
select count_call_hours();
