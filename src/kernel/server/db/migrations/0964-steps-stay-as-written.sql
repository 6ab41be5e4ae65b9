-- Steps of settlements and differences, and what borrowers chose, prove what happened: none is rewritten. They leave with the
-- loan or the person they belong to.
create trigger settlement_steps_no_update before update on settlement_steps for each row execute function refuse_change();
create trigger gateway_difference_steps_no_update before update on gateway_difference_steps for each row
  execute function refuse_change();
create trigger contact_wish_changes_no_update before update on contact_wish_changes for each row execute function refuse_change();
