-- Generated from `sums/declared.ts`; written by: npx vitest run --project unit src/contexts/reporting/server/sums -u

create table agent_days (
  user_id bigint not null,
  day date not null,
  promises int not null,
  follow_ups int not null,
  calls int not null,
  connected int not null,
  talk int not null,
  spans int not null,
  login bigint not null,
  break bigint not null,
  primary key (user_id, day)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table agent_days_changes (
  user_id bigint not null,
  day date not null,
  promises int not null,
  follow_ups int not null,
  calls int not null,
  connected int not null,
  talk int not null,
  spans int not null,
  login bigint not null,
  break bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view agent_days_now as
  select user_id, day, promises, follow_ups, calls, connected, talk, spans, login, break from agent_days
  union all select user_id, day, promises, follow_ups, calls, connected, talk, spans, login, break from agent_days_changes;

create table call_hours (
  user_id bigint not null,
  hour timestamp not null,
  calls int not null,
  connected int not null,
  primary key (user_id, hour) include (calls, connected)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table call_hours_changes (
  user_id bigint not null,
  hour timestamp not null,
  calls int not null,
  connected int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view call_hours_now as
  select user_id, hour, calls, connected from call_hours
  union all select user_id, hour, calls, connected from call_hours_changes;

create table called_loans (
  user_id bigint not null,
  month date not null,
  loan_id bigint not null,
  calls int not null,
  connected int not null,
  primary key (user_id, month, loan_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table called_loans_changes (
  user_id bigint not null,
  month date not null,
  loan_id bigint not null,
  calls int not null,
  connected int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view called_loans_now as
  select user_id, month, loan_id, calls, connected from called_loans
  union all select user_id, month, loan_id, calls, connected from called_loans_changes;

create table said_counts (
  month date not null,
  user_id bigint not null,
  disposition_id bigint not null,
  sub_disposition_id bigint not null,
  outcomes int not null,
  primary key (month, user_id, disposition_id, sub_disposition_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table said_counts_changes (
  month date not null,
  user_id bigint not null,
  disposition_id bigint not null,
  sub_disposition_id bigint not null,
  outcomes int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view said_counts_now as
  select month, user_id, disposition_id, sub_disposition_id, outcomes from said_counts
  union all select month, user_id, disposition_id, sub_disposition_id, outcomes from said_counts_changes;

create table book_sums (
  assignee_id bigint not null,
  client_id bigint not null,
  portfolio_id bigint not null,
  allocation_type_id bigint not null,
  is_active boolean not null,
  loans int not null,
  principal bigint not null,
  total bigint not null,
  collected bigint not null,
  payments int not null,
  primary key (assignee_id, client_id, portfolio_id, allocation_type_id, is_active) include (loans, principal, total, collected, payments)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table book_sums_changes (
  assignee_id bigint not null,
  client_id bigint not null,
  portfolio_id bigint not null,
  allocation_type_id bigint not null,
  is_active boolean not null,
  loans int not null,
  principal bigint not null,
  total bigint not null,
  collected bigint not null,
  payments int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view book_sums_now as
  select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments from book_sums
  union all select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments from book_sums_changes;

create table book_kinds (
  kind text check (kind in ('age', 'status', 'history', 'assigned')) not null,
  assignee_id bigint not null,
  client_id bigint not null,
  value text not null,
  loans int not null,
  total bigint not null,
  primary key (kind, assignee_id, client_id, value)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table book_kinds_changes (
  kind text check (kind in ('age', 'status', 'history', 'assigned')) not null,
  assignee_id bigint not null,
  client_id bigint not null,
  value text not null,
  loans int not null,
  total bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view book_kinds_now as
  select kind, assignee_id, client_id, value, loans, total from book_kinds
  union all select kind, assignee_id, client_id, value, loans, total from book_kinds_changes;

create table book_days (
  assignee_id bigint not null,
  day date not null,
  client_id bigint not null,
  portfolio_id bigint not null,
  allocation_type_id bigint not null,
  is_active boolean not null,
  collected bigint not null,
  payments int not null,
  promises int not null,
  promised bigint not null,
  primary key (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active) include (collected, payments, promises, promised)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table book_days_changes (
  assignee_id bigint not null,
  day date not null,
  client_id bigint not null,
  portfolio_id bigint not null,
  allocation_type_id bigint not null,
  is_active boolean not null,
  collected bigint not null,
  payments int not null,
  promises int not null,
  promised bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view book_days_now as
  select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised from book_days
  union all select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised from book_days_changes;

create table lender_days (
  day date not null,
  client_id bigint not null,
  portfolio_id bigint not null,
  allocation_type_id bigint not null,
  is_active boolean not null,
  collected bigint not null,
  payments int not null,
  promises int not null,
  promised bigint not null,
  primary key (day, client_id, portfolio_id, allocation_type_id, is_active) include (collected, payments, promises, promised)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table lender_days_changes (
  day date not null,
  client_id bigint not null,
  portfolio_id bigint not null,
  allocation_type_id bigint not null,
  is_active boolean not null,
  collected bigint not null,
  payments int not null,
  promises int not null,
  promised bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view lender_days_now as
  select day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised from lender_days
  union all select day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised from lender_days_changes;

create table payer_days (
  day date not null,
  assignee_id bigint not null,
  client_id bigint not null,
  portfolio_id bigint not null,
  allocation_type_id bigint not null,
  is_active boolean not null,
  borrower_id bigint not null,
  payments int not null,
  primary key (day, assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id) include (payments)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
create index payer_days_1 on payer_days (assignee_id, day, portfolio_id, borrower_id) include (payments);

create table payer_days_changes (
  day date not null,
  assignee_id bigint not null,
  client_id bigint not null,
  portfolio_id bigint not null,
  allocation_type_id bigint not null,
  is_active boolean not null,
  borrower_id bigint not null,
  payments int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view payer_days_now as
  select day, assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments from payer_days
  union all select day, assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments from payer_days_changes;

create table outcome_months (
  assignee_id bigint not null,
  month date not null,
  disposition_id bigint not null,
  is_active boolean not null,
  outcomes int not null,
  amount bigint not null,
  primary key (assignee_id, month, disposition_id, is_active)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table outcome_months_changes (
  assignee_id bigint not null,
  month date not null,
  disposition_id bigint not null,
  is_active boolean not null,
  outcomes int not null,
  amount bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view outcome_months_now as
  select assignee_id, month, disposition_id, is_active, outcomes, amount from outcome_months
  union all select assignee_id, month, disposition_id, is_active, outcomes, amount from outcome_months_changes;

create table promise_sums (
  due_on date not null,
  assignee_id bigint not null,
  client_id bigint not null,
  sub_disposition_id bigint not null,
  promises int not null,
  amount bigint not null,
  kept int not null,
  broken int not null,
  primary key (due_on, assignee_id, client_id, sub_disposition_id) include (promises, amount, kept, broken)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table promise_sums_changes (
  due_on date not null,
  assignee_id bigint not null,
  client_id bigint not null,
  sub_disposition_id bigint not null,
  promises int not null,
  amount bigint not null,
  kept int not null,
  broken int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view promise_sums_now as
  select due_on, assignee_id, client_id, sub_disposition_id, promises, amount, kept, broken from promise_sums
  union all select due_on, assignee_id, client_id, sub_disposition_id, promises, amount, kept, broken from promise_sums_changes;

create table promise_lapses (
  lapses_on date not null,
  assignee_id bigint not null,
  promises int not null,
  kept int not null,
  primary key (lapses_on, assignee_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table promise_lapses_changes (
  lapses_on date not null,
  assignee_id bigint not null,
  promises int not null,
  kept int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view promise_lapses_now as
  select lapses_on, assignee_id, promises, kept from promise_lapses
  union all select lapses_on, assignee_id, promises, kept from promise_lapses_changes;

create table month_loans (
  loan_id bigint not null,
  month date not null,
  calls int not null,
  connected int not null,
  visits int not null,
  met int not null,
  outcomes int not null,
  reached int not null,
  promised int not null,
  due int not null,
  kept int not null,
  payments int not null,
  realized int not null,
  primary key (loan_id, month)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
create index month_loans_1 on month_loans (month, (5 * width_bucket(calls, array[1, 2, 6, 11]) + width_bucket(connected, array[1, 2, 6, 11])), loan_id) where calls > 0;

create table month_loans_changes (
  loan_id bigint not null,
  month date not null,
  calls int not null,
  connected int not null,
  visits int not null,
  met int not null,
  outcomes int not null,
  reached int not null,
  promised int not null,
  due int not null,
  kept int not null,
  payments int not null,
  realized int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view month_loans_moves as
  select o as was, row(c.loan_id, c.month, coalesce((o).calls, 0) + c.calls, coalesce((o).connected, 0) + c.connected, coalesce((o).visits, 0) + c.visits, coalesce((o).met, 0) + c.met, coalesce((o).outcomes, 0) + c.outcomes, coalesce((o).reached, 0) + c.reached, coalesce((o).promised, 0) + c.promised, coalesce((o).due, 0) + c.due, coalesce((o).kept, 0) + c.kept, coalesce((o).payments, 0) + c.payments, coalesce((o).realized, 0) + c.realized)::month_loans as now
  from (select loan_id, month, sum(calls)::int as calls, sum(connected)::int as connected, sum(visits)::int as visits, sum(met)::int as met, sum(outcomes)::int as outcomes, sum(reached)::int as reached, sum(promised)::int as promised, sum(due)::int as due, sum(kept)::int as kept, sum(payments)::int as payments, sum(realized)::int as realized
    from month_loans_changes group by 1, 2) c
    left join lateral (
      select k from month_loans k where k.loan_id = c.loan_id and k.month = c.month offset 0) k (o) on true;

create view month_loans_now as
  select loan_id, month, calls, connected, visits, met, outcomes, reached, promised, due, kept, payments, realized from month_loans
  union all select loan_id, month, calls, connected, visits, met, outcomes, reached, promised, due, kept, payments, realized from month_loans_changes;

create table month_counts (
  month date not null,
  assignee_id bigint not null,
  client_id bigint not null,
  is_active boolean not null,
  step smallint not null,
  calls smallint not null,
  paid smallint not null,
  said smallint not null,
  loans int not null,
  total bigint not null,
  primary key (month, assignee_id, client_id, is_active, step, calls, paid, said)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table month_counts_changes (
  month date not null,
  assignee_id bigint not null,
  client_id bigint not null,
  is_active boolean not null,
  step smallint not null,
  calls smallint not null,
  paid smallint not null,
  said smallint not null,
  loans int not null,
  total bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view month_counts_now as
  select month, assignee_id, client_id, is_active, step, calls, paid, said, loans, total from month_counts
  union all select month, assignee_id, client_id, is_active, step, calls, paid, said, loans, total from month_counts_changes
  union all select r.month, coalesce(l.assignee_id, 0), l.client_id, l.is_active, case when r.kept > 0 then 5 when r.promised > 0 or r.due > 0 then 4 when r.reached > 0 then 3
    when r.connected > 0 or r.met > 0 then 2 when r.calls > 0 or r.visits > 0 or r.outcomes > 0 then 1 else 0 end, case when r.connected > 0 then 2 when r.calls > 0 then 1 else 0 end, case when r.realized > 0 then 2 when r.payments > 0 then 1 else 0 end, case when r.payments > 0 then case when l.last_disposition_id is null then 0 when l.last_disposition_id in (1, 3, 4) then 2 else 1 end else 0 end, sign * (1), sign * (l.total_outstanding)
  from month_loans_moves m cross join lateral (
    select -1 as sign, (m.was).* union all select 1, (m.now).*) r join loans l on l.id = r.loan_id where r.month > '-infinity' and (case when r.kept > 0 then 5 when r.promised > 0 or r.due > 0 then 4 when r.reached > 0 then 3
    when r.connected > 0 or r.met > 0 then 2 when r.calls > 0 or r.visits > 0 or r.outcomes > 0 then 1 else 0 end > 0 or case when r.realized > 0 then 2 when r.payments > 0 then 1 else 0 end > 0);

create table called_counts (
  month date not null,
  assignee_id bigint not null,
  is_active boolean not null,
  level smallint not null,
  loans int not null,
  primary key (month, assignee_id, is_active, level)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table called_counts_changes (
  month date not null,
  assignee_id bigint not null,
  is_active boolean not null,
  level smallint not null,
  loans int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view called_counts_now as
  select month, assignee_id, is_active, level, loans from called_counts
  union all select month, assignee_id, is_active, level, loans from called_counts_changes
  union all select r.month, coalesce(l.assignee_id, 0), l.is_active, case when r.month = '-infinity' then 0 else 5 * width_bucket(r.calls, array[1, 2, 6, 11]) + width_bucket(r.connected, array[1, 2, 6, 11]) end, sign * (1)
  from month_loans_moves m cross join lateral (
    select -1 as sign, (m.was).* union all select 1, (m.now).*) r join loans l on l.id = r.loan_id where r.calls > 0;

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
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table roll_counts_changes (
  month date not null,
  assignee_id bigint not null,
  client_id bigint not null,
  came_from text not null,
  went_to text not null,
  move text not null,
  loans int not null,
  amount bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view roll_counts_now as
  select month, assignee_id, client_id, came_from, went_to, move, loans, amount from roll_counts
  union all select month, assignee_id, client_id, came_from, went_to, move, loans, amount from roll_counts_changes;

create table ledger_days (
  day date not null,
  client_id bigint not null,
  account text not null,
  came_in bigint not null,
  gone bigint not null,
  primary key (day, client_id, account)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table ledger_days_changes (
  day date not null,
  client_id bigint not null,
  account text not null,
  came_in bigint not null,
  gone bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view ledger_days_now as
  select day, client_id, account, came_in, gone from ledger_days
  union all select day, client_id, account, came_in, gone from ledger_days_changes;

create table message_days (
  day date not null,
  channel text not null,
  status text not null,
  messages int not null,
  primary key (day, channel, status)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

create table message_days_changes (
  day date not null,
  channel text not null,
  status text not null,
  messages int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

create view message_days_now as
  select day, channel, status, messages from message_days
  union all select day, channel, status, messages from message_days_changes;

-- Queues changes of agent_intervals for agent_days.
create function sum_agent_intervals() returns trigger language plpgsql as $$
#variable_conflict use_column
declare
  sign int;
  r record;
  l record;
begin
  if tg_op = 'UPDATE' and not ((old.user_id, old.started_at, old.ended_at, old.word) is distinct from (new.user_id, new.started_at, new.ended_at, new.word)) then return null; end if;
  foreach sign in array case tg_op when 'INSERT' then array[1] when 'DELETE' then array[-1] else array[-1, 1] end loop
    if sign < 0 then r := old; else r := new; end if;
    if tg_op <> 'UPDATE' or (old.user_id, old.started_at, old.ended_at, old.word) is distinct from (new.user_id, new.started_at, new.ended_at, new.word) then
      if r.ended_at is not null and r.word <> 'logged-out' then
        insert into agent_days_changes (user_id, day, promises, follow_ups, calls, connected, talk, spans, login, break)
          values (r.user_id, (r.started_at at time zone 'Asia/Kolkata')::date, 0, 0, 0, 0, 0, sign, sign * ((extract(epoch from r.ended_at - r.started_at) * 1000000)::bigint), sign * (case when r.word ilike 'break%' then (extract(epoch from r.ended_at - r.started_at) * 1000000)::bigint else 0 end));
      end if;
    end if;
  end loop;
  return null;
end $$;
-- Rows of agent_intervals are counted.
create trigger agent_intervals_sums after insert or update or delete on agent_intervals
  for each row execute function sum_agent_intervals();

-- Queues changes of borrower_dispositions for agent_days, said_counts, book_days, lender_days, outcome_months, promise_sums, month_loans.
create function sum_borrower_dispositions() returns trigger language plpgsql as $$
#variable_conflict use_column
declare
  sign int;
  r record;
  l record;
begin
  if tg_op = 'UPDATE' and not ((old.user_id, old.effective_at, old.disposition_id, old.sub_disposition_id, old.action_date, old.loan_id, old.amount) is distinct from (new.user_id, new.effective_at, new.disposition_id, new.sub_disposition_id, new.action_date, new.loan_id, new.amount)) then return null; end if;
  foreach sign in array case tg_op when 'INSERT' then array[1] when 'DELETE' then array[-1] else array[-1, 1] end loop
    if sign < 0 then r := old; else r := new; end if;
    if tg_op <> 'UPDATE' or (old.user_id, old.effective_at, old.disposition_id) is distinct from (new.user_id, new.effective_at, new.disposition_id) then
      if r.disposition_id = 1 or r.disposition_id = 2 then
        insert into agent_days_changes (user_id, day, promises, follow_ups, calls, connected, talk, spans, login, break)
          values (r.user_id, (r.effective_at at time zone 'Asia/Kolkata')::date, sign * ((r.disposition_id = 1)::int), sign * ((r.disposition_id = 2)::int), 0, 0, 0, 0, 0, 0);
      end if;
    end if;
    if tg_op <> 'UPDATE' or (old.effective_at, old.user_id, old.disposition_id, old.sub_disposition_id) is distinct from (new.effective_at, new.user_id, new.disposition_id, new.sub_disposition_id) then
      insert into said_counts_changes (month, user_id, disposition_id, sub_disposition_id, outcomes)
        values (date_trunc('month', r.effective_at at time zone 'Asia/Kolkata')::date, r.user_id, r.disposition_id, coalesce(r.sub_disposition_id, 0), sign);
    end if;
    if tg_op <> 'UPDATE' or (old.loan_id, old.effective_at) is distinct from (new.loan_id, new.effective_at) then
      insert into month_loans_changes (loan_id, month, calls, connected, visits, met, outcomes, reached, promised, due, kept, payments, realized)
        values (r.loan_id, date_trunc('month', r.effective_at at time zone 'Asia/Kolkata')::date, 0, 0, 0, 0, sign, sign * ((r.disposition_id in (1, 2, 3, 4))::int), sign * ((r.disposition_id = 1)::int), 0, 0, 0, 0);
    elsif tg_op = 'UPDATE' and sign > 0 and (old.disposition_id) is distinct from (new.disposition_id) then
      insert into month_loans_changes (loan_id, month, calls, connected, visits, met, outcomes, reached, promised, due, kept, payments, realized)
        values (r.loan_id, date_trunc('month', r.effective_at at time zone 'Asia/Kolkata')::date, 0, 0, 0, 0, 0, ((new.disposition_id in (1, 2, 3, 4))::int) - ((old.disposition_id in (1, 2, 3, 4))::int), ((new.disposition_id = 1)::int) - ((old.disposition_id = 1)::int), 0, 0, 0, 0);
    end if;
    select l.assignee_id, l.client_id, l.portfolio_id, l.allocation_type_id, l.is_active into l from loans l where l.id = r.loan_id for share;
    if found then
      if tg_op <> 'UPDATE' or (old.effective_at, old.disposition_id, old.loan_id) is distinct from (new.effective_at, new.disposition_id, new.loan_id) then
        if r.disposition_id = 1 then
          insert into book_days_changes (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
            values (coalesce(l.assignee_id, 0), (r.effective_at at time zone 'Asia/Kolkata')::date, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, 0, 0, sign, sign * (coalesce(r.amount, 0)));
        end if;
      elsif tg_op = 'UPDATE' and sign > 0 and (old.amount) is distinct from (new.amount) then
        if r.disposition_id = 1 then
          insert into book_days_changes (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
            values (coalesce(l.assignee_id, 0), (r.effective_at at time zone 'Asia/Kolkata')::date, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, 0, 0, 0, (coalesce(new.amount, 0)) - (coalesce(old.amount, 0)));
        end if;
      end if;
      if tg_op <> 'UPDATE' or (old.effective_at, old.disposition_id, old.loan_id) is distinct from (new.effective_at, new.disposition_id, new.loan_id) then
        if r.disposition_id = 1 then
          insert into lender_days_changes (day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
            values ((r.effective_at at time zone 'Asia/Kolkata')::date, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, 0, 0, sign, sign * (coalesce(r.amount, 0)));
        end if;
      elsif tg_op = 'UPDATE' and sign > 0 and (old.amount) is distinct from (new.amount) then
        if r.disposition_id = 1 then
          insert into lender_days_changes (day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
            values ((r.effective_at at time zone 'Asia/Kolkata')::date, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, 0, 0, 0, (coalesce(new.amount, 0)) - (coalesce(old.amount, 0)));
        end if;
      end if;
      if tg_op <> 'UPDATE' or (old.effective_at, old.disposition_id, old.loan_id) is distinct from (new.effective_at, new.disposition_id, new.loan_id) then
        if r.disposition_id in (1, 2, 3, 4) then
          insert into outcome_months_changes (assignee_id, month, disposition_id, is_active, outcomes, amount)
            values (coalesce(l.assignee_id, 0), date_trunc('month', r.effective_at at time zone 'Asia/Kolkata')::date, r.disposition_id, l.is_active, sign, sign * (coalesce(r.amount, 0)));
        end if;
      elsif tg_op = 'UPDATE' and sign > 0 and (old.amount) is distinct from (new.amount) then
        if r.disposition_id in (1, 2, 3, 4) then
          insert into outcome_months_changes (assignee_id, month, disposition_id, is_active, outcomes, amount)
            values (coalesce(l.assignee_id, 0), date_trunc('month', r.effective_at at time zone 'Asia/Kolkata')::date, r.disposition_id, l.is_active, 0, (coalesce(new.amount, 0)) - (coalesce(old.amount, 0)));
        end if;
      end if;
      if tg_op <> 'UPDATE' or (old.action_date, old.sub_disposition_id, old.disposition_id, old.loan_id) is distinct from (new.action_date, new.sub_disposition_id, new.disposition_id, new.loan_id) then
        if r.disposition_id = 1 and r.action_date is not null and l.is_active then
          insert into promise_sums_changes (due_on, assignee_id, client_id, sub_disposition_id, promises, amount, kept, broken)
            values (r.action_date, coalesce(l.assignee_id, 0), l.client_id, coalesce(r.sub_disposition_id, 0), sign, sign * (coalesce(r.amount, 0)), 0, 0);
        end if;
      elsif tg_op = 'UPDATE' and sign > 0 and (old.amount) is distinct from (new.amount) then
        if r.disposition_id = 1 and r.action_date is not null and l.is_active then
          insert into promise_sums_changes (due_on, assignee_id, client_id, sub_disposition_id, promises, amount, kept, broken)
            values (r.action_date, coalesce(l.assignee_id, 0), l.client_id, coalesce(r.sub_disposition_id, 0), 0, (coalesce(new.amount, 0)) - (coalesce(old.amount, 0)), 0, 0);
        end if;
      end if;
    end if;
  end loop;
  return null;
end $$;
-- Rows of borrower_dispositions are counted.
create trigger borrower_dispositions_sums after insert or update or delete on borrower_dispositions
  for each row execute function sum_borrower_dispositions();

-- Queues changes of call_attempts for agent_days, call_hours, called_loans, month_loans.
create function sum_call_attempts() returns trigger language plpgsql as $$
#variable_conflict use_column
declare
  sign int;
  r record;
  l record;
begin
  if tg_op = 'UPDATE' and not ((old.user_id, old.dialed_at, old.loan_id, old.ended_at, old.bridged_at, old.aside_s) is distinct from (new.user_id, new.dialed_at, new.loan_id, new.ended_at, new.bridged_at, new.aside_s)) then return null; end if;
  foreach sign in array case tg_op when 'INSERT' then array[1] when 'DELETE' then array[-1] else array[-1, 1] end loop
    if sign < 0 then r := old; else r := new; end if;
    if tg_op <> 'UPDATE' or (old.user_id, old.dialed_at) is distinct from (new.user_id, new.dialed_at) then
      if r.dialed_at is not null and r.user_id is not null then
        insert into agent_days_changes (user_id, day, promises, follow_ups, calls, connected, talk, spans, login, break)
          values (r.user_id, (r.dialed_at at time zone 'Asia/Kolkata')::date, 0, 0, sign, sign * ((greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int), sign * (greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0)), 0, 0, 0);
      end if;
    elsif tg_op = 'UPDATE' and sign > 0 and (old.ended_at, old.bridged_at, old.aside_s) is distinct from (new.ended_at, new.bridged_at, new.aside_s) then
      if r.dialed_at is not null and r.user_id is not null then
        insert into agent_days_changes (user_id, day, promises, follow_ups, calls, connected, talk, spans, login, break)
          values (r.user_id, (r.dialed_at at time zone 'Asia/Kolkata')::date, 0, 0, 0, ((greatest(coalesce(extract(epoch from new.ended_at - new.bridged_at)::int, 0) - coalesce(new.aside_s, 0), 0) > 0)::int) - ((greatest(coalesce(extract(epoch from old.ended_at - old.bridged_at)::int, 0) - coalesce(old.aside_s, 0), 0) > 0)::int), (greatest(coalesce(extract(epoch from new.ended_at - new.bridged_at)::int, 0) - coalesce(new.aside_s, 0), 0)) - (greatest(coalesce(extract(epoch from old.ended_at - old.bridged_at)::int, 0) - coalesce(old.aside_s, 0), 0)), 0, 0, 0);
      end if;
    end if;
    if tg_op <> 'UPDATE' or (old.dialed_at, old.user_id) is distinct from (new.dialed_at, new.user_id) then
      insert into call_hours_changes (user_id, hour, calls, connected)
        select 0, date_trunc('hour', r.dialed_at at time zone 'Asia/Kolkata'), sign, sign * ((greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int) where r.dialed_at is not null
        union all
        select 0, date '-infinity', sign, sign * ((greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int) where r.dialed_at is not null
        union all
        select r.user_id, date_trunc('hour', r.dialed_at at time zone 'Asia/Kolkata'), sign, sign * ((greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int) where r.dialed_at is not null and r.user_id is not null;
    elsif tg_op = 'UPDATE' and sign > 0 and (old.ended_at, old.bridged_at, old.aside_s) is distinct from (new.ended_at, new.bridged_at, new.aside_s) then
      insert into call_hours_changes (user_id, hour, calls, connected)
        select 0, date_trunc('hour', r.dialed_at at time zone 'Asia/Kolkata'), 0, ((greatest(coalesce(extract(epoch from new.ended_at - new.bridged_at)::int, 0) - coalesce(new.aside_s, 0), 0) > 0)::int) - ((greatest(coalesce(extract(epoch from old.ended_at - old.bridged_at)::int, 0) - coalesce(old.aside_s, 0), 0) > 0)::int) where r.dialed_at is not null
        union all
        select 0, date '-infinity', 0, ((greatest(coalesce(extract(epoch from new.ended_at - new.bridged_at)::int, 0) - coalesce(new.aside_s, 0), 0) > 0)::int) - ((greatest(coalesce(extract(epoch from old.ended_at - old.bridged_at)::int, 0) - coalesce(old.aside_s, 0), 0) > 0)::int) where r.dialed_at is not null
        union all
        select r.user_id, date_trunc('hour', r.dialed_at at time zone 'Asia/Kolkata'), 0, ((greatest(coalesce(extract(epoch from new.ended_at - new.bridged_at)::int, 0) - coalesce(new.aside_s, 0), 0) > 0)::int) - ((greatest(coalesce(extract(epoch from old.ended_at - old.bridged_at)::int, 0) - coalesce(old.aside_s, 0), 0) > 0)::int) where r.dialed_at is not null and r.user_id is not null;
    end if;
    if tg_op <> 'UPDATE' or (old.user_id, old.dialed_at, old.loan_id) is distinct from (new.user_id, new.dialed_at, new.loan_id) then
      insert into called_loans_changes (user_id, month, loan_id, calls, connected)
        select r.user_id, date_trunc('month', r.dialed_at at time zone 'Asia/Kolkata')::date, coalesce(r.loan_id, 0), sign, sign * ((greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int) where r.dialed_at is not null and r.user_id is not null
        union all
        select r.user_id, date '-infinity', coalesce(r.loan_id, 0), sign, sign * ((greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int) where r.dialed_at is not null and r.user_id is not null;
    elsif tg_op = 'UPDATE' and sign > 0 and (old.ended_at, old.bridged_at, old.aside_s) is distinct from (new.ended_at, new.bridged_at, new.aside_s) then
      insert into called_loans_changes (user_id, month, loan_id, calls, connected)
        select r.user_id, date_trunc('month', r.dialed_at at time zone 'Asia/Kolkata')::date, coalesce(r.loan_id, 0), 0, ((greatest(coalesce(extract(epoch from new.ended_at - new.bridged_at)::int, 0) - coalesce(new.aside_s, 0), 0) > 0)::int) - ((greatest(coalesce(extract(epoch from old.ended_at - old.bridged_at)::int, 0) - coalesce(old.aside_s, 0), 0) > 0)::int) where r.dialed_at is not null and r.user_id is not null
        union all
        select r.user_id, date '-infinity', coalesce(r.loan_id, 0), 0, ((greatest(coalesce(extract(epoch from new.ended_at - new.bridged_at)::int, 0) - coalesce(new.aside_s, 0), 0) > 0)::int) - ((greatest(coalesce(extract(epoch from old.ended_at - old.bridged_at)::int, 0) - coalesce(old.aside_s, 0), 0) > 0)::int) where r.dialed_at is not null and r.user_id is not null;
    end if;
    if tg_op <> 'UPDATE' or (old.loan_id, old.dialed_at) is distinct from (new.loan_id, new.dialed_at) then
      insert into month_loans_changes (loan_id, month, calls, connected, visits, met, outcomes, reached, promised, due, kept, payments, realized)
        select r.loan_id, date_trunc('month', r.dialed_at at time zone 'Asia/Kolkata')::date, sign, sign * ((greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int), 0, 0, 0, 0, 0, 0, 0, 0, 0 where r.dialed_at is not null and r.loan_id is not null
        union all
        select r.loan_id, date '-infinity', sign, sign * ((greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int), 0, 0, 0, 0, 0, 0, 0, 0, 0 where r.dialed_at is not null and r.loan_id is not null;
    elsif tg_op = 'UPDATE' and sign > 0 and (old.ended_at, old.bridged_at, old.aside_s) is distinct from (new.ended_at, new.bridged_at, new.aside_s) then
      insert into month_loans_changes (loan_id, month, calls, connected, visits, met, outcomes, reached, promised, due, kept, payments, realized)
        select r.loan_id, date_trunc('month', r.dialed_at at time zone 'Asia/Kolkata')::date, 0, ((greatest(coalesce(extract(epoch from new.ended_at - new.bridged_at)::int, 0) - coalesce(new.aside_s, 0), 0) > 0)::int) - ((greatest(coalesce(extract(epoch from old.ended_at - old.bridged_at)::int, 0) - coalesce(old.aside_s, 0), 0) > 0)::int), 0, 0, 0, 0, 0, 0, 0, 0, 0 where r.dialed_at is not null and r.loan_id is not null
        union all
        select r.loan_id, date '-infinity', 0, ((greatest(coalesce(extract(epoch from new.ended_at - new.bridged_at)::int, 0) - coalesce(new.aside_s, 0), 0) > 0)::int) - ((greatest(coalesce(extract(epoch from old.ended_at - old.bridged_at)::int, 0) - coalesce(old.aside_s, 0), 0) > 0)::int), 0, 0, 0, 0, 0, 0, 0, 0, 0 where r.dialed_at is not null and r.loan_id is not null;
    end if;
  end loop;
  return null;
end $$;
-- Rows of call_attempts are counted.
create trigger call_attempts_sums after insert or update or delete on call_attempts
  for each row execute function sum_call_attempts();

-- Queues changes of loans for book_sums, book_kinds, month_counts, book_days, lender_days, payer_days, outcome_months, promise_sums, called_counts, roll_counts.
create function sum_loans() returns trigger language plpgsql as $$
#variable_conflict use_column
declare
  sign int;
  r record;
  l record;
begin
  if tg_op = 'UPDATE' and not ((old.assignee_id, old.client_id, old.portfolio_id, old.allocation_type_id, old.is_active, old.dpd, old.payment_status, old.payment_history_status, old.assigned_at, old.last_disposition_id, old.principal_outstanding, old.total_outstanding, old.borrower_id) is distinct from (new.assignee_id, new.client_id, new.portfolio_id, new.allocation_type_id, new.is_active, new.dpd, new.payment_status, new.payment_history_status, new.assigned_at, new.last_disposition_id, new.principal_outstanding, new.total_outstanding, new.borrower_id)) then return null; end if;
  foreach sign in array case tg_op when 'INSERT' then array[1] when 'DELETE' then array[-1] else array[-1, 1] end loop
    if sign < 0 then r := old; else r := new; end if;
    if tg_op <> 'UPDATE' or (old.assignee_id, old.client_id, old.portfolio_id, old.allocation_type_id, old.is_active) is distinct from (new.assignee_id, new.client_id, new.portfolio_id, new.allocation_type_id, new.is_active) then
      insert into book_sums_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments)
        values (coalesce(r.assignee_id, 0), r.client_id, r.portfolio_id, coalesce(r.allocation_type_id, 0), r.is_active, sign, sign * (r.principal_outstanding), sign * (r.total_outstanding), 0, 0);
    elsif tg_op = 'UPDATE' and sign > 0 and (old.principal_outstanding, old.total_outstanding) is distinct from (new.principal_outstanding, new.total_outstanding) then
      insert into book_sums_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments)
        values (coalesce(r.assignee_id, 0), r.client_id, r.portfolio_id, coalesce(r.allocation_type_id, 0), r.is_active, 0, (new.principal_outstanding) - (old.principal_outstanding), (new.total_outstanding) - (old.total_outstanding), 0, 0);
    end if;
    if tg_op <> 'UPDATE' or (old.assignee_id, old.client_id, old.dpd, old.is_active, old.payment_status, old.payment_history_status, old.assigned_at) is distinct from (new.assignee_id, new.client_id, new.dpd, new.is_active, new.payment_status, new.payment_history_status, new.assigned_at) then
      insert into book_kinds_changes (kind, assignee_id, client_id, value, loans, total)
        select 'age', coalesce(r.assignee_id, 0), r.client_id, loan_age(r.dpd), sign, sign * (r.total_outstanding) where r.is_active and loan_age(r.dpd) is not null
        union all
        select 'status', coalesce(r.assignee_id, 0), r.client_id, r.payment_status, sign, sign * (r.total_outstanding) where r.is_active and r.payment_status is not null
        union all
        select 'history', coalesce(r.assignee_id, 0), r.client_id, r.payment_history_status, sign, sign * (r.total_outstanding) where r.is_active and r.payment_history_status is not null
        union all
        select 'assigned', coalesce(r.assignee_id, 0), r.client_id, month_of(r.assigned_at), sign, sign * (r.total_outstanding) where r.is_active and month_of(r.assigned_at) is not null;
    elsif tg_op = 'UPDATE' and sign > 0 and (old.total_outstanding) is distinct from (new.total_outstanding) then
      insert into book_kinds_changes (kind, assignee_id, client_id, value, loans, total)
        select 'age', coalesce(r.assignee_id, 0), r.client_id, loan_age(r.dpd), 0, (new.total_outstanding) - (old.total_outstanding) where r.is_active and loan_age(r.dpd) is not null
        union all
        select 'status', coalesce(r.assignee_id, 0), r.client_id, r.payment_status, 0, (new.total_outstanding) - (old.total_outstanding) where r.is_active and r.payment_status is not null
        union all
        select 'history', coalesce(r.assignee_id, 0), r.client_id, r.payment_history_status, 0, (new.total_outstanding) - (old.total_outstanding) where r.is_active and r.payment_history_status is not null
        union all
        select 'assigned', coalesce(r.assignee_id, 0), r.client_id, month_of(r.assigned_at), 0, (new.total_outstanding) - (old.total_outstanding) where r.is_active and month_of(r.assigned_at) is not null;
    end if;
    if tg_op <> 'UPDATE' or (old.assignee_id, old.client_id, old.is_active, old.last_disposition_id) is distinct from (new.assignee_id, new.client_id, new.is_active, new.last_disposition_id) then
      if r.last_disposition_id is not null then
        insert into month_counts_changes (month, assignee_id, client_id, is_active, step, calls, paid, said, loans, total)
          values (date '-infinity', coalesce(r.assignee_id, 0), r.client_id, r.is_active, 0, 0, 0, case when r.last_disposition_id is null then 0 when r.last_disposition_id in (1, 3, 4) then 2 else 1 end, sign, sign * (r.total_outstanding));
      end if;
    elsif tg_op = 'UPDATE' and sign > 0 and (old.total_outstanding) is distinct from (new.total_outstanding) then
      if r.last_disposition_id is not null then
        insert into month_counts_changes (month, assignee_id, client_id, is_active, step, calls, paid, said, loans, total)
          values (date '-infinity', coalesce(r.assignee_id, 0), r.client_id, r.is_active, 0, 0, 0, case when r.last_disposition_id is null then 0 when r.last_disposition_id in (1, 3, 4) then 2 else 1 end, 0, (new.total_outstanding) - (old.total_outstanding));
      end if;
    end if;
    l := r;
    if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.assignee_id, old.client_id, old.portfolio_id, old.allocation_type_id, old.is_active) is distinct from (new.assignee_id, new.client_id, new.portfolio_id, new.allocation_type_id, new.is_active) then
      insert into book_sums_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments)
        select coalesce(l.assignee_id, 0), l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, 0, 0, 0, sign * sum(collected_by(r.from_account, r.to_account) * r.amount), sign * sum(collected_by(r.from_account, r.to_account))
        from postings r where r.loan_id = l.id and (collected_by(r.from_account, r.to_account) <> 0)
        group by 1, 2, 3, 4, 5;
    end if;
    if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.assignee_id, old.client_id, old.portfolio_id, old.allocation_type_id, old.is_active) is distinct from (new.assignee_id, new.client_id, new.portfolio_id, new.allocation_type_id, new.is_active) then
      insert into book_days_changes (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
        select coalesce(l.assignee_id, 0), r.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, sign * sum(collected_by(r.from_account, r.to_account) * r.amount), sign * sum(collected_by(r.from_account, r.to_account)), 0, 0
        from postings r where r.loan_id = l.id and (collected_by(r.from_account, r.to_account) <> 0)
        group by 1, 2, 3, 4, 5, 6;
    end if;
    if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.assignee_id, old.client_id, old.portfolio_id, old.allocation_type_id, old.is_active) is distinct from (new.assignee_id, new.client_id, new.portfolio_id, new.allocation_type_id, new.is_active) then
      insert into book_days_changes (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
        select coalesce(l.assignee_id, 0), (r.effective_at at time zone 'Asia/Kolkata')::date, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, 0, 0, sign * count(*), sign * sum(coalesce(r.amount, 0))
        from borrower_dispositions r where r.loan_id = l.id and (r.disposition_id = 1)
        group by 1, 2, 3, 4, 5, 6;
    end if;
    if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.client_id, old.portfolio_id, old.allocation_type_id, old.is_active) is distinct from (new.client_id, new.portfolio_id, new.allocation_type_id, new.is_active) then
      insert into lender_days_changes (day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
        select r.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, sign * sum(collected_by(r.from_account, r.to_account) * r.amount), sign * sum(collected_by(r.from_account, r.to_account)), 0, 0
        from postings r where r.loan_id = l.id and (collected_by(r.from_account, r.to_account) <> 0)
        group by 1, 2, 3, 4, 5;
    end if;
    if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.client_id, old.portfolio_id, old.allocation_type_id, old.is_active) is distinct from (new.client_id, new.portfolio_id, new.allocation_type_id, new.is_active) then
      insert into lender_days_changes (day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
        select (r.effective_at at time zone 'Asia/Kolkata')::date, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, 0, 0, sign * count(*), sign * sum(coalesce(r.amount, 0))
        from borrower_dispositions r where r.loan_id = l.id and (r.disposition_id = 1)
        group by 1, 2, 3, 4, 5;
    end if;
    if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.assignee_id, old.client_id, old.portfolio_id, old.allocation_type_id, old.is_active, old.borrower_id) is distinct from (new.assignee_id, new.client_id, new.portfolio_id, new.allocation_type_id, new.is_active, new.borrower_id) then
      insert into payer_days_changes (day, assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments)
        select r.day, coalesce(l.assignee_id, 0), l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, l.borrower_id, sign * sum(collected_by(r.from_account, r.to_account))
        from postings r where r.loan_id = l.id and (collected_by(r.from_account, r.to_account) <> 0)
        group by 1, 2, 3, 4, 5, 6, 7;
    end if;
    if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.assignee_id, old.is_active) is distinct from (new.assignee_id, new.is_active) then
      insert into outcome_months_changes (assignee_id, month, disposition_id, is_active, outcomes, amount)
        select coalesce(l.assignee_id, 0), date_trunc('month', r.effective_at at time zone 'Asia/Kolkata')::date, r.disposition_id, l.is_active, sign * count(*), sign * sum(coalesce(r.amount, 0))
        from borrower_dispositions r where r.loan_id = l.id and (r.disposition_id in (1, 2, 3, 4))
        group by 1, 2, 3, 4;
    end if;
    if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.assignee_id, old.client_id, old.is_active) is distinct from (new.assignee_id, new.client_id, new.is_active) then
      insert into promise_sums_changes (due_on, assignee_id, client_id, sub_disposition_id, promises, amount, kept, broken)
        select r.action_date, coalesce(l.assignee_id, 0), l.client_id, coalesce(r.sub_disposition_id, 0), sign * count(*), sign * sum(coalesce(r.amount, 0)), 0, 0
        from borrower_dispositions r where r.loan_id = l.id and (r.disposition_id = 1 and r.action_date is not null and l.is_active)
        group by 1, 2, 3, 4;
    end if;
    if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.assignee_id, old.client_id, old.is_active) is distinct from (new.assignee_id, new.client_id, new.is_active) then
      insert into promise_sums_changes (due_on, assignee_id, client_id, sub_disposition_id, promises, amount, kept, broken)
        select r.due_on, coalesce(l.assignee_id, 0), l.client_id, 0, 0, 0, sign * sum((r.state = 'kept')::int), sign * sum((r.state <> 'kept')::int)
        from promises r where r.loan_id = l.id and (r.state in ('kept', 'broken', 'part_kept') and l.is_active)
        group by 1, 2, 3, 4;
    end if;
    if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.assignee_id, old.client_id, old.is_active, old.last_disposition_id) is distinct from (new.assignee_id, new.client_id, new.is_active, new.last_disposition_id) then
      insert into month_counts_changes (month, assignee_id, client_id, is_active, step, calls, paid, said, loans, total)
        select r.month, coalesce(l.assignee_id, 0), l.client_id, l.is_active, case when r.kept > 0 then 5 when r.promised > 0 or r.due > 0 then 4 when r.reached > 0 then 3
          when r.connected > 0 or r.met > 0 then 2 when r.calls > 0 or r.visits > 0 or r.outcomes > 0 then 1 else 0 end, case when r.connected > 0 then 2 when r.calls > 0 then 1 else 0 end, case when r.realized > 0 then 2 when r.payments > 0 then 1 else 0 end, case when r.payments > 0 then case when l.last_disposition_id is null then 0 when l.last_disposition_id in (1, 3, 4) then 2 else 1 end else 0 end, sign * count(*), sign * sum(l.total_outstanding)
        from month_loans r where r.loan_id = l.id and (r.month > '-infinity' and (case when r.kept > 0 then 5 when r.promised > 0 or r.due > 0 then 4 when r.reached > 0 then 3
          when r.connected > 0 or r.met > 0 then 2 when r.calls > 0 or r.visits > 0 or r.outcomes > 0 then 1 else 0 end > 0 or case when r.realized > 0 then 2 when r.payments > 0 then 1 else 0 end > 0))
        group by 1, 2, 3, 4, 5, 6, 7, 8;
    elsif tg_op = 'UPDATE' and sign > 0 and (old.total_outstanding) is distinct from (new.total_outstanding) then
      insert into month_counts_changes (month, assignee_id, client_id, is_active, step, calls, paid, said, loans, total)
        select r.month, coalesce(l.assignee_id, 0), l.client_id, l.is_active, case when r.kept > 0 then 5 when r.promised > 0 or r.due > 0 then 4 when r.reached > 0 then 3
          when r.connected > 0 or r.met > 0 then 2 when r.calls > 0 or r.visits > 0 or r.outcomes > 0 then 1 else 0 end, case when r.connected > 0 then 2 when r.calls > 0 then 1 else 0 end, case when r.realized > 0 then 2 when r.payments > 0 then 1 else 0 end, case when r.payments > 0 then case when l.last_disposition_id is null then 0 when l.last_disposition_id in (1, 3, 4) then 2 else 1 end else 0 end, 0, sum(new.total_outstanding) - sum(old.total_outstanding)
        from month_loans r where r.loan_id = l.id and (r.month > '-infinity' and (case when r.kept > 0 then 5 when r.promised > 0 or r.due > 0 then 4 when r.reached > 0 then 3
          when r.connected > 0 or r.met > 0 then 2 when r.calls > 0 or r.visits > 0 or r.outcomes > 0 then 1 else 0 end > 0 or case when r.realized > 0 then 2 when r.payments > 0 then 1 else 0 end > 0))
        group by 1, 2, 3, 4, 5, 6, 7, 8;
    end if;
    if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.assignee_id, old.is_active) is distinct from (new.assignee_id, new.is_active) then
      insert into called_counts_changes (month, assignee_id, is_active, level, loans)
        select r.month, coalesce(l.assignee_id, 0), l.is_active, case when r.month = '-infinity' then 0 else 5 * width_bucket(r.calls, array[1, 2, 6, 11]) + width_bucket(r.connected, array[1, 2, 6, 11]) end, sign * count(*)
        from month_loans r where r.loan_id = l.id and (r.calls > 0)
        group by 1, 2, 3, 4;
    end if;
    if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.assignee_id, old.client_id) is distinct from (new.assignee_id, new.client_id) then
      insert into roll_counts_changes (month, assignee_id, client_id, came_from, went_to, move, loans, amount)
        select r.month, coalesce(l.assignee_id, 0), l.client_id, case when r.outstanding_before is null then 'new' else loan_age(r.dpd_before) end, case when r.outstanding is null then 'gone' else loan_age(r.dpd) end, roll_move(r.outstanding_before is not null, r.dpd_before, r.outstanding is not null, r.dpd), sign * count(*), sign * sum(coalesce(r.outstanding_before, r.outstanding))
        from loan_month_ends r where r.loan_id = l.id
        group by 1, 2, 3, 4, 5, 6;
    end if;
  end loop;
  return null;
end $$;
-- Rows of loans are counted.
create trigger loans_sums after insert or update or delete on loans
  for each row execute function sum_loans();

-- Queues changes of messages for message_days.
create function sum_messages() returns trigger language plpgsql as $$
#variable_conflict use_column
declare
  sign int;
  r record;
  l record;
begin
  if tg_op = 'UPDATE' and not ((old.created_at, old.channel, old.status) is distinct from (new.created_at, new.channel, new.status)) then return null; end if;
  foreach sign in array case tg_op when 'INSERT' then array[1] when 'DELETE' then array[-1] else array[-1, 1] end loop
    if sign < 0 then r := old; else r := new; end if;
    if tg_op <> 'UPDATE' or (old.created_at, old.channel, old.status) is distinct from (new.created_at, new.channel, new.status) then
      insert into message_days_changes (day, channel, status, messages)
        values ((r.created_at at time zone 'Asia/Kolkata')::date, r.channel, r.status, sign);
    end if;
  end loop;
  return null;
end $$;
-- Rows of messages are counted.
create trigger messages_sums after insert or update or delete on messages
  for each row execute function sum_messages();

-- Queues changes of month_loans for month_counts, called_counts.
create function sum_month_loans() returns trigger language plpgsql as $$
#variable_conflict use_column
declare
  sign int;
  r record;
  l record;
begin
  if tg_op = 'UPDATE' and not ((old.month, old.kept, old.promised, old.due, old.reached, old.connected, old.met, old.calls, old.visits, old.outcomes, old.realized, old.payments, old.loan_id) is distinct from (new.month, new.kept, new.promised, new.due, new.reached, new.connected, new.met, new.calls, new.visits, new.outcomes, new.realized, new.payments, new.loan_id)) then return null; end if;
  foreach sign in array case tg_op when 'INSERT' then array[1] when 'DELETE' then array[-1] else array[-1, 1] end loop
    if sign < 0 then r := old; else r := new; end if;
    select l.assignee_id, l.client_id, l.is_active, l.last_disposition_id, l.total_outstanding into l from loans l where l.id = r.loan_id for share;
    if found then
      if tg_op <> 'UPDATE' or (old.month, old.kept, old.promised, old.due, old.reached, old.connected, old.met, old.calls, old.visits, old.outcomes, old.realized, old.payments, old.loan_id) is distinct from (new.month, new.kept, new.promised, new.due, new.reached, new.connected, new.met, new.calls, new.visits, new.outcomes, new.realized, new.payments, new.loan_id) then
        if r.month > '-infinity' and (case when r.kept > 0 then 5 when r.promised > 0 or r.due > 0 then 4 when r.reached > 0 then 3
            when r.connected > 0 or r.met > 0 then 2 when r.calls > 0 or r.visits > 0 or r.outcomes > 0 then 1 else 0 end > 0 or case when r.realized > 0 then 2 when r.payments > 0 then 1 else 0 end > 0) then
          insert into month_counts_changes (month, assignee_id, client_id, is_active, step, calls, paid, said, loans, total)
            values (r.month, coalesce(l.assignee_id, 0), l.client_id, l.is_active, case when r.kept > 0 then 5 when r.promised > 0 or r.due > 0 then 4 when r.reached > 0 then 3
              when r.connected > 0 or r.met > 0 then 2 when r.calls > 0 or r.visits > 0 or r.outcomes > 0 then 1 else 0 end, case when r.connected > 0 then 2 when r.calls > 0 then 1 else 0 end, case when r.realized > 0 then 2 when r.payments > 0 then 1 else 0 end, case when r.payments > 0 then case when l.last_disposition_id is null then 0 when l.last_disposition_id in (1, 3, 4) then 2 else 1 end else 0 end, sign, sign * (l.total_outstanding));
        end if;
      end if;
      if tg_op <> 'UPDATE' or (old.month, old.calls, old.connected, old.loan_id) is distinct from (new.month, new.calls, new.connected, new.loan_id) then
        if r.calls > 0 then
          insert into called_counts_changes (month, assignee_id, is_active, level, loans)
            values (r.month, coalesce(l.assignee_id, 0), l.is_active, case when r.month = '-infinity' then 0 else 5 * width_bucket(r.calls, array[1, 2, 6, 11]) + width_bucket(r.connected, array[1, 2, 6, 11]) end, sign);
        end if;
      end if;
    end if;
  end loop;
  return null;
end $$;
-- Rows of month_loans are counted.
create trigger month_loans_sums after insert or update or delete on month_loans
  for each row execute function sum_month_loans();

-- Queues changes of payments for month_loans.
create function sum_payments() returns trigger language plpgsql as $$
#variable_conflict use_column
declare
  sign int;
  r record;
  l record;
begin
  if tg_op = 'UPDATE' and not ((old.loan_id, old.payment_date, old.status, old.realized) is distinct from (new.loan_id, new.payment_date, new.status, new.realized)) then return null; end if;
  foreach sign in array case tg_op when 'INSERT' then array[1] when 'DELETE' then array[-1] else array[-1, 1] end loop
    if sign < 0 then r := old; else r := new; end if;
    if tg_op <> 'UPDATE' or (old.loan_id, old.payment_date, old.status) is distinct from (new.loan_id, new.payment_date, new.status) then
      if r.status = 'success' then
        insert into month_loans_changes (loan_id, month, calls, connected, visits, met, outcomes, reached, promised, due, kept, payments, realized)
          values (r.loan_id, date_trunc('month', r.payment_date::timestamp)::date, 0, 0, 0, 0, 0, 0, 0, 0, 0, sign, sign * (r.realized::int));
      end if;
    elsif tg_op = 'UPDATE' and sign > 0 and (old.realized) is distinct from (new.realized) then
      if r.status = 'success' then
        insert into month_loans_changes (loan_id, month, calls, connected, visits, met, outcomes, reached, promised, due, kept, payments, realized)
          values (r.loan_id, date_trunc('month', r.payment_date::timestamp)::date, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (new.realized::int) - (old.realized::int));
      end if;
    end if;
  end loop;
  return null;
end $$;
-- Rows of payments are counted.
create trigger payments_sums after insert or update or delete on payments
  for each row execute function sum_payments();

-- Queues changes of postings for book_sums, book_days, lender_days, payer_days, ledger_days.
create function sum_postings() returns trigger language plpgsql as $$
#variable_conflict use_column
declare
  sign int;
  r record;
  l record;
begin
  if tg_op = 'UPDATE' and not ((old.from_account, old.to_account, old.day, old.client_id, old.amount, old.loan_id) is distinct from (new.from_account, new.to_account, new.day, new.client_id, new.amount, new.loan_id)) then return null; end if;
  foreach sign in array case tg_op when 'INSERT' then array[1] when 'DELETE' then array[-1] else array[-1, 1] end loop
    if sign < 0 then r := old; else r := new; end if;
    if tg_op <> 'UPDATE' or (old.day, old.client_id, old.to_account, old.from_account) is distinct from (new.day, new.client_id, new.to_account, new.from_account) then
      insert into ledger_days_changes (day, client_id, account, came_in, gone)
        select r.day, coalesce(r.client_id, 0), r.to_account, sign * (r.amount), 0
        union all
        select r.day, coalesce(r.client_id, 0), r.from_account, 0, sign * (r.amount);
    elsif tg_op = 'UPDATE' and sign > 0 and (old.amount) is distinct from (new.amount) then
      insert into ledger_days_changes (day, client_id, account, came_in, gone)
        select r.day, coalesce(r.client_id, 0), r.to_account, (new.amount) - (old.amount), 0
        union all
        select r.day, coalesce(r.client_id, 0), r.from_account, 0, (new.amount) - (old.amount);
    end if;
    select l.assignee_id, l.client_id, l.portfolio_id, l.allocation_type_id, l.is_active, l.borrower_id into l from loans l where l.id = r.loan_id for share;
    if found then
      if tg_op <> 'UPDATE' or (old.from_account, old.to_account, old.loan_id) is distinct from (new.from_account, new.to_account, new.loan_id) then
        if collected_by(r.from_account, r.to_account) <> 0 then
          insert into book_sums_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments)
            values (coalesce(l.assignee_id, 0), l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, 0, 0, 0, sign * (collected_by(r.from_account, r.to_account) * r.amount), sign * (collected_by(r.from_account, r.to_account)));
        end if;
      elsif tg_op = 'UPDATE' and sign > 0 and (old.amount) is distinct from (new.amount) then
        if collected_by(r.from_account, r.to_account) <> 0 then
          insert into book_sums_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments)
            values (coalesce(l.assignee_id, 0), l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, 0, 0, 0, (collected_by(new.from_account, new.to_account) * new.amount) - (collected_by(old.from_account, old.to_account) * old.amount), (collected_by(new.from_account, new.to_account)) - (collected_by(old.from_account, old.to_account)));
        end if;
      end if;
      if tg_op <> 'UPDATE' or (old.day, old.from_account, old.to_account, old.loan_id) is distinct from (new.day, new.from_account, new.to_account, new.loan_id) then
        if collected_by(r.from_account, r.to_account) <> 0 then
          insert into book_days_changes (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
            values (coalesce(l.assignee_id, 0), r.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, sign * (collected_by(r.from_account, r.to_account) * r.amount), sign * (collected_by(r.from_account, r.to_account)), 0, 0);
        end if;
      elsif tg_op = 'UPDATE' and sign > 0 and (old.amount) is distinct from (new.amount) then
        if collected_by(r.from_account, r.to_account) <> 0 then
          insert into book_days_changes (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
            values (coalesce(l.assignee_id, 0), r.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, (collected_by(new.from_account, new.to_account) * new.amount) - (collected_by(old.from_account, old.to_account) * old.amount), (collected_by(new.from_account, new.to_account)) - (collected_by(old.from_account, old.to_account)), 0, 0);
        end if;
      end if;
      if tg_op <> 'UPDATE' or (old.day, old.from_account, old.to_account, old.loan_id) is distinct from (new.day, new.from_account, new.to_account, new.loan_id) then
        if collected_by(r.from_account, r.to_account) <> 0 then
          insert into lender_days_changes (day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
            values (r.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, sign * (collected_by(r.from_account, r.to_account) * r.amount), sign * (collected_by(r.from_account, r.to_account)), 0, 0);
        end if;
      elsif tg_op = 'UPDATE' and sign > 0 and (old.amount) is distinct from (new.amount) then
        if collected_by(r.from_account, r.to_account) <> 0 then
          insert into lender_days_changes (day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
            values (r.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, (collected_by(new.from_account, new.to_account) * new.amount) - (collected_by(old.from_account, old.to_account) * old.amount), (collected_by(new.from_account, new.to_account)) - (collected_by(old.from_account, old.to_account)), 0, 0);
        end if;
      end if;
      if tg_op <> 'UPDATE' or (old.day, old.from_account, old.to_account, old.loan_id) is distinct from (new.day, new.from_account, new.to_account, new.loan_id) then
        if collected_by(r.from_account, r.to_account) <> 0 then
          insert into payer_days_changes (day, assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments)
            values (r.day, coalesce(l.assignee_id, 0), l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, l.borrower_id, sign * (collected_by(r.from_account, r.to_account)));
        end if;
      end if;
    end if;
  end loop;
  return null;
end $$;
-- Rows of postings are counted.
create trigger postings_sums after insert or update or delete on postings
  for each row execute function sum_postings();

-- Queues changes of promises for promise_sums, promise_lapses, month_loans.
create function sum_promises() returns trigger language plpgsql as $$
#variable_conflict use_column
declare
  sign int;
  r record;
  l record;
begin
  if tg_op = 'UPDATE' and not ((old.due_on, old.state, old.lapses_on, old.assignee_id, old.loan_id) is distinct from (new.due_on, new.state, new.lapses_on, new.assignee_id, new.loan_id)) then return null; end if;
  foreach sign in array case tg_op when 'INSERT' then array[1] when 'DELETE' then array[-1] else array[-1, 1] end loop
    if sign < 0 then r := old; else r := new; end if;
    if tg_op <> 'UPDATE' or (old.lapses_on, old.assignee_id, old.state) is distinct from (new.lapses_on, new.assignee_id, new.state) then
      if r.state <> 'void_inactive' then
        insert into promise_lapses_changes (lapses_on, assignee_id, promises, kept)
          values (r.lapses_on, coalesce(r.assignee_id, 0), sign, sign * ((r.state = 'kept')::int));
      end if;
    end if;
    if tg_op <> 'UPDATE' or (old.loan_id, old.due_on, old.state) is distinct from (new.loan_id, new.due_on, new.state) then
      if r.state <> 'void_inactive' then
        insert into month_loans_changes (loan_id, month, calls, connected, visits, met, outcomes, reached, promised, due, kept, payments, realized)
          values (r.loan_id, date_trunc('month', r.due_on::timestamp)::date, 0, 0, 0, 0, 0, 0, 0, sign, sign * ((r.state = 'kept')::int), 0, 0);
      end if;
    end if;
    select l.assignee_id, l.client_id, l.is_active into l from loans l where l.id = r.loan_id for share;
    if found then
      if tg_op <> 'UPDATE' or (old.due_on, old.state, old.loan_id) is distinct from (new.due_on, new.state, new.loan_id) then
        if r.state in ('kept', 'broken', 'part_kept') and l.is_active then
          insert into promise_sums_changes (due_on, assignee_id, client_id, sub_disposition_id, promises, amount, kept, broken)
            values (r.due_on, coalesce(l.assignee_id, 0), l.client_id, 0, 0, 0, sign * ((r.state = 'kept')::int), sign * ((r.state <> 'kept')::int));
        end if;
      end if;
    end if;
  end loop;
  return null;
end $$;
-- Rows of promises are counted.
create trigger promises_sums after insert or update or delete on promises
  for each row execute function sum_promises();

-- Queues changes of visits for month_loans.
create function sum_visits() returns trigger language plpgsql as $$
#variable_conflict use_column
declare
  sign int;
  r record;
  l record;
begin
  if tg_op = 'UPDATE' and not ((old.loan_id, old.effective_at, old.outcome) is distinct from (new.loan_id, new.effective_at, new.outcome)) then return null; end if;
  foreach sign in array case tg_op when 'INSERT' then array[1] when 'DELETE' then array[-1] else array[-1, 1] end loop
    if sign < 0 then r := old; else r := new; end if;
    if tg_op <> 'UPDATE' or (old.loan_id, old.effective_at) is distinct from (new.loan_id, new.effective_at) then
      insert into month_loans_changes (loan_id, month, calls, connected, visits, met, outcomes, reached, promised, due, kept, payments, realized)
        values (r.loan_id, date_trunc('month', r.effective_at at time zone 'Asia/Kolkata')::date, 0, 0, sign, sign * ((r.outcome = 'met')::int), 0, 0, 0, 0, 0, 0, 0);
    elsif tg_op = 'UPDATE' and sign > 0 and (old.outcome) is distinct from (new.outcome) then
      insert into month_loans_changes (loan_id, month, calls, connected, visits, met, outcomes, reached, promised, due, kept, payments, realized)
        values (r.loan_id, date_trunc('month', r.effective_at at time zone 'Asia/Kolkata')::date, 0, 0, 0, ((new.outcome = 'met')::int) - ((old.outcome = 'met')::int), 0, 0, 0, 0, 0, 0, 0);
    end if;
  end loop;
  return null;
end $$;
-- Rows of visits are counted.
create trigger visits_sums after insert or update or delete on visits
  for each row execute function sum_visits();

-- Queues new rows of loans that were added without triggers.
create function sum_new_loans(ids bigint[]) returns void language sql as $$
  insert into book_sums_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments)
    select coalesce(r.assignee_id, 0), r.client_id, r.portfolio_id, coalesce(r.allocation_type_id, 0), r.is_active, sum(1), sum(r.principal_outstanding), sum(r.total_outstanding), 0, 0
    from loans r where r.id = any(ids) group by 1, 2, 3, 4, 5;
  insert into book_kinds_changes (kind, assignee_id, client_id, value, loans, total)
    select 'age', coalesce(r.assignee_id, 0), r.client_id, loan_age(r.dpd), sum(1), sum(r.total_outstanding)
    from loans r where r.id = any(ids) and (r.is_active and loan_age(r.dpd) is not null) group by 1, 2, 3, 4;
  insert into book_kinds_changes (kind, assignee_id, client_id, value, loans, total)
    select 'status', coalesce(r.assignee_id, 0), r.client_id, r.payment_status, sum(1), sum(r.total_outstanding)
    from loans r where r.id = any(ids) and (r.is_active and r.payment_status is not null) group by 1, 2, 3, 4;
  insert into book_kinds_changes (kind, assignee_id, client_id, value, loans, total)
    select 'history', coalesce(r.assignee_id, 0), r.client_id, r.payment_history_status, sum(1), sum(r.total_outstanding)
    from loans r where r.id = any(ids) and (r.is_active and r.payment_history_status is not null) group by 1, 2, 3, 4;
  insert into book_kinds_changes (kind, assignee_id, client_id, value, loans, total)
    select 'assigned', coalesce(r.assignee_id, 0), r.client_id, month_of(r.assigned_at), sum(1), sum(r.total_outstanding)
    from loans r where r.id = any(ids) and (r.is_active and month_of(r.assigned_at) is not null) group by 1, 2, 3, 4;
  insert into month_counts_changes (month, assignee_id, client_id, is_active, step, calls, paid, said, loans, total)
    select date '-infinity', coalesce(r.assignee_id, 0), r.client_id, r.is_active, 0, 0, 0, case when r.last_disposition_id is null then 0 when r.last_disposition_id in (1, 3, 4) then 2 else 1 end, sum(1), sum(r.total_outstanding)
    from loans r where r.id = any(ids) and (r.last_disposition_id is not null) group by 1, 2, 3, 4, 5, 6, 7, 8;
$$;

-- Computes all sums again, after rows were written without triggers; without those before a day that are forgotten.
create function rebuild_sums(since date) returns void language plpgsql as $$
begin
  lock table agent_intervals, borrower_dispositions, call_attempts, loan_month_ends, loans, messages, payments, postings, promises, visits in share mode;
  truncate agent_days, agent_days_changes;
  insert into agent_days (user_id, day, promises, follow_ups, calls, connected, talk, spans, login, break)
  select user_id, day, sum(promises), sum(follow_ups), sum(calls), sum(connected), sum(talk), sum(spans), sum(login), sum(break) from (
    select r.user_id, (r.effective_at at time zone 'Asia/Kolkata')::date, (r.disposition_id = 1)::int, (r.disposition_id = 2)::int, 0, 0, 0, 0, 0, 0
    from borrower_dispositions r where r.disposition_id = 1 or r.disposition_id = 2
    union all
    select r.user_id, (r.dialed_at at time zone 'Asia/Kolkata')::date, 0, 0, 1, (greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int, greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0), 0, 0, 0
    from call_attempts r where r.dialed_at is not null and r.user_id is not null
    union all
    select r.user_id, (r.started_at at time zone 'Asia/Kolkata')::date, 0, 0, 0, 0, 0, 1, (extract(epoch from r.ended_at - r.started_at) * 1000000)::bigint, case when r.word ilike 'break%' then (extract(epoch from r.ended_at - r.started_at) * 1000000)::bigint else 0 end
    from agent_intervals r where r.ended_at is not null and r.word <> 'logged-out') x (user_id, day, promises, follow_ups, calls, connected, talk, spans, login, break)
  group by user_id, day having not (sum(promises) = 0 and sum(follow_ups) = 0 and sum(calls) = 0 and sum(connected) = 0 and sum(talk) = 0 and sum(spans) = 0 and sum(login) = 0 and sum(break) = 0) order by user_id, day;
  truncate call_hours, call_hours_changes;
  insert into call_hours (user_id, hour, calls, connected)
  select user_id, hour, sum(calls), sum(connected) from (
    select 0, date_trunc('hour', r.dialed_at at time zone 'Asia/Kolkata'), 1, (greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int
    from call_attempts r where r.dialed_at is not null
    union all
    select 0, date '-infinity', 1, (greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int
    from call_attempts r where r.dialed_at is not null
    union all
    select r.user_id, date_trunc('hour', r.dialed_at at time zone 'Asia/Kolkata'), 1, (greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int
    from call_attempts r where r.dialed_at is not null and r.user_id is not null) x (user_id, hour, calls, connected) where (hour = '-infinity' or hour >= since)
  group by user_id, hour having not (sum(calls) = 0 and sum(connected) = 0) order by user_id, hour;
  truncate called_loans, called_loans_changes;
  insert into called_loans (user_id, month, loan_id, calls, connected)
  select user_id, month, loan_id, sum(calls), sum(connected) from (
    select r.user_id, date_trunc('month', r.dialed_at at time zone 'Asia/Kolkata')::date, coalesce(r.loan_id, 0), 1, (greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int
    from call_attempts r where r.dialed_at is not null and r.user_id is not null
    union all
    select r.user_id, date '-infinity', coalesce(r.loan_id, 0), 1, (greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int
    from call_attempts r where r.dialed_at is not null and r.user_id is not null) x (user_id, month, loan_id, calls, connected) where (month = '-infinity' or month >= since)
  group by user_id, month, loan_id having not (sum(calls) = 0 and sum(connected) = 0) order by user_id, month, loan_id;
  truncate said_counts, said_counts_changes;
  insert into said_counts (month, user_id, disposition_id, sub_disposition_id, outcomes)
  select month, user_id, disposition_id, sub_disposition_id, sum(outcomes) from (
    select date_trunc('month', r.effective_at at time zone 'Asia/Kolkata')::date, r.user_id, r.disposition_id, coalesce(r.sub_disposition_id, 0), 1
    from borrower_dispositions r) x (month, user_id, disposition_id, sub_disposition_id, outcomes) where (month = '-infinity' or month >= since)
  group by month, user_id, disposition_id, sub_disposition_id having not (sum(outcomes) = 0) order by month, user_id, disposition_id, sub_disposition_id;
  truncate book_sums, book_sums_changes;
  insert into book_sums (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments)
  select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, sum(loans), sum(principal), sum(total), sum(collected), sum(payments) from (
    select coalesce(r.assignee_id, 0), r.client_id, r.portfolio_id, coalesce(r.allocation_type_id, 0), r.is_active, 1, r.principal_outstanding, r.total_outstanding, 0, 0
    from loans r
    union all
    select coalesce(l.assignee_id, 0), l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, 0, 0, 0, collected_by(r.from_account, r.to_account) * r.amount, collected_by(r.from_account, r.to_account)
    from postings r join loans l on l.id = r.loan_id where collected_by(r.from_account, r.to_account) <> 0) x (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments)
  group by assignee_id, client_id, portfolio_id, allocation_type_id, is_active having not (sum(loans) = 0 and sum(principal) = 0 and sum(total) = 0 and sum(collected) = 0 and sum(payments) = 0) order by assignee_id, client_id, portfolio_id, allocation_type_id, is_active;
  truncate book_kinds, book_kinds_changes;
  insert into book_kinds (kind, assignee_id, client_id, value, loans, total)
  select kind, assignee_id, client_id, value, sum(loans), sum(total) from (
    select 'age', coalesce(r.assignee_id, 0), r.client_id, loan_age(r.dpd), 1, r.total_outstanding
    from loans r where r.is_active and loan_age(r.dpd) is not null
    union all
    select 'status', coalesce(r.assignee_id, 0), r.client_id, r.payment_status, 1, r.total_outstanding
    from loans r where r.is_active and r.payment_status is not null
    union all
    select 'history', coalesce(r.assignee_id, 0), r.client_id, r.payment_history_status, 1, r.total_outstanding
    from loans r where r.is_active and r.payment_history_status is not null
    union all
    select 'assigned', coalesce(r.assignee_id, 0), r.client_id, month_of(r.assigned_at), 1, r.total_outstanding
    from loans r where r.is_active and month_of(r.assigned_at) is not null) x (kind, assignee_id, client_id, value, loans, total)
  group by kind, assignee_id, client_id, value having not (sum(loans) = 0 and sum(total) = 0) order by kind, assignee_id, client_id, value;
  truncate book_days, book_days_changes;
  insert into book_days (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
  select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, sum(collected), sum(payments), sum(promises), sum(promised) from (
    select coalesce(l.assignee_id, 0), r.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, collected_by(r.from_account, r.to_account) * r.amount, collected_by(r.from_account, r.to_account), 0, 0
    from postings r join loans l on l.id = r.loan_id where collected_by(r.from_account, r.to_account) <> 0
    union all
    select coalesce(l.assignee_id, 0), (r.effective_at at time zone 'Asia/Kolkata')::date, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, 0, 0, 1, coalesce(r.amount, 0)
    from borrower_dispositions r join loans l on l.id = r.loan_id where r.disposition_id = 1) x (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
  group by assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active having not (sum(collected) = 0 and sum(payments) = 0 and sum(promises) = 0 and sum(promised) = 0) order by assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active;
  truncate lender_days, lender_days_changes;
  insert into lender_days (day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
  select day, client_id, portfolio_id, allocation_type_id, is_active, sum(collected), sum(payments), sum(promises), sum(promised) from (
    select r.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, collected_by(r.from_account, r.to_account) * r.amount, collected_by(r.from_account, r.to_account), 0, 0
    from postings r join loans l on l.id = r.loan_id where collected_by(r.from_account, r.to_account) <> 0
    union all
    select (r.effective_at at time zone 'Asia/Kolkata')::date, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, 0, 0, 1, coalesce(r.amount, 0)
    from borrower_dispositions r join loans l on l.id = r.loan_id where r.disposition_id = 1) x (day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised)
  group by day, client_id, portfolio_id, allocation_type_id, is_active having not (sum(collected) = 0 and sum(payments) = 0 and sum(promises) = 0 and sum(promised) = 0) order by day, client_id, portfolio_id, allocation_type_id, is_active;
  truncate payer_days, payer_days_changes;
  insert into payer_days (day, assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments)
  select day, assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, sum(payments) from (
    select r.day, coalesce(l.assignee_id, 0), l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, l.borrower_id, collected_by(r.from_account, r.to_account)
    from postings r join loans l on l.id = r.loan_id where collected_by(r.from_account, r.to_account) <> 0) x (day, assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments)
  group by day, assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id having not (sum(payments) = 0) order by day, assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id;
  truncate outcome_months, outcome_months_changes;
  insert into outcome_months (assignee_id, month, disposition_id, is_active, outcomes, amount)
  select assignee_id, month, disposition_id, is_active, sum(outcomes), sum(amount) from (
    select coalesce(l.assignee_id, 0), date_trunc('month', r.effective_at at time zone 'Asia/Kolkata')::date, r.disposition_id, l.is_active, 1, coalesce(r.amount, 0)
    from borrower_dispositions r join loans l on l.id = r.loan_id where r.disposition_id in (1, 2, 3, 4)) x (assignee_id, month, disposition_id, is_active, outcomes, amount)
  group by assignee_id, month, disposition_id, is_active having not (sum(outcomes) = 0 and sum(amount) = 0) order by assignee_id, month, disposition_id, is_active;
  truncate promise_sums, promise_sums_changes;
  insert into promise_sums (due_on, assignee_id, client_id, sub_disposition_id, promises, amount, kept, broken)
  select due_on, assignee_id, client_id, sub_disposition_id, sum(promises), sum(amount), sum(kept), sum(broken) from (
    select r.action_date, coalesce(l.assignee_id, 0), l.client_id, coalesce(r.sub_disposition_id, 0), 1, coalesce(r.amount, 0), 0, 0
    from borrower_dispositions r join loans l on l.id = r.loan_id where r.disposition_id = 1 and r.action_date is not null and l.is_active
    union all
    select r.due_on, coalesce(l.assignee_id, 0), l.client_id, 0, 0, 0, (r.state = 'kept')::int, (r.state <> 'kept')::int
    from promises r join loans l on l.id = r.loan_id where r.state in ('kept', 'broken', 'part_kept') and l.is_active) x (due_on, assignee_id, client_id, sub_disposition_id, promises, amount, kept, broken)
  group by due_on, assignee_id, client_id, sub_disposition_id having not (sum(promises) = 0 and sum(amount) = 0 and sum(kept) = 0 and sum(broken) = 0) order by due_on, assignee_id, client_id, sub_disposition_id;
  truncate promise_lapses, promise_lapses_changes;
  insert into promise_lapses (lapses_on, assignee_id, promises, kept)
  select lapses_on, assignee_id, sum(promises), sum(kept) from (
    select r.lapses_on, coalesce(r.assignee_id, 0), 1, (r.state = 'kept')::int
    from promises r where r.state <> 'void_inactive') x (lapses_on, assignee_id, promises, kept)
  group by lapses_on, assignee_id having not (sum(promises) = 0 and sum(kept) = 0) order by lapses_on, assignee_id;
  alter table month_loans disable trigger month_loans_sums;
  truncate month_loans, month_loans_changes;
  insert into month_loans (loan_id, month, calls, connected, visits, met, outcomes, reached, promised, due, kept, payments, realized)
  select loan_id, month, sum(calls), sum(connected), sum(visits), sum(met), sum(outcomes), sum(reached), sum(promised), sum(due), sum(kept), sum(payments), sum(realized) from (
    select r.loan_id, date_trunc('month', r.dialed_at at time zone 'Asia/Kolkata')::date, 1, (greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int, 0, 0, 0, 0, 0, 0, 0, 0, 0
    from call_attempts r where r.dialed_at is not null and r.loan_id is not null
    union all
    select r.loan_id, date '-infinity', 1, (greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0) > 0)::int, 0, 0, 0, 0, 0, 0, 0, 0, 0
    from call_attempts r where r.dialed_at is not null and r.loan_id is not null
    union all
    select r.loan_id, date_trunc('month', r.effective_at at time zone 'Asia/Kolkata')::date, 0, 0, 1, (r.outcome = 'met')::int, 0, 0, 0, 0, 0, 0, 0
    from visits r
    union all
    select r.loan_id, date_trunc('month', r.effective_at at time zone 'Asia/Kolkata')::date, 0, 0, 0, 0, 1, (r.disposition_id in (1, 2, 3, 4))::int, (r.disposition_id = 1)::int, 0, 0, 0, 0
    from borrower_dispositions r
    union all
    select r.loan_id, date_trunc('month', r.due_on::timestamp)::date, 0, 0, 0, 0, 0, 0, 0, 1, (r.state = 'kept')::int, 0, 0
    from promises r where r.state <> 'void_inactive'
    union all
    select r.loan_id, date_trunc('month', r.payment_date::timestamp)::date, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, r.realized::int
    from payments r where r.status = 'success') x (loan_id, month, calls, connected, visits, met, outcomes, reached, promised, due, kept, payments, realized) where (month = '-infinity' or month >= since)
  group by loan_id, month having not (sum(calls) = 0 and sum(connected) = 0 and sum(visits) = 0 and sum(met) = 0 and sum(outcomes) = 0 and sum(reached) = 0 and sum(promised) = 0 and sum(due) = 0 and sum(kept) = 0 and sum(payments) = 0 and sum(realized) = 0) order by loan_id, month;
  alter table month_loans enable trigger month_loans_sums;
  truncate month_counts, month_counts_changes;
  insert into month_counts (month, assignee_id, client_id, is_active, step, calls, paid, said, loans, total)
  select month, assignee_id, client_id, is_active, step, calls, paid, said, sum(loans), sum(total) from (
    select r.month, coalesce(l.assignee_id, 0), l.client_id, l.is_active, case when r.kept > 0 then 5 when r.promised > 0 or r.due > 0 then 4 when r.reached > 0 then 3
      when r.connected > 0 or r.met > 0 then 2 when r.calls > 0 or r.visits > 0 or r.outcomes > 0 then 1 else 0 end, case when r.connected > 0 then 2 when r.calls > 0 then 1 else 0 end, case when r.realized > 0 then 2 when r.payments > 0 then 1 else 0 end, case when r.payments > 0 then case when l.last_disposition_id is null then 0 when l.last_disposition_id in (1, 3, 4) then 2 else 1 end else 0 end, 1, l.total_outstanding
    from (select loan_id, month, sum(calls) as calls, sum(connected) as connected, sum(visits) as visits, sum(met) as met, sum(outcomes) as outcomes, sum(reached) as reached, sum(promised) as promised, sum(due) as due, sum(kept) as kept, sum(payments) as payments, sum(realized) as realized
          from month_loans_now group by loan_id, month) r join loans l on l.id = r.loan_id where r.month > '-infinity' and (case when r.kept > 0 then 5 when r.promised > 0 or r.due > 0 then 4 when r.reached > 0 then 3
      when r.connected > 0 or r.met > 0 then 2 when r.calls > 0 or r.visits > 0 or r.outcomes > 0 then 1 else 0 end > 0 or case when r.realized > 0 then 2 when r.payments > 0 then 1 else 0 end > 0)
    union all
    select date '-infinity', coalesce(r.assignee_id, 0), r.client_id, r.is_active, 0, 0, 0, case when r.last_disposition_id is null then 0 when r.last_disposition_id in (1, 3, 4) then 2 else 1 end, 1, r.total_outstanding
    from loans r where r.last_disposition_id is not null) x (month, assignee_id, client_id, is_active, step, calls, paid, said, loans, total) where (month = '-infinity' or month >= since)
  group by month, assignee_id, client_id, is_active, step, calls, paid, said having not (sum(loans) = 0 and sum(total) = 0) order by month, assignee_id, client_id, is_active, step, calls, paid, said;
  truncate called_counts, called_counts_changes;
  insert into called_counts (month, assignee_id, is_active, level, loans)
  select month, assignee_id, is_active, level, sum(loans) from (
    select r.month, coalesce(l.assignee_id, 0), l.is_active, case when r.month = '-infinity' then 0 else 5 * width_bucket(r.calls, array[1, 2, 6, 11]) + width_bucket(r.connected, array[1, 2, 6, 11]) end, 1
    from (select loan_id, month, sum(calls) as calls, sum(connected) as connected, sum(visits) as visits, sum(met) as met, sum(outcomes) as outcomes, sum(reached) as reached, sum(promised) as promised, sum(due) as due, sum(kept) as kept, sum(payments) as payments, sum(realized) as realized
          from month_loans_now group by loan_id, month) r join loans l on l.id = r.loan_id where r.calls > 0) x (month, assignee_id, is_active, level, loans) where (month = '-infinity' or month >= since)
  group by month, assignee_id, is_active, level having not (sum(loans) = 0) order by month, assignee_id, is_active, level;
  truncate roll_counts, roll_counts_changes;
  insert into roll_counts (month, assignee_id, client_id, came_from, went_to, move, loans, amount)
  select month, assignee_id, client_id, came_from, went_to, move, sum(loans), sum(amount) from (
    select r.month, coalesce(l.assignee_id, 0), l.client_id, case when r.outstanding_before is null then 'new' else loan_age(r.dpd_before) end, case when r.outstanding is null then 'gone' else loan_age(r.dpd) end, roll_move(r.outstanding_before is not null, r.dpd_before, r.outstanding is not null, r.dpd), 1, coalesce(r.outstanding_before, r.outstanding)
    from loan_month_ends r join loans l on l.id = r.loan_id) x (month, assignee_id, client_id, came_from, went_to, move, loans, amount)
  group by month, assignee_id, client_id, came_from, went_to, move having not (sum(loans) = 0 and sum(amount) = 0) order by month, assignee_id, client_id, came_from, went_to, move;
  truncate ledger_days, ledger_days_changes;
  insert into ledger_days (day, client_id, account, came_in, gone)
  select day, client_id, account, sum(came_in), sum(gone) from (
    select r.day, coalesce(r.client_id, 0), r.to_account, r.amount, 0
    from postings r
    union all
    select r.day, coalesce(r.client_id, 0), r.from_account, 0, r.amount
    from postings r) x (day, client_id, account, came_in, gone)
  group by day, client_id, account having not (sum(came_in) = 0 and sum(gone) = 0) order by day, client_id, account;
  truncate message_days, message_days_changes;
  insert into message_days (day, channel, status, messages)
  select day, channel, status, sum(messages) from (
    select (r.created_at at time zone 'Asia/Kolkata')::date, r.channel, r.status, 1
    from messages r) x (day, channel, status, messages)
  group by day, channel, status having not (sum(messages) = 0) order by day, channel, status;
end $$;
