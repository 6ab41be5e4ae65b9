/**
 * Users at work in an agency of a million loans and a year: requests at a fixed rate, open-loop, each timed from its
 * scheduled start. The rate increases to 300 per second, or to the knee; then write latencies with and without
 * concurrent reports, alternating. BENCH_LOANS sets the size; BENCH_DATA names a folder with the agency of `growth`;
 * BENCH_PORT is the port.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hashOf } from '../../src/kernel/server/http/actor.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { same } from '../kit.ts';
import { grownAgency } from './grown.ts';
import { launch, median, report } from './kit.ts';

const loans = Number(process.env.BENCH_LOANS ?? 1_000_000);
const kept = process.env.BENCH_DATA;
const folder = kept ?? mkdtempSync(join(tmpdir(), 'recoup-bench-'));
const port = process.env.BENCH_PORT ?? '4891';
const rates = [50, 100, 150, 200, 250, 300, 400];
const promised = { rate: 300, p99: 200, besideReports: 2 };
const secondsEach = 20;
const warmUpS = 30;
const pairsOfWindows = 3;
const windowS = 15;
/** Write rate, with and without reports. */
const savesASecond = 25;
const reportsAtOnce = 4;
const loansKnown = 20;

const { database, postgres, place } = await grownAgency(
  folder,
  loans,
  Number(process.env.BENCH_MONTHS ?? 12),
);
const server = await launch('./kernel-ours.ts', {
  BENCH_PG: JSON.stringify(postgres.config),
  BENCH_DIR: place,
  BENCH_PORT: port,
  // Cached figures cost nothing: reports are recomputed.
  BENCH_COUNTS: 'each time',
});
const url = `http://127.0.0.1:${port}/api`;

interface Person {
  cookie: string;
  loans: number[];
  /** Where their phone has read to. */
  cursor: string;
}
/** Users of a role with a session each. */
async function peopleOf(role: string, many: number): Promise<Person[]> {
  const users = await database.rows<{ id: number }>(sql`
    select u.id from users u join roles r on r.id = u.role_id where r.role_type = ${role} and u.is_active
    order by u.id limit ${many}`);
  const tokens = users.map(() => randomBytes(32).toString('base64url'));
  await database.run(sql`insert into session (token_hash, user_id, expires_at, idle)
    select hash, id, now() + interval '1 day', interval '1 day'
    from unnest(${tokens.map(hashOf)}::bytea[], ${users.map(({ id }) => id)}::bigint[]) as t(hash, id)`);
  return tokens.map((token) => ({ cookie: `sid=${token}`, loans: [], cursor: '' }));
}

