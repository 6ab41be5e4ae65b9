import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startupText } from '#text/en/program/startup.ts';
import { StartupFailure } from '../server/startup-failure.ts';

/** How to run PostgreSQL's programs: a command to put before them, and the user to spawn them as. */
export interface Identity {
  prefix: string[];
  user: { uid?: number; gid?: number };
}

const NOBODY = 65534;
const AS_NOBODY_INSIDE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

/**
 * PostgreSQL does not run as root. A server started by root runs it as the cluster's owner, initially the system user
 * with no rights; where that user cannot enter the folders (a 0700 home), it runs as root outside and as that user
 * inside a user namespace. The cluster's owner changes when the folder permissions have changed.
 */
export function chooseIdentity(cluster: string, native: string): Identity {
  if (process.getuid?.() !== 0) return { prefix: isKnownUser() ? [] : namespace(), user: {} };
  const { uid, gid } = fs.statSync(cluster);
  const user = uid === 0 ? { uid: NOBODY, gid: NOBODY } : { uid, gid };
  if ([path.dirname(cluster), native].every((folder) => mayEnter(folder, user.uid))) {
    handOver(cluster, user);
    return { prefix: [], user };
  }
  const prefix = namespace();
  handOver(cluster, { uid: 0, gid: 0 });
  return { prefix, user: {} };
}

/** initdb wants a name for its user, which a container started with a bare number does not have. */
function isKnownUser(): boolean {
  try {
    return os.userInfo().username !== '';
  } catch {
    return false;
  }
}

function namespace(): string[] {
  const [command = '', ...args] = AS_NOBODY_INSIDE;
  if (spawnSync(command, [...args, 'true']).status === 0) return AS_NOBODY_INSIDE;
  throw new StartupFailure(startupText.cannotRunHere);
}

function mayEnter(folder: string, uid: number): boolean {
  const found = fs.statSync(folder);
  const allowed = found.mode & (found.uid === uid ? 0o100 : 0o001);
  const parent = path.dirname(folder);
  return allowed !== 0 && (parent === folder || mayEnter(parent, uid));
}

function handOver(cluster: string, to: { uid: number; gid: number }): void {
  const folders = [cluster, path.join(cluster, 'data'), path.join(cluster, 'socket')];
  if (folders.every((folder) => !fs.existsSync(folder) || fs.statSync(folder).uid === to.uid)) return;
  const result = spawnSync('chown', ['-R', `${to.uid}:${to.gid}`, cluster], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`chown of ${cluster} failed: ${result.stderr}`);
}
