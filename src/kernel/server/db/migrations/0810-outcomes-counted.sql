-- Outcomes and promises there were before 0809, counted while others write (decision 356).
select count_outcomes();
