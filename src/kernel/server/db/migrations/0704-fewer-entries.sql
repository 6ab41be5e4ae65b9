-- An outcome without a day is in no index of days; how old answers are is looked for once a day, in the order they were kept (decision 340).
create index concurrently if not exists borrower_dispositions_day on borrower_dispositions (disposition_id, action_date desc, id desc)
  where action_date is not null;
drop index concurrently if exists borrower_dispositions_due;
create index concurrently if not exists idempotency_kept on idempotency using brin (created_at);
drop index concurrently if exists idempotency_age;
