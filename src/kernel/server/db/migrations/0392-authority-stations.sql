-- A request knows the stations it has come to by their steps, not by a place in a route that edits of the policy move.
-- What is open keeps nothing of its place: its next station is the first one again, so nobody gains authority by this.
alter table authority_requests add column passed text[] not null default '{}';
alter table authority_requests drop column station;
-- Who asked and whom it waited for are told once that it ended; what ended before is not told any more.
alter table authority_requests add column told_at timestamptz;
update authority_requests set told_at = closed_at where state <> 'open';
create index authority_requests_untold on authority_requests (id) where state <> 'open' and told_at is null;
