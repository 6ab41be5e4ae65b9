import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { startupText } from '#text/en/startup.ts';
import { StartupFailure } from '../startup-failure.ts';

/** How to run PostgreSQL's programs: a command to put before them, and the user to spawn them as. */
export interface Identity {
  prefix: string[];
  user: { uid?: number; gid?: number };
}

const NOBODY = 65534;
const AS_NOBODY_INSIDE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

/**
 * PostgreSQL refuses to run as root. So a server started by root runs it as the cluster's owner, at first
 * `nobody`; where only root can enter the folders (a 0700 home), it runs as root outside and `nobody` inside
 * a user namespace. The cluster changes hands when the folders' rights have changed since the last start.
 */
export function chooseIdentity(cluster: string, native: string): Identity {
  if (process.getuid?.() !== 0) return { prefix: [], user: {} };
  const owner = ownerOf(path.join(cluster, 'data'));
  if ([cluster, native].every(everybodyMayEnter)) {
    const user = owner && owner.uid !== 0 ? owner : { uid: NOBODY, gid: NOBODY };
    handOver(cluster, user);
    return { prefix: [], user };
  }
  if (spawnSync(AS_NOBODY_INSIDE[0] ?? '', [...AS_NOBODY_INSIDE.slice(1), 'true']).status !== 0) {
    throw new StartupFailure(startupText.cannotDropRoot);
  }
  handOver(cluster, { uid: 0, gid: 0 });
  return { prefix: AS_NOBODY_INSIDE, user: {} };
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  const found = fs.statSync(folder, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

function everybodyMayEnter(folder: string): boolean {
  const parent = path.dirname(folder);
  return (fs.statSync(folder).mode & 0o001) !== 0 && (parent === folder || everybodyMayEnter(parent));
}

function handOver(cluster: string, to: { uid: number; gid: number }): void {
  const unlike = (folder: string) => fs.existsSync(folder) && fs.statSync(folder).uid !== to.uid;
  if (![cluster, path.join(cluster, 'data'), path.join(cluster, 'socket')].some(unlike)) return;
  const result = spawnSync('chown', ['-R', `${to.uid}:${to.gid}`, cluster], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`chown of ${cluster} failed: ${result.stderr}`);
}
