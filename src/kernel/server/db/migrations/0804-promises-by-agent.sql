-- A promise says whose loan it is on: of an agent's thousands of loans few have one, and their day finds those (decision 380).
alter table promises add column assignee_id bigint;
create function promise_on() returns trigger language plpgsql as $$
begin
  -- Who moves the loan at this moment is waited for.
  select l.assignee_id into new.assignee_id from loans l where l.id = new.loan_id for share;
  return new;
end $$;
create trigger promises_on before insert on promises for each row execute function promise_on();
-- A loan that goes to somebody else takes its promises along.
create function promises_follow() returns trigger language plpgsql as $$
begin
  update promises set assignee_id = new.assignee_id where loan_id = new.id;
  return null;
end $$;
create trigger loans_promises after update on loans for each row
  when (old.assignee_id is distinct from new.assignee_id) execute function promises_follow();
