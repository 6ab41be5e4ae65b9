alter table payments validate constraint payments_held_for_check;
