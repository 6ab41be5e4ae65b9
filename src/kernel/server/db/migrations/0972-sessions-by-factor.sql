-- Whether a session was started with a code of the second factor, or its user set one up in it: a role that begins to ask
-- for one ends the others (decision 522). Sessions from before count as started without.
alter table session add column with_code boolean not null default false;
