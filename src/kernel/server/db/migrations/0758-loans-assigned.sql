-- As loans_of_assignee, with since when: what an agent or a team was given is added up without reading a loan. An outcome
-- writes none of it; who is assigned is written with since when.
create index concurrently if not exists loans_assigned on loans (assignee_id, is_active, client_id, campaign_id,
  allocation_type_id, payment_status, payment_history_status)
  include (total_outstanding, principal_outstanding, dpd, loan_number, assigned_at, id);
