-- Whoever calls in is known by the number: who was called there last, else whose own it is.
create index call_attempts_phone on call_attempts (phone, id desc) where phone is not null;
-- Who let it pass: it is offered to somebody else.
alter table call_attempts add column declined_by bigint[] not null default '{}';

alter table simulated_legs
  drop constraint simulated_legs_role_check,
  drop constraint simulated_legs_state_check,
  -- Somebody who calls in, and has not yet.
  add constraint simulated_legs_role_check check (role in ('customer', 'agent', 'inbound')),
  add constraint simulated_legs_state_check check (state in ('coming', 'dialing', 'ringing', 'answered', 'ended'));
