-- The names of the papers a letter of the development mailbox would have carried.
alter table mailbox add column attachments text[] not null default '{}';
