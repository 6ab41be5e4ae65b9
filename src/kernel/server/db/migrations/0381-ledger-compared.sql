-- Rows and postings of years are compared in memory.
alter function open_ledger() set work_mem = '256MB';
