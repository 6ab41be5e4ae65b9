/**
 * Dialer engine at 500 agents in 20 campaigns: cost of a pacing run against one statement, delay until a free agent has
 * a call, and until a carrier event is stored with 50 call starts per second. BENCH_SECONDS sets the duration;
 * BENCH_AGENTS and BENCH_CAMPAIGNS the numbers.
 */
import { evaluate } from '../../src/contexts/contact/server/compliance-rules/policy.ts';
import { decide, pacingDefaults } from '../../src/contexts/dialer/server/pacing/decide.ts';
import { freshMemory } from '../../src/contexts/dialer/server/pacing/memory.ts';
import { change } from '../../src/contexts/dialer/server/engine/provider-commands.ts';
import { openDialer } from '../../src/contexts/dialer/server/engine/engine.ts';
import { moveAgent } from '../../src/contexts/dialer/server/engine/transition.ts';
import { paceAll, takeLeases } from '../../src/contexts/dialer/server/pacing/pacing-loop.ts';
import { lockSession, openSession } from '../../src/contexts/dialer/server/agent/sessions.ts';
import { systemClock } from '../../src/kernel/server/operation/clock.ts';
import { openLog } from '../../src/app/server/operation/log.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { agency } from '../agency.ts';
import { benchCarrier } from './dialer-carrier.ts';
import { benchDatabase, median, pairs, report } from './kit.ts';

const agents = Number(process.env.BENCH_AGENTS ?? 500);
const campaigns = Number(process.env.BENCH_CAMPAIGNS ?? 20);
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const warmUp = 15;
const turns = 24;
/** The engine renews its leases every eighth run. */
const turnsOfLease = 8;
const each = Math.round(agents / campaigns);
const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN;

const { database, stop } = await benchDatabase();
await agency(database);
// Allows calls at any time.
await database.run(sql`update compliance_rules set is_active = false where kind = 'holiday'`);
await database.run(
  sql`update compliance_rules set starts_at = '00:00', ends_at = '23:59' where kind = 'hours'`,
);
await database.run(sql`
  insert into users (id, first_name, last_name, email, role_id)
  select 1000 + n, 'Agent', n::text, 'bench' || n || '@recoup.test', (select id from roles where slug = 'agent')
  from generate_series(1, ${agents}::int) n`);
await database.run(sql`
  insert into campaigns (id, name, campaign_type, max_ratio, client_id, wrap_max_s)
  select 1000 + n, 'Bench ' || n, 'progressive', 1, 1, 0 from generate_series(1, ${campaigns}::int) n`);
await database.run(sql`
  with b as (insert into borrowers (client_id, name)
    select 1, 'B' || n from generate_series(1, ${Math.max(4000, seconds * 100)}::int) n returning id)
  insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id)
  select 1, 1, id, 'B', 'DB-' || id, '98' || lpad(id::text, 8, '0'), 1001 + id % ${campaigns} from b`);
await database.run(sql`analyze`);

const userIds = Array.from({ length: agents }, (_, i) => 1001 + i);
const carrier = benchCarrier();
const log = openLog('/dev/null');
const common = { database, clock: systemClock, provider: carrier, log, evaluate };
const dialer = await openDialer({ ...common, connected: () => userIds });
const engine = { ...common, node: 'bench' };
const wait = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, ms));

for (const userId of userIds) {
  const campaignId = 1001 + (userId % campaigns);
  await change(engine, async (move) => {
    const { id } = await openSession(move, userId, campaignId, { leg: 'nailed', legPhone: null });
    const session = await lockSession(move.tx, sql`s.id = ${id}`);
    if (session) await moveAgent(move, session, { type: 'ready' });
  });
}
const inPool = async (): Promise<number> =>
  (await database.one<{ n: number }>(sql`select count(*) as n from agent_sessions where activity = 'POOL'`))
    ?.n ?? 0;
for (let i = 0; i < 100 && (await inPool()) < agents; i += 1) await wait(100);

/** A scene of one campaign in the middle of its shift. */
const scene = (of: number) => ({
  free: Math.max(1, Math.round(of / 20)),
  waiting: 0,
  ringing: Array.from({ length: Math.round(of / 4) }, (_, i) => i % 25),
  busy: Array.from({ length: of }, (_, i) => ({
    stage: i % 6 ? ('talk' as const) : ('wrap' as const),
    elapsedS: (i * 7) % 400,
  })),
  today: { answers: 1000, abandons: 20 },
  hour: { answers: 100, abandons: 2 },
});
const decisions = Array.from({ length: 300 }, () => {
  const began = performance.now();
  decide(freshMemory(), scene(each), pacingDefaults);
  return performance.now() - began;
});
report(`one decision with ${each} of ${agents} agents`, median(decisions), { unit: 'ms', atMost: 1 });

