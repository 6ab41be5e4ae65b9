/** A stopped or failing server exits soon: pending requests are served, saved data exists. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { attachEmbedded } from '../../src/app/database/embedded.ts';
import { type ServerProcess, startServer } from '../e2e/server.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type SilentNetwork, openSilentNetwork } from '../fakes/silent-network.ts';
import { type Caller, type TestServer, boot, same } from '../kit.ts';
import { lineOf } from '../matrix/socket.ts';

let first: TestServer;
let network: SilentNetwork;
let person: Caller;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-stopping-'));

beforeAll(async () => {
  network = await openSilentNetwork(inject('postgres'));
  first = await boot();
  person = await first.as('create_break', 'list_break');
});
afterAll(async () => {
  await first.stop();
  await network.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A production node on the database of the first. */
const node = (env: Record<string, string> = {}): Promise<ServerProcess> =>
  startServer({
    env: {
      RECOUP_MODE: 'production',
      NODE_ENV: 'production',
      ALLOW_PLAIN_HTTP: 'yes',
      DATABASE_URL: `postgres://${network.config.user}@127.0.0.1:${network.config.port}/${first.databaseName}`,
      ...env,
    },
  });

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
/** Requests on a kept-alive connection; the status, or 0 without a response. */
function ask(server: ServerProcess, at: string, body?: unknown): Promise<number> {
  return new Promise((resolve) => {
    const request = http.request(
      server.url + at,
      {
        agent,
        method: body ? 'POST' : 'GET',
        headers: { ...same, ...person.headers, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    request.on('error', () => resolve(0));
    request.end(body ? JSON.stringify(body) : undefined);
  });
}

interface Load {
  statuses: number[];
  written: string[];
  readiness: number[];
  end(): Promise<void>;
}
let made = 0;
/** Eight writers, two readers, and a load balancer probing readiness. */
function load(server: ServerProcess): Load {
  const o: Load = { statuses: [], written: [], readiness: [], end: async () => undefined };
  let isOn = true;
  const keep = async (work: () => Promise<void>): Promise<void> => {
    while (isOn && server.child.exitCode === null) await work();
  };
  const write = async (): Promise<void> => {
    const name = `Break ${(made += 1)}`;
    const status = await ask(server, '/api/breaks', { name, duration: '00:15' });
    o.statuses.push(status);
    if (status === 200) o.written.push(name);
  };
  const all = [
    ...Array.from({ length: 8 }, () => keep(write)),
    ...Array.from({ length: 2 }, () =>
      keep(async () => void o.statuses.push(await ask(server, '/api/breaks'))),
    ),
    keep(async () => {
      o.readiness.push(await ask(server, '/readyz'));
      await new Promise((rest) => setTimeout(rest, 50));
    }),
  ];
  o.end = async () => {
    isOn = false;
    await Promise.all(all);
  };
  return o;
}

/** Sends the signal and awaits the exit. */
async function ended(server: ServerProcess, signal?: NodeJS.Signals): Promise<{ ms: number; code: unknown }> {
  const began = performance.now();
  const gone = once(server.child, 'exit');
  if (signal) server.child.kill(signal);
  const [code, by] = (await gone) as [number | null, string | null];
  return { ms: Math.round(performance.now() - began), code: code ?? by };
}

test('a stop under load fails readiness first, answers pending requests, and exits in 5 s with code 0', async () => {
  const server = await node();
  const lines = await Promise.all(Array.from({ length: 5 }, () => lineOf(server as never, person)));
  const under = load(server);
  await expect.poll(() => under.written.length, { timeout: 20_000 }).toBeGreaterThan(50);
  const before = under.statuses.length;
  const { ms, code } = await ended(server, 'SIGTERM');
  await under.end();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(5000);
  expect(under.readiness).toContain(503);
  // No rejections while connections are accepted: until the end, everything is served.
  const last = under.statuses.slice(before);
  expect(last.filter((status) => status !== 200 && status !== 0)).toEqual([]);
  const names = await first.database.rows<{ name: string }>(sql`select name from breaks`);
  const stored = new Set(names.map(({ name }) => name));
  expect(under.written.filter((name) => !stored.has(name))).toEqual([]);
  for (const line of lines) line.close();
  await server.remove();
});

test('a demo with hanging background work and requests exits in 5 s after Ctrl+C', async () => {
  const server = await startServer({ env: { DEMO_AT_WORK: 'yes' } });
  const { config } = await attachEmbedded(server.dataDir);
  const [holder, watcher] = [new pg.Client(config), new pg.Client(config)];
  for (const client of [holder, watcher]) {
    client.on('error', () => undefined); // the database stops with its server
    await client.connect();
  }
  // Writes of the dialer, the totals, the job queue and a sign-in block on this transaction.
  await holder.query(
    `begin; lock table agent_sessions, campaigns, users, session, book_sums_changes, jobs.job in access exclusive mode`,
  );
  const asked = fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: {
      'X-Requested-With': 'app',
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ email: 'admin@recoup.test', password: 'x' }),
  }).catch(() => undefined);
  const waiting = `select count(*)::int as n from pg_locks where not granted`;
  await expect
    .poll(async () => (await watcher.query<{ n: number }>(waiting)).rows[0]?.n, { timeout: 20_000 })
    .toBeGreaterThan(3);
  const { ms } = await ended(server, 'SIGINT');
  expect(ms).toBeLessThan(5000);
  await asked;
  await server.remove();
});

test('a silently lost database does not block the exit', async () => {
  const own = await openSilentNetwork(inject('postgres'));
  const server = await node({
    DATABASE_URL: `postgres://${own.config.user}@127.0.0.1:${own.config.port}/${first.databaseName}`,
  });
  const under = load(server);
  await expect.poll(() => under.written.length, { timeout: 20_000 }).toBeGreaterThan(20);
  own.forgetAll();
  const { code } = await ended(server, 'SIGTERM');
  await under.end();
  expect(code).toBe(0);
  await server.remove();
  await own.stop();
});

test('an exited embedded database stops its server', async () => {
  const server = await startServer();
  const kept = http.get(`${server.url}/api/ping`, { agent });
  await once(kept, 'response').then(([response]) => (response as http.IncomingMessage).resume());
  const gone = ended(server);
  const pid = fs
    .readFileSync(path.join(server.dataDir, 'postgres/data/postmaster.pid'), 'utf8')
    .split('\n')[0];
  process.kill(Number(pid), 'SIGQUIT');
  expect((await gone).code).toBe(1);
  await server.remove();
});

test('a full log disk stops no request, and does not block the exit', async ({ skip }) => {
  const small = path.join(folder, 'small');
  fs.mkdirSync(small);
  skip(
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', small]).status !== 0,
    'only root may mount',
  );
  try {
    // Room for the key of secrets, its checksum and the beginning of the log: a page each.
    fs.writeFileSync(path.join(small, 'full'), Buffer.alloc(2 ** 20 - 3 * 4096));
    const server = await node({ DATA_DIR: small, LOG: 'file' });
    const under = load(server);
    // More than one line of the log each.
    await expect.poll(() => under.statuses.length, { timeout: 60_000 }).toBeGreaterThan(600);
    expect(await ask(server, '/api/breaks')).toBe(200);
    const { code } = await ended(server, 'SIGTERM');
    await under.end();
    expect(code).toBe(0);
  } finally {
    spawnSync('umount', ['-l', small]);
  }
});
