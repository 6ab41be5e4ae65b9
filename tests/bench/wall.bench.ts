/**
 * Wall board of 300 agents at the end of a busy day, with a year of calls: refresh latency for an admin and for a lead.
 * BENCH_DAYS sets the days, BENCH_AGENTS the agents.
 */
import { wall } from '../../src/contexts/dialer/contract/live/wall.ts';
import { startApp } from '../../src/app/server/app.ts';
import { readConfig } from '../../src/app/server/config.ts';
import { hashOf } from '../../src/kernel/server/http/actor.ts';
import { type Fragment, compile, sql } from '../../src/kernel/server/database/sql.ts';
import { agency } from '../agency.ts';
import { benchDatabase, median, report } from './kit.ts';

const agents = Number(process.env.BENCH_AGENTS ?? 300);
const days = Number(process.env.BENCH_DAYS ?? 300);
const callsADay = 100;
const oldCallsADay = 25;
const rounds = 40;
const most = 300;
const teamOf = 15;
const { database, folder, stop } = await benchDatabase(process.env.BENCH_DATA);

const one = async (query: Fragment): Promise<number> => (await database.one<{ n: number }>(query))?.n ?? 0;
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** Daily calls per agent: three of ten answered, two minutes of talk and half a minute of wrap-up. */
const calls = (perDay: number, from: number, until: number) => sql`
  insert into call_attempts (user_id, campaign_id, direction, mode, state, outcome, paced, claimed_at, dialed_at, answered_at,
    bridged_at, ended_at, wrap_end_at, spoken_to, spoken_to_at)
  select case when is_answer then u.id end, 1 + u.n % 6, 'outbound', 'predictive', 'ended',
    case when k % 150 = 0 then 'abandoned' when is_answer then 'connected' else 'no_answer' end, 3, t, t,
    case when is_answer then t + interval '8 seconds' end,
    case when is_answer and k % 150 > 0 then t + interval '9 seconds' end,
    t + case when is_answer then interval '129 seconds' else interval '25 seconds' end,
    case when is_answer and k % 150 > 0 then t + interval '159 seconds' end,
    case when k % 9 = 0 then 'borrower' end, case when k % 9 = 0 then t end
  from (select id, row_number() over (order by id) as n from users where email like 'floor%') u
    cross join generate_series(${from}::int, ${until}::int) d cross join generate_series(1, ${perDay}::int) k
    cross join lateral (select date_trunc('day', now(), 'Asia/Kolkata') - make_interval(days => d)
      + make_interval(secs => least(k * 33000.0 / ${perDay} + u.n, extract(epoch from now() - date_trunc('day', now(), 'Asia/Kolkata'))) ) as t,
      k % 10 < 3 as is_answer) x`;

if ((await one(sql`select count(*) as n from users where email like 'floor%'`)) === 0) {
  await agency(database);
  await database.run(sql`
    insert into campaigns (id, name, campaign_type, max_ratio, client_id) overriding system value
    select n, 'Wall ' || n, 'predictive', 3, 1 from generate_series(1, 6) n on conflict do nothing`);
  await database.run(sql`
    insert into users (first_name, last_name, email, role_id)
    values ('Admin', 'Bench', 'admin@bench.test', (select min(id) from roles where role_type = 'admin'))`);
  await database.run(sql`
    insert into users (first_name, last_name, email, role_id)
    select 'Lead', n::text, 'lead-of-floor' || n || '@bench.test', (select min(id) from roles where role_type = 'tech_lead')
    from generate_series(1, ${Math.ceil(agents / teamOf)}::int) n`);
  await database.run(sql`
    insert into users (first_name, last_name, email, role_id, reporting_to)
    select 'Agent', n::text, 'floor' || n || '@bench.test', (select min(id) from roles where role_type = 'agent'),
      (select id from users where email = 'lead-of-floor' || (1 + n / ${teamOf}) || '@bench.test')
    from generate_series(0, ${agents - 1}::int) n`);
  // Without triggers and foreign keys: the wall board uses no report totals.
  const client = await database.connect();
  await client.query('set session_replication_role = replica; set statement_timeout = 0');
  const write = (query: Fragment) => client.query(compile(query));
  const written = await timed(async () => {
    for (let day = days; day > 0; day -= 50) await write(calls(oldCallsADay, Math.max(1, day - 49), day));
    await write(calls(callsADay, 0, 0));
    await write(sql`
      insert into agent_sessions (user_id, campaign_id, mode, word, heartbeat_at, since, started_at)
      select id, 1 + row_number() over (order by id) % 6, 'READY', 'waiting', now(), now(), date_trunc('day', now(), 'Asia/Kolkata')
      from users where email like 'floor%'`);
    // Each call is three stretches of its agent: waiting, on the call, writing.
    await write(sql`
      insert into agent_intervals (user_id, session_id, campaign_id, word, started_at, ended_at)
      select k.user_id, s.id, k.campaign_id, w.word, w.begun, w.until from call_attempts k join agent_sessions s on s.user_id = k.user_id
      cross join lateral (values ('waiting', k.bridged_at - interval '40 seconds', k.bridged_at),
        ('on-call', k.bridged_at, k.ended_at), ('wrap-up', k.ended_at, k.wrap_end_at)) w (word, begun, until)
      where k.bridged_at is not null`);
  });
  await client.query('reset session_replication_role; reset statement_timeout');
  client.release();
  report('a year written', written / 1000, { unit: 's' });
  await database.run(sql`analyze`);
}
report('calls', await one(sql`select count(*) as n from call_attempts`));
report(
  'calls today',
  await one(
    sql`select count(*) as n from call_attempts where dialed_at >= date_trunc('day', now(), 'Asia/Kolkata')`,
  ),
);
report('intervals', await one(sql`select count(*) as n from agent_intervals`));

const app = await startApp({
  config: readConfig({ PORT: '0', DATA_DIR: folder, RECOUP_MODE: 'demo', LOG: 'file' }),
  database,
});
await database.run(
  sql`update roles set flags = array(select distinct unnest(flags || '{list_agent_live_status,list_campaign}'::text[]))`,
);
async function cookieOf(role: string): Promise<string> {
  const userId =
    await one(sql`select min(u.id) as n from users u join roles r on r.id = u.role_id where r.role_type = ${role}
    and (${role} <> 'tech_lead' or u.email like 'lead-of-floor%')`);
  const token = `wall-${userId}-${'x'.repeat(30)}`;
  await database.run(sql`insert into session (token_hash, user_id, expires_at, idle)
    values (${hashOf(token)}, ${userId}, now() + interval '1 hour', interval '1 hour') on conflict do nothing`);
  return `sid=${token}`;
}
for (const [who, role] of [
  ['an admin', 'admin'],
  ['a lead', 'tech_lead'],
] as const) {
  const cookie = await cookieOf(role);
  const times: number[] = [];
  for (let i = 0; i < rounds; i += 1)
    times.push(
      await timed(async () => {
        const answer = await fetch(`${app.url}/api${wall.figures.path}`, { headers: { cookie } });
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        await answer.arrayBuffer();
      }),
    );
  const warm = times.slice(4).toSorted((a, b) => a - b);
  report(`the wall of ${who}, median`, median(warm), { unit: 'ms' });
  report(`the wall of ${who}, 95th percentile`, warm[Math.floor(warm.length * 0.95)] ?? Number.NaN, {
    unit: 'ms',
    atMost: most,
  });
}
await app.stop();
await stop();
