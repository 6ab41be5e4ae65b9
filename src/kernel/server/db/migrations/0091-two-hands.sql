-- Two hands lay the rows of a file over loans, and each goes on where it stopped.
alter table file_jobs add column applied bigint[] not null default '{0,0}';
update file_jobs set applied = array[rows_done, rows_done] where rows_done > 0;
alter table file_jobs drop column rows_done;
