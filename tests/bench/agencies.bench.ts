/**
 * Many agencies on one node and one cluster, one of them busy: its users send requests during a customer file import.
 * Compares latencies of the others with and without it, alternating in one run; and measures idle agencies.
 * BENCH_AGENCIES sets the number, BENCH_WILD=no skips the load. Needs a system PostgreSQL, because the embedded one has
 * connections for one agency.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { openDirectory } from '../../src/app/agencies/directory.ts';
import { verifierOf } from '../../src/app/agencies/password.ts';
import { asOwner, makePlace } from '../../src/app/agencies/place.ts';
import { migrate } from '../../src/app/database/migrate.ts';
import { readConfig } from '../../src/app/server/config.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import { agency } from '../agency.ts';
import { freePort, machine } from '../kernel/real-cluster.ts';
import { same } from '../kit.ts';
import { median, report, signedIn } from './kit.ts';

const many = Number(process.env.BENCH_AGENCIES ?? 50);
const loansEach = 1000;
const windowS = 10;
const pairsOfWindows = 3;
const restS = 40;
/** Until idle, with idle connections closed. */
const calmS = 30;
const hammers = 16;
const importedRows = 20_000;
/** Request interval of one user in each other agency: enough samples with few of them. */
const pauseMs = Math.max(200, Math.min(2000, many * 40));

const folder = mkdtempSync(join(tmpdir(), 'recoup-bench-agencies-'));
const here = machine('bench-agencies');
let node: ChildProcess | undefined;
const leave = (): void => {
  node?.kill('SIGKILL');
  here.remove();
  rmSync(folder, { recursive: true, force: true });
};
const cluster = await here.cluster(
  'one',
  'max_connections = 1200\nshared_buffers = 1GB\nmax_wal_size = 2GB\njit = off\n',
);
const owner = new URL(cluster.url);
owner.pathname = '/postgres';

/** Template database: created once, because migrations need seconds. */
const first = await makePlace(owner.href, 'template');
const template = openDatabase({ connectionString: first });
await migrate(template);
await agency(template);
const [agent = '', admin = ''] = await signedIn(template, 2, ['upload_borrower_file']);
await template.run(
  sql`update users set role_id = (select min(id) from roles where role_type = 'agent') where id = 1`,
);
await template.run(sql`insert into borrowers (id, client_id, name)
  select n, 1, 'Borrower ' || n from generate_series(1, ${loansEach}::int) n`);
await template.run(sql`insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, assignee_id, total_outstanding)
  select n, 1, 1, n, 'LN-' || n, 1, 100000 from generate_series(1, ${loansEach}::int) n`);
await template.run(sql`alter table borrowers alter column id restart with 5000`);
await template.run(sql`alter table loans alter column id restart with 5000`);
await template.run(sql`insert into loan_assignments (loan_id, user_id, at)
  select id, assignee_id, now() - interval '30 days' from loans`);
await template.run(sql`analyze`);
await template.end();

async function copyTo(client: pg.Client, name: string): Promise<string> {
  const from = 'agency_template';
  await client.query(`create role ${name} login password '${verifierOf(name)}' connection limit 40`);
  await client.query(`create database ${name} template ${from}`);
  const inside = new URL(owner);
  inside.pathname = `/${name}`;
  await asOwner(inside.href, (it) => it.query(`reassign owned by ${from} to ${name}`));
  // It transfers database ownership too.
  await client.query(`alter database ${from} owner to ${from}`);
  await client.query(`alter database ${name} owner to ${name}`);
  return `postgres://${name}:${name}@127.0.0.1:${cluster.port}/${name}`;
}
const port = await freePort();
const env = {
  AGENCIES_URL: cluster.url,
  DATA_DIR: folder,
  HOST: '0.0.0.0',
  PORT: String(port),
  RECOUP_MODE: 'demo',
  LOG: 'file',
};
const hostOf = (n: number): string => `127.0.1.${n + 1}`;
const directory = await openDirectory(cluster.url, openSafe(readConfig(env)));
const copying = performance.now();
await asOwner(owner.href, async (client) => {
  for (let n = 0; n < many; n += 1) {
    const databaseUrl = await copyTo(client, `agency_b${n}`);
    await directory.add({ name: `b${n}`, host: hostOf(n), databaseUrl, environment: {} });
  }
});
await directory.end();
report(`${many} agencies copied`, (performance.now() - copying) / 1000, { unit: 's' });

