-- How many calls a campaign places for each free agent is said where it is made (contract/campaigns.ts), not here too.
alter table campaigns alter column max_ratio drop default;
