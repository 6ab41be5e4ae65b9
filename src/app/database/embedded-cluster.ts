import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { startupText } from '#text/en/program/startup.ts';
import { StartupFailure } from '../server/startup-failure.ts';
import { nativeFolder } from './embedded-binaries.ts';
import { chooseIdentity, type Identity } from './embedded-identity.ts';

/** Everything the launcher needs to know about one data folder. */
export interface Cluster {
  /** What PostgreSQL owns: the data and, where the path is short enough, the socket. */
  folder: string;
  data: string;
  socket: string;
  native: string;
  identity: Identity;
  /** For an ordinary client of the application's database. */
  client: pg.PoolConfig;
}

const SUPERUSER = 'recoup';
export const DATABASE = 'recoup';

/** A Unix socket's path may have 107 bytes, of which PostgreSQL's file name uses 14. */
const LONGEST_SOCKET_FOLDER = 90;

const PRIVATE = 0o700;
const PASSABLE = 0o711;

/** Connection settings for the server of a data folder. */
export function clientOf(dir: string): pg.PoolConfig {
  return { host: socketOf(path.join(dir, 'postgres')), user: SUPERUSER, database: DATABASE };
}

/** Whether the data folder has a database already. */
export const hasCluster = (dir: string): boolean => fs.existsSync(path.join(dir, 'postgres', 'data'));

function socketOf(folder: string): string {
  const beside = path.join(folder, 'socket');
  if (Buffer.byteLength(beside) <= LONGEST_SOCKET_FOLDER) return beside;
  const short = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return path.join(os.tmpdir(), `recoup-${short}`);
}

/** Prepares the folders and creates the cluster the first time. `dir` must exist and be locked. */
export function prepareCluster(dir: string): Cluster {
  const folder = path.join(dir, 'postgres');
  const client = clientOf(dir);
  const socket = String(client.host);
  // Independent of the umask.
  if (fs.mkdirSync(folder, { recursive: true, mode: PASSABLE })) fs.chmodSync(folder, PASSABLE);
  fs.mkdirSync(socket, { recursive: true, mode: PRIVATE });
  const native = fs.realpathSync(nativeFolder());
  const identity = chooseIdentity(folder, native);
  if (!socket.startsWith(folder)) claimSocketFolder(socket, identity);
  const cluster = { folder, data: path.join(folder, 'data'), socket, native, identity, client };
  if (fs.existsSync(cluster.data)) checkMajor(dir, cluster);
  else createCluster(cluster);
  return cluster;
}

/** /tmp is world-writable: a socket folder of another user is rejected. */
function claimSocketFolder(socket: string, { user }: Identity): void {
  const mine = process.getuid?.() ?? 0;
  const found = fs.lstatSync(socket);
  if (!found.isDirectory() || ![mine, user.uid].includes(found.uid)) {
    throw new StartupFailure(startupText.dataUnwritable(socket));
  }
  if (user.uid !== undefined) fs.chownSync(socket, user.uid, user.gid ?? user.uid);
}

function checkMajor(dir: string, { data, native }: Cluster): void {
  const found = fs.readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim();
  const version = spawnSync(path.join(native, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' });
  const wanted = /(\d+)\./.exec(version.stdout)?.[1];
  if (wanted && found !== wanted) throw new StartupFailure(startupText.otherMajor(dir, found, wanted));
}

/**
 * The C locale would make `'É' ILIKE 'é'` false and exclude Hindi characters from trigram search, so the locale is
 * built-in C.UTF-8 and the character type the first of these available.
 */
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8', 'C'];
const CREATE = [
  `--username=${SUPERUSER}`,
  '--auth=trust',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--lc-collate=C',
  '--lc-messages=C',
  '--no-instructions',
];

function createCluster(cluster: Cluster): void {
  let reason = '';
  for (const characterType of CHARACTER_TYPES) {
    // Created under a temporary name and renamed when complete: an interrupted start leaves nothing that appears
    // finished.
    for (const name of fs.readdirSync(cluster.folder).filter((one) => one.startsWith('new-'))) {
      fs.rmSync(path.join(cluster.folder, name), { recursive: true, force: true, maxRetries: 5 });
    }
    const unfinished = path.join(cluster.folder, `new-${process.pid}`);
    const { command, args, options } = program(cluster, 'initdb', [
      `--pgdata=${unfinished}`,
      ...CREATE,
      `--lc-ctype=${characterType}`,
    ]);
    const result = spawnSync(command, args, { ...options, encoding: 'utf8' });
    if (result.status === 0) return fs.renameSync(unfinished, cluster.data);
    reason = result.stderr || String(result.error);
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
  throw new StartupFailure(startupText.embeddedFailed(reasonIn(reason)), { cause: new Error(reason) });
}

/** Command line of a PostgreSQL program under the right identity, optionally wrapped by another command. */
export function program(cluster: Cluster, name: string, args: string[], behind: string[] = []) {
  const [command = '', ...rest] = [
    ...cluster.identity.prefix,
    ...behind,
    path.join(cluster.native, 'bin', name),
    ...args,
  ];
  const env = { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: '' };
  return { command, args: rest, options: { ...cluster.identity.user, env, cwd: cluster.folder } };
}

const NOT_YET = /the database system is (starting up|not yet accepting|shutting down|in recovery mode)/;

/** The error in PostgreSQL's output. */
export function reasonIn(output: string): string {
  // Excludes our query from the error.
  const lines = output
    .trim()
    .split('\n')
    .filter((one) => !NOT_YET.test(one));
  const line =
    lines.find((one) => /No space left on device/.test(one)) ??
    lines.find((one) => /FATAL|PANIC|error:/.test(one)) ??
    lines.at(-1) ??
    '';
  return line.replace(/^.*?(FATAL|PANIC|error):\s*/, '');
}
