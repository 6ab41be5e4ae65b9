-- Recordings are owed for six months at least; lenders that are there keep theirs until somebody says how long.
alter table clients drop constraint clients_recording_months_check;
alter table clients add constraint clients_recording_months_check check (recording_months between 6 and 240);
update clients set recording_months = 240;
