-- With what such an import wrote between 0811 and 0820.
select count_book_kinds();
