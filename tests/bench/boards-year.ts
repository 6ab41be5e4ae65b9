/**
 * Synthetic months of work: one disposition per loan and month, with matching payments, calls, intervals and messages.
 */
import type pg from 'pg';
import { suspendChecks } from '../../src/app/database/suspended-checks.ts';

const long = ['borrower_dispositions', 'payments', 'call_attempts', 'agent_intervals', 'messages'];

/** Rows by the million come without their indexes, which are built afterwards, and past triggers and foreign keys. */
async function withoutIndexes(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin; set local session_replication_role = replica');
  const resumeChecks = await suspendChecks(client, long);
  await work();
  await resumeChecks();
  await client.query('commit');
}

/** An even spread that is the same in every run. */
const spread = (of: string, n: number): string => `(abs(hashint8extended(${of}, 7)) % ${n})::int`;

const outcomes = (months: number): string => `
  insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, amount, action_date, effective_at, created_at)
  select l.id, l.borrower_id, coalesce(l.assignee_id, a.id), x.kind, case when x.kind = 1 then 100000 + l.id % 900000 end,
    case when x.kind = 1 then x.at::date + 3 end, x.at, x.at
  from loans l cross join (select min(u.id) as id from users u join roles r on r.id = u.role_id and r.role_type = 'agent') a
    cross join generate_series(1, ${months}) k
    cross join lateral (select now() - ${spread('l.id * 31 + k', months * 2_628_000)} * interval '1 second' as at,
      (array[1, 1, 2, 2, 2, 112, 116, 120, 124, 127, 112, 116])[1 + ${spread('l.id * 17 + k', 12)}] as kind) x`;
const payments = (months: number): string => `
  insert into payments (loan_id, user_id, amount, payment_date, realized, source, mode, created_at)
  select l.id, l.assignee_id, 50000 + l.id % 400000, x.day, k = 1 or l.id % 5 > 0, 'DISPOSITION', 'UPI', x.day
  from loans l cross join generate_series(1, 2) k
    cross join lateral (select (now() at time zone 'Asia/Kolkata')::date - ${spread('l.id * 13 + k', Math.round((months * 365) / 12))} as day) x
  where ${spread('l.id * 11 + k', 20)} < ${months}`;
/** Calls and intervals of the current month: the measured reports need no earlier ones. */
const calls = `
  insert into call_attempts (loan_id, user_id, direction, mode, state, outcome, claimed_at, dialed_at, answered_at, bridged_at, ended_at, wrap_end_at)
  select l.id, l.assignee_id, 'outbound', 'manual', 'ended', case when k = 1 then 'connected' else 'no_answer' end, x.at, x.at,
    case when k = 1 then x.at end, case when k = 1 then x.at end, x.at + interval '40 seconds', x.at + interval '60 seconds'
  from loans l cross join generate_series(1, 3) k
    cross join lateral (select now() - interval '2 minutes' - ${spread('l.id * 7 + k', 2_592_000)} * interval '1 second' as at) x
  where l.assignee_id is not null`;
const intervals = `
  insert into agent_intervals (user_id, session_id, campaign_id, word, started_at, ended_at)
  select s.user_id, s.id, s.campaign_id, case when k.id % 9 = 0 then 'BREAK-TEA' else 'on-call' end, k.dialed_at, k.ended_at
  from call_attempts k join (select distinct on (user_id) user_id, id, campaign_id from agent_sessions order by user_id, id) s
    on s.user_id = k.user_id where k.id % 3 < 2`;

/** One to each loan in a quarter; their numbers are in the order of time. */
const messages = (months: number): string => `
  insert into messages (loan_id, user_id, channel, mobile, message, status, purpose, sent_at, created_at, updated_at)
  select l.id, l.assignee_id, x.channel, l.mobile,
    'Dear customer, the instalment of your loan ' || l.loan_number || ' is due. Please pay or call us: 1600123456.',
    (array['sent', 'delivered', 'delivered', 'delivered', 'failed', 'read'])[1 + x.kind % 6], 'bulk', x.at, x.at, x.at
  from loans l cross join generate_series(1, ${Math.max(1, Math.round(months / 3))}) k
    cross join lateral (select now() - interval '5 minutes' - ${spread('l.id * 23 + k', months * 2_628_000)} * interval '1 second' as at,
      (array['sms', 'sms', 'whatsApp', 'rcs', 'ivr'])[1 + ${spread('l.id * 29 + k', 5)}] as channel, ${spread('l.id * 37 + k', 60)} as kind) x
  where l.id % 3 < ${months} order by x.at`;

/** The smallest portfolio was recalled by its lender: its collections are still reported. */
const closed = `
  update loans set is_active = false
  where portfolio_id = (select portfolio_id from loans where is_active group by 1 order by count(*), 1 limit 1)`;

export async function fillYear(client: pg.ClientBase, months = 12): Promise<void> {
  await withoutIndexes(client, async () => {
    for (const statement of [outcomes(months), payments(months), calls, intervals, messages(months), closed])
      await client.query(statement);
  });
  await client.query(`vacuum (analyze) ${[...long, 'loans'].join(', ')}`);
}
