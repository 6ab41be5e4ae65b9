-- Money that a gateway gave back in part: beside the payment, whose amount is what still counts.
alter table payments add column refunded bigint not null default 0;
alter table payment_attempts add column refunded bigint not null default 0;
alter table payments add constraint payments_refunded_check check (refunded >= 0) not valid;
alter table payment_attempts add constraint payment_attempts_refunded_check check (refunded >= 0) not valid;

-- Events the product has no rule for are kept and counted too; disputes are put before a person.
alter table gateway_events drop constraint gateway_events_told_check;
alter table gateway_events add constraint gateway_events_told_check check (told in (
  'pending', 'failed', 'success', 'reversed', 'hint', 'refunded', 'dispute', 'other')) not valid;
alter table gateway_events drop constraint gateway_events_verdict_check;
alter table gateway_events add constraint gateway_events_verdict_check check (verdict in (
  'applied', 'unchanged', 'quarantined', 'noted')) not valid;
alter table gateway_differences drop constraint gateway_differences_kind_check;
alter table gateway_differences add constraint gateway_differences_kind_check check (kind in
  ('missing', 'unknown', 'not-paid', 'amount', 'twice', 'refund', 'chargeback', 'given-back', 'on-hold', 'two-forms',
  'part-refund', 'dispute')) not valid;
