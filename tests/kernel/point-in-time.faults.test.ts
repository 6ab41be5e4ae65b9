/** Back to a moment: base backup and archived WAL of a real cluster, by the scripts of `app/operation`. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../../src/app/demo/accounts.ts';
import { type ServerProcess, startServer } from '../e2e/server.ts';
import { same } from '../kit.ts';

const scripts = fileURLToPath(new URL('../../src/app/operation/', import.meta.url));
const isRoot = process.getuid?.() === 0;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-moment-'));
const [wal, base] = [path.join(folder, 'wal'), path.join(folder, 'base')];
let bin = '';
let port = 0;
let server: ServerProcess | undefined;
let running = '';

/** PostgreSQL refuses to be root. */
function asItself(program: string, args: readonly string[]): string {
  const [command, ...rest] = isRoot
    ? ['runuser', '-u', 'postgres', '--', program, ...args]
    : [program, ...args];
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  // A server that goes on would hold a pipe open.
  const out = path.join(folder, `said-${Date.now()}`);
  const to = fs.openSync(out, 'w');
  const { status } = spawnSync(command ?? '', rest, { env, stdio: ['ignore', to, to] });
  fs.closeSync(to);
  const said = fs.readFileSync(out, 'utf8');
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${said}`);
  return said;
}
function start(data: string): void {
  running = data;
  asItself('pg_ctl', ['-D', data, '-w', '-t', '60', '-l', path.join(folder, 'log'), 'start']);
}
const stop = (): string => asItself('pg_ctl', ['-D', running, '-m', 'immediate', 'stop']);
const ask = (text: string): string =>
  asItself('psql', [
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-U',
    'postgres',
    '-d',
    'recoup',
    '-Atc',
    text,
  ]).trim();

const serve = async (): Promise<ServerProcess> =>
  (server = await startServer({
    env: {
      DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/recoup`,
      RECOUP_MODE: 'demo',
      DEMO_LOANS: '20',
    },
  }));
async function signedIn(url: string): Promise<(path: string, body?: object) => Promise<Response>> {
  const json = { ...same, 'Content-Type': 'application/json' };
  const signIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'system@recoup.test', password: demoPassword }),
  });
  const headers = {
    ...json,
    Cookie: signIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; '),
  };
  return (at, body) =>
    fetch(`${url}/api${at}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
}

beforeAll(async () => {
  const found = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const debian = fs.globSync('/usr/lib/postgresql/*/bin').at(-1);
  bin = debian ?? found.stdout?.trim() ?? '';
  if (!fs.existsSync(path.join(bin, 'pg_basebackup')))
    throw new Error('PostgreSQL with pg_basebackup is missing: apt-get install postgresql, or the like.');
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  port = (probe.address() as AddressInfo).port;
  probe.close();
  fs.chmodSync(folder, 0o755);
  fs.mkdirSync(wal);
  if (isRoot) spawnSync('chown', ['-R', 'postgres', folder]);
  const data = path.join(folder, 'first');
  asItself('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']);
  fs.appendFileSync(
    path.join(data, 'postgresql.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\narchive_mode = on\n` +
      `archive_command = 'test ! -f ${wal}/%f && cp %p ${wal}/%f.part && mv ${wal}/%f.part ${wal}/%f'\n`,
  );
  start(data);
  asItself('createdb', ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', 'recoup']);
});
afterAll(async () => {
  await server?.remove();
  stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('what was there at the moment is there again, and nothing of what came after', async () => {
  const first = await serve();
  let person = await signedIn(first.url);
  const add = async (name: string): Promise<void> => {
    const answer = await person('/breaks', { name, duration: '00:15', description: '' });
    expect([answer.status, name]).toEqual([200, name]);
  };
  await add('Before the base backup');
  asItself(`${scripts}base-backup.sh`, [`postgres://postgres@127.0.0.1:${port}/postgres`, base]);
  await add('Before the moment');
  const moment = ask('select clock_timestamp()');
  await add('After the moment');
  const epoch = ask('select system_identifier from pg_control_system()');
  // The last of the WAL is archived, as archive_timeout sees to.
  ask('select pg_switch_wal()');
  await expect
    .poll(
      () =>
        ask(
          'select last_archived_wal is not null and not exists (select from pg_ls_archive_statusdir() where name like $$%.ready$$) from pg_stat_archiver',
        ),
      { timeout: 30_000 },
    )
    .toBe('t');
  await first.remove();
  stop();

  const again = path.join(folder, 'again');
  asItself(`${scripts}restore-to.sh`, [base, wal, again, moment]);
  start(again);
  await expect.poll(() => ask('select pg_is_in_recovery()'), { timeout: 60_000 }).toBe('f');
  expect(ask('select system_identifier from pg_control_system()')).toBe(epoch);
  person = await signedIn((await serve()).url);
  const kept = await (await person('/breaks')).text();
  expect(kept).toContain('Before the base backup');
  expect(kept).toContain('Before the moment');
  expect(kept).not.toContain('After the moment');
  await add('After the restore');
  expect(() => asItself(`${scripts}restore-to.sh`, [base, wal, again, moment])).toThrow(/is there already/);
});
