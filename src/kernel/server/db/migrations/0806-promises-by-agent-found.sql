-- What is expected of a person's loans, and what was not kept.
create index concurrently if not exists promises_assigned on promises (assignee_id)
  where state in ('open', 'broken', 'part_kept');
