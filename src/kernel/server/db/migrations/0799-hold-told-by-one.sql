-- Whether a borrower is on hold is told to the exchange by one server at a time.
alter table call_attempts add column hold_telling_at timestamptz;
