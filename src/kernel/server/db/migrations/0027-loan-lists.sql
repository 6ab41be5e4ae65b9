-- Every list of loans reads the rows it shows and no others, however many there are.

-- Searched together with the loan's number, so that one index answers for both; kept by the triggers below.
alter table loans add column borrower_name text not null default '';
update loans l set borrower_name = b.name from borrowers b where b.id = l.borrower_id;

create function name_loan() returns trigger language plpgsql as $$
begin
  new.borrower_name := coalesce((select b.name from borrowers b where b.id = new.borrower_id), '');
  return new;
end $$;
create trigger loan_named before insert or update of borrower_id on loans for each row execute function name_loan();
create function rename_loans() returns trigger language plpgsql as $$
begin
  update loans set borrower_name = new.name where borrower_id = new.id;
  return null;
end $$;
create trigger borrower_renamed after update of name on borrowers for each row
  when (old.name <> new.name) execute function rename_loans();

drop index loans_search, borrowers_name;
-- What waits to be sorted into the index is looked through by every search.
create index loans_search on loans using gin (loan_number gin_trgm_ops, borrower_name gin_trgm_ops)
  with (gin_pending_list_limit = 512);

create index loans_disposition on loans (last_disposition_id, is_active, total_outstanding desc, id desc);
create index loans_payment_status on loans (payment_status, is_active, total_outstanding desc, id desc);
create index loans_payment_history on loans (payment_history_status, is_active, total_outstanding desc, id desc)
  where payment_history_status is not null;
create index loans_by_principal on loans (is_active, principal_outstanding desc, id desc);
create index loans_by_dpd on loans (is_active, dpd desc nulls last, id desc);
create index loans_by_number on loans (is_active, loan_number, id);

-- What goes together: a campaign is of one client, an agent of few campaigns. Guessed apart, the planner looks elsewhere.
create statistics loans_together (dependencies, mcv) on client_id, campaign_id, assignee_id from loans;
alter statistics loans_together set statistics 500;
create statistics loans_standing (mcv) on is_active, payment_status, payment_history_status, last_disposition_id,
  allocation_type_id from loans;
alter table loans alter column borrower_name set statistics 500, alter column assignee_id set statistics 500,
  alter column loan_number set statistics 500;
