/**
 * A node is killed between claim and originate, after originate, after the answer and during a talk: delay until the
 * agent sees the carrier's state, by a second node, by an immediate restart, and by one with its PostgreSQL killed too.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachEmbedded } from '../../src/app/database/embedded.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type ServerProcess, startServer } from '../e2e/server.ts';
import { same } from '../kit.ts';
import { benchDatabase, report } from './kit.ts';

const points = ['dialer-claimed', 'dialer-taken', 'dialer-originated', 'dialer-answered', 'dialer-bridged'];
const { database: outside, config, stop } = await benchDatabase();
let database = outside;
/** Data folder of a node's PostgreSQL. */
let ownFolder: string | undefined;
const outsideUrl = {
  DATABASE_URL: `postgres://${config.user}@localhost/${config.database}?host=${encodeURIComponent(String(config.host))}`,
};
async function start(extra: Record<string, string> = {}): Promise<ServerProcess> {
  const place = ownFolder ? {} : outsideUrl;
  const server = await startServer({
    env: { RECOUP_MODE: 'demo', ...place, ...extra },
    ...(ownFolder && { dataDir: ownFolder }),
  });
  if (ownFolder) {
    if (database !== outside) await database.end();
    database = openDatabase((await attachEmbedded(ownFolder)).config);
  }
  return server;
}
const wait = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, ms));

