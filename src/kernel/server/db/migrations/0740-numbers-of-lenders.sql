-- The number a borrower sees is their lender's, whatever campaign the agent works in who calls them (decision 361).
alter table clients
  add column caller_id text,
  add column series_only boolean not null default false,
  add constraint clients_caller_id_check check (caller_id ~ '^\+?[0-9]{3,15}$') not valid,
  add constraint clients_1600 check (not series_only or caller_id ~ '^(\+91)?1600[0-9]{6}$' is true) not valid;
