-- Filters, order and columns of a list under a name: a person's own, or shared with the people below them.
create table list_views (
  id bigint generated always as identity primary key,
  u_id uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users (id),
  list text not null,
  name text not null,
  words jsonb not null,
  arrangement jsonb not null,
  is_shared boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index list_views_name on list_views (user_id, list, lower(name));
create index list_views_shared on list_views (list) where is_shared;
