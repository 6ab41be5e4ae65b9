/**
 * Live board screen with 1,000 agents with running timers and changing states, on a CPU slowed four times: its nodes,
 * and the longest blocking task.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type AgentChange, mostAgents } from '../../src/contexts/dialer/contract/live/agent-live.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { agency } from '../agency.ts';
import { openBrowser, slow, slowdown } from './browser.ts';
import { benchDatabase, launch, report, signedIn } from './kit.ts';

const port = '4883';
const seconds = 20;
/** Each agent changes about every 50 s. */
const everyMs = 50;
const { database, config, folder, stop } = await benchDatabase();
await agency(database);
const [token = ''] = await signedIn(database, 1, ['list_agent_live_status']);
await database.run(sql`
  with someone as (
    insert into users (id, first_name, last_name, email, role_id, extension_number)
    select 1000 + n, 'Venkatanarasimha', 'Rajuvaripeta ' || n, 'agent' || n || '@bench.test',
      (select id from roles where role_type = 'agent' order by id limit 1), 2000 + n
    from generate_series(1, ${mostAgents}::int) n returning id),
  campaign as (
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Personal loans, first bucket', 'progressive', 1, 1)
    returning id)
  insert into agent_sessions (user_id, campaign_id, mode, word, heartbeat_at, since, started_at)
  select s.id, c.id, 'READY', 'waiting', now() + interval '1 hour', now() - s.id * interval '1 second', now() - interval '2 hours'
  from someone s, campaign c`);
const server = await launch('./kernel-ours.ts', {
  BENCH_PG: JSON.stringify(config),
  BENCH_DIR: folder,
  BENCH_PORT: port,
});
const agents = await database.rows<{ id: number; campaignId: number }>(
  sql`select user_id as id, campaign_id as "campaignId" from agent_sessions order by id`,
);

let turn = 0;
const words = ['waiting', 'ringing', 'on-call', 'wrap-up'];
function change(): AgentChange {
  // Non-adjacent, like real changes.
  const agent = agents[(turn * 7) % agents.length];
  const round = Math.floor(turn / agents.length);
  turn += 1;
  const [was = '', word = ''] = [words[round % 4], words[(round + 1) % 4]];
  return [agent?.id ?? 0, was, word, Math.floor(Date.now() / 1000), agent?.campaignId ?? null];
}

interface Traced {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  /** Microseconds by the clock, and of the processor. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}
interface Longest {
  /** Script time in ms of the slowed CPU. */
  task: number;
  /** Wall-clock time, including other load. */
  byClock: number;
  /** Garbage collection, when the page is idle. */
  collection: number;
}
const isCollection = ({ name }: Traced): boolean => name === 'MajorGC';

/** Longest main-thread task during `work`. */
async function longest(work: () => Promise<void>): Promise<Longest> {
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] };
  const threads = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const events = trace.traceEvents.filter(({ pid, tid, dur }) => dur && threads.has(`${pid} ${tid}`));
  const collections = events.filter(isCollection);
  const tasks = events.filter(({ name }) => name === 'RunTask');
  if (tasks.length < seconds) throw new Error(`the trace holds ${tasks.length} tasks only`);
  const ownTasks = tasks.filter(
    ({ ts, dur = 0, pid }) =>
      !collections.some((one) => one.pid === pid && one.ts >= ts && one.ts < ts + dur),
  );
  const most = (of: Traced[], which: 'dur' | 'tdur'): number =>
    of.reduce((max, one) => Math.max(max, one[which] ?? 0), 0) / 1000;
  return {
    task: most(ownTasks, 'tdur'),
    byClock: most(ownTasks, 'dur'),
    collection: most(collections, 'tdur'),
  };
}
function tell(when: string, found: Longest, atMost?: number): void {
  report(`longest task ${when}`, found.task, { unit: 'ms', ...(atMost !== undefined && { atMost }) });
  report('  by the clock', found.byClock, { unit: 'ms' });
  report("  the browser's longest collection of memory", found.collection, { unit: 'ms' });
}

const browser = await openBrowser();
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
await context.addCookies([{ name: 'sid', value: token, url: `http://localhost:${port}` }]);
const page = await context.newPage();
await page.goto(`http://localhost:${port}/admin/user-live-status`);
await page.getByText('Venkatanarasimha').first().waitFor();
await slow(context, page);
await wait(15_000);
report('nodes', await page.locator('*').count(), { atMost: 1500 });

tell(`while the times run, ${seconds} s at ${slowdown}x`, await longest(() => wait(seconds * 1000)), 50);
tell(
  `while ${1000 / everyMs} agents change in a second`,
  await longest(async () => {
    const until = Date.now() + seconds * 1000;
    while (Date.now() < until) {
      const news = { board: { change: change(), to: [] } };
      await database.run(sql`select pg_notify('recoup', ${JSON.stringify(news)})`);
      await wait(everyMs);
    }
  }),
  50,
);
const list = page.getByRole('region', { name: 'User Live Status', exact: true });
tell(
  'while a wheel turns ten times a second',
  await longest(async () => {
    await list.hover();
    for (let i = 0; i < seconds * 10; i += 1) {
      await page.mouse.wheel(0, 120);
      await wait(100);
    }
  }),
);

await browser.close();
server.kill('SIGKILL');
await stop();
process.exit(0);
