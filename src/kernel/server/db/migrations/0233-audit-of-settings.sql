-- What administrators change is little among what happens; they look through it without the rest.
create index event_settings on event (id desc) where domain <> 'users-task'
  and (type like '%.created' or type like '%.updated'
    or domain in ('campaigns', 'dispositions', 'payment-accounts', 'permissions', 'roles', 'users'));
