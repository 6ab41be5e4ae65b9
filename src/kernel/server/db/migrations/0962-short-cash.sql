-- Cash that a bank received too little of stays with its agent until it is recovered or written off.
alter table cash_deposits
  add column short bigint not null default 0 check (short >= 0),
  add column short_since date;

alter table cash_moves add column written_off bigint not null default 0;
alter table cash_moves drop constraint cash_moves_kind_check;
alter table cash_moves add constraint cash_moves_kind_check check (kind in ('taken', 'voided', 'deposited', 'confirmed', 'undone',
  'recovered', 'written-off')) not valid;
-- Every step stays as it was written.
create trigger cash_moves_append_only before update or delete on cash_moves for each row execute function refuse_change();
create trigger cash_moves_no_truncate before truncate on cash_moves for each statement execute function refuse_change();

-- Acts that need a second person also where no policy is written: whose matter it is, and which permission the second one holds.
alter table authority_acts
  add column person_id bigint references users (id),
  add column second_by text;
