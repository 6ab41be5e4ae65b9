-- And of what is there: in a transaction of its own, so that writers need not wait while it is read.
alter table loans validate constraint loans_payment_status_check;
alter table loans validate constraint loans_payment_history_status_check;
alter table payments validate constraint payments_status_check;
alter table payments validate constraint payments_source_check;
alter table payments validate constraint payments_held_for_check;
alter table gateway_events validate constraint gateway_events_told_check;
alter table sandbox_payments validate constraint sandbox_payments_outcome_check;
alter table messages validate constraint messages_status_check;
alter table call_attempts validate constraint call_attempts_mode_check;
alter table dnc_history validate constraint dnc_history_status_check;
alter table visits validate constraint visits_outcome_check;
alter table file_jobs validate constraint file_jobs_type_check;
alter table file_mappings validate constraint file_mappings_type_check;
alter table uploads validate constraint uploads_purpose_check;
alter table idempotency validate constraint idempotency_verdict_check;
alter table borrower_dispositions validate constraint borrower_dispositions_verdict_check;
