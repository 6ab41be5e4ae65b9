/** Figures of the floor today: calls from the calls themselves, occupancy from the intervals of agents. */
import type { z } from 'zod/mini';
import { leads } from '#contexts/dialer/contract/leads.ts';
import { serviceSeconds, wall } from '#contexts/dialer/contract/wall.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { may } from '#kernel/contract/access.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { pacingDefaults } from '../pacing/decide.ts';
import { replayOf } from './replay.ts';

type Figures = z.output<typeof wall.figures.gives>;
/** Between which moments is counted. */
interface Day {
  start: Fragment;
  until: Fragment;
}

const isAhead = sql`k.mode in ('predictive', 'progressive')`;
/** Answered, and by a person: machines and faults of the network have outcomes of their own. */
const isOffered = sql`${isAhead} and k.outcome in ('connected', 'abandoned')`;
const dialed = ({ start, until }: Day): Fragment =>
  sql`k.direction = 'outbound' and k.dialed_at >= ${start} and k.dialed_at <= ${until}`;
const divided = (part: Fragment, whole: Fragment): Fragment => sql`(${part})::float8 / nullif(${whole}, 0)`;
const seconds = (from: Fragment, to: Fragment): Fragment => sql`extract(epoch from ${to} - ${from})`;

const ofCalls = sql`
  count(*)::int as calls,
  ${divided(sql`count(*) filter (where k.answered_at is not null)`, sql`count(*)`)} as "connectRate",
  ${divided(sql`count(*) filter (where k.spoken_to = 'borrower')`, sql`count(*)`)} as "rpcRate",
  (avg(${seconds(sql`k.bridged_at`, sql`k.wrap_end_at`)}) filter (where k.bridged_at is not null))::float8 as aht`;
const inTime = sql`k.bridged_at <= k.answered_at + make_interval(secs => ${serviceSeconds.outbound})`;

/** Intervals in which an agent worked or waited for work. */
const staffed = sql`i.word in ('waiting', 'ringing', 'on-call', 'wrap-up')`;
const lasted = (until: Fragment): Fragment =>
  seconds(sql`i.started_at`, sql`least(coalesce(i.ended_at, ${until}), ${until})`);
const occupancy = (length: Fragment): Fragment =>
  divided(
    sql`coalesce(sum(${length}) filter (where i.word in ('on-call', 'wrap-up')), 0)`,
    sql`sum(${length})`,
  );
const worked = ({ start, until }: Day): Fragment =>
  sql`${staffed} and i.started_at >= ${start} and i.started_at <= ${until}`;

const teamsOf = (tx: Tx, people: Fragment, day: Day): Promise<Figures['teams']> =>
  tx.rows(sql`
    select t.id, trim(t.first_name || ' ' || t.last_name) as name, c.*, o.occupancy
    from (
      select u.reporting_to, ${ofCalls} from call_attempts k join users u on u.id = k.user_id
      where ${dialed(day)} and ${people} group by 1) c
    join users t on t.id = c.reporting_to
    left join (
      select u.reporting_to, ${occupancy(lasted(day.until))} as occupancy
      from agent_intervals i join users u on u.id = i.user_id where ${worked(day)} and ${people} group by 1) o
      on o.reporting_to = c.reporting_to
    order by name, t.id`);

const campaignsOf = (tx: Tx, day: Day): Promise<Figures['campaigns']> =>
  tx.rows(sql`
    select p.id, p.name, c.*, o.occupancy
    from (
      select k.campaign_id, ${ofCalls},
        ${divided(sql`count(*) filter (where ${isOffered} and ${inTime})`, sql`count(*) filter (where ${isOffered})`)} as "inTime",
        ${divided(sql`count(*) filter (where ${isAhead} and k.outcome = 'abandoned')`, sql`count(*) filter (where ${isOffered})`)} as dropped
      from call_attempts k where ${dialed(day)} group by 1) c
    join campaigns p on p.id = c.campaign_id
    left join (
      select i.campaign_id, ${occupancy(lasted(day.until))} as occupancy from agent_intervals i
      where ${worked(day)} group by 1) o on o.campaign_id = c.campaign_id
    order by c.calls desc, p.id`);

const hoursOf = (tx: Tx, day: Day): Promise<Figures['hours']> =>
  tx.rows(sql`
    select extract(hour from k.dialed_at at time zone 'Asia/Kolkata')::int as hour, count(*)::int as answered,
      count(*) filter (where k.outcome = 'abandoned')::int as dropped
    from call_attempts k where ${dialed(day)} and ${isOffered} group by 1 order by 1`);

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

/** An interval is counted in each minute it touches, with what of it lies there; none goes on for more than two hours. */
async function minutesOf(tx: Tx, people: Fragment, { until }: Day): Promise<Figures['minutes']> {
  const ended = sql`least(coalesce(i.ended_at, ${until}), ${until})`;
  const overlap = seconds(
    sql`greatest(i.started_at, m.start)`,
    sql`least(${ended}, m.start + interval '1 minute')`,
  );
  const first = sql`(${until} - interval '60 minutes')`;
  const rows = await tx.rows<{ minute: number; share: number | null }>(sql`
    select floor(${seconds(first, sql`m.start`)} / 60)::int as minute, ${occupancy(overlap)} as share
    from agent_intervals i join users u on u.id = i.user_id
    cross join lateral (
      select ${first} + n * interval '1 minute' as start
      from generate_series(greatest(0, floor(${seconds(first, sql`i.started_at`)} / 60)::int),
        least(59, floor(${seconds(first, ended)} / 60)::int)) n) m
    where ${staffed} and i.started_at > ${until} - interval '3 hours' and i.started_at <= ${until}
      and coalesce(i.ended_at, ${until}) > ${first} and ${people}
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
      const [moment, minutes, teams, campaigns, hours, queues] = await Promise.all([
        tx.one<{ until: string }>(sql`select ${until} as until`),
        minutesOf(tx, people, day),
        teamsOf(tx, people, day),
        seesCampaigns ? campaignsOf(tx, day) : [],
        seesCampaigns ? hoursOf(tx, day) : [],
        seesCampaigns ? queuesOf(tx, day) : [],
      ]);
      return {
        until: moment?.until ?? now.toISOString(),
        minutes,
        teams,
        campaigns,
        hours,
        stopAbandon: pacingDefaults.stopAbandon * 100,
        queues,
      };
    },
  });
