/** Cash of the last days: receipts of agents, what they brought to the bank, and what the desk has confirmed of it. $1 is today. */

/** Every agent's phone has a block of numbers. */
const blocks = `
  insert into cash_blocks (user_id, device_id, first_serial, last_serial, given_at)
  select u.id, md5('phone ' || u.id)::uuid, n * 500 - 499, n * 500, $1::date - 20
  from (select u.id, row_number() over (order by u.id) as n from users u join roles r on r.id = u.role_id
    where r.role_type = 'agent') u`;
const serials = `select setval('cash_serial', coalesce(max(first_serial), 1), true) from cash_blocks where $1::date is not null`;
/** A cash instalment of a few loans of each agent, across the last nine days up to the current hour. */
const paid = `
  insert into payments (loan_id, user_id, transaction_id, amount, payment_date, realized, source, mode, created_at)
  select l.id, l.assignee_id, 'CR-' || lpad((b.first_serial + l.n - 1)::text, 8, '0'), l.emi, t.at::date, false,
    'DISPOSITION', 'Cash', t.at at time zone 'Asia/Kolkata'
  from (select id, assignee_id, greatest(coalesce(emi_amount, 0), 50000) as emi,
      row_number() over (partition by assignee_id order by id) as n
    from loans where is_active and not is_dnc) l join cash_blocks b on b.user_id = l.assignee_id
    cross join lateral (select $1::date - ((9 - l.n) % 9)::int + time '09:00' + l.id % 200 * interval '1 minute' as at) t
  where l.n <= 9 and t.at < now() at time zone 'Asia/Kolkata' order by l.id`;
/** What is from before yesterday is confirmed but of every fourth agent; half of yesterday is on its way. */
const receipts = `
  insert into cash_receipts (number, block_id, loan_id, client_id, user_id, payment_id, amount, taken_at, day, code, state, created_at)
  select p.transaction_id, b.id, p.loan_id, l.client_id, p.user_id, p.id, p.amount,
    p.created_at, p.payment_date, left(md5('cash ' || p.id), 22),
    case when p.payment_date < $1::date - 1 and p.user_id % 4 <> 0 then 'confirmed'
      when p.payment_date = $1::date - 1 and p.id % 2 = 0 then 'deposited' else 'in-hand' end, p.created_at
  from payments p join loans l on l.id = p.loan_id join cash_blocks b on b.user_id = p.user_id
  where p.source = 'DISPOSITION' and p.mode = 'Cash' and p.payment_date > $1::date - 10 order by p.id`;
const deposits = `
  with made as (
    insert into cash_deposits (user_id, client_id, amount, bank, branch, slip_number, deposited_on, state, received,
      variance_reason, variance_owner_id, made_at, decided_at, decided_by)
    select r.user_id, r.client_id, sum(r.amount), 'State Bank of India', 'Main branch', 'SBI' || 48210 + min(r.id), max(r.day),
      case when r.state = 'confirmed' then 'confirmed' else 'made' end,
      case when r.state = 'confirmed' then sum(r.amount) - case when min(r.id) % 5 = 0 then 10000 else 0 end end,
      case when r.state = 'confirmed' and min(r.id) % 5 = 0 then 'A torn note was not taken' end,
      case when r.state = 'confirmed' and min(r.id) % 5 = 0 then r.user_id end,
      max(r.taken_at), case when r.state = 'confirmed' then max(r.taken_at) + interval '1 hour' end,
      case when r.state = 'confirmed' then (select u.id from users u join roles o on o.id = u.role_id where o.role_type = 'admin' order by u.id limit 1) end
    from cash_receipts r where r.state in ('deposited', 'confirmed') and $1::date is not null group by r.user_id, r.client_id, r.state
    returning id, user_id, client_id, state)
  insert into cash_deposit_receipts (deposit_id, receipt_id)
  select m.id, r.id from made m join cash_receipts r on r.user_id = m.user_id and r.client_id = m.client_id
    and r.state = case m.state when 'made' then 'deposited' else 'confirmed' end`;
const moves = `
  insert into cash_moves (kind, user_id, client_id, receipt_id, deposit_id, day, hand, transit, bank, variance, by_id, at)
  select * from (
    select 'taken', user_id, client_id, id, null::bigint, day, amount, 0, 0, 0, user_id, taken_at from cash_receipts
    union all
    select 'deposited', user_id, client_id, null, id, deposited_on, -amount, amount, 0, 0, user_id, made_at from cash_deposits
    union all
    select 'confirmed', user_id, client_id, null, id, deposited_on, 0, -amount, received, amount - received, decided_by, decided_at
    from cash_deposits where state = 'confirmed') m (kind, user_id, client_id, receipt_id, deposit_id, day, hand, transit, bank, variance, by_id, at)
  where $1::date is not null order by at`;
const postings = `
  insert into postings (loan_id, client_id, person_id, day, amount, from_account, to_account, reason, source, source_id, by_id)
  select * from (
    select loan_id, client_id, user_id, day, amount, 'cash_taken', 'cash_with_agent', 'cash-taken', 'receipt', id, user_id
    from cash_receipts
    union all
    select r.loan_id, d.client_id, d.user_id, d.deposited_on, r.amount, 'cash_with_agent', 'cash_deposited', 'cash-deposited',
      'deposit', d.id, d.user_id
    from cash_deposits d join cash_deposit_receipts x on x.deposit_id = d.id join cash_receipts r on r.id = x.receipt_id
    union all
    select s.loan_id, s.client_id, s.user_id, s.deposited_on, k.amount, 'cash_deposited', k.account, k.reason, 'deposit', s.id, s.decided_by
    from (
      select d.*, r.loan_id, r.amount as of_loan,
        least(r.amount, greatest(0, d.received - (sum(r.amount) over (partition by d.id order by r.id) - r.amount))) as banked
      from cash_deposits d join cash_deposit_receipts x on x.deposit_id = d.id join cash_receipts r on r.id = x.receipt_id
      where d.state = 'confirmed') s
      cross join lateral (values ('cash_banked', 'cash-banked', s.banked), ('cash_variance', 'cash-variance', s.of_loan - s.banked))
        k (account, reason, amount)
    where k.amount > 0) p
  where $1::date is not null`;

export const cashTaken = [blocks, serials, paid, receipts, deposits, moves, postings];
/** Filled separately from the histories. */
export const cashTables = [
  'cash_blocks',
  'cash_receipts',
  'cash_deposits',
  'cash_deposit_receipts',
  'cash_moves',
] as const;
