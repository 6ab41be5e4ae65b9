-- Promises there were before 0829, counted while others write (decision 384).
select count_lapses();
