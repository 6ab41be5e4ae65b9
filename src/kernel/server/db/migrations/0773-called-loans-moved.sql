-- A loan that goes to somebody else, is closed or opened again is counted there: it waits to be folded, without a call. Who changes
-- loans at this moment is waited for.
create function note_moved_called() returns trigger language plpgsql as $$
begin
  insert into call_changes (loan_id, calls, connected) values (new.id, 0, 0);
  return null;
end $$;
create trigger loans_called_moved after update on loans for each row
  when ((old.assignee_id, old.is_active) is distinct from (new.assignee_id, new.is_active))
  execute function note_moved_called();
