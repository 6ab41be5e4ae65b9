/** Figures of the floor today: calls from the calls themselves, occupancy from the intervals of agents. */
import type { z } from 'zod/mini';
import { leads } from '#contexts/dialer/contract/leads.ts';
import { serviceSeconds, wall } from '#contexts/dialer/contract/live/wall.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { may } from '#kernel/contract/access.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { isLiveAnswer } from '../pacing/live-answers.ts';
import { pacingDefaults } from '../pacing/decide.ts';
import { replayOf } from './replay.ts';

type Figures = z.output<typeof wall.figures.gives>;
/** Between which moments is counted. */
interface Day {
  start: Fragment;
  until: Fragment;
}

const isAhead = sql`k.mode in ('predictive', 'progressive')`;
/** Answered by a person: answering machines and network faults have separate outcomes. */
const isOffered = sql`${isAhead} and ${isLiveAnswer}`;
const dialed = ({ start, until }: Day): Fragment =>
  sql`k.direction = 'outbound' and k.dialed_at >= ${start} and k.dialed_at <= ${until}`;
const divided = (part: Fragment, whole: Fragment): Fragment => sql`(${part})::float8 / nullif(${whole}, 0)`;
/** Not `extract`: it answers a numeric, and tens of thousands of them cost more than reading their rows. */
const seconds = (from: Fragment, to: Fragment): Fragment => sql`date_part('epoch', ${to} - ${from})`;

const count = (which: Fragment): Fragment => sql`count(*) filter (where ${which})`;
const inTime = sql`k.bridged_at <= k.answered_at + make_interval(secs => ${serviceSeconds.outbound})`;

/** Intervals in which an agent worked or waited for work. */
const staffed = sql`i.word in ('waiting', 'ringing', 'on-call', 'wrap-up')`;
const lasted = (until: Fragment): Fragment =>
  seconds(sql`i.started_at`, sql`least(coalesce(i.ended_at, ${until}), ${until})`);
const busy = (length: Fragment): Fragment =>
  sql`coalesce(sum(${length}) filter (where i.word in ('on-call', 'wrap-up')), 0)`;

/**
 * The day is read once: all figures derive from these few sums by agent, campaign and hour. Without access to campaigns
 * only visible agents are included, and their calls and intervals are found by index.
 */
function summed(day: Day, people: Fragment, seesCampaigns: boolean): Fragment {
  const theirs = (rows: Fragment, agent: Fragment): Fragment =>
    seesCampaigns ? rows : sql`people u join ${rows} on ${agent} = u.id`;
  return sql`
  with people as materialized (select u.id, u.reporting_to from users u where ${people}),
  calls as materialized (
    select k.user_id, k.campaign_id, date_part('hour', k.dialed_at at time zone 'Asia/Kolkata')::int as hour,
      count(*) as calls, ${count(sql`k.answered_at is not null`)} as answered, ${count(sql`k.spoken_to = 'borrower'`)} as spoken,
      sum(${seconds(sql`k.bridged_at`, sql`k.wrap_end_at`)}) as handled_s,
      ${count(sql`k.bridged_at is not null and k.wrap_end_at is not null`)} as handled, ${count(isOffered)} as offered,
      ${count(sql`${isOffered} and ${inTime}`)} as in_time, ${count(sql`${isAhead} and k.outcome = 'abandoned'`)} as dropped
    from ${theirs(sql`call_attempts k`, sql`k.user_id`)} where ${dialed(day)} group by 1, 2, 3),
  work as materialized (
    select i.user_id, i.campaign_id, ${busy(lasted(day.until))} as busy_s, sum(${lasted(day.until)}) as staffed_s
    from ${theirs(sql`agent_intervals i`, sql`i.user_id`)}
    where ${staffed} and i.started_at >= ${day.start} and i.started_at <= ${day.until} group by 1, 2)`;
}
const ofCalls = sql`
  sum(c.calls)::int as calls, ${divided(sql`sum(c.answered)`, sql`sum(c.calls)`)} as "connectRate",
  ${divided(sql`sum(c.spoken)`, sql`sum(c.calls)`)} as "rpcRate", ${divided(sql`sum(c.handled_s)`, sql`sum(c.handled)`)} as aht`;
const occupied = divided(sql`sum(w.busy_s)`, sql`sum(w.staffed_s)`);

const teams = sql`
  select t.id, trim(t.first_name || ' ' || t.last_name) as name, c.*, o.occupancy
  from (select u.reporting_to, ${ofCalls} from calls c join people u on u.id = c.user_id group by 1) c
  join users t on t.id = c.reporting_to
  left join (select u.reporting_to, ${occupied} as occupancy from work w join people u on u.id = w.user_id group by 1) o
    on o.reporting_to = c.reporting_to
  order by name, t.id`;
