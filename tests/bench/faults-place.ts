/**
 * Two nodes on a separate database behind a pooler and a network: each part can be killed, filled, silenced or migrated.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServer } from '../e2e/server.ts';
import { type SilentNetwork, openSilentNetwork } from '../fakes/silent-network.ts';
import { type Pooler, openPooler } from '../kernel/pooler.ts';
import { type Cluster, type Machine, freePort, machine } from '../kernel/real-cluster.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Two demos' worth of data, and room for some minutes of writes. */
const diskMb = 1500;

/** A server restarted whenever it exits, like systemd, until stopped. */
export interface Node {
  url: string;
  kill(): void;
  /** Stops gracefully, and restarts with that version. */
  again(program?: string): Promise<void>;
  stop(): Promise<void>;
}
export interface Place {
  here: Machine;
  primary: Cluster;
  pooler: Pooler;
  network: SilentNetwork;
  nodes: Node[];
  /** Folder with the primary's data only. */
  disk: string;
  /** What the clocks of the nodes, or of the database, are off by, such as `+1h`; `+0` where they are right. */
  clock(off: string, whose?: 'nodes' | 'database'): void;
  stop(): Promise<void>;
}

function withFakeClock(file: string): Record<string, string> {
  const library = fs.globSync('/usr/lib/*/faketime/libfaketime.so.1')[0];
  if (!library) throw new Error('libfaketime is missing: apt-get install faketime, or the like.');
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    // A jump is of the wall's clock only.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}

async function node(env: Record<string, string>): Promise<Node> {
  const port = await freePort();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-node-'));
  let isKept = true;
  let program: string | undefined;
  const start = (): Promise<ServerProcess> =>
    startServer({ port, dataDir, env, ...(program && { program }) });
  let now = await start();
  const revive = async (): Promise<void> => {
    while (isKept) {
      const next = await start().catch(() => undefined);
      if (next) {
        now = next;
        return keep();
      }
      await wait(500);
    }
  };
  const keep = (): void => void now.child.once('exit', () => void revive());
  keep();
  return {
    url: now.url,
    kill: () => void now.child.kill('SIGKILL'),
    async again(next) {
      program = next;
      const before = now;
      await before.stop();
      while (now === before) await wait(50);
    },
    async stop() {
      isKept = false;
      await now.remove();
    },
  };
}

/** This program and one migration more, as a next version brings it. */
export function nextVersion(migration: string): { folder: string; remove(): void } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-next-'));
  for (const name of ['package.json', 'src'])
    fs.cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'dist'])
    if (fs.existsSync(path.join(root, name))) fs.symlinkSync(path.join(root, name), path.join(folder, name));
  fs.writeFileSync(path.join(folder, 'src/kernel/server/db/migrations/9900-next.sql'), migration);
  return { folder, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

export async function place(): Promise<Place> {
  const clocks = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-clocks-'));
  fs.chmodSync(clocks, 0o755);
  const fileOf = (whose: 'nodes' | 'database'): string => path.join(clocks, whose);
  const clock: Place['clock'] = (off, whose = 'nodes') => fs.writeFileSync(fileOf(whose), `${off}\n`);
  clock('+0');
  clock('+0', 'database');
  const here = machine('faults', withFakeClock(fileOf('database')));
  const disk = path.join(here.folder, 'disk');
  here.run('mkdir', [disk]);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'none', disk]).status !== 0)
    throw new Error('A disk of its own for the database needs the rights of root.');
  spawnSync('chown', ['postgres', disk]);
  const primary = await here.cluster(
    'disk/primary',
    'wal_level = replica\nmax_connections = 200\nmax_wal_size = 256MB\n',
  );
  const users = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-pooler-'));
  fs.chmodSync(users, 0o755);
  const pooler = await openPooler({
    folder: users,
    mode: 'session',
    to: { host: '127.0.0.1', port: primary.port, user: 'postgres' },
    // After a rejection it would retry the database only 15 s later.
    settings: 'server_login_retry=1\n',
  });
  const network = await openSilentNetwork({ host: '127.0.0.1', port: pooler.port });
  const env = {
    DATABASE_URL: `postgres://postgres@127.0.0.1:${network.config.port}/recoup`,
    RECOUP_MODE: 'demo',
    DEMO_LOANS: '600',
    ...withFakeClock(fileOf('nodes')),
  };
  const nodes = [await node(env), await node(env)];
  return {
    here,
    primary,
    pooler,
    network,
    nodes,
    disk,
    clock,
    async stop() {
      for (const one of nodes) await one.stop();
      await network.stop();
      pooler.kill();
      here.stop();
      spawnSync('umount', ['-l', disk]);
      here.remove();
      for (const folder of [users, clocks]) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
