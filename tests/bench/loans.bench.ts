/**
 * Borrower list at 10,000 and at 1,000,000 loans, through the entire kernel: pages with any filter and order, searches,
 * totals and the profile; repeated after 30,000 unvacuumed updates. BENCH_LOANS sets the large size; BENCH_DATA names a
 * folder that preserves the agencies for the next run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachEmbedded } from '../../src/app/database/embedded.ts';
import { migrate } from '../../src/app/database/migrate.ts';
import { isEmptyAgency, loadDemo } from '../../src/app/demo/load/load.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { launch, median, report } from './kit.ts';
import { type Asked, type Values, asksOf, busyLoan, searchesOf, sessionOf, valuesOf } from './loans-asks.ts';

const large = Number(process.env.BENCH_LOANS ?? 1_000_000);
const kept = process.env.BENCH_DATA;
const folder = kept ?? mkdtempSync(join(tmpdir(), 'recoup-bench-'));
const roles = ['admin', 'manager', 'tech_lead', 'agent'] as const;
const percentile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;

interface Answer {
  /** Milliseconds until complete. */
  ms: number;
  hasRows: boolean;
}
interface Site {
  database: Database;
  values: Values;
  ask(asked: Asked): Promise<Answer>;
  close(): Promise<void>;
}

/** The product on an agency of this size. */
async function site(loans: number, port: number): Promise<Site> {
  const place = join(folder, String(loans));
  const postgres = await attachEmbedded(place);
  const database = openDatabase(postgres.config);
  await migrate(database);
  if (await isEmptyAgency(database)) await loadDemo(database, { loans });
  await database.run(sql`checkpoint`);
  const cookies = new Map<string, string>();
  for (const role of roles) cookies.set(role, await sessionOf(database, role));
  const server = await launch('./kernel-ours.ts', {
    BENCH_PG: JSON.stringify(postgres.config),
    BENCH_DIR: place,
    BENCH_PORT: String(port),
  });
  return {
    database,
    values: await valuesOf(database),
    async ask({ role, path }) {
      const started = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        headers: { cookie: `sid=${cookies.get(role) ?? ''}` },
      });
      const body = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
      const ms = performance.now() - started;
      return { ms, hasRows: !body.includes('"rows":[]') };
    },
    async close() {
      server.kill('SIGKILL');
      await database.end();
      await postgres.stop();
    },
  };
}

/** Median of three requests, to exclude other load. */
async function timeOf({ ask }: Site, asked: Asked): Promise<Answer> {
  const answers = [await ask(asked), await ask(asked), await ask(asked)];
  return { ms: median(answers.map(({ ms }) => ms)), hasRows: answers.every(({ hasRows }) => hasRows) };
}
const p95 = (answers: readonly Answer[]): number =>
  percentile(
    answers.map(({ ms }) => ms),
    0.95,
  );

/** Queries by name; equal in both agencies where they have equal users. */
const kinds: Record<string, (values: Values) => Asked[]> = {
  ...Object.fromEntries(roles.map((role) => [`pages, ${role}`, (values: Values) => asksOf(values, role)])),
  'search by loan number, name or mobile': searchesOf,
  'count apart': (values) =>
    asksOf(values, 'admin')
      .slice(0, 60)
      .map(({ role, path }) => ({ role, path: `${path.replace('part=rows', 'part=count')}` })),
};

const small = await site(10_000, 4881);
const big = await site(large, 4882);
const shown = large.toLocaleString('en-IN');
/** Alternating, so that a slow minute affects both. */
async function compare(when: string): Promise<void> {
  for (const [what, make] of Object.entries(kinds)) {
    const asks = [make(small.values), make(big.values)] as const;
    // Warm-up: connections have cached plans.
    for (const asked of asks[0]) await small.ask(asked);
    for (const asked of asks[1]) await big.ask(asked);
    const [before, now]: [Answer[], Answer[]] = [[], []];
    for (let i = 0; i < asks[1].length; i += 1) {
      if (asks[0][i]) before[i] = await timeOf(small, asks[0][i] as Asked);
      now[i] = await timeOf(big, asks[1][i] as Asked);
    }
    const slowest = now.map(({ ms }, i) => ({ ms, asked: asks[1][i] })).sort((a, b) => b.ms - a.ms);
    for (const { ms, asked } of slowest.slice(0, Number(process.env.BENCH_SLOWEST ?? 0)))
      process.stdout.write(`         ${ms.toFixed(0)} ms ${asked?.role} ${asked?.path}\n`);
    report(`${what}: p95 at ${shown}${when}`, p95(now), {
      unit: 'ms',
      ...(what.startsWith('count') ? {} : { atMost: 50 }),
    });
    report(`${what}: p95 at 10,000 loans`, p95(before), { unit: 'ms' });
    report(`${what}: large against small`, p95(now) / p95(before));
    if (!what.startsWith('pages')) continue;
    // The fiftieth page of a small agency is empty: nothing is walked to, and nothing shown.
    const both = [...now.keys()].filter((i) => now[i]?.hasRows && before[i]?.hasRows);
    const ratio = p95(both.map((i) => now[i] as Answer)) / p95(both.map((i) => before[i] as Answer));
    report(`${what}: large against small, where both have rows (${both.length})`, ratio, { atMost: 1.5 });
  }
}
await compare('');

const loan = await busyLoan(big.database, 700);
const looks = ['', '/history'].flatMap(() => [
  `/loans/${loan}`,
  `/loans/history/${loan}?size=100`,
  `/loan/participants?loanId=${loan}`,
]);
const times: number[] = [];
for (let i = 0; i < 200; i += 1)
  for (const path of looks.slice(0, 3)) times.push((await big.ask({ role: 'admin', path })).ms);
report('profile of a loan with 700 events: p99 of each of its calls', percentile(times, 0.99), {
  unit: 'ms',
  atMost: 60,
});

await big.database.run(sql`alter table loans set (autovacuum_enabled = false)`);
await big.database.run(sql`
  update loans set total_outstanding = greatest(0, total_outstanding - 100), last_disposition_at = now(), updated_at = now()
  where id = any(array(select (random() * ${large - 1})::bigint + 1 from generate_series(1, 30000)))`);
await compare(' after 30,000 updates without vacuum');
await big.database.run(sql`alter table loans reset (autovacuum_enabled)`);
if (kept) await big.database.run(sql`vacuum analyze loans`);
await big.close();
await small.close();
if (!kept) rmSync(folder, { recursive: true, force: true });
process.exit(0);
