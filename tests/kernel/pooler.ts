/** A real PgBouncer with defaults, except mode and requested settings. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from './real-cluster.ts';

export interface Pooler {
  port: number;
  /** At once, with all its connections. */
  kill(): void;
  /** Restarts on the same port; resolves when accepting connections. */
  start(): Promise<void>;
}

interface Place {
  /** Its folder, readable by its user. */
  folder: string;
  mode: 'session' | 'transaction';
  to: Pick<pg.PoolConfig, 'host' | 'port' | 'user'>;
  /** Additional settings. */
  settings?: string;
}

export async function openPooler({ folder, mode, to, settings = '' }: Place): Promise<Pooler> {
  const { status } = spawnSync('pgbouncer', ['--version']);
  if (status !== 0) throw new Error('pgbouncer is missing: apt-get install pgbouncer, or the like.');
  const port = await freePort();
  const [users, ini] = ['users.txt', `${mode}.ini`].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  fs.writeFileSync(users, `"${String(to.user)}" ""\n`);
  fs.writeFileSync(
    ini,
    `[databases]\n* = host=${to.host} port=${to.port}\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port=${port}\n` +
      `auth_type=trust\nauth_file=${users}\npool_mode=${mode}\ndefault_pool_size=60\nunix_socket_dir=\n${settings}`,
  );
  let child: ChildProcess | undefined;
  const one: Pooler = {
    port,
    kill: () => void child?.kill('SIGKILL'),
    async start() {
      // It refuses to be root.
      const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
      const now = spawn('pgbouncer', [...asNobody, ini], { stdio: ['ignore', 'ignore', 'pipe'] });
      child = now;
      let said = '';
      now.stderr.on('data', (chunk) => (said += String(chunk)));
      while (!said.includes('process up')) {
        if (now.exitCode !== null) throw new Error(`PgBouncer did not start: ${said}`);
        await wait(20);
      }
    },
  };
  await one.start();
  return one;
}
