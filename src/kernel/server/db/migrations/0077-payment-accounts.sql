-- Payment accounts become a master: with a merchant of their own at a gateway, whose keys are kept sealed.
alter table payment_accounts
  add column u_id uuid not null unique default gen_random_uuid(),
  add column updated_at timestamptz not null default now(),
  add column gateway text check (gateway in ('payu', 'razorpay')),
  -- By gateway, sealed under the key of this installation, which is not in the database.
  add column merchant_keys jsonb not null default '{}';
update payment_accounts a set name = a.name || ' ' || a.id
  where exists (select from payment_accounts o where lower(o.name) = lower(a.name) and o.id < a.id);
create unique index payment_accounts_name on payment_accounts (lower(name));
alter table payment_accounts add check (gateway is null or merchant_keys ? gateway);
