-- A borrower whose promise is still ahead is called by the dialer only where the campaign says so.
alter table campaigns add column calls_promised boolean not null default false;
