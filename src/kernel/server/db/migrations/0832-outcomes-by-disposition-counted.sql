-- Outcomes of this month before 0831, counted while others write (decision 386).
select count_said();
