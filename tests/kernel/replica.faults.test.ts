/** Reports from a real replica: fresh, lagging, lost, promoted; and sign-out is immediate. */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '../e2e/server.ts';
import { type Cluster, type Machine, freePort, machine, signedIn } from './real-cluster.ts';

let here: Machine;
let primary: Cluster;
let replica: Cluster;
let server: ServerProcess;
let person: Awaited<ReturnType<typeof signedIn>>;
const report = '/user/activity/report?page=1&size=5';
const patient = { timeout: 30_000 };

beforeAll(async () => {
  here = machine('replica');
  primary = await here.cluster('primary', 'wal_level = replica\n');
  const port = await freePort();
  replica = here.given('replica', port);
  here.run('pg_basebackup', [
    '-d',
    `postgres://postgres@127.0.0.1:${primary.port}/postgres`,
    '-D',
    replica.data,
    '-R',
    '-X',
    'stream',
    '--checkpoint=fast',
  ]);
  here.run('sh', ['-c', `echo "port = ${port}" >> ${path.join(replica.data, 'postgresql.conf')}`]);
  replica.start();
  server = await startServer({
    env: {
      DATABASE_URL: primary.url,
      REPLICA_URL: replica.url,
      RECOUP_MODE: 'demo',
      DEMO_LOANS: '20',
    },
  });
  person = await signedIn(server.url);
});
afterAll(async () => {
  await server?.remove();
  here.remove();
});

/** Report statements served by this server, by its connection statistics. */
const reader = (cluster: Cluster): string =>
  cluster.ask(`select count(*) from pg_stat_activity where query like '%agent_%' and datname = 'recoup'
    and query not like '%pg_stat_activity%' and pid <> pg_backend_pid()`);
const metric = async (name: string): Promise<string | undefined> =>
  new RegExp(`^${name} (\\S+)`, 'm').exec(await (await fetch(`${server.url}/metrics`)).text())?.[1];
const refused = (why: string) => metric(`recoup_replica_refused\\{why="${why}"\\}`);
const read = async (): Promise<{ status: number; age: string | null }> => {
  const answer = await person(report);
  await answer.text();
  return { status: answer.status, age: answer.headers.get('age') };
};

test('a report is read from the replica, with its age where it is late, and from the primary without one', async () => {
  await expect.poll(() => metric('recoup_replica_age_seconds'), patient).toBeDefined();
  expect(await read()).toEqual({ status: 200, age: null });
  expect(Number(reader(replica))).toBeGreaterThan(0);

  replica.ask('select pg_wal_replay_pause()');
  expect((await person('/breaks', { name: 'Unseen', duration: '00:15', description: '' })).status).toBe(200);
  await expect.poll(async () => Number((await read()).age), patient).toBeGreaterThanOrEqual(1);
  await expect
    .poll(async () => Number(await metric('recoup_replica_age_seconds')), patient)
    .toBeGreaterThan(0);
  replica.ask('select pg_wal_replay_resume()');
  await expect.poll(async () => (await read()).age, patient).toBe(null);

  replica.stop();
  expect(await read()).toEqual({ status: 200, age: null });
  await expect.poll(() => refused('unreachable'), patient).toBe('1');
  replica.start();
  await expect.poll(() => refused('unreachable'), patient).toBeUndefined();
  expect((await read()).status).toBe(200);
});

test('a signed-out user reads no report, however late the replica is', async () => {
  const other = await signedIn(server.url);
  expect((await other(report)).status).toBe(200);
  replica.ask('select pg_wal_replay_pause()');
  expect((await other('/auth/logout', {})).ok).toBe(true);
  expect((await other(report)).status).toBe(401);
  replica.ask('select pg_wal_replay_resume()');
});

test('a replica that was promoted is another database, and is not read', async () => {
  replica.ask('select pg_promote()');
  await expect.poll(() => refused('stranger'), patient).toBe('1');
  expect((await read()).status).toBe(200);
});
