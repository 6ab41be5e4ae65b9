/** A node on a separate host loses power: it goes silent, and nothing depends on its open transactions. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, type Machine, machine } from './real-cluster.ts';

const host = `recoup-${process.pid}`;
const cable = `rc${process.pid}`;
const [ours, theirs] = ['10.77.13.1', '10.77.13.2'];
function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')} needs iproute2 and the rights of root: ${stderr}`);
}

let here: Machine;
let cluster: Cluster;
beforeAll(async () => {
  ip('netns', 'add', host);
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'far', 'netns', host);
  ip('addr', 'add', `${ours}/24`, 'dev', cable);
  ip('link', 'set', cable, 'up');
  ip('-n', host, 'addr', 'add', `${theirs}/24`, 'dev', 'far');
  ip('-n', host, 'link', 'set', 'far', 'address', '02:00:00:00:00:13', 'up');
  // A switch continues to forward its packets.
  ip('neigh', 'replace', theirs, 'lladdr', '02:00:00:00:00:13', 'dev', cable, 'nud', 'permanent');
  here = machine('power');
  cluster = await here.cluster('main', `listen_addresses = '127.0.0.1,${ours}'\n`);
  fs.appendFileSync(path.join(cluster.data, 'pg_hba.conf'), `host all all ${theirs}/32 trust\n`);
  cluster.ask('select pg_reload_conf()');
  cluster.ask('create table wanted (n int); insert into wanted values (0)');
}, 60_000);
afterAll(() => {
  here?.remove();
  spawnSync('ip', ['link', 'del', cable]);
  spawnSync('ip', ['netns', 'del', host]);
});

test('a transaction of a node without power is rolled back within twelve seconds', async () => {
  const held = spawn(
    'ip',
    ['netns', 'exec', host, process.execPath, fileURLToPath(new URL('holds-a-row.ts', import.meta.url))],
    {
      env: { ...process.env, HELD_URL: `postgres://postgres@${ours}:${cluster.port}/recoup` },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await Promise.race([
    once(held.stdout, 'data'),
    once(held, 'exit').then(() => expect.fail('it did not begin')),
  ]);
  expect(cluster.ask('select n from wanted for update skip locked')).toBe('');
  // No packets arrive from now on.
  ip('-n', host, 'addr', 'flush', 'dev', 'far');
  held.kill('SIGKILL');
  await expect
    .poll(() => cluster.ask('select n from wanted for update skip locked'), {
      timeout: 12_000,
      interval: 100,
    })
    .toBe('0');
}, 60_000);
