-- How many outcomes each person wrote of each disposition in a month (decision 386): what an outcome leaves in month_changes says
-- these too. Those of before are counted in 0832. Who writes outcomes at this moment is waited for.
lock table borrower_dispositions in share row exclusive mode;

alter table month_changes add column user_id bigint, add column disposition_id bigint, add column sub_disposition_id bigint,
  add column n int;
-- By person, and of everybody (0).
create table said_counts (
  month date not null,
  user_id bigint not null,
  disposition_id bigint not null,
  sub_disposition_id bigint not null,
  outcomes int not null,
  primary key (month, user_id, disposition_id, sub_disposition_id)
) with (fillfactor = 70);
create view said_counts_now as
  select month, user_id, disposition_id, sub_disposition_id, outcomes from said_counts
  union all select c.month, w.user_id, c.disposition_id, c.sub_disposition_id, c.n
  from month_changes c cross join lateral (values (c.user_id), (0::bigint)) w (user_id) where c.n is not null;

create function note_said() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into month_changes values (old.loan_id, month_at(old.effective_at), old.user_id, old.disposition_id,
      coalesce(old.sub_disposition_id, 0), -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into month_changes values (new.loan_id, month_at(new.effective_at), new.user_id, new.disposition_id,
      coalesce(new.sub_disposition_id, 0), 1);
  end if;
  return null;
end $$;
drop trigger borrower_dispositions_month on borrower_dispositions;
drop trigger borrower_dispositions_month_again on borrower_dispositions;
create trigger borrower_dispositions_month after insert or delete on borrower_dispositions for each row execute function note_said();
create trigger borrower_dispositions_month_again after update on borrower_dispositions for each row
  when ((old.disposition_id, old.sub_disposition_id, old.effective_at, old.loan_id, old.user_id)
    is distinct from (new.disposition_id, new.sub_disposition_id, new.effective_at, new.loan_id, new.user_id))
  execute function note_said();

create or replace function fold_months(most int default 50000) returns int language plpgsql as $$
declare
  n int;
  ids bigint[];
begin
  if not pg_try_advisory_xact_lock(7071) then return 0; end if;
  ids := array(select distinct loan_id from (select loan_id from month_changes limit most) x);
  if ids = '{}' then return 0; end if;
  with moves as materialized (select * from month_moves(ids) m where m.was is distinct from m.now),
  gone as (delete from month_changes where loan_id = any(ids) returning *),
  said as (
    insert into said_counts as s
    select g.month, w.user_id, g.disposition_id, g.sub_disposition_id, sum(g.n)
    from gone g cross join lateral (values (g.user_id), (0::bigint)) w (user_id) where g.n is not null
    group by 1, 2, 3, 4 having sum(g.n) <> 0
    on conflict (month, user_id, disposition_id, sub_disposition_id) do update set outcomes = s.outcomes + excluded.outcomes),
  ended as (
    delete from month_loans k using moves m
    where (m.now).loan_id is null and k.loan_id = (m.was).loan_id and k.month = (m.was).month),
  kept as (
    insert into month_loans select (m.now).* from moves m where (m.now).loan_id is not null
    on conflict (loan_id, month) do update set (client_id, assignee_id, is_active, step, calls, paid, said, total)
      = (excluded.client_id, excluded.assignee_id, excluded.is_active, excluded.step, excluded.calls, excluded.paid, excluded.said,
        excluded.total)),
  counts as (
    insert into month_counts as s
    select c.month, c.assignee_id, c.client_id, c.is_active, c.step, c.calls, c.paid, c.said, sum(c.loans), sum(c.total)
    from moves m cross join lateral (values (-1, m.was), (1, m.now)) k (n, of) cross join lateral month_count(k.of, k.n) c
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(c.loans) <> 0 or sum(c.total) <> 0
    on conflict (month, assignee_id, client_id, is_active, step, calls, paid, said) do update set
      loans = s.loans + excluded.loans, total = s.total + excluded.total)
  select count(*) into n from gone;
  return n;
end $$;

-- Of the newest month what the rows say that is not waiting to be folded, while others write; nobody folds meanwhile.
create function count_said() returns void language plpgsql as $$
declare newest date := month_at((select max(effective_at) from borrower_dispositions));
begin
  perform pg_advisory_xact_lock(7071);
  delete from said_counts;
  insert into said_counts
  select month, w.user_id, disposition_id, sub_disposition_id, sum(n) from (
    select month_at(effective_at) as month, user_id, disposition_id, coalesce(sub_disposition_id, 0) as sub_disposition_id, count(*) as n
    from borrower_dispositions where effective_at >= newest::timestamp at time zone 'Asia/Kolkata' group by 1, 2, 3, 4
    union all select month, user_id, disposition_id, sub_disposition_id, -n from month_changes where n is not null) x
    cross join lateral (values (x.user_id), (0::bigint)) w (user_id)
  group by 1, 2, 3, 4 having sum(n) <> 0;
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
  perform count_months();
  perform count_said();
  perform count_lapses();
end $$;
