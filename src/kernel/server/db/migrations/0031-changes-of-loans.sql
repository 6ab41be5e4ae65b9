-- Which of my loans changed since I last asked, and which are mine no more: what a phone keeps follows from it.

-- Transactions, not moments: what commits late is not missed (compare pg_snapshot_xmin in domains/sync/changes.ts).
alter table loans add column changed_tx xid8 not null default '0';

create function loan_changed() returns trigger language plpgsql as $$
begin
  new.changed_tx := pg_current_xact_id();
  return new;
end $$;
create trigger loan_changed before insert or update on loans for each row execute function loan_changed();

create table sync_gone (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  loan_id bigint not null,
  tx xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now()
);
create index sync_gone_user on sync_gone (user_id, tx);
create index sync_gone_age on sync_gone (created_at);

create function loan_left() returns trigger language plpgsql as $$
begin
  insert into sync_gone (user_id, loan_id) values (old.assignee_id, old.id);
  return null;
end $$;
create trigger loan_left after update on loans for each row
  when (old.assignee_id is not null
    and (new.assignee_id is distinct from old.assignee_id or (old.is_active and not new.is_active)))
  execute function loan_left();
create trigger loan_purged after delete on loans for each row
  when (old.assignee_id is not null) execute function loan_left();

-- A loan is shown with its tags and with where its borrower lives.
create function loan_tags_changed() returns trigger language plpgsql as $$
begin
  update loans set id = id where id = coalesce(new.loan_id, old.loan_id);
  return null;
end $$;
create trigger loan_tags_changed after insert or update or delete on loan_tags
  for each row execute function loan_tags_changed();

create function borrower_moved() returns trigger language plpgsql as $$
begin
  update loans set id = id where borrower_id = new.id;
  return null;
end $$;
create trigger borrower_moved after update on borrowers for each row
  when ((old.name, old.address, old.city_name, old.pincode) is distinct from (new.name, new.address, new.city_name, new.pincode))
  execute function borrower_moved();
