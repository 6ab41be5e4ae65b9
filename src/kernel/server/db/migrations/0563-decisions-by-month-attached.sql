-- Partitions have a schema of their own: whoever lists the tables of the agency sees one.
create schema if not exists months;

-- A moment, whatever the number of rows: names change, and the promise that was checked says what belongs where.
do $$
declare
  until text := (select substring(pg_get_constraintdef(oid) from '''([^'']+)''') from pg_constraint
    where conname = 'contact_decisions_before');
  next_id bigint;
begin
  select last_value + is_called::int into next_id from contact_decisions_id_seq;
  alter table contact_decisions drop constraint contact_decisions_pkey;
  alter table contact_decisions add constraint contact_decisions_key primary key using index contact_decisions_id_at;
  alter table contact_decisions alter id drop identity;
  alter index contact_decisions_loan rename to contact_decisions_before_loan;
  alter table contact_decisions rename to contact_decisions_before;
  alter table contact_decisions_before set schema months;

  create table contact_decisions (
    like months.contact_decisions_before including defaults including constraints,
    primary key (id, at),
    foreign key (loan_id) references loans (id) on delete cascade,
    foreign key (user_id) references users (id),
    foreign key (campaign_id) references campaigns (id)
  ) partition by range (at);
  alter table contact_decisions drop constraint contact_decisions_before;
  execute format('alter table contact_decisions alter id add generated always as identity (start with %s)', next_id);
  create index contact_decisions_loan on contact_decisions (loan_id, id desc);
  execute format('alter table contact_decisions attach partition months.contact_decisions_before for values from (minvalue) to (%L)', until);
  alter table months.contact_decisions_before drop constraint contact_decisions_before;
  -- What belongs to no month that was made is kept as well, and moved when its month is made.
  create table months.contact_decisions_other partition of contact_decisions default;
end $$;
