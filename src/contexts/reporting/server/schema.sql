-- Sums for boards and reports: triggers queue changes, and the background adds them up.

create table access_records (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint not null,
  endpoint text not null,
  borrower_ids bigint[] not null,
  loan_ids bigint[] not null,
  rows int not null,
  asked jsonb not null,
  origin text,
  request_id text
) partition by range (id);
create table months.access_records_before partition of access_records for values from (minvalue) to ('202611000000000');
create index access_records_actor on access_records (actor_id, id);
create index access_records_subject on access_records using gin (loan_ids, borrower_ids);
-- Access records are append-only.
create trigger access_records_append_only before update or delete on access_records
  for each row execute function refuse_change();
-- Access records cannot be truncated.
create trigger access_records_no_truncate before truncate on access_records
  for each statement execute function refuse_change();

create table month_ends (
  month date primary key check (extract(day from month) = 1::numeric),
  taken_at timestamptz not null default now(),
  is_summed boolean not null default false
);

create table loan_month_ends (
  month date not null,
  loan_id bigint not null,
  dpd int,
  outstanding bigint not null,
  primary key (loan_id, month)
);
create index loan_month_ends_order on loan_month_ends (month, outstanding desc, loan_id desc) include (dpd);

create table roll_changes (
  loan_id bigint not null,
  was_assignee_id bigint not null,
  was_client_id bigint not null,
  assignee_id bigint,
  client_id bigint
);

create table roll_counts (
  month date not null,
  assignee_id bigint not null,
  client_id bigint not null,
  came_from text not null,
  went_to text not null,
  move text not null,
  loans int not null,
  amount bigint not null,
  primary key (month, assignee_id, client_id, came_from, went_to, move)
) with (fillfactor = 70);

-- How a loan moved between two ends of months, as stored in roll_counts.
create function roll_move(was_there boolean, was int, is_there boolean, now int) returns text language sql immutable as $$
  select case when not was_there then 'new' when not is_there then 'gone' when was is null and now is null then 'same'
    when was is null or now is null then 'untold'
    when width_bucket(now, array[1, 31, 61, 91, 181]) < width_bucket(was, array[1, 31, 61, 91, 181]) then 'back'
    when width_bucket(now, array[1, 31, 61, 91, 181]) > width_bucket(was, array[1, 31, 61, 91, 181]) then 'on' else 'same' end
$$;

-- The month before.
create function month_before(month date) returns date language sql immutable as $$
  select (month::timestamp - interval '1 month')::date
$$;

-- Rows of roll_counts that a reassignment of a loan moves.
create function roll_told(c roll_changes) returns setof roll_counts language sql stable as $$
  select e.month, w.assignee_id, w.client_id, case when a.loan_id is null then 'new' else loan_age(a.dpd) end,
    case when b.loan_id is null then 'gone' else loan_age(b.dpd) end,
    roll_move(a.loan_id is not null, a.dpd, b.loan_id is not null, b.dpd), k.n, k.n * coalesce(a.outstanding, b.outstanding)
  from month_ends e
    left join lateral (
      select * from loan_month_ends where loan_id = c.loan_id and month = month_before(e.month) offset 0) a on true
    left join lateral (select * from loan_month_ends where loan_id = c.loan_id and month = e.month offset 0) b on true
    cross join (values (-1, c.was_assignee_id, c.was_client_id), (1, c.assignee_id, c.client_id)) k (n, assignee_id, client_id)
    cross join lateral (values (k.assignee_id, 0::bigint), (-1::bigint, k.client_id)) w (assignee_id, client_id)
  where e.is_summed and k.assignee_id is not null and (a.loan_id is not null or b.loan_id is not null)
$$;

create view roll_counts_now as
  select month, assignee_id, client_id, came_from, went_to, move, loans, amount from roll_counts
  union all select t.month, t.assignee_id, t.client_id, t.came_from, t.went_to, t.move, t.loans, t.amount
  from roll_changes c cross join lateral roll_told(c) t;

-- Computes the moves of loans between ends of months that have no sums yet.
create function count_rolls() returns void language plpgsql as $$
declare one date;
begin
  perform pg_advisory_xact_lock(7073);
  for one in select e.month from month_ends e join month_ends b on b.month = month_before(e.month) where not e.is_summed loop
    delete from roll_counts where month = one;
    update month_ends set is_summed = true where month = one;
    insert into roll_counts
    select one, x.assignee_id, x.client_id, x.came_from, x.went_to, x.move, sum(x.loans), sum(x.amount) from (
      select w.assignee_id, w.client_id, l.came_from, l.went_to, l.move, l.loans, l.amount
      from (
        select coalesce(l.assignee_id, 0) as assignee_id, l.client_id, case when a.loan_id is null then 'new' else loan_age(a.dpd) end as came_from,
          case when b.loan_id is null then 'gone' else loan_age(b.dpd) end as went_to,
          roll_move(a.loan_id is not null, a.dpd, b.loan_id is not null, b.dpd) as move, count(*) as loans,
          sum(coalesce(a.outstanding, b.outstanding)) as amount
        from (select * from loan_month_ends where month = month_before(one)) a
          full join (select * from loan_month_ends where month = one) b using (loan_id) join loans l on l.id = loan_id
        group by 1, 2, 3, 4, 5) l
        cross join lateral (values (l.assignee_id, 0::bigint), (-1::bigint, l.client_id)) w (assignee_id, client_id)
      union all
      select t.assignee_id, t.client_id, t.came_from, t.went_to, t.move, -t.loans, -t.amount
      from roll_changes c cross join lateral roll_told(c) t where t.month = one) x
    group by 1, 2, 3, 4, 5, 6 having sum(x.loans) <> 0 or sum(x.amount) <> 0;
  end loop;
end $$;

-- Queues a reassigned loan, whose moves between ends of months go to other sums.
create function note_rolled() returns trigger language plpgsql as $$
begin
  insert into roll_changes
    values (old.id, coalesce(old.assignee_id, 0), old.client_id, coalesce(new.assignee_id, 0), new.client_id);
  return null;
end $$;
-- A loan has another assignee or client.
create trigger loans_rolled after update on loans for each row
  when (old.assignee_id is distinct from new.assignee_id or old.client_id is distinct from new.client_id)
  execute function note_rolled();

-- Takes a deleted loan out of the sums of moves and deletes its ends of months.
create function forget_rolled() returns trigger language plpgsql as $$
begin
  -- Also without any end of month yet: one may be in progress.
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
-- Loans that are being deleted.
create trigger loans_rolled_gone before delete on loans for each row execute function forget_rolled();

-- Adds up to `most` queued changes to roll_counts; returns how many.
create function fold_rolls(most int default 5000) returns int language plpgsql as $$
declare n int;
begin
  if not pg_try_advisory_xact_lock(7073) then return 0; end if;
  with gone as (delete from roll_changes where ctid = any(array(select ctid from roll_changes limit most)) returning *),
  counts as (
    insert into roll_counts as s
    select t.month, t.assignee_id, t.client_id, t.came_from, t.went_to, t.move, sum(t.loans), sum(t.amount)
    from gone g cross join lateral roll_told(g::roll_changes) t group by 1, 2, 3, 4, 5, 6
    having sum(t.loans) <> 0 or sum(t.amount) <> 0
    on conflict (month, assignee_id, client_id, came_from, went_to, move) do update set loans = s.loans + excluded.loans,
      amount = s.amount + excluded.amount)
  select count(*) into n from gone;
  return n;
end $$;
