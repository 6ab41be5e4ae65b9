/** With a real PgBouncer: session pools work, transaction pools are rejected at start. */
import fs from 'node:fs';
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
import { type Pooler, openPooler } from './pooler.ts';

let network: SilentNetwork;
let server: TestServer;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-pgbouncer-'));
const poolers: Pooler[] = [];

beforeAll(async () => {
  // PgBouncer does not run as root, and PostgreSQL's socket belongs to its user.
  network = await openSilentNetwork(inject('postgres'));
  server = await boot();
  fs.chmodSync(folder, 0o755);
});
afterAll(async () => {
  for (const one of poolers) one.kill();
  await server.stop();
  await network.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const pooler = async (mode: 'session' | 'transaction'): Promise<string> => {
  const { host, port, user } = network.config;
  const one = await openPooler({ folder, mode, to: { host, port, user } });
  poolers.push(one);
  return `postgres://${user}@127.0.0.1:${one.port}/${server.databaseName}`;
};

test('a pooler sharing connections between transactions is rejected with a message', async () => {
  const url = await pooler('transaction');
  await expect(checkExternal(url)).rejects.toThrow(/set its pool_mode to session/);
});

test('a session pooler works, whatever start-up options it rejects', async () => {
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
