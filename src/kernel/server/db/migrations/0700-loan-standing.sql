-- What every saved outcome changes of a loan stands apart, with the indexes that it needs: the loan's own then hold nothing that
-- an outcome writes, and a million loans keep their indexes as they are (decision 340).

-- Loans that somebody works or that have an outcome; the others are in none of its indexes.
create table loan_standing (
  id bigint primary key,
  client_id bigint not null,
  campaign_id bigint,
  assignee_id bigint,
  assigned_at timestamptz,
  allocation_type_id bigint,
  is_active boolean not null,
  total_outstanding bigint not null,
  payment_status text not null,
  payment_history_status text,
  last_disposition_id bigint,
  changed_tx xid8 not null
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
create index loan_standing_changed on loan_standing (assignee_id, changed_tx) where is_active and assignee_id is not null;
create index loan_standing_disposition on loan_standing (last_disposition_id, is_active, total_outstanding desc, id desc,
  client_id, campaign_id, assignee_id, allocation_type_id, payment_status, payment_history_status)
  where last_disposition_id is not null;
create statistics loan_standing_together (dependencies) on client_id, assignee_id, campaign_id from loan_standing;
create statistics loan_standing_kinds (mcv)
  on is_active, allocation_type_id, payment_status, payment_history_status, last_disposition_id from loan_standing;
alter table loan_standing alter column assignee_id set statistics 100;

-- Of these loans, as they stand now; what is the same already is not written.
create function stand_loans() returns trigger language plpgsql as $$
begin
  insert into loan_standing as s (id, client_id, campaign_id, assignee_id, assigned_at, allocation_type_id, is_active,
    total_outstanding, payment_status, payment_history_status, last_disposition_id, changed_tx)
  select l.id, l.client_id, l.campaign_id, l.assignee_id, l.assigned_at, l.allocation_type_id, l.is_active,
    l.total_outstanding, l.payment_status, l.payment_history_status, l.last_disposition_id, l.changed_tx
  from changed l
  where l.assignee_id is not null or l.last_disposition_id is not null or exists (select from loan_standing o where o.id = l.id)
  on conflict (id) do update set
    (client_id, campaign_id, assignee_id, assigned_at, allocation_type_id, is_active,
      total_outstanding, payment_status, payment_history_status, last_disposition_id, changed_tx)
    = (excluded.client_id, excluded.campaign_id, excluded.assignee_id, excluded.assigned_at, excluded.allocation_type_id,
      excluded.is_active, excluded.total_outstanding, excluded.payment_status, excluded.payment_history_status,
      excluded.last_disposition_id, excluded.changed_tx)
  where (s.*) is distinct from (excluded.*);
  return null;
end $$;
create function forget_standing() returns trigger language plpgsql as $$
begin
  delete from loan_standing s using gone where s.id = gone.id;
  return null;
end $$;
-- Those that lack there: after a load that passed by the triggers.
create function stand_loans_anew() returns void language sql as $$
  insert into loan_standing (id, client_id, campaign_id, assignee_id, assigned_at, allocation_type_id, is_active,
    total_outstanding, payment_status, payment_history_status, last_disposition_id, changed_tx)
  select id, client_id, campaign_id, assignee_id, assigned_at, allocation_type_id, is_active,
    total_outstanding, payment_status, payment_history_status, last_disposition_id, changed_tx
  from loans where assignee_id is not null or last_disposition_id is not null order by id
  on conflict (id) do nothing
$$;
create trigger loans_stand_new after insert on loans referencing new table as changed
  for each statement execute function stand_loans();
create trigger loans_stand after update on loans referencing new table as changed
  for each statement execute function stand_loans();
create trigger loans_stand_no_more after delete on loans referencing old table as gone
  for each statement execute function forget_standing();

-- An outcome finds room for its row beside the one it takes the place of.
alter table loans set (fillfactor = 90);
