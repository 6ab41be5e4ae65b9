-- Its successor stands in 0756; a program of before finds its payments by that as well.
drop index concurrently if exists payments_list;
