-- Promises by the day they are due, and outcomes that matter by month, of whoever works their loans now (decision 356).
-- Who writes these tables at this moment is waited for, so that each later change is left here; they are counted in 0810.
lock table loans, borrower_dispositions, promises in share row exclusive mode;

create table outcome_changes (
  assignee_id bigint not null,
  client_id bigint not null,
  is_active boolean not null,
  disposition_id bigint not null,
  month date,
  due_on date,
  sub_disposition_id bigint not null,
  outcomes int not null,
  amount bigint not null,
  kept int not null,
  broken int not null
);
create table outcome_months (
  assignee_id bigint not null,
  month date not null,
  disposition_id bigint not null,
  outcomes int not null,
  amount bigint not null,
  primary key (assignee_id, month, disposition_id)
) with (fillfactor = 70);
-- Of active loans. By assignee, of all lenders (0); and of everybody (-1) by lender. Due -infinity: all there have been.
create table promise_sums (
  assignee_id bigint not null,
  client_id bigint not null,
  due_on date not null,
  sub_disposition_id bigint not null,
  promises int not null,
  amount bigint not null,
  kept int not null,
  broken int not null,
  primary key (assignee_id, client_id, due_on, sub_disposition_id)
) with (fillfactor = 70);

-- Where a change of promises is counted.
create function promise_told(c outcome_changes) returns setof promise_sums language sql immutable as $$
  select w.assignee_id, w.client_id, d.due_on, c.sub_disposition_id, c.outcomes, c.amount, c.kept, c.broken
  from (values (c.assignee_id, 0::bigint), (-1::bigint, c.client_id)) w (assignee_id, client_id)
    cross join (values (c.due_on), ('-infinity'::date)) d (due_on)
  where c.is_active and c.disposition_id = 1 and d.due_on is not null
$$;
create view outcome_months_now as
  select assignee_id, month, disposition_id, outcomes, amount from outcome_months
  union all select assignee_id, month, disposition_id, outcomes, amount from outcome_changes where month is not null;
create view promise_sums_now as
  select assignee_id, client_id, due_on, sub_disposition_id, promises, amount, kept, broken from promise_sums
  union all select p.assignee_id, p.client_id, p.due_on, p.sub_disposition_id, p.promises, p.amount, p.kept, p.broken
  from outcome_changes c cross join lateral promise_told(c) p;

-- An outcome. The loan is held in share: who moves it sees this one, or this one sees where it went.
create function sum_told(d borrower_dispositions, n int) returns void language sql as $$
  insert into outcome_changes
  select coalesce(l.assignee_id, 0), l.client_id, l.is_active, d.disposition_id,
    date_trunc('month', d.effective_at at time zone 'Asia/Kolkata')::date, d.action_date, coalesce(d.sub_disposition_id, 0), n,
    n * coalesce(d.amount, 0), 0, 0
  from loans l where l.id = d.loan_id for share
$$;
create function note_outcome() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.disposition_id in (1, 2, 3, 4) then perform sum_told(old, -1); end if;
  if tg_op <> 'DELETE' and new.disposition_id in (1, 2, 3, 4) then perform sum_told(new, 1); end if;
  return null;
end $$;
create trigger borrower_dispositions_told after insert on borrower_dispositions for each row
  when (new.disposition_id in (1, 2, 3, 4)) execute function note_outcome();
create trigger borrower_dispositions_told_again after update on borrower_dispositions for each row
  when ((old.disposition_id in (1, 2, 3, 4) or new.disposition_id in (1, 2, 3, 4))
    and (old.disposition_id, old.sub_disposition_id, old.amount, old.action_date, old.effective_at, old.loan_id)
      is distinct from (new.disposition_id, new.sub_disposition_id, new.amount, new.action_date, new.effective_at, new.loan_id))
  execute function note_outcome();
create trigger borrower_dispositions_told_gone after delete on borrower_dispositions for each row
  when (old.disposition_id in (1, 2, 3, 4)) execute function note_outcome();

-- What became of a promise is told of its day, whatever kind it was.
create function sum_judged(p promises, n int) returns void language sql as $$
  insert into outcome_changes
  select coalesce(l.assignee_id, 0), l.client_id, l.is_active, 1, null, p.due_on, 0, 0, 0, n * (p.state = 'kept')::int,
    n * (p.state in ('broken', 'part_kept'))::int
  from loans l where l.id = p.loan_id and p.state in ('kept', 'broken', 'part_kept') for share
$$;
create function note_judged() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform sum_judged(old, -1); end if;
  if tg_op <> 'DELETE' then perform sum_judged(new, 1); end if;
  return null;
end $$;
create trigger promises_told after insert on promises for each row
  when (new.state in ('kept', 'broken', 'part_kept')) execute function note_judged();
create trigger promises_told_again after update on promises for each row
  when ((old.state, old.due_on, old.loan_id) is distinct from (new.state, new.due_on, new.loan_id)) execute function note_judged();
create trigger promises_told_gone after delete on promises for each row
  when (old.state in ('kept', 'broken', 'part_kept')) execute function note_judged();

