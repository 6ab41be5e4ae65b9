-- Lists of dispositions and clients in the order in which they are shown.
create index dispositions_list on dispositions (is_active, priority, id) where parent_id is null;
create index dispositions_parent on dispositions (parent_id, priority, name, id) where parent_id is not null;
create index disposition_clients_client on disposition_clients (client_id);
create index clients_list on clients (is_active, name, id);

-- The portal's user signs in with it (G102), so no two clients may share it; lenders that were only named have none.
create unique index clients_contact_person_email on clients (lower(contact_person_email)) where contact_person_email <> '';
create index users_client on users (client_id) where client_id is not null;
