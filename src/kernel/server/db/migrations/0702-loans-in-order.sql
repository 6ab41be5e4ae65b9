-- As the orders before, without the last disposition, which stands in loan_standing (decision 340).
create index concurrently if not exists loans_total_order on loans (is_active, total_outstanding desc, id desc,
  client_id, campaign_id, assignee_id, allocation_type_id, payment_status, payment_history_status);
create index concurrently if not exists loans_principal_order on loans (is_active, principal_outstanding desc, id desc,
  client_id, campaign_id, assignee_id, allocation_type_id, payment_status, payment_history_status);
create index concurrently if not exists loans_dpd_order on loans (is_active, dpd desc nulls last, id desc,
  client_id, campaign_id, assignee_id, allocation_type_id, payment_status, payment_history_status);
create index concurrently if not exists loans_number_order on loans (is_active, loan_number, id,
  client_id, campaign_id, assignee_id, allocation_type_id, payment_status, payment_history_status);
create index concurrently if not exists loans_client_order on loans (client_id, is_active, total_outstanding desc, id desc,
  campaign_id, assignee_id, allocation_type_id, payment_status, payment_history_status);
create index concurrently if not exists loans_campaign_order on loans (campaign_id, is_active, total_outstanding desc, id desc,
  client_id, assignee_id, allocation_type_id, payment_status, payment_history_status) where campaign_id is not null;
create index concurrently if not exists loans_allocation_order on loans (allocation_type_id, is_active, total_outstanding desc,
  id desc, client_id, campaign_id, assignee_id, payment_status, payment_history_status) where allocation_type_id is not null;
create index concurrently if not exists loans_status_order on loans (payment_status, is_active, total_outstanding desc, id desc,
  client_id, campaign_id, assignee_id, allocation_type_id, payment_history_status) where payment_status <> 'Unpaid';
create index concurrently if not exists loans_history_order on loans (payment_history_status, is_active, total_outstanding desc,
  id desc, client_id, campaign_id, assignee_id, allocation_type_id, payment_status) where payment_history_status is not null;
create index concurrently if not exists loans_of_assignee on loans (assignee_id, is_active, client_id, campaign_id,
  allocation_type_id, payment_status, payment_history_status)
  include (total_outstanding, principal_outstanding, dpd, loan_number, id);
