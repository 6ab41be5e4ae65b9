-- Columns whose words are a closed set say so, first of what comes from now on; the words are the contract's
-- (tests/api/closed-sets.test.ts compares them).
alter table loans add constraint loans_payment_status_check check (payment_status in (
  'Unpaid', 'Partially Paid', 'Settlement Paid', 'Foreclosure', 'Amt < 100')) not valid;
alter table loans add constraint loans_payment_history_status_check check (payment_history_status in (
  'Last 3 Months', 'Last 2 Months', 'Last Month', 'Any time in last 3 Months', 'Any time in last 6 Months',
  'Before 6 months')) not valid;
alter table payments add constraint payments_status_check check (status in (
  'initiated', 'pending', 'failed', 'success', 'reversed', 'held', 'same', 'refused')) not valid;
alter table payments add constraint payments_source_check check (source in (
  'DISPOSITION', 'PAYMENT_FILE', 'PAYMENT_LINK', 'DIRECT_FROM_SITE')) not valid;
alter table payments add constraint payments_held_for_check check (held_for in (
  'above-due', 'amount-changed', 'two-loans', 'may-be-same', 'reversed', 'cash-online')) not valid;
alter table gateway_events add constraint gateway_events_told_check check (told in (
  'pending', 'failed', 'success', 'reversed', 'hint')) not valid;
alter table sandbox_payments add constraint sandbox_payments_outcome_check check (outcome in (
  'success', 'failure', 'pending', 'late', 'duplicate', 'reversed')) not valid;
alter table messages add constraint messages_status_check check (status in (
  'stored', 'queued', 'sent', 'delivered', 'read', 'failed')) not valid;
alter table call_attempts add constraint call_attempts_mode_check check (mode in (
  'manual', 'task', 'progressive', 'predictive', 'inbound')) not valid;
alter table dnc_history add constraint dnc_history_status_check check (status in ('active', 'inactive')) not valid;
alter table visits add constraint visits_outcome_check check (outcome in (
  'met', 'locked', 'family', 'refused', 'moved', 'wrong_address')) not valid;
alter table file_jobs add constraint file_jobs_type_check check (type in (
  'CUSTOMER_FILE', 'PAYMENT_FILE', 'REASSIGNMENT_FILE', 'IMPORT_MESSAGE_FILE', 'DNC_FILE', 'ALLOCATION_TYPE_FILE',
  'EXPORT')) not valid;
alter table file_mappings add constraint file_mappings_type_check check (type in (
  'CUSTOMER_FILE', 'PAYMENT_FILE', 'REASSIGNMENT_FILE', 'IMPORT_MESSAGE_FILE', 'DNC_FILE',
  'ALLOCATION_TYPE_FILE')) not valid;
alter table uploads add constraint uploads_purpose_check check (purpose in (
  'customer-file', 'borrower-document', 'settlement-document')) not valid;
alter table idempotency add constraint idempotency_verdict_check check (verdict in (
  'APPLIED', 'APPLIED_WITH_NOTICE', 'NEEDS_REVIEW', 'DUPLICATE_OF')) not valid;
alter table borrower_dispositions add constraint borrower_dispositions_verdict_check check (verdict in (
  'APPLIED', 'APPLIED_WITH_NOTICE', 'NEEDS_REVIEW', 'DUPLICATE_OF')) not valid;
