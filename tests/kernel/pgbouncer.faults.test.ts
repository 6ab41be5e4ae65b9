/** Through a real PgBouncer: pools of sessions work, pools of transactions are refused at the start. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { checkExternal } from '../../src/app/database/external.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type SilentNetwork, openSilentNetwork } from '../fakes/silent-network.ts';
import { type TestServer, boot } from '../kit.ts';

let network: SilentNetwork;
let server: TestServer;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-pgbouncer-'));
const poolers: ChildProcess[] = [];

beforeAll(async () => {
  const found = spawnSync('pgbouncer', ['--version']);
  if (found.status !== 0) throw new Error('pgbouncer is missing: apt-get install pgbouncer, or the like.');
  // PgBouncer refuses to be root, and PostgreSQL's socket is its own user's.
  network = await openSilentNetwork(inject('postgres'));
  server = await boot();
  fs.chmodSync(folder, 0o755);
});
afterAll(async () => {
  for (const pooler of poolers) pooler.kill();
  await server.stop();
  await network.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/** As it comes, with nothing set for us but its mode. */
async function pooler(mode: 'session' | 'transaction'): Promise<string> {
  const { host, port, user } = network.config;
  const listen = await freePort();
  const users = path.join(folder, 'users.txt');
  const ini = path.join(folder, `${mode}.ini`);
  fs.writeFileSync(users, `"${user}" ""\n`);
  fs.writeFileSync(
    ini,
    `[databases]\n* = host=${host} port=${port}\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port=${listen}\n` +
      `auth_type=trust\nauth_file=${users}\npool_mode=${mode}\ndefault_pool_size=60\nunix_socket_dir=\n`,
  );
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', [...asNobody, ini], { stdio: ['ignore', 'ignore', 'pipe'] });
  poolers.push(child);
  let said = '';
  child.stderr?.on('data', (chunk) => (said += String(chunk)));
  await expect.poll(() => said, { timeout: 10_000 }).toMatch(/process up/);
  return `postgres://${user}@127.0.0.1:${listen}/${server.databaseName}`;
}

test('one that shares connections between transactions is refused with a sentence', async () => {
  const url = await pooler('transaction');
  await expect(checkExternal(url)).rejects.toThrow(/set its pool_mode to session/);
});

test('one that keeps connections for sessions works, whatever it refuses at their start', async () => {
  const config = await checkExternal(await pooler('session'));
  let behind: Database | undefined;
  const node = await boot({ through: () => (behind = openDatabase(config)) });
  try {
    const person = await server.as('create_break', 'list_break');
    const ask = (pathname: string): Promise<Response> =>
      fetch(node.url + pathname, { headers: person.headers });
    expect((await ask('/readyz')).status).toBe(200);
    await person.call(breaks.create, { name: 'Tea', duration: '00:15' });
    const many = await Promise.all(Array.from({ length: 40 }, () => ask('/api/breaks')));
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 200));
    const reader = await behind?.checkoutReader();
    const mode = await reader?.tx.one(sql`show default_transaction_read_only`);
    reader?.release();
    expect(mode).toEqual({ default_transaction_read_only: 'on' });
  } finally {
    await node.stop();
    await behind?.end();
  }
});
