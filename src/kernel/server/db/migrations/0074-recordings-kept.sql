-- Recordings are brought into our own files once their call is over; asked for again, later and later, until they come.
alter table recordings add column tries smallint not null default 0, add column next_try_at timestamptz;
drop index recordings_waiting;
create index recordings_waiting on recordings (next_try_at) where state = 'at_provider' and next_try_at is not null;
