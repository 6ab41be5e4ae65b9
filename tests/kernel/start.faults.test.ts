/** What a person meets who starts Recoup where it cannot start, or where it was killed before. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type ServerProcess } from '../e2e/server.ts';

const main = fileURLToPath(new URL('../../src/app/server/main.ts', import.meta.url));

/** Created by the tests, and deleted afterwards. */
const folders: string[] = [];
function freeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-fault-'));
  folders.push(folder);
  return folder;
}

let running: ServerProcess;

/** Starts a server expected to fail; returns its output and exit code. */
async function refused(env: Record<string, string>): Promise<{ said: string; code: number | null }> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: '0',
      DEMO_LOANS: '0',
      DATABASE_URL: '',
      DATA_DIR: freeFolder(),
      PUBLIC_URL: 'https://recoup.test',
      DATABASE: env['DATABASE_URL'] ? '' : 'embedded',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { said, code };
}

/** Starts a server; returns its output until ready. */
async function greeting(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: '',
      DATA_DIR: freeFolder(),
      PUBLIC_URL: 'https://recoup.test',
      RECOUP_MODE: 'production',
      DATABASE: 'embedded',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  const gone = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += String(chunk);
      // Start messages are complete by then; the remaining start is skipped.
      if (/ at http:\S+/.test(said)) child.kill('SIGTERM');
    });
  await gone;
  return said;
}

beforeAll(async () => {
  running = await startServer();
});

afterAll(async () => {
  await running.remove();
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

describe('an impossible start reports why in one sentence', () => {
  const port = () => new URL(running.url).port;

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['port taken', () => ({ PORT: port() }), /^Port \d+ is taken by another program: .*\.\n$/],
    [
      'data folder in use',
      () => ({ DATA_DIR: running.dataDir }),
      /^The data folder \S+ is in use by another Recoup: .*\.\n$/,
    ],
    [
      'data folder is a file',
      () => ({ DATA_DIR: main }),
      /^The data folder \S+ cannot be written or read: .*\.\n$/,
    ],
    [
      'host of another machine',
      () => ({ HOST: '192.0.2.1' }),
      /^This machine cannot listen on 192\.0\.2\.1: .*\.\n$/,
    ],
    ['no number', () => ({ PORT: 'eighty' }), /^PORT must be a whole number .* “eighty”\.\n$/],
    [
      'demo in production',
      () => ({ NODE_ENV: 'production', RECOUP_MODE: 'demo' }),
      /^RECOUP_MODE is demo while .*\.\n$/,
    ],
    [
      'production without TLS',
      () => ({ RECOUP_MODE: 'production', PUBLIC_URL: 'http://recoup.test' }),
      /^PUBLIC_URL is http:\/\/recoup\.test: in production .* ALLOW_PLAIN_HTTP=yes\.\n$/,
    ],
    [
      'production without an address',
      () => ({ RECOUP_MODE: 'production', PUBLIC_URL: '' }),
      /^PUBLIC_URL is http:\/\/localhost:0: in production .*\.\n$/,
    ],
    [
      'no database there',
      () => ({ DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/recoup' }),
      /^DATABASE_URL is wrong or the database is down: nothing answers at 127\.0\.0\.1:1\.\n$/,
    ],
    [
      'a key of secrets that a full disk left empty',
      () => {
        const folder = freeFolder();
        fs.writeFileSync(path.join(folder, 'secrets.key'), '');
        return { DATA_DIR: folder };
      },
      /^(?:(?:Bringing|Loading) .*\n)*\S+secrets\.key is not a complete key .* Bring it back from a backup: .*\.\n$/,
    ],
    [
      'production without a database',
      () => ({ RECOUP_MODE: 'production', DATABASE: '' }),
      /^DATABASE_URL is missing: .* DATABASE=embedded .*\.\n$/,
    ],
    [
      'production with a mistyped setting',
      () => ({ RECOUP_MODE: 'production', DATBASE_URL: 'postgres://a:secret@db/recoup' }),
      /^DATBASE_URL is no setting: rename it to DATABASE_URL, or remove it\.\n$/,
    ],
    [
      'not a database address',
      () => ({ DATABASE_URL: 'mysql://a:secret@127.0.0.1/recoup' }),
      /^DATABASE_URL must be an address like .*\.\n$/,
    ],
  ])('%s', async (_, env, sentence) => {
    const { said, code } = await refused(env());
    expect(said).toMatch(sentence);
    // The password of these addresses, not the name of a file.
    expect(said).not.toMatch(/\bsecret\b/);
    expect(code).toBe(1);
  });

  it('disk full', async ({ skip }) => {
    const small = freeFolder();
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'none', small]);
    skip(mounted.status !== 0, 'only root may mount a small disk');
    try {
      const { said, code } = await refused({ DATA_DIR: small });
      expect(said).toMatch(/^The disk of the data folder \S+ is full: .*\.\n$/);
      expect(code).toBe(1);
    } finally {
      spawnSync('umount', ['-l', small]);
    }
  });
});

describe('a production that can send no mail', () => {
  const noMail = 'SMTP_URL is not set: invitations, password links and settlement letters reach nobody.';

  it('warns at start that emails and links are not delivered', async () => {
    expect(await greeting({ SMTP_URL: '' })).toContain(noMail);
  });

  it('omits the warning where mail is delivered', async () => {
    const said = await greeting({ SMTP_URL: 'smtp://mail.test' });
    expect(said).toMatch(/ at http/);
    expect(said).not.toContain(noMail);
  });
});

describe('a killed server', () => {
  it('stops its database with it and restarts on the same data', async () => {
    const first = await startServer();
    await first.kill();
    const started = Date.now();
    const again = await startServer({ dataDir: first.dataDir });
    expect(Date.now() - started).toBeLessThan(10_000);
    expect((await fetch(`${again.url}/readyz`)).ok).toBe(true);
    await again.remove();
    const left = spawnSync('pgrep', ['-f', first.dataDir], { encoding: 'utf8' });
    expect(left.stdout).toBe('');
  });
});
