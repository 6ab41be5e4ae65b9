-- Each order of the list has what it is filtered by in its index: what does not match is passed by without its row being
-- read, however far the page. Single columns find what is rare; they are small.
drop index loans_list, loans_client, loans_campaign, loans_allocation, loans_disposition, loans_payment_status,
  loans_payment_history, loans_by_principal, loans_by_dpd, loans_by_number;

create index loans_by_total on loans (is_active, total_outstanding desc, id desc, client_id, campaign_id, assignee_id,
  last_disposition_id, allocation_type_id, payment_status, payment_history_status);
create index loans_by_principal on loans (is_active, principal_outstanding desc, id desc, client_id, campaign_id, assignee_id,
  last_disposition_id, allocation_type_id, payment_status, payment_history_status);
create index loans_by_dpd on loans (is_active, dpd desc nulls last, id desc, client_id, campaign_id, assignee_id,
  last_disposition_id, allocation_type_id, payment_status, payment_history_status);
create index loans_by_number on loans (is_active, loan_number, id, client_id, campaign_id, assignee_id,
  last_disposition_id, allocation_type_id, payment_status, payment_history_status);

create index loans_campaign on loans (campaign_id);
create index loans_allocation on loans (allocation_type_id);
create index loans_disposition on loans (last_disposition_id);
create index loans_payment_status on loans (payment_status);
create index loans_payment_history on loans (payment_history_status) where payment_history_status is not null;

-- How much may wait to be sorted in is said by who writes: every search looks through it.
alter index loans_search reset (gin_pending_list_limit);
