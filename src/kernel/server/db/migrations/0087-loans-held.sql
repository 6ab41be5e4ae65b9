-- What somebody holds, with all it is filtered by and ordered by: a page of the loans of many people is found in this
-- index alone. Where nobody is named PostgreSQL skips from person to person.
drop index loans_assignee;
create index loans_held on loans (assignee_id, is_active, client_id, campaign_id, last_disposition_id, allocation_type_id,
  payment_status, payment_history_status) include (total_outstanding, principal_outstanding, dpd, loan_number, id);

-- A hundred people compared with five hundred frequent values, and again in each of the combinations, took longer to plan
-- than the page to find. That a campaign is of one client is what has to be known.
alter table loans alter column assignee_id set statistics 100;
drop statistics loans_together;
create statistics loans_together (dependencies) on client_id, campaign_id, assignee_id from loans;
analyze loans;
