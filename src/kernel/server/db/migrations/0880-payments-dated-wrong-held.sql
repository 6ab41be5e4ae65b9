-- A payment dated before its loan, or long ago, waits for a person too.
alter table payments drop constraint payments_held_for_check;
alter table payments add constraint payments_held_for_check check (held_for in (
  'above-due', 'amount-changed', 'two-loans', 'may-be-same', 'reversed', 'cash-online', 'before-loan', 'long-ago')) not valid;
