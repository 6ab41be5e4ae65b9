-- Messages that files stored leave by themselves once they are due; while one is on its way, this is when it is tried again.

alter table messages
  add column due_at timestamptz,
  add column tries smallint not null default 0;
create index messages_due on messages (channel, due_at, id) where due_at is not null;
create index messages_job_due on messages (job_id, channel) where due_at is not null;
-- What is asked about at the carrier until it has arrived.
create index messages_underway on messages (sent_at) where status = 'sent' and reference is not null;
