/** Every command of an operator, and the start, in surroundings that are wrong: sentences, no trace, no part of a secret. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addressOf } from '../agencies/kit.ts';
import { type TestServer, boot } from '../kit.ts';

const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> })
  .scripts;
/** What only developers run, on a checkout. */
const ofDevelopers =
  'dev build test check types lint style format e2e faults prove bench engines exchange look gallery new release:fixture map house schema';
/** Arguments of each operator command, in addition to those in package.json. */
const given: Readonly<Record<string, readonly string[]>> = {
  start: [],
  'db:backup': ['@folder'],
  'db:backup-key': ['@folder/new.key'],
  'db:migrate': [],
  'db:restore': ['@folder/no.backup.gz'],
  'db:rehearse-upgrade': [],
  'db:rehearse-restore': ['@folder/no.backup.gz'],
  'files:backup': ['@folder/files'],
  'files:restore': ['@folder'],
  audit: [],
  'evidence:verify': ['@folder/no.zip'],
  'exchange:config': ['--check'],
  'admin:create': ['--email', 'asha@recoup.test', '--name', 'Asha Rao'],
  'admin:second-factor': ['--email', 'asha@recoup.test'],
  'secrets:rotate': ['--new'],
  'agency:list': [],
  'agency:create': ['asha', 'asha.recoup.test'],
  'agency:settings': ['asha'],
  'agency:suspend': ['asha'],
  'agency:resume': ['asha'],
  'agency:delete': ['asha', '--really', 'asha'],
  'agency:move': ['asha'],
  'agency:backup': ['asha', '@folder'],
  'agency:restore': ['asha', '@folder/no.backup.gz'],
};

let folder = '';
let server: TestServer;
const poor = `recoup_poor_${process.pid}`;
const SECRET = 'Zq7Vx9Kk';

async function ask(text: string, database?: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), ...(database && { database }) });
  await client.connect();
  await client.query(text);
  await client.end();
}
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'recoup-commands-'));
  server = await boot();
  await ask(`create database ${poor} template template0 encoding 'UTF8'`);
  await ask(`create role ${poor} login password '${SECRET}'`);
  await ask(`alter role ${poor} set search_path = public`);
  writeFileSync(
    path.join(folder, 'tomorrow.mjs'),
    `const now = Date.now; Date.now = () => now() + Number(process.env.SHIFT_MS);`,
  );
});
afterAll(async () => {
  await server.stop();
  await ask(`drop database if exists ${poor} with (force)`);
  await ask(`drop role if exists ${poor}`);
  rmSync(folder, { recursive: true, force: true });
});

