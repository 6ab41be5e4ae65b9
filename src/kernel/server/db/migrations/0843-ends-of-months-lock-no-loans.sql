-- Taking an end of a month locked each of its loans, as a key that refers to another table does, and whoever took loans away or
-- gave them to another lender at that moment waited in a circle (decision 394). A loan that goes takes its ends along by its own
-- trigger, which waits for an end that is being taken.
alter table loan_month_ends drop constraint loan_month_ends_loan_id_fkey;

create or replace function forget_rolled() returns trigger language plpgsql as $$
begin
  -- Also of whom no end is seen yet: one may just be taken.
  perform pg_advisory_xact_lock(7073);
  if not exists (select from loan_month_ends where loan_id = old.id) then return old; end if;
  with waits as (delete from roll_changes where loan_id = old.id returning *),
  changes as (
    select w::roll_changes as c from waits w
    union all select row(old.id, coalesce(old.assignee_id, 0), old.client_id, null, null)::roll_changes)
  insert into roll_counts as s
  select t.month, t.assignee_id, t.client_id, t.came_from, t.went_to, t.move, sum(t.loans), sum(t.amount)
  from changes cross join lateral roll_told(c) t group by 1, 2, 3, 4, 5, 6
  on conflict (month, assignee_id, client_id, came_from, went_to, move) do update set loans = s.loans + excluded.loans,
    amount = s.amount + excluded.amount;
  delete from loan_month_ends where loan_id = old.id;
  return old;
end $$;
