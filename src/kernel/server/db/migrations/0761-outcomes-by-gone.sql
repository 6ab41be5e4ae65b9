-- Their successors stand in 0760; a program of before finds its outcomes by those as well.
drop index concurrently if exists borrower_dispositions_day;
drop index concurrently if exists borrower_dispositions_user;
