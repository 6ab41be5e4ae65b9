/** A real server process, as by `npm start`, with a separate data folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  url: string;
  dataDir: string;
  child: ChildProcess;
  /** All it printed so far. */
  said(): string;
  /** As a crash: no time to close anything. */
  kill(): Promise<void>;
  /** As Ctrl+C. */
  stop(): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
}

interface Options {
  port?: number;
  /** Restarts on an earlier server's data. */
  dataDir?: string;
  env?: Record<string, string>;
  /** Another version of the program, by folder. */
  program?: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Includes creating a demo; a busy host is several times slower. */
const READY_MS = 300_000;

/** Starts a server and resolves once it responds. */
export async function startServer(options: Options = {}): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-e2e-'));
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [path.join(options.program ?? root, 'src/app/server/main.ts')], {
    // Building a page for a test sets production mode.
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_LOANS: '300',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  await ready(child, url, () => said);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    url,
    dataDir,
    child,
    said: () => said,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async remove() {
      await end('SIGTERM');
      fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function ready(child: ChildProcess, url: string, said: () => string): Promise<void> {
  const until = Date.now() + READY_MS;
  while (!said().includes(url)) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`The server did not start:\n${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
