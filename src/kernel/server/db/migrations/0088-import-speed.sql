-- Most loans have no campaign, no allocation type and no disposition yet, and nobody looks for those by these indexes:
-- a new loan need not be written into them.
drop index loans_campaign, loans_allocation, loans_disposition;
create index loans_campaign on loans (campaign_id) where campaign_id is not null;
create index loans_allocation on loans (allocation_type_id) where allocation_type_id is not null;
create index loans_disposition on loans (last_disposition_id) where last_disposition_id is not null;

-- Numbers of rows in their order: packing them costs more than the room they take until the next file.
alter table import_changes alter column made set storage external;
