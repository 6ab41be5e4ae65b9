-- Where a supervisor listens is told to the exchange by one server at a time (decision 290).
alter table call_listens add column telling_at timestamptz;
