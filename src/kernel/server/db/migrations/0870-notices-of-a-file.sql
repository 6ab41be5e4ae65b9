-- What reading a file left out or stores otherwise than written, counted by column, and whether new loans may have no amounts.

alter table file_jobs
  add notices jsonb,
  add has_no_amounts boolean not null default false;
