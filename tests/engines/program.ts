/** Starts a browser or its driver, and stops it with all children. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Program {
  child: ChildProcess;
  /** Output so far. */
  said(): string;
  /** Awaits output matching a pattern; returns its first group, or all. */
  hear(words: RegExp): Promise<string>;
  end(): Promise<void>;
}

/** The program and all it started. */
function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal);
}

export function startProgram(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  // A separate process group: browsers have several processes.
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  child.on('error', (error) => (said += String(error)));
  const viewers = new Set<() => void>();
  const tell = (): void => viewers.forEach((viewer) => viewer());
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += String(chunk);
      tell();
    });
  child.on('close', tell);
  const isOver = (): boolean =>
    child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  // An interrupted run leaves no browser.
  process.once('exit', () => {
    if (!isOver()) signalAll(child, 'SIGKILL');
  });
  const end = async (): Promise<void> => {
    if (isOver()) return;
    const gone = once(child, 'exit');
    signalAll(child, 'SIGTERM');
    const force = setTimeout(() => signalAll(child, 'SIGKILL'), 5_000);
    await gone;
    clearTimeout(force);
  };
  const hear = (words: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = words.exec(said);
        if (found) resolve(found[1] ?? found[0]);
        else if (isOver()) reject(new Error(`${command} ended: ${said}`));
        else return;
        viewers.delete(look);
      };
      viewers.add(look);
      look();
    });
  return { child, said: () => said, hear, end };
}
