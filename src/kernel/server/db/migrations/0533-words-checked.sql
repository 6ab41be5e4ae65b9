-- The words of 0531 and 0532 hold for what was there before.
alter table authority_steps validate constraint authority_steps_kind_check;
alter table authority_requests validate constraint authority_requests_kind_check;
alter table authority_acts validate constraint authority_acts_kind_check;
alter table compliance_rules validate constraint compliance_rules_kind_check;
alter table messages validate constraint messages_purpose_check;
