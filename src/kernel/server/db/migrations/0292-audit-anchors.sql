-- Marks of the chain of seals, each under a key that is not in the database: whoever recomputes the chain cannot make them.
create table audit_anchor (
  id bigint generated always as identity primary key,
  -- The seal that is marked: its place in the chain and its hash.
  n bigint not null,
  hash bytea not null,
  at timestamptz not null,
  -- 'seen': what a server saw grow; 'vouched': what a person with the key takes as true, as after a restore.
  why text not null check (why in ('seen', 'vouched')),
  -- Which key made it, without telling the key.
  key_id bytea not null,
  mac bytea not null,
  unique (key_id, n, why, at)
);
create trigger audit_anchor_append_only before update or delete on audit_anchor for each row execute function refuse_change();
create trigger audit_anchor_no_truncate before truncate on audit_anchor for each statement execute function refuse_change();
