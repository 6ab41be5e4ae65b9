-- A lead whose borrower was promised a call at a time: the hopper calls it then, one for one.
alter table leads add column callback_at timestamptz;
create index leads_call_backs on leads (campaign_id, callback_at) where callback_at is not null and state = 'queued';
create index leads_call_backs_of on leads (callback_agent_id, callback_at) where callback_at is not null;
