/**
 * Reports of a large agency with a year of work: team activity, agents' and lenders' collections, and phone sync. LOANS
 * sets the size, by default a million, with twelve dispositions per loan. BENCH_DATA names a folder that preserves the
 * agency for the next run.
 */
import { performance as agentsAndLenders } from '../../src/contexts/reporting/contract/performance.ts';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import { teamDashboard } from '../../src/contexts/reporting/contract/team-dashboard.ts';
import { startApp } from '../../src/app/server/app.ts';
import { readConfig } from '../../src/app/server/config.ts';
import { isEmptyAgency, loadDemo } from '../../src/app/demo/load/load.ts';
import { hashOf } from '../../src/kernel/server/http/actor.ts';
import { loanStats } from '../../src/contexts/reporting/contract/dashboard.ts';
import { foldSums, rebuildSums } from '../../src/contexts/reporting/server/sums.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { sumFaults } from '../reporting/sums.ts';
import { unequal } from './boards-equal.ts';
import { fillYear } from './boards-year.ts';
import { benchDatabase, median, report } from './kit.ts';
import { changePayments } from '../world.ts';

const loans = Number(process.env.LOANS ?? 1_000_000);
const most = 150;
const rounds = 60;
const { database, folder, stop } = await benchDatabase(process.env.BENCH_DATA);
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};
const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
const count = async (query: ReturnType<typeof sql>): Promise<number> =>
  (await database.one<{ n: number }>(query))?.n ?? 0;

const client = await database.connect();
if (await isEmptyAgency(database)) {
  await loadDemo(database, { loans, agents: Math.min(500, Math.max(12, Math.round(loans / 200))) });
  report('a year written', (await timed(() => fillYear(client))) / 1000, { unit: 's' });
  const anew = await timed(() => rebuildSums(database, new Date()));
  report('all sums made anew from the rows', anew / 1000, { unit: 's' });
}
report('outcomes', await count(sql`select count(*) as n from borrower_dispositions`));
report('payments', await count(sql`select count(*) as n from payments`));
report('calls', await count(sql`select count(*) as n from call_attempts`));
report('intervals', await count(sql`select count(*) as n from agent_intervals`));
await client.query('vacuum (analyze) book_sums, book_days, lender_days, payer_days, agent_days');
report(
  'size of all sums',
  (await count(sql`select sum(pg_total_relation_size(t))::bigint as n from unnest(
    array['book_sums', 'book_days', 'lender_days', 'payer_days', 'agent_days']::regclass[]) t`)) /
    2 ** 20,
  { unit: 'MB' },
);
client.release();

