-- Every call with a borrower of the client is recorded, whatever its campaign records; while recording fails, none is placed.
alter table clients add column requires_recording boolean not null default false;
