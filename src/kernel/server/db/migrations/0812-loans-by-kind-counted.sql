-- Loans there were before 0811, counted while others write (decision 382).
select count_book_kinds();
