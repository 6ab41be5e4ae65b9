/** Settlement files of the last days: what was paid through Razorpay is in them but for one payment. $1 is today. */

/** Recent payments used Razorpay. */
const atRazorpay = `
  update payment_attempts set gateway = 'razorpay', reference = 'pay_' || left(md5(id), 14)
  where state = 'success' and settled_at > $1::date - 12 and settled_at < $1::date`;
const admin = `(select u.id from users u join roles r on r.id = u.role_id where r.role_type = 'admin' order by u.id limit 1)`;
const dayPaid = `(t.settled_at at time zone 'Asia/Kolkata')::date`;
const files = `
  insert into gateway_files (gateway, upload_key, file_name, state, sent_by, sent_at, read_at)
  select 'razorpay', 'customer-file/demo-' || d.day, 'settlement-recon-' || d.day || '.csv', 'read', ${admin},
    d.day + interval '34 hours', d.day + interval '34 hours'
  from (select distinct ${dayPaid} as day from payment_attempts t where t.gateway = 'razorpay' and $1::date is not null) d order by d.day`;
const rows = `
  insert into gateway_rows (gateway, entity, kind, order_ref, payment_ref, amount, fee, tax, net, on_hold, is_settled, day, settled_on,
    settlement, utr, file_id, attempt_id)
  select 'razorpay', t.reference, 'payment', t.id, t.reference, t.amount, f.fee, f.tax, t.amount - f.fee, false, true, d.day, d.day + 1,
    'setl_' || left(md5(d.day::text), 14), (extract(epoch from d.day) + 97200)::bigint || 'vxp0rj',
    (select id from gateway_files where file_name = 'settlement-recon-' || d.day || '.csv'), t.id
  from payment_attempts t
    cross join lateral (select ${dayPaid} as day) d
    cross join lateral (select (t.amount * 236 / 10000)::bigint as fee, (t.amount * 36 / 10000)::bigint as tax) f
  where t.gateway = 'razorpay' and t.state = 'success' and t.id is distinct from (
    select t.id from payment_attempts t where t.gateway = 'razorpay' and t.state = 'success' and ${dayPaid} <= $1::date - 5
      and ${dayPaid} > (select min(${dayPaid}) from payment_attempts t where t.gateway = 'razorpay')
    order by ${dayPaid} desc, t.id limit 1)
  order by d.day, t.id`;
const counted = `
  update gateway_files f set taken = (select count(*) from gateway_rows where file_id = f.id),
    wrong = case when f.id = (select max(id) from gateway_files) then 1 else 0 end where $1::date is not null`;
const faults = `
  insert into gateway_file_faults (file_id, n, reason, field)
  select id, taken + 2, 'total', 'entity_id' from gateway_files where wrong > 0 and $1::date is not null`;
const differences = `
  insert into gateway_differences (gateway, kind, about, day, attempt_id, loan_id, client_id, ours, theirs, owner_id, opened_at)
  select t.gateway, 'missing', 'order ' || t.id, ${dayPaid}, t.id, t.loan_id, l.client_id, t.amount, 0, ${admin},
    ${dayPaid} + interval '4 days 5 hours'
  from payment_attempts t join loans l on l.id = t.loan_id
  where t.gateway = 'razorpay' and t.state = 'success' and ${dayPaid} < $1::date - 3
    and not exists (select from gateway_rows r where r.attempt_id = t.id)`;
const steps = `
  insert into gateway_difference_steps (difference_id, at, user_id, what, words)
  select d.id, d.opened_at + n * interval '3 hours', case when n > 0 then d.owner_id end, what, words
  from gateway_differences d cross join (values (0, 'found', ''), (1, 'noted', 'Asked Razorpay support, ticket 4471208')) s (n, what, words)
  where $1::date is not null order by d.id, n`;

export const gatewaysCompared: readonly string[] = [
  atRazorpay,
  files,
  rows,
  counted,
  faults,
  differences,
  steps,
];
export const reconciliationTables = [
  'gateway_files',
  'gateway_rows',
  'gateway_file_faults',
  'gateway_differences',
  'gateway_difference_steps',
];
