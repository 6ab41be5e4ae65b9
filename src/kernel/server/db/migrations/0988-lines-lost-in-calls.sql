-- An agent whose line was lost in a conversation resumes it within 20 seconds; the borrower hears hold music meanwhile.
alter table call_attempts
  add column line_lost_at timestamptz,
  add column is_line_resuming boolean not null default false,
  add column line_losses smallint not null default 0;
