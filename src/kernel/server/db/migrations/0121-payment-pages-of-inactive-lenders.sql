-- Whether borrowers of a lender that is switched off may go on paying; they may, unless the lender says no.
alter table clients add column pays_while_inactive boolean not null default true;
