/**
 * Backup and restore against pg_dump -Fc and pg_restore of PostgreSQL 15, on one cluster with fsync off, alternating.
 * BENCH_LOANS sets the size, BENCH_RUNS the number of pairs.
 */
import fs from 'node:fs';
import path from 'node:path';
import { migrate } from '../../src/app/database/migrate.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { loadDemo } from '../../src/app/demo/load/load.ts';
import { backup } from '../../src/tools/backup.ts';
import { restore } from '../../src/tools/restore.ts';
import { machine } from '../kernel/real-cluster.ts';
import { median, report } from './kit.ts';

const loans = Number(process.env.BENCH_LOANS ?? 100_000);
const runs = Number(process.env.BENCH_RUNS ?? 3);
const here = machine('backup');
const cluster = await here.cluster('bench', 'fsync = off\nmax_wal_size = 8GB\nshared_buffers = 512MB\n');
const reach = ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', 'postgres'];
const configOf = (name: string) => ({ connectionString: cluster.url.replace(/\/recoup$/, `/${name}`) });
const ours = path.join(here.folder, 'ours.backup.gz');
const theirs = path.join(here.folder, 'theirs.dump');

async function seconds(work: () => unknown): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
}
/** Into a new database, which is dropped afterwards. */
async function into(name: string, work: () => unknown): Promise<number> {
  here.run('createdb', [...reach, '-T', 'template0', '-E', 'UTF8', name]);
  const took = await seconds(work);
  here.run('dropdb', [...reach, name]);
  cluster.ask('checkpoint');
  return took;
}

try {
  const database = openDatabase(configOf('recoup'));
  await migrate(database);
  await loadDemo(database, { loans });
  await database.end();
  const times = {
    dump: [] as number[],
    backup: [] as number[],
    theirs: [] as number[],
    ours: [] as number[],
  };
  let rows = 0;
  for (let n = 0; n < runs; n += 1) {
    times.dump.push(await seconds(() => here.run('pg_dump', [...reach, '-Fc', '-f', theirs, 'recoup'])));
    times.backup.push(await seconds(async () => ({ rows } = await backup(configOf('recoup'), ours))));
    times.theirs.push(await into('theirs', () => here.run('pg_restore', [...reach, '-d', 'theirs', theirs])));
    times.ours.push(await into('ours', () => restore(configOf('ours'), ours)));
  }
  const ratio = (a: readonly number[], b: readonly number[]): number =>
    median(a.map((value, n) => value / (b[n] ?? Number.NaN)));
  report('rows', rows);
  report('size of the backup', fs.statSync(ours).size / 1e6, { unit: 'MB' });
  report('size of pg_dump -Fc', fs.statSync(theirs).size / 1e6, { unit: 'MB' });
  report('pg_dump -Fc', median(times.dump), { unit: 's' });
  report('backup', median(times.backup), { unit: 's' });
  report('backup beside pg_dump -Fc', ratio(times.backup, times.dump), { unit: 'times', atMost: 1.5 });
  report('pg_restore', median(times.theirs), { unit: 's' });
  report('restore', median(times.ours), { unit: 's' });
  report('restore beside pg_restore', ratio(times.ours, times.theirs), { unit: 'times', atMost: 1.2 });
} finally {
  here.remove();
}
process.exit(0);
