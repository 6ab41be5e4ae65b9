-- Messages leave through a carrier: for what, under which approved template, and what became of them.

alter table messages drop constraint messages_channel_check;
alter table messages add constraint messages_channel_check
  check (channel in ('sms', 'whatsApp', 'ivr', 'rcs', 'email'));
alter table messages
  add column email text,
  add column subject text,
  add column purpose text not null default 'bulk'
    check (purpose in ('bulk', 'payment-link', 'payment-received', 'payment-failed')),
  -- Of the register of approved texts (DLT), where the channel asks for one.
  add column template_id text,
  add column reference text,
  add column fault text,
  add column sent_at timestamptz;
create index messages_reference on messages (reference) where reference is not null;
-- What the caps of contact count.
create index messages_sent on messages (loan_id, sent_at) where sent_at is not null;
