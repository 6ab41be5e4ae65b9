-- A filter by one value finds its loans in the usual order, and tells by itself which of them the other filters leave;
-- see decision 036. Unpaid are most loans: their order is that of all.
drop index loans_campaign, loans_allocation, loans_disposition, loans_payment_status, loans_payment_history;
create index loans_of_client on loans (client_id, is_active, total_outstanding desc, id desc,
  campaign_id, assignee_id, last_disposition_id, allocation_type_id, payment_status, payment_history_status);
create index loans_campaign on loans (campaign_id, is_active, total_outstanding desc, id desc,
  client_id, assignee_id, last_disposition_id, allocation_type_id, payment_status, payment_history_status)
  where campaign_id is not null;
create index loans_allocation on loans (allocation_type_id, is_active, total_outstanding desc, id desc,
  client_id, campaign_id, assignee_id, last_disposition_id, payment_status, payment_history_status)
  where allocation_type_id is not null;
create index loans_disposition on loans (last_disposition_id, is_active, total_outstanding desc, id desc,
  client_id, campaign_id, assignee_id, allocation_type_id, payment_status, payment_history_status)
  where last_disposition_id is not null;
create index loans_payment_status on loans (payment_status, is_active, total_outstanding desc, id desc,
  client_id, campaign_id, assignee_id, last_disposition_id, allocation_type_id, payment_history_status)
  where payment_status <> 'Unpaid';
create index loans_payment_history on loans (payment_history_status, is_active, total_outstanding desc, id desc,
  client_id, campaign_id, assignee_id, last_disposition_id, allocation_type_id, payment_status)
  where payment_history_status is not null;
