/** System PostgreSQL: clusters with separate folders and ports, run by its programs as an ordinary user. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { demoPassword } from '../../src/app/demo/accounts.ts';
import { same } from '../kit.ts';

const isRoot = process.getuid?.() === 0;

/** Environment of system programs: a writable folder. */
export interface Machine {
  folder: string;
  /** Runs a program as PostgreSQL's non-root user; returns its output, throws on failure. */
  run(program: string, args: readonly string[]): string;
  /** A new, empty cluster with the database `recoup`, started. */
  cluster(name: string, settings?: string): Promise<Cluster>;
  /** A cluster with an existing data folder, such as a base backup. */
  given(name: string, port: number): Cluster;
  /** Stops all clusters. */
  stop(): void;
  /** Stops them and deletes their data. */
  remove(): void;
}
export interface Cluster {
  port: number;
  data: string;
  url: string;
  start(): void;
  stop(how?: 'fast' | 'immediate'): void;
  /** One value, by psql. */
  ask(text: string): string;
}

export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/** `env` is of its clusters alone. */
export function machine(word: string, env: Readonly<Record<string, string>> = {}): Machine {
  const found = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const bin = fs.globSync('/usr/lib/postgresql/*/bin').at(-1) ?? found.stdout?.trim() ?? '';
  if (!fs.existsSync(path.join(bin, 'pg_basebackup')))
    throw new Error('PostgreSQL with pg_basebackup is missing: apt-get install postgresql, or the like.');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `recoup-${word}-`));
  fs.chmodSync(folder, 0o755);
  if (isRoot) spawnSync('chown', ['-R', 'postgres', folder]);

  function run(program: string, args: readonly string[], more = {}): string {
    const [command, ...rest] = isRoot
      ? ['runuser', '-u', 'postgres', '--', program, ...args]
      : [program, ...args];
    const own = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}`, ...more };
    // A lasting server would block a pipe.
    const out = path.join(folder, `said-${Date.now()}-${Math.random()}`);
    const to = fs.openSync(out, 'w');
    const { status } = spawnSync(command ?? '', rest, { env: own, stdio: ['ignore', to, to] });
    fs.closeSync(to);
    const said = fs.readFileSync(out, 'utf8');
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${said}`);
    return said;
  }
  const running = new Set<Cluster>();
  function given(name: string, port: number): Cluster {
    const data = path.join(folder, name);
    const reach = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
    const one: Cluster = {
      port,
      data,
      url: `postgres://postgres@127.0.0.1:${port}/recoup`,
      start() {
        running.add(one);
        run('pg_ctl', ['-D', data, '-w', '-t', '60', '-l', path.join(folder, 'log'), 'start'], env);
      },
      stop(how = 'immediate') {
        running.delete(one);
        run('pg_ctl', ['-D', data, '-m', how, 'stop']);
      },
      ask: (text) => run('psql', [...reach, '-d', 'recoup', '-Atc', text]).trim(),
    };
    return one;
  }
  const stop = (): void => {
    for (const one of running) one.stop();
  };
  return {
    folder,
    run,
    given,
    async cluster(name, settings = '') {
      const one = given(name, await freePort());
      run('initdb', ['-D', one.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']);
      fs.appendFileSync(
        path.join(one.data, 'postgresql.conf'),
        `port = ${one.port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n${settings}`,
      );
      one.start();
      run('createdb', ['-h', '127.0.0.1', '-p', String(one.port), '-U', 'postgres', 'recoup']);
      return one;
    },
    stop,
    remove() {
      stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The demo's system admin on a cluster; GET by path, POST with a body. */
export async function signedIn(url: string): Promise<(path: string, body?: object) => Promise<Response>> {
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
