/**
 * Everything that breaks under a running agency, each under a hundred writes a second of ten phones: nothing that was
 * acknowledged is lost or there twice, and seconds from the end of each cause until the last phone is served again.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Cluster, freePort } from '../kernel/real-cluster.ts';
import { phonesAtWork } from './faults-phones.ts';
import { nextVersion, place } from './faults-place.ts';
import { report } from './kit.ts';

const calmMs = 4000;
const only = process.env['FAULTS']?.split(',');
const o = await place();
const { here, primary, pooler, network, nodes, disk, clock } = o;
const [first, second] = nodes;
if (!first || !second) throw new Error('two nodes are needed');
let serving: Cluster = primary;
const load = await phonesAtWork(nodes.map(({ url }) => url));

/** `cause` resolves when the fault has finished. */
async function fault(name: string, cause: () => Promise<void> | void): Promise<void> {
  if (only && !only.some((word) => name.includes(word))) return;
  await wait(calmMs);
  await cause();
  const end = Date.now();
  report(`${name}: the last phone is served again`, await load.servedSince(end), { unit: 's', atMost: 10 });
  report(`${name}: all it wrote meanwhile is there`, await load.caughtUpSince(end), { unit: 's' });
}

/** The operator restarts it once possible. */
async function up(cluster: Cluster): Promise<void> {
  for (;;) {
    try {
      cluster.ask('select 1');
      return;
    } catch {
      try {
        cluster.start();
      } catch {
        await wait(200);
      }
    }
  }
}

await fault('a node killed, the other lives', () => first.kill());
await fault('both nodes killed', async () => {
  for (const node of nodes) node.kill();
});
await fault('the database killed and started', async () => {
  primary.stop('immediate');
  primary.start();
});
await fault('the database away for 10 s', async () => {
  primary.stop('fast');
  await wait(10_000);
  primary.start();
});
await fault('PgBouncer killed and started', async () => {
  pooler.kill();
  await wait(500);
  await pooler.start();
});
await fault('connections that went silent', () => network.forget());
await fault('a network silent for 10 s', async () => {
  network.forgetAll();
  await wait(10_000);
  network.heal();
});
await fault('a full disk', async () => {
  spawnSync('sh', ['-c', `cat /dev/zero > ${path.join(disk, 'ballast')}`]);
  await wait(10_000);
  spawnSync('rm', [path.join(disk, 'ballast')]);
  await up(primary);
});
const hour = 3_600_000;
/** Clock offsets in hours: a node's by its response header, the database's by its clock. */
const hoursAhead = {
  async nodes() {
    const { headers } = await fetch(`${first.url}/healthz`);
    return Math.round((Date.parse(headers.get('date') ?? '') - Date.now()) / hour);
  },
  database: async () =>
    Math.round((Number(primary.ask('select extract(epoch from now()) * 1000')) - Date.now()) / hour),
};
for (const whose of ['nodes', 'database'] as const)
  for (const [name, off] of [
    ['an hour ahead', 1],
    ['set back by two', -1],
    ['right again', 0],
  ] as const)
    await fault(`clock of the ${whose} ${name}`, async () => {
      clock(`${off < 0 ? '' : '+'}${off}h`, whose);
      while ((await hoursAhead[whose]()) !== off) await wait(50);
    });

const next = nextVersion('alter table breaks add column note text');
await fault('a rolling upgrade', async () => {
  for (const node of nodes) await node.again(next.folder);
});
await fault('and back to the version before', async () => {
  for (const node of nodes) await node.again();
});
next.remove();

await fault('a failover to the standby', async () => {
  const port = await freePort();
  const standby = here.given('standby', port);
  const from = `postgres://postgres@127.0.0.1:${primary.port}/postgres`;
  here.run('pg_basebackup', ['-d', from, '-D', standby.data, '-R', '-X', 'stream', '--checkpoint=fast']);
  here.run('sh', ['-c', `echo "port = ${port}" >> ${path.join(standby.data, 'postgresql.conf')}`]);
  standby.start();
  // A commit is acknowledged when both have it.
  primary.ask(`alter system set synchronous_standby_names = '*'`);
  primary.ask('select pg_reload_conf()');
  await wait(calmMs);
  primary.stop('immediate');
  standby.ask('select pg_promote()');
  network.lead({ host: '127.0.0.1', port });
  network.forget();
  serving = standby;
});

await load.end();
/** Entries in review are stored as well. */
const stored = serving
  .ask(
    `select comments || ';' || count(*) from (select comments from borrower_dispositions
       union all select input ->> 'comments' from sync_reviews) as s where comments like 'phone %' group by comments`,
  )
  .split('\n')
  .map((line) => line.split(';') as [string, string]);
const times = new Map(stored.map(([comments, count]) => [comments, Number(count)]));
const lost = [...load.acknowledged].filter((comments) => !times.has(comments));
const doubled = stored.filter(([, count]) => count !== '1');
report('written', load.written);
report('acknowledged', load.acknowledged.size, { atLeast: load.written });
report('acknowledged and lost', lost.length, { atMost: 0 });
report('there twice', doubled.length, { atMost: 0 });
report('refused', load.refused.length, { atMost: 0 });
for (const one of load.refused.slice(0, 10)) console.log(`  ${one}`);
await o.stop();
process.exit(lost.length + doubled.length + load.refused.length > 0 ? 1 : 0);
