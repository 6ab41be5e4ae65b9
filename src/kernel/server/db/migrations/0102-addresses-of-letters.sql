-- Addresses and domains to which letters about a lender's borrowers may go, besides the lender's own contact.
alter table clients add column letter_addresses text not null default '';
