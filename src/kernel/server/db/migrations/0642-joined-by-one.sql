-- Whoever is called into a call is put into it by one server at a time (decision 281).
alter table call_transfers add column joining_at timestamptz;
