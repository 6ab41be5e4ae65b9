-- Roles as a master: who has one, before it may be removed.

create index users_role on users (role_id);
