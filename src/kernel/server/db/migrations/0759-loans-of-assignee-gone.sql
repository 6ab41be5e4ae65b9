-- Its successor stands in 0758; a program of before finds its loans by that as well.
drop index concurrently if exists loans_of_assignee;
