/**
 * Agent status from login to logout, derived from their calls: intervals are contiguous, and breaks are between
 * calls.
 */
import type pg from 'pg';

/** A month of them; for a very large agency only the last days. */
const daysOf = (loans: number): number => (loans > 50_000 ? 3 : 31);

const sessions = `
  insert into agent_sessions (user_id, campaign_id, mode, word, never_ready, heartbeat_at, since, started_at, ended_at)
  select user_id, (array_agg(campaign_id order by dialed_at))[1], 'OFF', 'logged-out', false,
    least(max(wrap_end_at) + interval '5 minutes', now()), least(max(wrap_end_at) + interval '5 minutes', now()),
    min(dialed_at) - interval '10 minutes', least(max(wrap_end_at) + interval '5 minutes', now())
  from call_attempts where dialed_at > now() - make_interval(days => $1) and user_id is not null
  group by user_id, (dialed_at at time zone 'Asia/Kolkata')::date order by min(dialed_at), user_id`;

/** Start of every status; it lasts until the next one, the last until logout. */
const intervals = `
  insert into agent_intervals (user_id, session_id, campaign_id, word, break_id, attempt_id, started_at, ended_at)
  with calls as (
    select s.id as session_id, k.id, k.user_id, k.campaign_id, k.mode, k.dialed_at, k.bridged_at, k.ended_at, k.wrap_end_at,
      lead(k.dialed_at) over (partition by s.id order by k.dialed_at) as next_at
    from agent_sessions s join call_attempts k
      on k.user_id = s.user_id and k.dialed_at between s.started_at and s.ended_at),
  gaps as (
    select c.session_id, c.campaign_id, p.id as break_id, 'BREAK-' || upper(p.name) as word, c.wrap_end_at as at
    from calls c join breaks p
      on p.name = case when extract(hour from c.wrap_end_at at time zone 'Asia/Kolkata') between 12 and 13 then 'Lunch' else 'Tea' end
    where c.next_at > c.wrap_end_at + interval '50 minutes'),
  words as (
    select id as session_id, campaign_id, 'First-login' as word, null::bigint as break_id, null::bigint as attempt_id,
      started_at as at, 0 as n from agent_sessions
    union all select id, campaign_id, 'waiting', null, null, started_at + interval '5 minutes', 1 from agent_sessions
    union all select session_id, campaign_id, 'ringing', null, id, dialed_at, 2 from calls where mode = 'manual'
    union all select session_id, campaign_id, 'on-call', null, id, bridged_at, 3 from calls where bridged_at is not null
    union all select session_id, campaign_id, 'wrap-up', null, id, ended_at, 4 from calls
      where mode = 'manual' or bridged_at is not null
    union all select session_id, campaign_id, 'waiting', null, null, wrap_end_at, 5 from calls
      where mode = 'manual' or bridged_at is not null
    union all select session_id, campaign_id, word, break_id, null, at + interval '5 minutes', 6 from gaps
    union all select session_id, campaign_id, 'IDLE', null, null, at + interval '35 minutes', 7 from gaps
    union all select session_id, campaign_id, 'waiting', null, null, at + interval '36 minutes', 8 from gaps)
  select * from (
    select s.user_id, w.session_id, w.campaign_id, w.word, w.break_id, w.attempt_id, w.at,
      lead(w.at, 1, s.ended_at) over (partition by s.id order by w.at, w.n) as until
    from words w join agent_sessions s on s.id = w.session_id) i
  where until > at order by at`;

const recordings = `
  insert into recordings (attempt_id, user_id, state, duration_s, started_at)
  select k.id, k.user_id, 'at_provider', extract(epoch from k.ended_at - k.bridged_at)::int, k.bridged_at
  from call_attempts k join campaigns c on c.id = k.campaign_id
  where k.bridged_at > now() - make_interval(days => $1) and c.record order by k.id`;

/** As the job that measures would have found them: most calls are quiet, a few are not. */
const audio = `
  insert into call_audio (attempt_id, measured_at, seconds, silence_s, longest_silence_s, loud_s, picked)
  select attempt_id, started_at + interval '1 hour', seconds, silence, longest, loud,
    array_remove(array[case when h % 50 = 0 then 'random' end,
      case when seconds >= 20 and (longest >= 20 or silence * 2 >= seconds) then 'silence' end,
      case when seconds >= 20 and loud >= 3 then 'loudness' end], null)
  from (select r.attempt_id, r.started_at, duration_s as seconds, h,
      least(duration_s, h % 23 + duration_s / 9 + case when h % 29 = 0 then 26 else 9 end)::int as silence,
      case when h % 29 = 0 then least(duration_s, 26) else least(duration_s, h % 9) end::int as longest,
      case when h % 31 = 0 then least(duration_s, 4 + h % 5) else 0 end::int as loud
    from recordings r cross join lateral (select abs(hashint8extended(r.attempt_id, 3)) as h) x where duration_s > 0) x
  order by attempt_id`;

export const shiftTables = ['agent_sessions', 'agent_intervals', 'recordings', 'call_audio'] as const;

export async function fillShifts(client: pg.ClientBase, loans: number): Promise<void> {
  const days = daysOf(loans);
  await client.query(sessions, [days]);
  await client.query(intervals);
  await client.query(recordings, [days]);
  await client.query(audio);
}
