alter table cash_moves validate constraint cash_moves_kind_check;
