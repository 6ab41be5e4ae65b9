-- One refund or chargeback that files tell with other figures is a difference of its own, and counts once.
alter table gateway_differences drop constraint gateway_differences_kind_check;
alter table gateway_differences add constraint gateway_differences_kind_check check (kind in
  ('missing', 'unknown', 'not-paid', 'amount', 'twice', 'refund', 'chargeback', 'given-back', 'on-hold', 'two-forms'));
