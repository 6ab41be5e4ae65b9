-- The tracker shows each call with what was written down after it, and the other way round.
create index borrower_dispositions_call on borrower_dispositions (call_ref_no) where call_ref_no is not null;
-- Calls that came in are few among all.
create index call_attempts_inbound on call_attempts (dialed_at desc, id desc) where direction = 'inbound';
