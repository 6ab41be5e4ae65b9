-- What borrowers are told of their settlements: the link to accept it, and the one-time code.
alter table messages drop constraint messages_purpose_check;
alter table messages add constraint messages_purpose_check check (purpose in
  ('bulk', 'payment-link', 'payment-received', 'payment-failed', 'cash-received', 'complaint', 'settlement-offer',
    'settlement-code')) not valid;
alter table messages validate constraint messages_purpose_check;
