-- Months that were over before 0833, counted while others write (decision 395).
select count_rolls();
