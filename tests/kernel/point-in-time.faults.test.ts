/** Point-in-time recovery: base backup and archived WAL of a real cluster, by the scripts of `app/operation`. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '../e2e/server.ts';
import { type Cluster, type Machine, machine, signedIn } from './real-cluster.ts';

const scripts = fileURLToPath(new URL('../../src/app/operation/', import.meta.url));
let here: Machine;
let first: Cluster;
let wal = '';
let server: ServerProcess | undefined;

const serve = async (): Promise<ServerProcess> =>
  (server = await startServer({
    env: { DATABASE_URL: first.url, RECOUP_MODE: 'demo', DEMO_LOANS: '20' },
  }));

beforeAll(async () => {
  here = machine('moment');
  wal = path.join(here.folder, 'wal');
  here.run('mkdir', [wal]);
  first = await here.cluster(
    'first',
    `archive_mode = on\n` +
      `archive_command = 'test ! -f ${wal}/%f && cp %p ${wal}/%f.part && mv ${wal}/%f.part ${wal}/%f'\n`,
  );
});
afterAll(async () => {
  await server?.remove();
  here.remove();
});

test('data of the moment is restored, and nothing later', async () => {
  const before = await serve();
  let person = await signedIn(before.url);
  const add = async (name: string): Promise<void> => {
    const answer = await person('/breaks', { name, duration: '00:15', description: '' });
    expect([answer.status, name]).toEqual([200, name]);
  };
  const base = path.join(here.folder, 'base');
  await add('Before the base backup');
  here.run(`${scripts}base-backup.sh`, [`postgres://postgres@127.0.0.1:${first.port}/postgres`, base]);
  await add('Before the moment');
  const moment = first.ask('select clock_timestamp()');
  await add('After the moment');
  const epoch = first.ask('select system_identifier from pg_control_system()');
  // The last of the WAL is archived, as archive_timeout sees to.
  first.ask('select pg_switch_wal()');
  await expect
    .poll(
      () =>
        first.ask(
          'select last_archived_wal is not null and not exists (select from pg_ls_archive_statusdir() where name like $$%.ready$$) from pg_stat_archiver',
        ),
      { timeout: 30_000 },
    )
    .toBe('t');
  await before.remove();
  first.stop();

  const again = here.given('again', first.port);
  here.run(`${scripts}restore-to.sh`, [base, wal, again.data, moment]);
  again.start();
  await expect.poll(() => again.ask('select pg_is_in_recovery()'), { timeout: 60_000 }).toBe('f');
  expect(again.ask('select system_identifier from pg_control_system()')).toBe(epoch);
  person = await signedIn((await serve()).url);
  const kept = await (await person('/breaks')).text();
  expect(kept).toContain('Before the base backup');
  expect(kept).toContain('Before the moment');
  expect(kept).not.toContain('After the moment');
  await add('After the restore');
  expect(() => here.run(`${scripts}restore-to.sh`, [base, wal, again.data, moment])).toThrow(
    /is there already/,
  );
});
