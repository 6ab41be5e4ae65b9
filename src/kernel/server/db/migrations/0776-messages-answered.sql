-- Messages that brought an answer are few: they are found without the others of the month (decision 349).
create index concurrently if not exists messages_answered on messages (created_at)
  include (loan_id, response_type) where response_type is not null;
