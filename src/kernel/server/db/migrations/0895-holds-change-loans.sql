-- A phone keeps a loan with its holds: placing and ending one counts as a change of the loan, as tags do (0031).
create trigger loan_holds_changed after insert or update or delete on loan_holds for each row
  execute function loan_tags_changed();
