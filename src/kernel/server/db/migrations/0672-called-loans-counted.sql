-- Calls of before, counted in one look beside calls that go on; nobody folds meanwhile (decision 305).
select pg_advisory_xact_lock(7068);
select count_called_loans();