-- A loan that goes to somebody else, is closed or opened takes along what was said of it.
create function move_told() returns trigger language plpgsql as $$
begin
  insert into outcome_changes
  select k.assignee_id, k.client_id, k.is_active, x.disposition_id, x.month, x.due_on, x.sub, k.n * x.outcomes, k.n * x.amount,
    k.n * x.kept, k.n * x.broken
  from (
    select disposition_id, date_trunc('month', effective_at at time zone 'Asia/Kolkata')::date as month,
      case when disposition_id = 1 then action_date end as due_on, case when disposition_id = 1 then coalesce(sub_disposition_id, 0) else 0 end as sub,
      count(*) as outcomes, coalesce(sum(amount), 0) as amount, 0 as kept, 0 as broken
    from borrower_dispositions where loan_id = new.id and disposition_id in (1, 2, 3, 4) group by 1, 2, 3, 4
    union all select 1, null, due_on, 0, 0, 0, count(*) filter (where state = 'kept'), count(*) filter (where state <> 'kept')
    from promises where loan_id = new.id and state in ('kept', 'broken', 'part_kept') group by 3) x
    cross join (values (-1, coalesce(old.assignee_id, 0), old.client_id, old.is_active),
      (1, coalesce(new.assignee_id, 0), new.client_id, new.is_active)) k (n, assignee_id, client_id, is_active);
  return null;
end $$;
create trigger loans_told_moved after update on loans for each row
  when ((old.assignee_id, old.client_id, old.is_active) is distinct from (new.assignee_id, new.client_id, new.is_active))
  execute function move_told();

-- As fold_messages does. One node does it at a time.
create function fold_outcomes(most int default 50000) returns int language plpgsql as $$
declare n int;
begin
  if not pg_try_advisory_xact_lock(7070) then return 0; end if;
  with gone as (
    delete from outcome_changes where ctid = any(array(select ctid from outcome_changes limit most)) returning *),
  months as (
    insert into outcome_months as s
    select assignee_id, month, disposition_id, sum(outcomes), sum(amount) from gone where month is not null group by 1, 2, 3
    having sum(outcomes) <> 0 or sum(amount) <> 0
    on conflict (assignee_id, month, disposition_id) do update set outcomes = s.outcomes + excluded.outcomes,
      amount = s.amount + excluded.amount),
  dues as (
    insert into promise_sums as s
    select p.assignee_id, p.client_id, p.due_on, p.sub_disposition_id, sum(p.promises), sum(p.amount), sum(p.kept), sum(p.broken)
    from gone g cross join lateral promise_told(g.*::outcome_changes) p group by 1, 2, 3, 4
    having sum(p.promises) <> 0 or sum(p.amount) <> 0 or sum(p.kept) <> 0 or sum(p.broken) <> 0
    on conflict (assignee_id, client_id, due_on, sub_disposition_id) do update set promises = s.promises + excluded.promises,
      amount = s.amount + excluded.amount, kept = s.kept + excluded.kept, broken = s.broken + excluded.broken)
  select count(*) into n from gone;
  return n;
end $$;

-- Beside others who write, as count_messages does: what waits goes in the statement that counts.
create function count_outcomes() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7070);
  delete from outcome_months;
  delete from promise_sums;
  with waited as (delete from outcome_changes),
  told as materialized (
    select coalesce(l.assignee_id, 0) as assignee_id, l.client_id, l.is_active, x.disposition_id, x.month, x.due_on,
      x.sub_disposition_id, sum(x.outcomes)::int as outcomes, sum(x.amount)::bigint as amount, sum(x.kept)::int as kept,
      sum(x.broken)::int as broken
    from (
      select loan_id, disposition_id, date_trunc('month', effective_at at time zone 'Asia/Kolkata')::date as month,
        case when disposition_id = 1 then action_date end as due_on,
        case when disposition_id = 1 then coalesce(sub_disposition_id, 0) else 0 end as sub_disposition_id, 1 as outcomes,
        coalesce(amount, 0) as amount, 0 as kept, 0 as broken
      from borrower_dispositions where disposition_id in (1, 2, 3, 4)
      union all select loan_id, 1, null, due_on, 0, 0, 0, (state = 'kept')::int, (state <> 'kept')::int
      from promises where state in ('kept', 'broken', 'part_kept')) x join loans l on l.id = x.loan_id
    group by 1, 2, 3, 4, 5, 6, 7),
  months as (
    insert into outcome_months
    select assignee_id, month, disposition_id, sum(outcomes), sum(amount) from told where month is not null group by 1, 2, 3)
  insert into promise_sums
  select p.assignee_id, p.client_id, p.due_on, p.sub_disposition_id, sum(p.promises), sum(p.amount), sum(p.kept), sum(p.broken)
  from told t cross join lateral promise_told(row(t.*)::outcome_changes) p group by 1, 2, 3, 4;
end $$;
create or replace function all_sums_anew() returns void language plpgsql as $$
begin
  perform sums_anew();
  perform count_messages();
  perform count_outcomes();
  perform pg_advisory_xact_lock(7068);
  truncate call_changes, called_loans;
  perform count_called_loans();
  perform count_called_month();
  perform count_call_hours();
end $$;
