import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startupText } from '#text/en/program/startup.ts';
import { StartupFailure } from '../server/startup-failure.ts';
import { DATABASE, reasonIn, program, type Cluster } from './embedded-cluster.ts';

/**
 * Stops PostgreSQL when our end of its standard input closes, however this process exits, and exits when PostgreSQL
 * does.
 */
const KEEPER = `
  exec 3<&0
  "$@" 3<&- & server=$!
  { read -r _ <&3; kill -INT $server; } 2>/dev/null & watch=$!
  exec 3<&-
  wait $server; code=$?
  kill $watch 2>/dev/null
  exit $code`;

const MEGABYTE = 1024 * 1024;
/** An eighth of the memory: caches what every list scans. Allocated on use. */
const buffers = Math.min(4096, Math.max(128, Math.floor(os.totalmem() / 8 / MEGABYTE)));

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: `${buffers}MB`,
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '2GB',
  // The first change of a page after a checkpoint logs the full page: compressed to less than half.
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_min_messages: 'fatal',
};

const PATIENCE_MS = 60_000;
const TICK_MS = 20;

/**
 * Starts the server of a prepared cluster and creates the application's database; returns a stop function, and its
 * exit.
 */
export async function startServer(
  cluster: Cluster,
  settings: Readonly<Record<string, string>>,
): Promise<{ stop: () => Promise<void>; ended: Promise<Error> }> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    await endOrphan(cluster);
    const server = launch(cluster, settings);
    if (await answers(cluster, server, deadline)) return { stop: () => stop(server), ended: endOf(server) };
    if (!mayStartNow(server.said()) || performance.now() > deadline) {
      await stop(server);
      const reason = server.said();
      throw new StartupFailure(startupText.embeddedFailed(reasonIn(reason)), { cause: new Error(reason) });
    }
    await wait(200);
  }
}

/**
 * Transient reasons of a failed start: backends of a killed server are still exiting, or recovery finds a file of an
 * unlogged table created when the server was killed.
 */
export const mayStartNow = (reason: string): boolean =>
  /shared memory block|lock file .* already exists|could not create file "base\/.*": File exists/.test(
    reason,
  );

interface Server {
  child: ChildProcess;
  said(): string;
  ended(): boolean;
}

function launch(cluster: Cluster, other: Readonly<Record<string, string>>): Server {
  const settings = Object.entries({ ...SETTINGS, ...other, unix_socket_directories: cluster.socket });
  const { command, args, options } = program(
    cluster,
    'postgres',
    ['-D', cluster.data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    ['sh', '-c', KEEPER, 'keeper'],
  );
  // Detached: Ctrl+C in the terminal is for us, and we stop PostgreSQL after the last request.
  const child = spawn(command, args, { ...options, detached: true, stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  let ended = false;
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-20_000)));
  child.on('error', (error) => ((ended = true), (said += error.message)));
  child.on('exit', () => {
    ended = true;
    child.stdin?.destroy();
  });
  return { child, said: () => said, ended: () => ended };
}

/** Settles when the server exits unexpectedly. */
function endOf({ child, said }: Server): Promise<Error> {
  return new Promise((resolve) => {
    child.once('exit', () => {
      if (child.stdin?.writableEnded) return;
      const reason = said();
      resolve(new StartupFailure(startupText.embeddedEnded(reasonIn(reason)), { cause: new Error(reason) }));
    });
  });
}

async function stop({ child, ended }: Server): Promise<void> {
  if (ended()) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.stdin?.end();
  await gone;
}

/** Polls until the application's database accepts connections; false when the server exited. */
async function answers(cluster: Cluster, server: Server, deadline: number): Promise<boolean> {
  while (!server.ended() && performance.now() < deadline) {
    const state = await knock(cluster.client);
    if (state === 'ready') return true;
    if (state === 'no database') await createDatabase(cluster);
    else await wait(TICK_MS);
  }
  return false;
}

/** Tries one connection to the application's database. */
export async function knock(config: pg.PoolConfig): Promise<'ready' | 'no database' | 'silent'> {
  const client = new pg.Client(config);
  // Without a listener, a stopping server would crash this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === '3D000' ? 'no database' : 'silent';
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ ...cluster.client, database: 'postgres' });
  await client.connect();
  try {
    await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** An impossible process id, so PostgreSQL treats a lock with it as stale. */
const NO_PROCESS = '99999999';

/**
 * We have the data folder, so a server still running on it lost its owner: stop it. A lock with the id of another
 * program or a zombie would block PostgreSQL: mark it stale, but preserve the remainder, by which PostgreSQL finds
 * backends that outlived their server.
 */
async function endOrphan({ data, socket }: Cluster): Promise<void> {
  const lock = path.join(data, 'postmaster.pid');
  const since = performance.now();
  for (;;) {
    const content = fs.existsSync(lock) ? fs.readFileSync(lock, 'utf8') : '';
    const pid = Number.parseInt(content, 10);
    if (!pid || !isRunning(pid)) break;
    if (!isPostgres(pid)) {
      fs.writeFileSync(lock, content.replace(/^\d+/, NO_PROCESS));
      break;
    }
    // Its supervisor sent SIGINT already; without one it is signalled here, finally with SIGQUIT.
    if (performance.now() - since > 1000)
      signal(pid, performance.now() - since > 10_000 ? 'SIGQUIT' : 'SIGINT');
    if (performance.now() - since > 20_000) return;
    await wait(100);
  }
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    fs.rmSync(path.join(socket, name), { force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Without /proc (macOS), a running process is assumed to be the server. */
function isPostgres(pid: number): boolean {
  if (!fs.existsSync('/proc/self/stat')) return true;
  const file = `/proc/${pid}/stat`;
  return fs.existsSync(file) && /\(postgres\) [^Z]/.test(fs.readFileSync(file, 'utf8'));
}

function signal(pid: number, name: NodeJS.Signals): void {
  if (isRunning(pid)) process.kill(pid, name);
}