interface Said {
  text: string;
  code: number | null;
}
async function run(name: string, env: Readonly<Record<string, string>>): Promise<Said> {
  const [, tool = 'start', words = ''] = /run\.mjs (\S+) ?(.*)$/.exec(scripts[name] ?? '') ?? [];
  const file =
    name === 'start'
      ? 'src/app/server/main.ts'
      : `src/tools/${name === 'evidence:verify' ? 'evidence-verify' : tool}.ts`;
  const args = [...words.split(' ').filter(Boolean), ...(given[name] ?? [])];
  const child = spawn(process.execPath, [file, ...args.map((one) => one.replace('@folder', folder))], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: '.cache/node',
      PORT: '0',
      DATA_DIR: path.join(folder, 'none'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += String(chunk);
      if (!child.killed && text.includes('Recoup is ready')) child.kill('SIGTERM');
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { text, code };
}

/** Runs all, a few at a time; answers what is not as it must be. */
async function wrongIn(
  names: readonly string[],
  env: Readonly<Record<string, string>>,
  isRight: (said: Said, name: string) => boolean,
): Promise<Record<string, Said>> {
  const wrong: Record<string, Said> = {};
  const waiting = [...names];
  const turn = async (): Promise<void> => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      const said = await run(name, env);
      const isPlain =
        !/^ {2,}at |\n {2,}at |\[cause\]|node:internal|\{\n/.test(said.text) && !said.text.includes(SECRET);
      if (!isPlain || !isRight(said, name)) wrong[name] = said;
    }
  };
  await Promise.all([turn(), turn(), turn()]);
  return wrong;
}
const names = Object.keys(given);
/** Neither reads a setting: a file is verified anywhere. */
const settings = names.filter((name) => name !== 'evidence:verify');
/** One for each way to the database. */
const withDatabase = ['start', 'db:backup', 'db:migrate', 'files:restore', 'audit', 'admin:second-factor'];
const lines = (text: string): string[] => text.trim().split('\n');

test('every command of package.json is of developers, or is tried here', () => {
  expect(Object.keys(scripts).toSorted()).toEqual([...names, ...ofDevelopers.split(' ')].toSorted());
});

test.each<[string, readonly string[], Record<string, string>, readonly RegExp[]]>([
  [
    'wrong and missing settings, all at once',
    settings,
    {
      NODE_ENV: 'production',
      PORT: 'eighty',
      BACKUP_RECIPIENTS: 'age1nothing',
      DATBASE_URL: `postgres://u:${SECRET}@h/d`,
    },
    [
      /^PORT must be/m,
      /^BACKUP_RECIPIENTS must be/m,
      /^DATBASE_URL is no setting: rename it/m,
      /^DATABASE_URL is missing/m,
    ],
  ],
  [
    'a password that is not percent-encoded',
    ['start', 'db:backup', 'exchange:config', 'agency:list'],
    { DATABASE_URL: `postgres://recoup:p@${SECRET}/w#rd@db:5432/recoup`, PUBLIC_URL: 'https://recoup.test' },
    [/^DATABASE_URL has a character .* percent-encoded: @ as %40.*$/],
  ],
  [
    'a secret in a file that is not there',
    ['start', 'db:backup'],
    { DATABASE_URL_FILE: '/none/secret', PUBLIC_URL: 'https://recoup.test' },
    [/^DATABASE_URL_FILE names \/none\/secret, which cannot be read\.$/],
  ],
])('commands and the start refuse %s', async (_, tried, env, sentences) => {
  const isRight = ({ text, code }: Said, name: string): boolean =>
    code === 1 &&
    sentences.every((one) => one.test(text.trim())) &&
    // Only a start requires the address of the pages.
    lines(text).length === sentences.length + Number(name === 'start' && !env['PUBLIC_URL']);
  expect(await wrongIn(tried, env, isRight)).toEqual({});
});

const own = (user: string, password: string, database: string): string => {
  const url = new URL(addressOf(inject('postgres'), database));
  url.username = user;
  url.password = password;
  return url.href;
};

test.each<[string, () => Record<string, string>, RegExp]>([
  [
    'a database that is down',
    () => ({ DATABASE_URL: `postgres://u:${SECRET}@127.0.0.1:1/recoup` }),
    /nothing answers at 127\.0\.0\.1:1\.|There is no backup/,
  ],
  [
    'a clock that is a day ahead of the database server',
    () => ({
      DATABASE_URL: addressOf(inject('postgres'), server.databaseName),
      NODE_OPTIONS: `--import=${path.join(folder, 'tomorrow.mjs')}`,
      SHIFT_MS: '86400000',
    }),
    /database server are 24 hours apart|There is no backup/,
  ],
  [
    'a certificate of the database that is not there',
    () => ({
      DATABASE_URL: `${addressOf(inject('postgres'), server.databaseName)}?sslmode=verify-full&sslrootcert=/none/ca.pem`,
    }),
    /^\/none\/ca\.pem cannot be used \(ENOENT\)|There is no backup/,
  ],
  [
    'a role that does not own its database',
    () => ({ DATABASE_URL: own(poor, SECRET, poor) }),
    /too few rights|is not of this version|database is empty|There is no backup|behind this program/,
  ],
])('commands and the start refuse %s with one sentence', async (_, env, sentence) => {
  const isRight = ({ text, code }: Said, name: string): boolean =>
    // An empty folder restores into any database.
    (code === 0 && name === 'files:restore') ||
    (code === 1 && sentence.test(text) && lines(text).length <= 2);
  expect(await wrongIn(withDatabase, { PUBLIC_URL: 'https://recoup.test', ...env() }, isRight)).toEqual({});
});

test('clocks that are minutes off are reported, and the command continues', async () => {
  const { text, code } = await run('db:backup', {
    DATABASE_URL: addressOf(inject('postgres'), server.databaseName),
    NODE_OPTIONS: `--import=${path.join(folder, 'tomorrow.mjs')}`,
    SHIFT_MS: '420000',
  });
  expect(text).toMatch(/^The clocks of this machine and of the database server are 7 minutes apart/);
  expect(code).toBe(0);
});

/** On the database of the tests, by a role that may have so many connections. */
async function withLimit<T>(limit: number, work: (env: Record<string, string>) => Promise<T>): Promise<T> {
  await ask(
    `grant all on database ${server.databaseName} to ${poor}; alter role ${poor} connection limit ${limit}`,
  );
  await ask(
    `grant all on all tables in schema public to ${poor}; grant usage on schema jobs, public to ${poor}`,
    server.databaseName,
  );
  await ask(`grant all on all tables in schema jobs to ${poor}`, server.databaseName);
  try {
    return await work({
      DATABASE_URL: own(poor, SECRET, server.databaseName),
      PUBLIC_URL: 'https://recoup.test',
    });
  } finally {
    await ask(`drop owned by ${poor}`, server.databaseName);
    await ask(`alter role ${poor} connection limit -1`);
  }
}

test.each([1, 2, 3])(
  'a start with room for %i connections to the database reports what to lower or raise',
  async (limit) => {
    const { text, code } = await withLimit(limit, (env) => run('start', { ...env, MIGRATIONS: 'apart' }));
    expect(text).toMatch(
      /^PostgreSQL has no free connection for Recoup \(too many connections .*\)\. Lower DATABASE_CONNECTIONS.*\n/,
    );
    expect(code).toBe(1);
  },
);

test('a database set read-only is not reported as a standby', async () => {
  await ask(`alter database ${poor} owner to ${poor}`);
  await ask(`alter database ${poor} set default_transaction_read_only = on`);
  const { text, code } = await run('start', {
    DATABASE_URL: own(poor, SECRET, poor),
    PUBLIC_URL: 'https://recoup.test',
  });
  expect(text).toMatch(/^The database takes no writes: .* default_transaction_read_only is on\. .*\n$/);
  expect(code).toBe(1);
});

test('a file of the data folder that cannot be read is named, with the user who may not', async () => {
  const dataDir = path.join(folder, 'wrong');
  mkdirSync(path.join(dataDir, 'secrets.key'), { recursive: true });
  const { text, code } = await run('start', {
    DATABASE_URL: addressOf(inject('postgres'), server.databaseName),
    PUBLIC_URL: 'https://recoup.test',
    DATA_DIR: dataDir,
  });
  expect(text).toMatch(
    /^The data folder \S+wrong cannot be written or read: user \d+ may not use \S+secrets\.key \(EISDIR\)\. .*\n$/,
  );
  expect(code).toBe(1);
});

test('an evidence pack that is not there is named', async () => {
  const { text, code } = await run('evidence:verify', {});
  expect(text).toMatch(/^\S+no\.zip cannot be read \(ENOENT\)\. Name the file of the evidence pack\.\n$/);
  expect(code).toBe(2);
});