const seen = sql`
  select c.id, (select count(*) from agent_sessions s where s.campaign_id = c.id and s.ended_at is null
      and s.mode = 'READY' and s.activity in ('POOL', 'TALK', 'RINGING', 'WRAP')) as agents,
    (select count(*) from call_attempts k where k.campaign_id = c.id and k.state <> 'ended') as calls
  from campaigns c where c.id > 1000`;
/** Minimum work of any engine, in one statement: reads agents and calls of all campaigns, and renews the leases. */
const floor = async (): Promise<number> => {
  const began = performance.now();
  for (let i = 0; i < turns; i += 1)
    if (i % turnsOfLease === 0)
      await database.run(sql`
        update dialer_leases d set expires_at = greatest(d.expires_at, now())
        from (${seen}) seen where seen.id = d.campaign_id and seen.agents >= 0`);
    else await database.rows(seen);
  return performance.now() - began;
};
/** Agents are on calls, predictive calls are computed, leases renewed: nothing is placed. */
const tick = async (): Promise<number> => {
  const began = performance.now();
  let held = await takeLeases(database, 'bench');
  for (let i = 0; i < turns; i += 1) {
    if (i > 0 && i % turnsOfLease === 0) held = await takeLeases(database, 'bench');
    await paceAll(engine, held);
  }
  return performance.now() - began;
};
/** An agent records a disposition a second after a talk and becomes ready. */
const writing = setInterval(() => {
  void database
    .rows<{ id: number; attemptId: number }>(
      sql`select id, current_attempt_id as "attemptId" from agent_sessions
        where activity = 'WRAP' and since < now() - interval '1 second' and ended_at is null limit 100`,
    )
    .then((done) =>
      Promise.all(
        done.map(({ id, attemptId }) =>
          change(engine, async (move) => {
            const session = await lockSession(move.tx, sql`s.id = ${id}`);
            if (session) await moveAgent(move, session, { type: 'said', attemptId });
          }),
        ),
      ),
    )
    .catch(() => undefined);
}, 100);

await database.run(sql`update dialer_processes set is_started = true where campaign_id > 1000`);
await wait(warmUp * 1000);
const from = { at: performance.now(), moment: new Date() };
await wait(seconds * 1000);
const until = { at: performance.now(), moment: new Date() };
clearInterval(writing);
await dialer.stop();

const within = (at: number): boolean => at >= from.at && at < until.at;
const started = carrier.starts.filter(within).length / seconds;
const takes = carrier.takes.filter(({ at }) => within(at)).map(({ ms }) => ms);
report('call starts', started, { unit: 'a second', ...(agents >= 500 && { atLeast: 50 }) });
report('from event to state, p50', percentile(takes, 0.5), { unit: 'ms' });
report('from event to state, p99', percentile(takes, 0.99), { unit: 'ms', atMost: 50 });
const placed = await database.rows<{ ms: number }>(sql`
  select extract(epoch from k.dialed_at - w.started_at)::float8 * 1000 as ms
  from agent_intervals w join agent_intervals n on n.session_id = w.session_id and n.started_at = w.ended_at
    and n.attempt_id is not null and n.attempt_id is distinct from w.attempt_id
  join call_attempts k on k.id = n.attempt_id and k.dialed_at is not null
  where w.word = 'waiting' and w.started_at between ${from.moment} and ${until.moment}`);
const waits = placed.map(({ ms }) => ms);
report('from ready to call placed, p50', percentile(waits, 0.5), { unit: 'ms' });
report('from ready to call placed, p99', percentile(waits, 0.99), { unit: 'ms', atMost: 250 });

await database.run(sql`update call_attempts set paced = 3`);
const learned = JSON.stringify({ memory: freshMemory() });
await database.run(sql`
  update campaigns set campaign_type = 'predictive', max_ratio = 3, pacing_state = ${learned}::json where id > 1000`);
await database.run(sql`update agent_sessions set activity = 'TALK', word = 'on-call', mode = 'READY', wish = null,
  is_leg_up = true, since = now(), due_at = null where ended_at is null`);
await database.run(sql`vacuum analyze`);
const ticks = await pairs(41, floor, tick);
report('one statement over all campaigns', ticks.floor / turns, { unit: 'ms' });
report('a turn of all campaigns, leases kept', ticks.ours / turns, { unit: 'ms' });
report('a turn against one statement', ticks.ratio, { unit: 'times', atMost: 2.5 });

await stop();
process.exit(0);
