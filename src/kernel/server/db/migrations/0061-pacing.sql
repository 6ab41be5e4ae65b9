-- How much the pacing of a predictive campaign has learned of a call: nothing, how it was answered, how long it was
-- spoken, and how long it was written about. Calls from before are not asked about.
alter table call_attempts add column paced smallint not null default 3 check (paced between 0 and 3);
alter table call_attempts alter column paced set default 0;
create index call_attempts_paced on call_attempts (campaign_id, id) where mode = 'predictive' and paced < 3;
