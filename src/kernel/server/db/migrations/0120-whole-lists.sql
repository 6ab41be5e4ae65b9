-- A whole list that would make many loans inactive waits until a person has typed how many.

alter table file_jobs
  -- The portfolio's active loans when the file was looked at.
  add column active_loans_count int,
  -- The number of loans that has to be typed before the file is applied.
  add column missing_to_confirm int,
  -- The number that was typed: no more than these become inactive.
  add column confirmed_missing int,
  -- The first loans that would become inactive, to be shown beside the counts, and all of them as a file.
  add column first_missing jsonb,
  add column missing_file_key text,
  -- Refused rows that do not say which loan they are about: while there are any, no loan is missing.
  add column unclear_records int;
