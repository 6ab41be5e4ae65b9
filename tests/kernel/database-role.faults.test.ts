/** A cluster with the program's role as superuser, as older compose files created, gets a separate unprivileged role. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type Machine, machine } from './real-cluster.ts';

let pg: Machine;
let port = 0;
beforeAll(async () => {
  pg = machine('role');
  port = await freePort();
  const data = path.join(pg.folder, 'data');
  pg.run('initdb', ['-D', data, '-U', 'recoup', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']);
  fs.appendFileSync(
    path.join(data, 'postgresql.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`,
  );
  pg.given('data', port).start();
  pg.run('createdb', [...reach('recoup'), 'recoup']);
});
afterAll(() => pg.remove());

const reach = (user: string): string[] => ['-h', '127.0.0.1', '-p', String(port), '-U', user];
const ask = (text: string): string =>
  pg.run('psql', [...reach('postgres'), '-d', 'recoup', '-Atc', text]).trim();
const migrate = () =>
  spawnSync(process.execPath, ['src/tools/migrate.ts'], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: `postgres://recoup@127.0.0.1:${port}/recoup`,
      DATA_DIR: path.join(pg.folder, 'none'),
    },
  });

test('the program owns its databases and all in them, is no superuser, and still brings its schema up', () => {
  expect(migrate().status).toBe(0);
  const file = path.join(pg.folder, 'later.sql');
  fs.copyFileSync('src/app/operation/database-role-later.sql', file);
  fs.chmodSync(file, 0o644);
  pg.run('psql', [...reach('recoup'), '-q', '-d', 'postgres', '-f', file]);
  expect(
    ask(
      `select string_agg(rolname || ' ' || rolsuper, ', ' order by rolname) from pg_roles where rolname in ('postgres', 'recoup')`,
    ),
  ).toBe('postgres true, recoup false');
  expect(
    ask(`select string_agg(datname, ' ' order by datname) from pg_database where datdba = 'recoup'::regrole`),
  ).toBe('recoup rehearsal');
  const left = `select count(*) from pg_class where relowner = 'postgres'::regrole and relnamespace::regnamespace::text !~ '^(pg_|information)'`;
  expect(ask(left)).toBe('0');
  // What a migration does needs an owner.
  pg.run('psql', [
    ...reach('recoup'),
    '-d',
    'recoup',
    '-v',
    'ON_ERROR_STOP=1',
    '-c',
    'alter table users add tried int',
  ]);
  expect(migrate()).toMatchObject({ status: 0, stdout: 'The database was of this version already.\n' });
});