let cookie = '';
async function ask<A>(server: ServerProcess, line: string, body?: object): Promise<A | undefined> {
  const [method = 'GET', path = ''] = line.split(' ');
  // A server that was just killed answers nothing.
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { ...same, cookie, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  const set = response?.headers.getSetCookie()[0]?.split(';')[0];
  if (set) cookie = set;
  return (await response?.json().catch(() => undefined)) as A | undefined;
}

/** The agent signs in again and continues. */
async function comeAgain(server: ServerProcess): Promise<void> {
  if (cookie) await ask(server, 'GET /auth/logout');
  cookie = '';
  await ask(server, 'POST /auth/login', { email: 'agent@recoup.test', password: 'recoup-demo-2026' });
  const mine = await ask<{ rows: { id: number }[] }>(server, 'GET /user/assigned/campaigns');
  await ask(server, 'POST /dialer/login', { campaignId: mine?.rows[0]?.id });
  for (let i = 0; i < 100 && (await standing(server))?.status !== 'IDLE'; i += 1) {
    await ask(server, 'POST /dialer/agent-ready', {});
    await ask(server, 'POST /dialer/agent-pause', {});
    await wait(200);
  }
}

interface Standing {
  status: string;
  call: { callRefNo: string; state: string } | null;
}
const standing = async (server: ServerProcess): Promise<Standing | undefined> =>
  (await ask<{ row: Standing }>(server, 'GET /dialer/status'))?.row;

/** The carrier's state of this loan's call, in terms of the agent's screen. */
async function carried(loanId: number): Promise<{ words: string[]; calls: number }> {
  const legs = await database.rows<{ state: string; isBridged: boolean }>(sql`
    select l.state, l.bridge_id is not null as "isBridged" from simulated_legs l
    join call_attempts k on k.reference_id = l.leg_id where k.loan_id = ${loanId}`);
  const calls = legs.length;
  const live = legs.find(({ state }) => state !== 'ended');
  if (!live) return { words: ['wrap-up', 'IDLE', 'waiting'], calls };
  return { words: [live.isBridged ? 'on-call' : live.state === 'answered' ? 'nobody' : 'ringing'], calls };
}

/** Seconds from `since` until the agent sees the true state. */
async function untilTrue(server: ServerProcess, loanId: number, since: number): Promise<number> {
  for (;;) {
    const said = await standing(server);
    const { words, calls } = await carried(loanId);
    const seconds = (performance.now() - since) / 1000;
    // A call not yet placed is not true: no carrier has it.
    const isMeant = calls === 0 && said?.call?.state === 'claimed';
    if ((said && words.includes(said.status) && !isMeant) || seconds > 60) return seconds;
    await wait(50);
  }
}

async function answering(): Promise<number> {
  const loan = await database.one<{ id: number }>(sql`
    select l.id from loans l join users u on u.id = l.assignee_id where u.email = 'agent@recoup.test' and l.is_active and not l.is_dnc
      and right(l.mobile, 2) = '20'
      and not exists (select from call_attempts k where k.loan_id = l.id) order by l.id limit 1`);
  if (!loan) throw new Error('no number answers');
  return loan.id;
}

async function killedAt(point: string, hasSecond: boolean, lost: boolean): Promise<number> {
  const second = hasSecond ? await start() : undefined;
  const first = await start({ FAILPOINTS: `${point}:1` });
  await comeAgain(first);
  const loanId = await answering();
  // The killed node must be the one executing the call.
  second?.child.kill('SIGSTOP');
  const gone = once(first.child, 'exit');
  const said = ask(first, `POST /dialer/manual-call/${loanId}`, {});
  await Promise.race([gone, wait(40_000)]);
  const since = performance.now();
  second?.child.kill('SIGCONT');
  if (first.child.signalCode !== 'SIGKILL')
    throw new Error(`${point} was not reached: ${JSON.stringify(await said)}`);
  if (lost) await database.run(sql`delete from simulated_legs where role = 'customer'`);
  const after = second ?? (await start());
  const ready = (performance.now() - since) / 1000;
  const seconds = await untilTrue(after, loanId, since);
  const how = `${point}${lost ? ', the call lost with it' : ''}, ${second ? 'a second node alive' : `${again()}, in ${ready.toFixed(1)} s`}`;
  report(how, seconds, { unit: 's', atMost: 10 });
  await comeAgain(after);
  const calls = await database.rows(sql`select id from call_attempts where loan_id = ${loanId}`);
  if (calls.length !== 1) throw new Error(`${point}: called ${calls.length} times`);
  await over(first, after);
  return seconds;
}

const again = (): string => (ownFolder ? 'started again with its own database' : 'started again');

/** Seconds until a live node owns the killed one's campaigns. */
async function takenOver(hasSecond: boolean): Promise<number> {
  const holder = async (): Promise<string | undefined> =>
    (
      await database.one<{ node: string }>(
        sql`select node from dialer_leases where expires_at > now() order by campaign_id limit 1`,
      )
    )?.node;
  const first = await start();
  await database.run(sql`update dialer_processes set is_started = true`);
  let dead: string | undefined;
  while (!(dead = await holder())) await wait(50);
  const second = hasSecond ? await start() : undefined;
  const since = performance.now();
  await first.kill();
  const after = second ?? (await start());
  for (let now = dead; now === dead; now = (await holder()) ?? dead) await wait(50);
  const seconds = (performance.now() - since) / 1000;
  report(`campaigns in the hands of a living node, ${second ? 'a second node alive' : again()}`, seconds, {
    unit: 's',
    atMost: 10,
  });
  await database.run(sql`update dialer_processes set is_started = false`);
  await over(first, after);
  return seconds;
}

async function over(...servers: ServerProcess[]): Promise<void> {
  for (const server of servers) await (ownFolder ? server.stop() : server.remove());
}

async function setUp(): Promise<void> {
  const server = await start();
  // Allows calls at any time; all of the agent's loans answer after six seconds.
  await database.run(sql`update compliance_rules set is_active = false where kind = 'holiday'`);
  await database.run(
    sql`update compliance_rules set starts_at = '00:00', ends_at = '23:59' where kind = 'hours'`,
  );
  await database.run(sql`
    update loans set mobile = '98' || lpad(id::text, 6, '0') || '20',
      assignee_id = (select id from users where email = 'agent@recoup.test')
    where id in (select id from loans where is_active and not is_dnc order by id limit 100)`);
  await over(server);
}

let worst = 0;
async function all(hasSecond: boolean): Promise<void> {
  for (const point of points) worst = Math.max(worst, await killedAt(point, hasSecond, false));
  worst = Math.max(worst, await killedAt('dialer-bridged', hasSecond, true), await takenOver(hasSecond));
}
await setUp();
await all(true);
await all(false);
ownFolder = mkdtempSync(join(tmpdir(), 'recoup-own-'));
await setUp();
await all(false);
report('the longest until everything is so again', worst, { unit: 's', atMost: 10 });
await database.end();
rmSync(ownFolder, { recursive: true, force: true });
await stop();
process.exit(worst > 10 ? 1 : 0);
