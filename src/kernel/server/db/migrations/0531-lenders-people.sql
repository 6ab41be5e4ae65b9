-- A lender's people see, and those who hold this decide (decision 221); who was there until now decides.
update roles set flags = array_append(flags, 'decide_as_lender')
where role_type = 'client' and not 'decide_as_lender' = any(flags);

-- Payment overrides and loans switched off in bulk need a second person where a policy says so.
alter table authority_steps drop constraint authority_steps_kind_check;
alter table authority_steps add constraint authority_steps_kind_check
  check (kind in ('settlement', 'account', 'hold', 'export', 'reveal', 'role', 'payment', 'deactivate')) not valid;
alter table authority_requests drop constraint authority_requests_kind_check;
alter table authority_requests add constraint authority_requests_kind_check
  check (kind in ('settlement', 'account', 'hold', 'export', 'reveal', 'role', 'payment', 'deactivate')) not valid;
alter table authority_acts drop constraint authority_acts_kind_check;
alter table authority_acts add constraint authority_acts_kind_check
  check (kind in ('account', 'hold', 'export', 'reveal', 'role', 'payment', 'deactivate')) not valid;
