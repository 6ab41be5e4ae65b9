-- A payment link that is withdrawn from a borrower who complained is a step of the complaint.
alter table complaint_steps drop constraint complaint_steps_what_check;
alter table complaint_steps add constraint complaint_steps_what_check
  check (what in ('taken', 'noted', 'assigned', 'answered', 'closed', 'reopened', 'escalated', 'link-withdrawn')) not valid;
