-- Messages are listed by channel; calls by IVR belong to a campaign, and some channels carry an answer back.

alter table messages
  add column campaign_name text,
  add column response_type text;
create index messages_list on messages (channel, id desc);
create index messages_status on messages (channel, status, id desc);
create index messages_created on messages (created_at);
