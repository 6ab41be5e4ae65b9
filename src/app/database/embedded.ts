import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { startupText } from '#text/en/program/startup.ts';
import { StartupFailure } from '../server/startup-failure.ts';
import { lockDataFolder, type DataFolderLock } from './data-folder-lock.ts';
import { clientOf, prepareCluster } from './embedded-cluster.ts';
import { knock, startServer } from './embedded-server.ts';

/** A running embedded PostgreSQL: how to reach it and how to stop it. */
export interface Embedded {
  config: pg.PoolConfig;
  stop(): Promise<void>;
  /** Settles when the server exits unexpectedly; never when it is stopped or another process runs it. */
  ended: Promise<Error>;
}

export const never = new Promise<never>(() => undefined);

/** A server that is stopping, or was just killed, releases the lock of its folder within this time. */
const LETTING_GO_MS = 3000;
const ATTACHING_MS = 30_000;

/**
 * Runs the npm-installed PostgreSQL in `dir` during the lifetime of this process. The folder is locked: a second
 * start is rejected. `settings` of PostgreSQL override ours.
 */
export async function startEmbedded(
  dir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Embedded> {
  const folder = makeFolder(dir);
  const until = performance.now() + LETTING_GO_MS;
  let lock = lockDataFolder(folder);
  while (!lock) {
    if (performance.now() > until) throw new StartupFailure(startupText.dataInUse(folder));
    await wait(50);
    lock = lockDataFolder(folder);
  }
  return start(folder, lock, settings);
}

/**
 * For tools only: uses the server that another process runs in `dir`, or starts one. An attached tool loses
 * its connection when that process stops.
 */
export async function attachEmbedded(dir: string): Promise<Embedded> {
  const folder = makeFolder(dir);
  const until = performance.now() + ATTACHING_MS;
  do {
    const lock = lockDataFolder(folder);
    if (lock) return start(folder, lock);
    const config = clientOf(folder);
    if ((await knock(config)) === 'ready') return { config, stop: async () => undefined, ended: never };
    await wait(100);
  } while (performance.now() < until);
  throw new StartupFailure(startupText.dataInUse(folder));
}

/** The data folder, for its owner only. */
export function makeFolder(dir: string): string {
  const isNew = fs.mkdirSync(dir, { recursive: true, mode: 0o700 }) !== undefined;
  // Searchable, not readable: as root, PostgreSQL's user must reach its folder.
  if (isNew && process.getuid?.() === 0) fs.chmodSync(dir, 0o711);
  return fs.realpathSync(path.resolve(dir));
}

async function start(
  folder: string,
  lock: DataFolderLock,
  settings: Readonly<Record<string, string>> = {},
): Promise<Embedded> {
  try {
    const cluster = prepareCluster(folder);
    const { stop: stopServer, ended } = await startServer(cluster, settings);
    return {
      config: cluster.client,
      ended,
      async stop() {
        await stopServer();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
