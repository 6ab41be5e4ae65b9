/**
 * Growth: every unfiltered page and board, of an agency with 10,000 loans and a month of work against one with a million
 * and a year, as four roles, recomputed each time; then the monthly cost of an agency, computed from measurements.
 * BENCH_LOANS sets the large size; BENCH_DATA names a folder that preserves the agencies for the next run; GROWTH
 * filters pages by address parts (comma-separated); BENCH_PORT is the first of two ports.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allEndpoints } from '../../src/app/contract.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { costsOf } from './growth-cost.ts';
import { grownAgency } from './grown.ts';
import { launch, median, report } from './kit.ts';
import { sessionOf } from './loans-asks.ts';

const large = Number(process.env.BENCH_LOANS ?? 1_000_000);
const small = 10_000;
const kept = process.env.BENCH_DATA;
const words = (process.env.GROWTH ?? '').split(',');
const firstPort = Number(process.env.BENCH_PORT ?? 4891);
const folder = kept ?? mkdtempSync(join(tmpdir(), 'recoup-bench-'));
const roles = ['admin', 'manager', 'tech_lead', 'agent'] as const;
const rounds = 20;
/** Milliseconds from which a page is measured fewer times. */
const slow = 2000;
const fewRounds = 2;
/** Smaller differences are noise of the host. */
const noise = 25;
const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

interface Site {
  database: Database;
  url: string;
  cookies: Map<string, string>;
  bytes: number;
  close(): Promise<void>;
}
async function site(loans: number, months: number, port: number): Promise<Site> {
  const { database, postgres, place } = await grownAgency(folder, loans, months);
  const cookies = new Map<string, string>();
  for (const role of roles) cookies.set(role, `sid=${await sessionOf(database, role)}`);
  const size = await database.one<{ n: number }>(sql`select pg_database_size(current_database()) as n`);
  const server = await launch('./kernel-ours.ts', {
    BENCH_PG: JSON.stringify(postgres.config),
    BENCH_DIR: place,
    BENCH_PORT: String(port),
    BENCH_COUNTS: 'each time',
  });
  return {
    database,
    url: `http://127.0.0.1:${port}/api`,
    cookies,
    bytes: Number(size?.n ?? 0),
    async close() {
      server.kill('SIGKILL');
      await database.end();
      await postgres.stop();
    },
  };
}

/** Milliseconds until complete, infinite on a timeout; null without permission. */
async function ask({ url, cookies }: Site, role: string, path: string): Promise<number | null> {
  const started = performance.now();
  const answer = await fetch(url + path, { headers: { cookie: cookies.get(role) ?? '' } });
  await answer.arrayBuffer();
  if (answer.status === 503) return Number.POSITIVE_INFINITY;
  if (answer.status >= 500) throw new Error(`${path} as ${role}: ${answer.status}`);
  return answer.ok ? performance.now() - started : null;
}

const pages = allEndpoints().filter(
  ({ method, writes, answer, path, takes }) =>
    method === 'GET' &&
    !writes &&
    answer !== 'stream' &&
    words.some((word) => path.includes(word)) &&
    !path.includes(':') &&
    takes.safeParse({}).success,
);
interface Page {
  role: string;
  path: string;
  before: number;
  now: number;
}
const [little, big] = [await site(small, 1, firstPort), await site(large, 12, firstPort + 1)];
const measured: Page[] = [];
const all: number[] = [];
for (const role of roles)
  for (const { path } of pages) {
    const asks = { before: [] as number[], now: [] as number[] };
    // Alternating, so that a slow minute affects both; the first runs plan and warm up.
    for (let n = 0; n < rounds + 3; n += 1) {
      const [before, now] = [await ask(little, role, path), await ask(big, role, path)];
      if (before === null || now === null) break;
      if (now > slow && n >= 3 + fewRounds) break;
      if (n < 3) continue;
      asks.before.push(before);
      asks.now.push(now);
    }
    if (asks.now.length < fewRounds) continue;
    all.push(...asks.now.filter(Number.isFinite));
    measured.push({ role, path, before: p95(asks.before), now: p95(asks.now) });
  }

const shown = large.toLocaleString('en-IN');
for (const role of roles) {
  const own = measured.filter((page) => page.role === role);
  const grown = own.filter(({ before, now }) => now > 1.2 * before && now > noise);
  report(`${role}: pages and boards asked`, own.length);
  report(
    `${role}: middle of p95 at ${shown} loans and 12 months against 10,000 and 1`,
    median(own.map(({ before, now }) => now / before)),
    { atMost: 1.2 },
  );
  report(`${role}: pages over 1.2 times and ${noise} ms`, grown.length, { atMost: 0 });
  for (const { path, before, now } of grown.toSorted((a, b) => b.now - a.now))
    process.stdout.write(`         ${path}: ${before.toFixed(0)} ms, then ${now.toFixed(0)} ms\n`);
}
const outcomes = await big.database.one<{ n: number }>(sql`select count(*) as n from borrower_dispositions`);
costsOf({
  loans: large,
  outcomes: Number(outcomes?.n ?? 0),
  bytes: big.bytes,
  msPerAnswer: all.reduce((sum, ms) => sum + ms, 0) / all.length,
});
await big.close();
await little.close();
if (!kept) rmSync(folder, { recursive: true, force: true });
process.exit(0);
