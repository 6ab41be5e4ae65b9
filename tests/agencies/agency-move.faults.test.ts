/** An agency goes from one cluster to another while people write: what was acknowledged is there, once. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { asOwner, clusterAt } from '../../src/app/agencies/place.ts';
import { move } from '../../src/tools/agencies/move.ts';
import { makePerson, same, signIn } from '../kit.ts';
import { type TestAgency, type TestNode, bootNode } from './kit.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-cells-'));
const isRoot = process.getuid?.() === 0;
const started: string[] = [];
let node: TestNode;
let asha: TestAgency;
let cells: string[] = [];

/** PostgreSQL refuses to be root. */
function asItself(program: string, args: readonly string[]): void {
  const bin = fs.globSync('/usr/lib/postgresql/*/bin').at(-1) ?? '';
  const whole = [path.join(bin, program), ...args];
  const [command = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...whole] : whole;
  const { status } = spawnSync(command, rest, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
}
async function startCluster(name: string): Promise<string> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const [data, word] = [path.join(folder, name), path.join(folder, 'word')];
  fs.writeFileSync(word, 'secret-of-tests', { mode: 0o644 });
  asItself('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${word}`,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ]);
  fs.appendFileSync(
    path.join(data, 'postgresql.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`,
  );
  asItself('pg_ctl', ['-D', data, '-w', '-l', path.join(folder, 'log'), 'start']);
  started.push(data);
  return `postgres://postgres:secret-of-tests@127.0.0.1:${port}/postgres`;
}

beforeAll(async () => {
  fs.chmodSync(folder, 0o755);
  if (isRoot) spawnSync('chown', ['-R', 'postgres', folder]);
  cells = [await startCluster('one'), await startCluster('two')];
  node = await bootNode(cells[0]);
  asha = await node.add('asha', '127.0.0.2');
});
afterAll(async () => {
  await node.stop();
  for (const data of started) asItself('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
  fs.rmSync(folder, { recursive: true, force: true });
});

test('what was acknowledged is there once, and whoever was signed in still is', async () => {
  const { token } = await signIn(
    asha.database,
    asha.url,
    await makePerson(asha.database, { flags: ['create_break', 'list_break'] }),
  );
  const headers = { ...same, 'Content-Type': 'application/json', Cookie: `sid=${token}` };
  const kept: { name: string; at: number }[] = [];
  let [isOn, turnedAway] = [true, 0];
  const writer = async (who: number): Promise<void> => {
    for (let n = 0; isOn; n += 1) {
      const name = `Break ${who} ${n}`;
      const body = JSON.stringify({ name, duration: '00:15', description: '' });
      const answer = await fetch(`${asha.url}/api/breaks`, { method: 'POST', headers, body }).catch(
        () => undefined,
      );
      if (answer?.status === 200) kept.push({ name, at: performance.now() });
      else if (answer?.status === 503) turnedAway += 1;
      await new Promise((go) => setTimeout(go, answer?.status === 200 ? 20 : 100));
    }
  };
  const writers = [1, 2, 3, 4].map(writer);
  await expect.poll(() => kept.length, { timeout: 20_000 }).toBeGreaterThan(50);
  const was = (await node.directory.named(asha.name))?.databaseUrl ?? '';
  // Only servers are waited for.
  await asha.database.end();
  const said = await node.run((hands) => move(hands, [asha.name, cells[1]]));
  expect(said).toContain('lies in');
  const before = kept.length;
  await expect.poll(() => kept.length, { timeout: 30_000 }).toBeGreaterThan(before + 50);
  isOn = false;
  await Promise.all(writers);

  const now = (await node.directory.named(asha.name))?.databaseUrl ?? '';
  expect(clusterAt(now)).toBe(clusterAt(cells[1] ?? ''));
  const database = openDatabase({ connectionString: now });
  const there = await database.rows<{ name: string; n: number }>(
    sql`select name, count(*) as n from breaks group by name`,
  );
  await database.end();
  const count = new Map(there.map(({ name, n }) => [name, n]));
  expect(kept.filter(({ name }) => count.get(name) !== 1)).toEqual([]);
  expect(turnedAway).toBeGreaterThan(0);
  const pauses = kept.slice(1).map(({ at }, i) => at - (kept[i]?.at ?? at));
  process.stdout.write(
    `${kept.length} kept, ${turnedAway} sent away, longest pause ${Math.round(Math.max(...pauses))} ms\n${said}`,
  );

  // Nobody gets in where it was, with what servers knew.
  await expect(asOwner(was, async () => 'in')).rejects.toThrow('password');
});
