-- A charge by a mandate that failed is presented again on later days, each with its own notice (decision 270).
alter table mandates
  -- How often an instalment may be presented; who agreed before this agreed to one.
  add column tries int not null default 1 check (tries between 1 and 3);
alter table mandate_charges
  -- The day it was given up: paid another way, and a person was told.
  add column gave_up_on date;

alter table mandate_charges drop constraint mandate_charges_reason_check;
alter table mandate_charges add constraint mandate_charges_reason_check check (reason in
  ('paid', 'changed', 'ended', 'paused', 'late', 'not-told', 'off', 'failed', 'earlier')) not valid;
