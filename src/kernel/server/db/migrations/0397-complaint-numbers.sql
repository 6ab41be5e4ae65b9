-- The number is written with the complaint: rows of a generated column cannot be put back as they were.
alter table complaints alter column number drop expression;
