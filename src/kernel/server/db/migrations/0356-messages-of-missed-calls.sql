-- The last message of somebody who reached nobody, and what a person wrote down of it.
alter table missed_calls add column message_attempt_id bigint references call_attempts (id) on delete set null;
alter table missed_calls add column transcript text not null default '';
update missed_calls set message_attempt_id = attempt_id where why = 'voicemail';