const campaigns = sql`
  select p.id, p.name, c.*, o.occupancy
  from (select c.campaign_id, ${ofCalls}, ${divided(sql`sum(c.in_time)`, sql`sum(c.offered)`)} as "inTime",
      ${divided(sql`sum(c.dropped)`, sql`sum(c.offered)`)} as dropped from calls c group by 1) c
  join campaigns p on p.id = c.campaign_id
  left join (select w.campaign_id, ${occupied} as occupancy from work w group by 1) o on o.campaign_id = c.campaign_id
  order by c.calls desc, p.id`;
const hours = sql`
  select c.hour, sum(c.offered)::int as answered, sum(c.dropped)::int as dropped from calls c
  group by 1 having sum(c.offered) > 0 order by 1`;
const rowsOf = (query: Fragment): Fragment => sql`(select coalesce(jsonb_agg(x), '[]') from (${query}) x)`;

type Told = Pick<Figures, 'teams' | 'campaigns' | 'hours'>;
const dayOfFloor = async (tx: Tx, people: Fragment, day: Day, seesCampaigns: boolean): Promise<Told> =>
  (await tx.one<Told>(sql`${summed(day, people, seesCampaigns)} select ${rowsOf(teams)} as teams,
    ${seesCampaigns ? rowsOf(campaigns) : sql`'[]'::jsonb`} as campaigns, ${seesCampaigns ? rowsOf(hours) : sql`'[]'::jsonb`} as hours`)) ?? {
    teams: [],
    campaigns: [],
    hours: [],
  };

const queuesOf = (tx: Tx, { start, until }: Day): Promise<Figures['queues']> =>
  tx.rows(sql`
    select n.id, n.name, count(*)::int as offered, count(*) filter (where q.result = 'answered')::int as answered,
      ${divided(
        sql`count(*) filter (where q.result = 'answered' and q.left_at <= q.entered_at + make_interval(secs => ${serviceSeconds.inbound}))`,
        sql`count(*) filter (where q.result is not null)`,
      )} as "inTime",
      count(*) filter (where q.result <> 'answered')::int as missed,
      count(*) filter (where q.left_at is null)::int as waiting,
      max(${seconds(sql`q.entered_at`, until)}) filter (where q.left_at is null)::int as "longestWait"
    from queue_calls q join inbound_queues n on n.id = q.queue_id
    where q.entered_at >= ${start} and q.entered_at <= ${until} group by n.id, n.name order by n.name, n.id`);

/** An interval is split by minute; none lasts longer than two hours. */
async function minutesOf(tx: Tx, people: Fragment, { until }: Day): Promise<Figures['minutes']> {
  const ended = sql`least(coalesce(i.ended_at, ${until}), ${until})`;
  const overlap = seconds(
    sql`greatest(i.started_at, m.start)`,
    sql`least(${ended}, m.start + interval '1 minute')`,
  );
  const first = sql`(${until} - interval '60 minutes')`;
  const rows = await tx.rows<{ minute: number; share: number | null }>(sql`
    select floor(${seconds(first, sql`m.start`)} / 60)::int as minute, ${divided(busy(overlap), sql`sum(${overlap})`)} as share
    from (select u.id from users u where ${people} offset 0) u join agent_intervals i on i.user_id = u.id
    cross join lateral (
      select ${first} + n * interval '1 minute' as start
      from generate_series(greatest(0, floor(${seconds(first, sql`i.started_at`)} / 60)::int),
        least(59, floor(${seconds(first, ended)} / 60)::int)) n) m
    where ${staffed} and i.started_at > ${until} - interval '3 hours' and i.started_at <= ${until}
      and coalesce(i.ended_at, ${until}) > ${first}
    group by 1`);
  const shares = new Map(rows.map(({ minute, share }) => [minute, share]));
  return Array.from({ length: 60 }, (_, minute) => shares.get(minute) ?? null);
}

export const wallRoutes = ({ replays }: { replays: boolean }): Route[] =>
  implement(wall, {
    async figures({ leadId }, { tx, actor, now }) {
      const again = replays ? await replayOf(tx, now) : undefined;
      const until = again?.moment ?? sql`${now}::timestamptz`;
      const day = { until, start: sql`date_trunc('day', ${until}, 'Asia/Kolkata')` };
      const people = sql`${visibleUsers(actor, sql`u.id`)} and ${leadId === undefined ? sql`true` : sql`u.reporting_to = ${leadId}`}`;
      const seesCampaigns = may(actor, leads.campaign.can);
      const [moment, minutes, told, queues] = await Promise.all([
        tx.one<{ until: string }>(sql`select ${until} as until`),
        minutesOf(tx, people, day),
        dayOfFloor(tx, people, day, seesCampaigns),
        seesCampaigns ? queuesOf(tx, day) : [],
      ]);
      return {
        until: moment?.until ?? now.toISOString(),
        minutes,
        ...told,
        stopAbandon: pacingDefaults.stopAbandon * 100,
        queues,
      };
    },
  });
