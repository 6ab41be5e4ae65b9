/** An inbound number of the first lender, and its missed calls of the last days. */
import type pg from 'pg';
import { campaignId } from '../setup/masters.ts';

const queue = `
  insert into inbound_queues (name, number, client_id, greeting, team_id, second_team_id, overflow_seconds, has_call_back, has_voicemail)
  select split_part(c.name, ' ', 1) || ' borrowers', '1600000101', c.id,
    'Welcome to the collection desk of ' || c.name || '.', $1, $2, 30, true, true
  from clients c where c.id = 1`;

/**
 * Contacted borrowers of the lender, each on one of the last three days within calling hours; `$1` is the demo's
 * time. Half of them belong to the team of the demo accounts. One in four has been called since.
 */
const called = `
  with visited as materialized (
    select b.user_id from user_below b join users u on u.id = b.ancestor_id
    where u.email in ('lead@recoup.test', 'agent@recoup.test')),
  eligible as materialized (
    select l.id, l.mobile, row_number() over (partition by l.assignee_id in (select user_id from visited) order by l.id) as place
    from loans l where l.client_id = 1 and l.is_active and not l.is_dnc and l.mobile is not null
      and exists (select from call_attempts k where k.loan_id = l.id and k.bridged_at is not null)
      and l.assignee_id is not null),
  callers as materialized (
    select id as loan_id, mobile as phone, row_number() over (order by id)::int as n from eligible where place <= 12),
  moments as (
    select loan_id, phone, n, 12 + n * 17 % 70 as waited,
      ((($1::timestamptz at time zone 'Asia/Kolkata')::date - n % 3) + interval '9 hours' + n * 37 % 520 * interval '1 minute')
        at time zone 'Asia/Kolkata' as at
    from callers)
  insert into call_attempts (id, loan_id, campaign_id, direction, mode, phone, state, outcome, ended_by, claimed_at, dialed_at,
    answered_at, ended_at, wrap_end_at)
  select (select max(id) from call_attempts) + row_number() over (order by m.at, m.n), m.loan_id, q.team_id, 'inbound', 'inbound', m.phone, 'ended', 'abandoned', 'far', m.at, m.at,
    m.at + interval '1 second', m.at + m.waited * interval '1 second', m.at + m.waited * interval '1 second'
  from moments m cross join inbound_queues q where m.at + interval '10 minutes' < $1 order by m.at, m.n`;

const queued = `
  insert into queue_calls (attempt_id, queue_id, entered_at, stage, last_agent_id, left_at, result)
  select k.id, q.id, k.claimed_at, 'waiting', s.user_id, k.ended_at,
    case when k.loan_id % 5 = 0 then 'call_back' else 'missed' end
  from call_attempts k cross join inbound_queues q
    cross join lateral (select a.user_id from call_attempts a where a.loan_id = k.loan_id and a.bridged_at is not null
      order by a.dialed_at desc limit 1) s
  where k.mode = 'inbound' and k.user_id is null order by k.id`;

const missed = `
  insert into missed_calls (attempt_id, borrower_id, loan_id, number, queue_id, agent_id, team_id, why, called_at, waited_s)
  select distinct on (l.borrower_id) k.id, l.borrower_id, l.id, k.phone, c.queue_id, c.last_agent_id, k.campaign_id,
    case c.result when 'call_back' then 'call_back' else 'hung_up' end, k.claimed_at,
    extract(epoch from k.ended_at - k.claimed_at)::int
  from queue_calls c join call_attempts k on k.id = c.attempt_id join loans l on l.id = k.loan_id
  order by l.borrower_id, k.claimed_at desc`;

/** Returned calls, an hour later by their agent. */
const closed = `
  update missed_calls set closed_at = called_at + interval '1 hour', closed_by = agent_id
  where loan_id % 4 = 0 and called_at + interval '1 hour' < $1`;

export const inboundTables = ['inbound_queues', 'queue_calls', 'missed_calls'] as const;

export async function fillInbound(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query(queue, [campaignId(1, 'predictive'), campaignId(1, 'progressive')]);
  await client.query(called, [now]);
  await client.query(queued);
  await client.query(missed);
  await client.query(closed, [now]);
}
