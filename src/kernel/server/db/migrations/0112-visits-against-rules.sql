-- The rule a visit went against: it had happened already when it was told of, so it is kept and marked.
alter table visits add column rule text;
create index visits_against on visits (effective_at desc, id desc) where rule is not null;
