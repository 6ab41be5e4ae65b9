-- Months that were written to files (decision 370): what brings them back, verifies them or needs their rows reads it here. Notes in
-- the audit log keep it, by a trigger, so that those of servers of the version before count too.
create table month_files (
  name text primary key,
  -- As the note says it: table, bound, columns, file, rows and sha256.
  facts jsonb not null,
  -- The newest event that notes it.
  noted_by bigint not null,
  -- Since when its rows are in the file alone.
  left_at timestamptz
);
create function keep_month_file() returns trigger language plpgsql as $$
begin
  if new.type = 'system.month-returned' then
    delete from month_files where name = new.facts ->> 'name';
    return null;
  end if;
  insert into month_files (name, facts, noted_by, left_at)
  values (new.facts ->> 'name', new.facts, new.id, case when new.type = 'system.month-archived' then new.at end)
  on conflict (name) do update set facts = excluded.facts, noted_by = excluded.noted_by, left_at = excluded.left_at;
  return null;
end $$;
create trigger event_month_files after insert on event for each row
  when (new.type in ('system.month-written', 'system.month-archived', 'system.month-returned'))
  execute function keep_month_file();
-- Those that left before there was a list; by the index of events.
insert into month_files (name, facts, noted_by, left_at)
select facts ->> 'name', facts, id, at
from (
  select distinct on (facts ->> 'name') id, at, type, facts from event
  where domain = 'system' and type in ('system.month-archived', 'system.month-returned') order by facts ->> 'name', id desc) newest
where type = 'system.month-archived'
on conflict do nothing;

-- Who makes figures from rows needs all rows.
create function refuse_months_away(variadic tables text[]) returns void language plpgsql as $$
declare
  away text := (select string_agg(name, ', ' order by name) from month_files where left_at is not null and facts ->> 'table' = any(tables));
begin
  if away is not null then
    raise exception 'months are away in files: %; bring each of them back first: npm run db:bring-month <name>', away
      using errcode = 'object_not_in_prerequisite_state';
  end if;
end $$;
create or replace function sums_anew() returns void language plpgsql as $$
begin
  perform open_ledger();
  lock table loans, payments, postings, borrower_dispositions, call_attempts, agent_intervals in share mode;
  -- Not a moment earlier: no month leaves while its table is held.
  perform refuse_months_away('loans', 'payments', 'postings', 'borrower_dispositions', 'call_attempts', 'agent_intervals');
  truncate sum_changes, book_sums, book_days, lender_days, payer_days, agent_days;
  insert into payer_days
    select *, count(*) over (partition by borrower_id, date_trunc('month', day::timestamp)) = 1 from (
      select coalesce(l.assignee_id, 0), p.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0),
        l.is_active, l.borrower_id, sum(collected_by(p.from_account, p.to_account))
      from postings p join loans l on l.id = p.loan_id where collected_by(p.from_account, p.to_account) <> 0
      group by 1, 2, 3, 4, 5, 6, 7 having sum(collected_by(p.from_account, p.to_account)) <> 0) paid;
  insert into book_days
    select coalesce(l.assignee_id, 0), e.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active,
      sum(e.collected), sum(e.payments), sum(e.promises), sum(e.promised)
    from (
      select loan_id, day, collected_by(from_account, to_account) * amount as collected,
        collected_by(from_account, to_account) as payments, 0 as promises, 0 as promised
      from postings where collected_by(from_account, to_account) <> 0
      union all select loan_id, (effective_at at time zone 'Asia/Kolkata')::date, 0, 0, 1, coalesce(amount, 0)
      from borrower_dispositions where disposition_id = 1) e
      join loans l on l.id = e.loan_id
    group by 1, 2, 3, 4, 5, 6;
  insert into book_sums (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments)
    select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, sum(loans), sum(principal), sum(total),
      sum(collected), sum(payments)
    from (
      select coalesce(assignee_id, 0) as assignee_id, client_id, portfolio_id, coalesce(allocation_type_id, 0) as allocation_type_id,
        is_active, 1 as loans, principal_outstanding as principal, total_outstanding as total, 0 as collected, 0 as payments
      from loans
      union all select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, 0, 0, 0, collected, payments
      from book_days) e
    group by 1, 2, 3, 4, 5;
  insert into lender_days
    select day, client_id, portfolio_id, allocation_type_id, is_active, sum(collected), sum(payments), sum(promises), sum(promised),
      sum(payers)
    from (
      select day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised, 0 as payers
      from book_days
      union all select day, client_id, portfolio_id, allocation_type_id, is_active, 0, 0, 0, 0, 1
      from payer_days where is_alone) e
    group by 1, 2, 3, 4, 5;
  insert into agent_days
    select user_id, day, sum(promises), sum(follow_ups), sum(calls), sum(connected), sum(talk), sum(spans), sum(login), sum(break)
    from (
      select user_id, (effective_at at time zone 'Asia/Kolkata')::date as day, (disposition_id = 1)::int as promises,
        (disposition_id = 2)::int as follow_ups, 0 as calls, 0 as connected, 0 as talk, 0 as spans, 0 as login, 0 as break
      from borrower_dispositions where disposition_id in (1, 2)
      union all select user_id, (start_time at time zone 'Asia/Kolkata')::date, 0, 0, 1, (talk_duration > 0)::int, talk_duration,
        0, 0, 0
      from cdr where user_id is not null
      union all select i.user_id, (i.started_at at time zone 'Asia/Kolkata')::date, 0, 0, 0, 0, 0, 1, t.lasted,
        case when i.word ilike 'break%' then t.lasted else 0 end
      from agent_intervals i
        cross join lateral (select (extract(epoch from i.ended_at - i.started_at) * 1000000)::bigint as lasted) t
      where i.ended_at is not null and i.word <> 'logged-out') e
    group by 1, 2;
end $$;
