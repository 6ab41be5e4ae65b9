-- Contacts are counted by person and by number: who else has a number, and what went to it.
create index loans_mobile on loans (mobile) where mobile is not null;
create index loans_alternate1 on loans (alternate_contact1) where alternate_contact1 is not null;
create index loans_alternate2 on loans (alternate_contact2) where alternate_contact2 is not null;
create index loans_other_mobiles on loans using gin (other_mobiles) where other_mobiles <> '{}';
create index messages_sent_to on messages (mobile, sent_at) where sent_at is not null and mobile is not null;
