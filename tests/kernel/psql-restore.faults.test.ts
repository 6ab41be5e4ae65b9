/** Backups and the tools of PostgreSQL: psql loads a backup, and pg_restore a dump into another cluster. */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/app/database/migrate.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { loadDemo } from '../../src/app/demo/load/load.ts';
import { openLog } from '../../src/app/server/operation/log.ts';
import { openJobs } from '../../src/app/server/operation/queue.ts';
import { backup } from '../../src/tools/backup.ts';
import { type Cluster, type Machine, machine } from './real-cluster.ts';

let here: Machine;
let cluster: Cluster;
beforeAll(async () => {
  here = machine('psql');
  cluster = await here.cluster('one');
  here.run('createdb', [...reach(), 'copy']);
});
afterAll(() => here.remove());

const reach = (): string[] => ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', 'postgres'];
const configOf = (name: string) => ({ connectionString: cluster.url.replace(/\/recoup$/, `/${name}`) });
/** Migrates, and makes the tables of jobs. */
async function prepare(name: string, loans = 0): Promise<void> {
  const database = openDatabase(configOf(name));
  await migrate(database);
  if (loans) await loadDemo(database, { loans });
  await database.end();
  await (await openJobs(configOf(name), openLog('/dev/null'))).stop();
}
const ask = (name: string, text: string): string =>
  here.run('psql', [...reach(), '-d', name, '-Atc', text]).trim();

test('psql loads a backup: all rows, next ids, the audit chain and foreign keys', async () => {
  await prepare('recoup', 20);
  await prepare('copy');
  ask('recoup', 'select seal_events(100000)');
  const file = path.join(here.folder, 'demo.backup.gz');
  await backup(configOf('recoup'), file);
  fs.chmodSync(file, 0o644);
  here.run('bash', ['-c', `zcat ${file} | psql ${reach().join(' ')} -q -v ON_ERROR_STOP=1 -d copy`]);
  const tables = ask(
    'recoup',
    `select string_agg(relname, ' ' order by relname) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and relname not in ('event', 'migration', 'session', 'socket_io_attachments') and relpersistence = 'p'`,
  ).split(' ');
  const content = tables
    .map(
      (name) => `select '${name}', count(*), md5(string_agg(t::text, '|' order by t::text)) from ${name} t`,
    )
    .join(' union all ');
  expect(ask('copy', content)).toBe(ask('recoup', content));
  const next = `select last_value, is_called from users_id_seq`;
  expect(ask('copy', `select nextval('users_id_seq')`)).toBe(ask('recoup', `select nextval('users_id_seq')`));
  expect(ask('copy', next)).toBe(ask('recoup', next));
  expect(ask('copy', 'select broken_seal() is null')).toBe('t');
  expect(() => ask('copy', 'update users set role_id = -1')).toThrow('foreign key');
});

test('after pg_restore into another cluster, new events are sealed', async () => {
  const other = await here.cluster('other');
  const dump = path.join(here.folder, 'demo.dump');
  here.run('pg_dump', [...reach(), '-Fc', '-f', dump, 'recoup']);
  const there = ['-h', '127.0.0.1', '-p', String(other.port), '-U', 'postgres', '-d', 'recoup'];
  here.run('pg_restore', [...there, dump]);
  const script = path.join(here.folder, 'after.sql');
  fs.copyFileSync('src/app/operation/after-pg-restore.sql', script);
  fs.chmodSync(script, 0o644);
  here.run('psql', [...there, '-q', '-v', 'ON_ERROR_STOP=1', '-f', script]);
  other.ask(`insert into event (type, domain) values ('x.after', 'x')`);
  other.ask('select seal_events(100000)');
  expect(other.ask('select count(*) from event where id not in (select event_id from event_seal)')).toBe('0');
  expect(other.ask('select broken_seal() is null')).toBe('t');
});
