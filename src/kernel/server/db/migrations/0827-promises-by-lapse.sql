-- Promises whose day was over in two months, without looking at the others.
create index concurrently if not exists promises_by_lapse on promises (lapses_on) include (state, assignee_id, loan_id)
  where state <> 'void_inactive';
