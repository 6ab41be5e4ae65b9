/** Several servers of one agency on a real exchange, which may be killed, and the network between, which may be cut. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database } from '../../../src/kernel/server/database/database.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { type ServerProcess, startServer } from '../../e2e/server.ts';
import { bareDatabase } from '../../kit.ts';

/** The wire to the exchange's ARI. */
export interface Wire {
  url: string;
  /** Every connection breaks; new ones work. */
  cut(): void;
  /** Blocks traffic without notifying either side. */
  hold(isHeld: boolean): void;
  /** Delays all requests by this much. */
  slow(ms: number): void;
  /** What becomes of the next requests of a kind; without one, of none any more. */
  fail(fault?: WireFault): void;
  /** What passed in that time and names one of these, in order: requests, the status of their answers, and events. */
  passed(from: number, to: number, ids: readonly string[]): string[];
  stop(): void;
}
export interface WireFault {
  /** Start of the request, such as `POST /ari/bridges/…`. */
  asks: RegExp;
  /** The response is lost, the request delayed, or rejected before processing. */
  how: 'lost' | 'refused' | { ms: number };
  times: number;
}
const refusal = 'HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n';

export async function openWire(ariUrl: string): Promise<Wire> {
  const target = new URL(ariUrl);
  const open = new Set<net.Socket>();
  let isHeld = false;
  let lateMs = 0;
  let fault: WireFault | undefined;
  const said: { at: number; text: string }[] = [];
  let connections = 0;
  /** Last request per connection; an event socket has only one. */
  function note(no: number, asked: { last: string }, chunk: Buffer, isAsked: boolean): void {
    const text = chunk.toString('latin1');
    const request = isAsked ? /^(GET|POST|DELETE|PUT) (\S+) HTTP/.exec(text)?.[0].slice(0, -5) : undefined;
    if (request) asked.last = request;
    const status = isAsked ? undefined : /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
    const events = isAsked
      ? []
      : [...text.matchAll(/"type":"(\w+)".*?(?="type":"[A-Z]|$)/gs)].map(([all]) => all);
    if (request) said.push({ at: Date.now(), text: `#${no} ${request}` });
    else if (status) said.push({ at: Date.now(), text: `#${no} ${status} of ${asked.last}` });
    else
      for (const one of events)
        said.push({ at: Date.now(), text: `#${no} ${one.slice(0, 900).replaceAll(/\s+/g, ' ')}` });
  }
  function pass(said: Buffer, near: net.Socket, far: net.Socket): void {
    const hit =
      fault && fault.times > 0 && fault.asks.test(said.toString('latin1', 0, 300)) ? fault : undefined;
    if (hit) hit.times -= 1;
    if (hit?.how === 'refused') return void near.write(refusal);
    if (hit?.how === 'lost') {
      far.unpipe(near);
      far.once('data', () => near.destroy());
    }
    const ms = typeof hit?.how === 'object' ? hit.how.ms : lateMs;
    if (ms === 0) far.write(said);
    else setTimeout(() => far.write(said), ms);
  }
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    if (isHeld) for (const one of [near, far]) one.pause();
    const no = (connections += 1);
    const asked = { last: '' };
    near.on('data', (chunk) => {
      note(no, asked, chunk, true);
      pass(chunk, near, far);
    });
    far.on('data', (chunk) => note(no, asked, chunk, false));
    far.pipe(near);
    if (isHeld) for (const one of [near, far]) one.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const one of open) one.destroy();
  };
  return {
    url: ariUrl.replace(`:${target.port}`, `:${port}`),
    cut,
    hold(held) {
      isHeld = held;
      for (const one of open)
        if (held) one.pause();
        else one.resume();
    },
    slow(ms) {
      lateMs = ms;
    },
    fail(next) {
      fault = next;
    },
    passed: (from, to, ids) =>
      said
        .filter(({ at, text }) => at >= from && at <= to && ids.some((id) => text.includes(id)))
        .map(({ at, text }) => `${new Date(at).toISOString().slice(14, -1)} ${text.slice(0, 160)}`),
    stop() {
      cut();
      server.close();
    },
  };
}

export interface Nodes {
  database: Database;
  /** Running servers, in rotation order. */
  live(): ServerProcess[];
  /** Kills the server with the event socket, and starts a replacement. */
  killHearer(): Promise<void>;
  stop(): Promise<void>;
}

export async function openNodes(ariUrl: string, count = 2): Promise<Nodes> {
  const { database, end } = await bareDatabase();
  const name = (await database.one<{ name: string }>(sql`select current_database() as name`))?.name ?? '';
  // Removes contact hours, so that calls are allowed at any time.
  await database.run(
    sql`update compliance_rules set starts_at = '00:00', ends_at = '23:59' where kind = 'hours'`,
  );
  await database.run(sql`update compliance_rules set is_active = false where kind = 'holiday'`);
  const { user, host, port } = inject('postgres');
  const dataDir = mkdtempSync(join(tmpdir(), 'recoup-nodes-'));
  const env = {
    DATABASE_URL: `postgres://${user}@localhost:${port ?? 5432}/${name}?host=${encodeURIComponent(String(host))}`,
    // A demo would fill the database.
    RECOUP_MODE: 'production',
    ALLOW_PLAIN_HTTP: 'yes',
    HOST: '127.0.0.1',
    ARI_URL: ariUrl,
  };
  const start = (): Promise<ServerProcess> => startServer({ dataDir, env });
  const isHeard = async (): Promise<boolean> =>
    (await database.one(sql`select 1 as ok from telephony_lines where is_up and expires_at > now()`)) !==
    undefined;
  // The first one has the event socket.
  let nodes = [await start()];
  while (!(await isHeard())) await new Promise((go) => setTimeout(go, 50));
  while (nodes.length < count) nodes.push(await start());
  return {
    database,
    live: () => nodes,
    async killHearer() {
      const [hearer, ...others] = nodes;
      nodes = others;
      await hearer?.kill();
      nodes = [...others, await start()];
    },
    async stop() {
      for (const one of nodes) await one.stop();
      rmSync(dataDir, { recursive: true, force: true });
      await end();
    },
  };
}