type Answer = { status: number; text: string };
async function ask(n: number, token: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`http://${hostOf(n)}:${port}${path}`, {
    headers: {
      ...same,
      Cookie: `sid=${token}`,
      ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}
const day = (n: number): string => new Date(Date.now() + n * 86_400_000).toISOString();
let told = 0;
const list = (n: number): Promise<Answer> => ask(n, agent, '/api/loans?size=100');
const save = (n: number): Promise<Answer> =>
  ask(n, agent, '/api/borrower/dispositions', {
    loanId: 1 + (told++ % loansEach),
    dispositionId: 1,
    amount: 1000 + (told % 5000),
    ptpDate: day(5).slice(0, 10),
    followUpDate: day(4),
    comments: 'Gets paid on Friday',
  });

const opening = performance.now();
node = spawn(process.execPath, ['src/app/server/main.ts'], {
  env: { ...process.env, ...env },
  stdio: ['ignore', 'ignore', 'inherit'],
});
process.once('exit', leave);
for (let n = 0; n < many; n += 1) {
  for (;;) {
    const answer = await list(n).catch(() => undefined);
    if (answer?.status === 200) break;
    if (answer && answer.status !== 503) throw new Error(`${hostOf(n)}: ${answer.status} ${answer.text}`);
    if (performance.now() - opening > 180_000) throw new Error(`${n} of ${many} are served after 3 minutes`);
    await wait(200);
  }
}
report(`${many} agencies served after`, (performance.now() - opening) / 1000, { unit: 's' });
const trial = await save(0);
if (trial.status !== 200) throw new Error(`an outcome: ${trial.status} ${trial.text}`);

const number = (text: string): Promise<number> =>
  asOwner(owner.href, async (client) => Number((await client.query<{ n: string }>(text)).rows[0]?.n));
const connections = (): Promise<number> =>
  number(`select count(*) as n from pg_stat_activity where usename like 'agency%'`);
const statements = (): Promise<number> =>
  number(`select sum(xact_commit + xact_rollback) as n from pg_stat_database where datname like 'agency_b%'`);
const ofNode = (file: string, what: RegExp): number =>
  Number(what.exec(readFileSync(`/proc/${node?.pid}/${file}`, 'utf8'))?.[1]);
const memory = (): number => ofNode('status', /VmRSS:\s+(\d+)/) / 1024;
/** User and system time, in hundredths of a second. */
const worked = (): number => {
  const [user = 0, system = 0] = readFileSync(`/proc/${node?.pid}/stat`, 'utf8')
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return user + system;
};

await wait(calmS * 1000);
const [asked, busy] = [await statements(), worked()];
await wait(restS * 1000);
report('at rest, connections', await connections());
report('at rest, connections each', (await connections()) / many, { atMost: 8 });
report('at rest, memory of the node', memory(), { unit: 'MB' });
report('at rest, transactions a second each', ((await statements()) - asked) / restS / many, { atMost: 8 });
report('at rest, of a core of the node', (worked() - busy) / restS, { unit: '%' });
if (process.env.BENCH_WILD === 'no') await end();

async function end(): Promise<never> {
  const gone = node && once(node, 'exit');
  node?.kill('SIGTERM');
  await gone;
  process.exit(0);
}

interface Waited {
  lists: number[];
  saves: number[];
}
const refused = { others: 0, wild: 0 };
/** One user of each other agency reads and writes alternately during the window. */
async function others(): Promise<Waited> {
  const waited: Waited = { lists: [], saves: [] };
  const until = performance.now() + windowS * 1000;
  const person = async (n: number): Promise<void> => {
    await wait((n / many) * pauseMs);
    for (let turn = n; performance.now() < until; turn += 1) {
      const began = performance.now();
      const { status } = await (turn % 2 ? list(n) : save(n));
      if (status !== 200) refused.others += 1;
      waited[turn % 2 ? 'lists' : 'saves'].push(performance.now() - began);
      await wait(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: many - 1 }, (_, i) => person(i + 1)));
  return waited;
}

let isWild = false;
let wildAnswers = 0;
const hammer = async (who: number): Promise<void> => {
  for (let turn = who; isWild; turn += 1) {
    const { status } = await (turn % 2 ? list(0) : save(0));
    wildAnswers += 1;
    if (status !== 200) refused.wild += 1;
  }
};
let files = 0;
async function importFile(): Promise<void> {
  files += 1;
  const rows = Array.from(
    { length: importedRows },
    (_, i) => `BN${files}-${i},Asha Rao ${i},9${100_000_000 + i},1000.50,2000.00,30,asha1@recoup.test`,
  );
  const file = `LOAN NUMBER,BORROWER NAME,MOBILE,POS,TOS,DPD,AGENT EMAIL\n${rows.join('\n')}\n`;
  const link = await ask(0, admin, '/api/file/update-presigned-url?key=bench.csv&fileType=text/csv');
  const { row } = JSON.parse(link.text) as { row: { url: string; key: string } };
  const headers = { ...same, Cookie: `sid=${admin}`, 'Content-Type': 'text/csv' };
  const put = await fetch(new URL(row.url, `http://${hostOf(0)}:${port}`), {
    method: 'PUT',
    headers,
    body: file,
  });
  const to = { fileKey: row.key, type: 'CUSTOMER_FILE', clientId: 1, portfolioId: 1 };
  const begun = await ask(0, admin, '/api/file/parse', to);
  if (put.status !== 200 || begun.status !== 200)
    throw new Error(`import: ${link.text} ${put.status} ${begun.text}`);
}
const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;

const windows: { calm: Waited; wild: Waited }[] = [];
for (let i = 0; i < pairsOfWindows; i += 1) {
  // Idle connections were closed; reopening all of them would be the slowest operation of a calm window.
  await others();
  const calm = await others();
  isWild = true;
  await importFile();
  const hammering = Array.from({ length: hammers }, (_, who) => hammer(who));
  const wild = await others();
  if (i === 0) report('with a wild one, connections', await connections());
  isWild = false;
  await Promise.all(hammering);
  windows.push({ calm, wild });
  // Its import finishes before the next calm window.
  for (const until = performance.now() + 30_000; performance.now() < until; await wait(500)) {
    const inside = new URL(owner);
    inside.pathname = '/agency_b0';
    const open = await asOwner(inside.href, async (client) =>
      client.query(`select from file_jobs where status not in ('completed', 'failed')`),
    );
    if (open.rowCount === 0) break;
  }
}
report('answers of the wild one a second', wildAnswers / windowS / pairsOfWindows);
report('the wild one was refused', refused.wild);
report('the others were refused', refused.others, { atMost: 0 });
for (const what of ['lists', 'saves'] as const) {
  const [calm, wild] = (['calm', 'wild'] as const).map((how) =>
    median(windows.map((one) => p99(one[how][what]))),
  );
  report(`${what} of the others, p99 without the wild one`, calm ?? Number.NaN, { unit: 'ms' });
  report(`${what} of the others, p99 with it`, wild ?? Number.NaN, { unit: 'ms' });
  report(
    `${what} of the others, p99 with it against without`,
    median(windows.map((one) => p99(one.wild[what]) / p99(one.calm[what]))),
    { atMost: 1.5 },
  );
}
report('in the end, memory of the node', memory(), { unit: 'MB' });
await end();
