/** `npm start` in a fresh clone with packages in npm's cache, and a second time. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from './kit.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'recoup-start-'));
const clone = join(folder, 'recoup');
const port = '4874';
const url = `http://localhost:${port}`;

/** Seconds from the command to an answered sign-in page. */
async function start(): Promise<{ seconds: number; child: ChildProcess }> {
  const started = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: clone,
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout?.on('data', (chunk) => (said += String(chunk)));
  while (!said.includes(url)) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    await new Promise((rest) => setTimeout(rest, 20));
  }
  const page = await fetch(`${url}/login`);
  if (!page.ok) throw new Error(`The sign-in page answers ${page.status}`);
  return { seconds: (performance.now() - started) / 1000, child };
}
async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

execFileSync('git', ['clone', '--quiet', root, clone]);
const first = await start();
report('first start: install, build, database, demo agency', first.seconds, { unit: 's', atMost: 90 });
await end(first.child);
const second = await start();
report('second start', second.seconds, { unit: 's', atMost: 3 });
await end(second.child);
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit(0);