const config = readConfig({ PORT: '0', DATA_DIR: folder, RECOUP_MODE: 'demo', LOG: 'file' });
const app = await startApp({ config, database });
async function cookieOf(userId: number): Promise<string> {
  const token = `token-${userId}-${'x'.repeat(30)}`;
  await database.run(sql`insert into session (token_hash, user_id, expires_at, idle)
    values (${hashOf(token)}, ${userId}, now() + interval '1 hour', interval '1 hour') on conflict do nothing`);
  return `sid=${token}`;
}
async function ask(cookie: string, path: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${app.url}/api${path}`, { headers: { cookie } });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
  return JSON.parse(body) as Record<string, unknown>;
}
/** A constant statement before each of ours: measures the host's speed. */
const floor: number[] = [];
const same = sql`select sum(n) as n from generate_series(1, 100000) n`;
async function measure(what: string, cookie: string, path: string): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    floor.push(await timed(() => count(same)));
    times.push(await timed(() => ask(cookie, path)));
  }
  const warm = times.slice(5);
  report(`${what}, median`, median(warm), { unit: 'ms' });
  report(`${what}, 95th percentile`, p95(warm), { unit: 'ms', atMost: most });
}

/** The leader with the largest team per role. */
const busiest = async (roleType: string): Promise<number> =>
  count(sql`select u.id as n from users u join roles r on r.id = u.role_id and r.role_type = ${roleType}
    join user_below b on b.ancestor_id = u.id where u.is_active group by u.id order by count(*) desc, u.id limit 1`);
const flags = ['view_agent_collection_performance_report', 'list_client_performance', 'list_payment'];
await database.run(sql`update roles set flags = array(select distinct unnest(flags || ${flags}::text[]))`);
const ids = await Promise.all(['admin', 'manager', 'tech_lead'].map(busiest));
const [admin, manager, lead] = await Promise.all(ids.map(cookieOf));
const agent = await database.one<{ id: number; n: number }>(sql`
  select assignee_id as id, count(*)::int as n from loans where assignee_id is not null and is_active group by 1 order by 2 desc limit 1`);
if (!admin || !manager || !lead || !agent) throw new Error('the agency has nobody');

async function all(when: string): Promise<void> {
  for (const [who, cookie] of [
    ['manager', manager],
    ['lead', lead],
  ] as const)
    await measure(`team summary of a ${who}${when}`, cookie ?? '', teamDashboard.summary.path);
  for (const [who, cookie] of [
    ['admin', admin],
    ['manager', manager],
    ['lead', lead],
  ] as const) {
    await measure(`agents for a ${who}${when}`, cookie ?? '', agentsAndLenders.agents.path);
    if (who !== 'lead')
      await measure(
        `agents for a ${who}, page 10${when}`,
        cookie ?? '',
        `${agentsAndLenders.agents.path}?page=10`,
      );
    for (const type of ['client', 'portfolio', 'allocation', 'totals'])
      await measure(
        `lenders by ${type} for a ${who}${when}`,
        cookie ?? '',
        `${agentsAndLenders.clients.path}?type=${type}`,
      );
  }
}
await foldSums(database);
// The same question on all screens has one answer, and each sum is the sum of its rows.
const wrong: string[] = [];
let screens = 0;
for (const [n, who] of (['admin', 'manager', 'lead'] as const).entries()) {
  const cookie = [admin, manager, lead][n] ?? '';
  const found = await unequal(database, { ask: (path) => ask(cookie, path), who, id: ids[n] ?? 0 });
  screens += found.asked;
  wrong.push(...found.faults);
}
report('screens that told what was collected', screens);
report('of them with another sum than the payments', wrong.length, { atMost: 0 });
for (const fault of wrong) process.stdout.write(`       ${fault}\n`);
let faults: string[] = [];
const compared = await timed(async () => {
  faults = await database.transaction(async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`);
    return sumFaults(tx);
  });
});
report('all sums compared with their rows', compared / 1000, { unit: 's' });
report('sums that are not those of their rows', faults.length, { atMost: 0 });
for (const fault of faults) process.stdout.write(`       ${fault}\n`);
await all('');
for (const [who, cookie] of [
  ['admin', admin],
  ['manager', manager],
] as const)
  await measure(`home, payments for a ${who}`, cookie ?? '', loanStats.payments.path);

// An hour of unaggregated work: reads are slightly larger.
await changePayments(
  database,
  sql`insert into payments (loan_id, amount, payment_date, realized, source)
  select id, 1000, (now() at time zone 'Asia/Kolkata')::date, true, 'DISPOSITION' from loans where assignee_id is not null order by id limit 1000`,
);
await database.run(sql`insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, amount, action_date)
  select id, borrower_id, assignee_id, 1, 1000, current_date from loans where assignee_id is not null order by id limit 1000`);
await measure('lenders for an admin after 2,000 writes', admin, agentsAndLenders.clients.path);
report('putting away what is left of them', await timed(() => foldSums(database)), { unit: 'ms' });

let since = '';
const phone = await cookieOf(agent.id);
for (let isMore = true; isMore;) {
  const { row } = (await ask(phone, `${sync.changes.path}${since && `?since=${since}`}`)) as {
    row: { cursor: string; hasMore: boolean };
  };
  since = row.cursor;
  isMore = row.hasMore;
}
await measure(
  `what changed, nothing, of an agent with ${agent.n} loans`,
  phone,
  `${sync.changes.path}?since=${since}`,
);
report('the same statement before each of them, median', median(floor), { unit: 'ms' });
report('the same statement before each of them, 95th percentile', p95(floor), { unit: 'ms' });
await app.stop();
await stop();
