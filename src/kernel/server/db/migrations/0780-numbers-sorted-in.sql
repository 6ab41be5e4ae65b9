-- Loans that come or move would wait in a list that each look for a number reads from end to end (decision 355).
alter index loans_other_mobiles set (fastupdate = off);
select gin_clean_pending_list('loans_other_mobiles');