let refused = 0;
async function ask(person: Person, path: string, body?: object): Promise<unknown> {
  const asked = {
    headers: {
      ...same,
      cookie: person.cookie,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  };
  // The server may close a connection that was not used for a while in the moment it is used again.
  const answer = await fetch(url + path, asked).catch(() => fetch(url + path, asked));
  if (!answer.ok) refused += 1;
  if (answer.status >= 500 && answer.status !== 503)
    throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const agents = await peopleOf('agent', 300);
const leaders = await peopleOf('tech_lead', 30);
const managers = await peopleOf('manager', 5);
const answers = await database.rows<{ dispositionId: number; subDispositionId: number }>(sql`
  select d.parent_id as "dispositionId", d.id as "subDispositionId" from dispositions d join dispositions p on p.id = d.parent_id
  where p.name in ('Ringing No Response', 'Switched Off') order by d.name`);

/** Initial sync of a phone: a page of its loans, and all changes until now. */
async function begin(person: Person): Promise<void> {
  const page = (await ask(person, `/loans?size=${loansKnown}&part=rows`)) as {
    rows: { id: number }[];
  };
  person.loans = page.rows.map(({ id }) => id);
  for (let more = true; more;) {
    const since = person.cursor && `?since=${person.cursor}`;
    const { row } = (await ask(person, `/sync/changes${since}`)) as {
      row: { cursor: string; hasMore: boolean };
    };
    person.cursor = row.cursor;
    more = row.hasMore;
  }
}
for (const agent of agents) await begin(agent);

let state = 1;
/** Drawn by a seed, so that runs are equal. */
const next = <T>(of: readonly T[]): T => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return of[Math.floor((state / 2 ** 32) * of.length)] as T;
};
let saved = 0;
const save = (person: Person): Promise<unknown> =>
  ask(person, '/borrower/dispositions', {
    loanId: next(person.loans),
    ...next(answers),
    comments: `Rang ${(saved += 1)} times`,
  });
const boards = ['allocation', 'top/dispositions'].map((name) => `/dashboard/${name}`);
const stats = ['payment-info', 'ptp-info', 'call-info'].map((name) => `/loan-stats/${name}`);
const kinds: Record<string, { parts: number; act(): Promise<unknown> }> = {
  list: { parts: 30, act: () => ask(next(agents), '/loans?size=50&part=rows') },
  profile: { parts: 18, act: async () => profile(next(agents)) },
  timeline: { parts: 10, act: async () => timeline(next(agents)) },
  save: { parts: 10, act: () => save(next(agents)) },
  today: { parts: 10, act: () => ask(next(agents), '/today?size=50') },
  changes: { parts: 6, act: async () => changes(next(agents)) },
  dashboard: { parts: 6, act: () => ask(next(agents), next([...boards, ...stats])) },
  permissions: { parts: 4, act: () => ask(next(agents), '/user/role-permissions') },
  payments: { parts: 3, act: () => ask(next(agents), '/payments?size=25&part=rows') },
  'list of a leader': { parts: 2, act: () => ask(next(leaders), '/loans?size=50&part=rows') },
  team: { parts: 1, act: () => ask(next(leaders), '/user/tl/team-summary-widget') },
};
const profile = (person: Person): Promise<unknown> => ask(person, `/loans/${next(person.loans)}`);
const timeline = (person: Person): Promise<unknown> => ask(person, `/loans/timeline/${next(person.loans)}`);
const changes = (person: Person): Promise<unknown> => ask(person, `/sync/changes?since=${person.cursor}`);
/** Each kind as often as it has parts. */
const mix = Object.entries(kinds).flatMap(([kind, { parts }]) => Array.from({ length: parts }, () => kind));

const percentile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
interface Timed {
  kind: string;
  /** Milliseconds from its scheduled start. */
  ms: number;
}
/** So many a second for so long; answers once all are answered. */
async function atRate(rate: number, seconds: number, kindOf: () => string): Promise<Timed[]> {
  const timed: Timed[] = [];
  const open: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < rate * seconds; n += 1) {
    const due = began + (n * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await wait(early);
    const kind = kindOf();
    open.push(
      (kinds[kind]?.act() ?? Promise.reject(new Error(kind))).then(() => {
        timed.push({ kind, ms: performance.now() - due });
      }),
    );
  }
  await Promise.all(open);
  return timed;
}
const whatever = (): string => next(mix);

await atRate(50, warmUpS, whatever);
let knee = 0;
let last: Timed[] = [];
for (const rate of rates) {
  refused = 0;
  const began = performance.now();
  const timed = await atRate(rate, secondsEach, whatever);
  const seconds = (performance.now() - began) / 1000;
  const times = timed.map(({ ms }) => ms);
  const p99 = percentile(times, 0.99);
  report(`${rate} a second, answered a second`, timed.length / seconds);
  report(`${rate} a second, refused`, refused);
  report(`${rate} a second, p50`, median(times), { unit: 'ms' });
  report(
    `${rate} a second, p99`,
    p99,
    rate === promised.rate ? { unit: 'ms', atMost: promised.p99 } : { unit: 'ms' },
  );
  if (p99 <= promised.p99) knee = rate;
  last = timed;
  if (p99 > 5 * promised.p99) break;
}
report(`knee: the fastest with p99 at most ${promised.p99} ms`, knee, {
  unit: 'a second',
  atLeast: promised.rate,
});
for (const kind of Object.keys(kinds)) {
  const times = last.filter((one) => one.kind === kind).map(({ ms }) => ms);
  report(`at the fastest tried, ${kind}, p50`, median(times), { unit: 'ms' });
  report(`at the fastest tried, ${kind}, p99`, percentile(times, 0.99), { unit: 'ms' });
}

const reports = [
  '/reports/client-performance/report',
  '/dashboard/detail/agent-performance',
  '/loan-stats/call-info',
  '/loan-stats/payment/classification',
];
const saves = async (): Promise<number> =>
  percentile(
    (await atRate(savesASecond, windowS, () => 'save')).map(({ ms }) => ms),
    0.99,
  );
await wait(windowS * 1000);
const windows: { idle: number; beside: number }[] = [];
let counted = 0;
refused = 0;
for (let n = 0; n < pairsOfWindows; n += 1) {
  const idle = await saves();
  let isOver = false;
  const reporting = Array.from({ length: reportsAtOnce }, async () => {
    while (!isOver) {
      await ask(next(managers), next(reports));
      counted += 1;
    }
  });
  windows.push({ idle, beside: await saves() });
  isOver = true;
  await Promise.all(reporting);
}
report('reports counted beside', counted);
report('reports and saves refused', refused, { atMost: 0 });
report('save, p99 without reports', median(windows.map(({ idle }) => idle)), { unit: 'ms' });
report('save, p99 beside reports', median(windows.map(({ beside }) => beside)), { unit: 'ms' });
report('save, p99 beside reports against without', median(windows.map(({ idle, beside }) => beside / idle)), {
  atMost: promised.besideReports,
});
server.kill('SIGKILL');
await database.end();
await postgres.stop();
if (!kept) rmSync(folder, { recursive: true, force: true });
process.exit(0);
