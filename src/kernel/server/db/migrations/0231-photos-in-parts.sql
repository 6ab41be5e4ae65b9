-- A photo of evidence quality is larger than an entry of a phone: it comes in parts, each once, in any order, and becomes
-- the photo of its visit with the last of them.
create table visit_photo_parts (
  visit_id bigint not null references visits (id) on delete cascade,
  part smallint not null check (part >= 0),
  parts smallint not null check (parts > 1 and part < parts),
  -- SHA-256 of the whole photo: parts of another one never mix with these.
  digest text not null,
  bytes bytea not null,
  created_at timestamptz not null default now(),
  primary key (visit_id, part)
);
create index visit_photo_parts_age on visit_photo_parts (created_at);
alter table visit_photo_parts alter column bytes set storage external;
