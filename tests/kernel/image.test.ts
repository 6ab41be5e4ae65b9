/** Image and compose: the image runs without development packages, and compose matches its documentation. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addressOf } from '../agencies/kit.ts';

const compose = fs.readFileSync('compose.yaml', 'utf8');
const dockerfile = fs.readFileSync('Dockerfile', 'utf8');
const database = `recoup_test_image_${process.pid}`;
let folder = '';
let image = '';

async function ask(text: string): Promise<void> {
  const client = new pg.Client(inject('postgres'));
  await client.connect();
  await client.query(text);
  await client.end();
}

/** The packages that `npm ci --omit=dev` installs, and no other. */
function installProduction(to: string): void {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean }>;
  };
  for (const [name, { dev, devOptional, optional }] of Object.entries(packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(name) || dev || devOptional || optional) continue;
    fs.mkdirSync(path.dirname(path.join(to, name)), { recursive: true });
    fs.symlinkSync(path.resolve(name), path.join(to, name));
  }
}

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-image-'));
  image = path.join(folder, 'app');
  fs.mkdirSync(image);
  const made = spawnSync(process.execPath, ['src/tools/build/image-sources.mjs', image], {
    encoding: 'utf8',
  });
  expect(made.stderr).toBe('');
  installProduction(image);
  await ask(`create database ${database} template template0 encoding 'UTF8'`);
});
afterAll(async () => {
  await ask(`drop database if exists ${database} with (force)`);
  fs.rmSync(folder, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ text: string; code: number | null }> {
  const child = spawn(process.execPath, args, {
    cwd: image,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: addressOf(inject('postgres'), database),
      PUBLIC_URL: 'https://recoup.test',
      MIGRATIONS: 'apart',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
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

test('an image server rejects an outdated database, and starts once the migration step has run', async () => {
  const before = await run('src/app/server/main.ts');
  expect(before.text).toMatch(
    /^The database is \d+ migrations? behind this program\. Run npm run db:migrate first\.\n$/,
  );
  expect(before.code).toBe(1);
  const step = await run('src/tools/migrate.ts');
  expect([step.text, step.code]).toEqual([expect.stringMatching(/\d+ migrations? applied\.\n$/), 0]);
  expect((await run('src/tools/migrate.ts')).text).toContain('was of this version already');
  const { text, code } = await run('src/app/server/main.ts');
  expect(text).toContain('Recoup is ready at');
  expect(code).toBe(0);
});

test('the image has no tests, screens, demo or tools of developers, and every command it names', async () => {
  const names = fs
    .readdirSync(path.join(image, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'));
  expect(
    names.filter((name) =>
      /\.test\.|\.tsx$|(^|\/)client\/|^app\/demo|^tools\/(bench|build|house)/.test(name),
    ),
  ).toEqual([]);
  const commands = [
    ...`${compose}${dockerfile}`.matchAll(/(?:node |sh |\[node, )(src\/\S+?\.(?:ts|sh))/g),
  ].map(([, file = '']) => file);
  expect(commands.length).toBeGreaterThan(5);
  for (const file of commands)
    expect([file, fs.existsSync(path.join(image, file)) || file.startsWith('src/tools/build/')]).toEqual([
      file,
      true,
    ]);
  const { text } = await run('src/tools/db.ts');
  expect(text).toContain('Use: npm run db:backup');
  const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { dependencies: object };
  expect(Object.keys(dependencies)).not.toContain('@faker-js/faker');
});

const services = new Map(
  (compose.split(/^services:$/m)[1]?.split(/^volumes:$/m)[0] ?? '')
    .split(/^(?= {2}\w+:$)/m)
    .flatMap((text) => {
      const name = /^ {2}(\w+):$/m.exec(text)?.[1];
      return name ? [[name, text] as const] : [];
    }),
);
const service = (name: string): string => services.get(name) ?? '';

test('base images have an exact version and accept a digest', () => {
  const bases = [
    ...`${dockerfile}${compose}`.matchAll(/(?:NODE_IMAGE=|POSTGRES_IMAGE:-)((?:node|postgres):[\w.-]+)/g),
  ];
  expect(bases.length).toBeGreaterThanOrEqual(2);
  for (const [, base] of bases) expect(base).toMatch(/:\d+\.\d+(\.\d+)?-bookworm/);
  expect(dockerfile.match(/^FROM .*$/gm)?.every((line) => line.startsWith('FROM ${NODE_IMAGE}'))).toBe(true);
});

test('every service has limits, no capability it does not need, and no secret in its environment', () => {
  expect([...services.keys()]).toEqual(['recoup', 'migrate', 'backup', 'restore', 'database']);
  for (const [name, text] of services) {
    for (const promise of ['mem_limit:', 'cpus:', 'pids_limit:', 'cap_drop: [ALL]', 'no-new-privileges:true'])
      expect([name, promise, text.includes(promise)]).toEqual([name, promise, true]);
    expect([
      name,
      /^ {6}(?!BACKUP_RECIPIENTS)\w*(PASSWORD|SECRETS_KEY|TOKEN|CRON_KEY|(?<!PUBLIC)_URL):/m.test(text),
    ]).toEqual([name, false]);
  }
});

test('the program has a version, starts after its migrations, and is no superuser of its database', () => {
  expect(service('recoup')).toMatch(/image: &image recoup:\$\{RECOUP_VERSION:\?/);
  expect(service('recoup')).toMatch(/migrate:\n +condition: service_completed_successfully/);
  expect(service('recoup')).toContain('MIGRATIONS: apart');
  expect(service('database')).toContain('POSTGRES_USER: postgres');
  expect(fs.readFileSync('src/app/operation/database-role.sh', 'utf8')).toContain(
    'create role recoup login nosuperuser',
  );
  // Servers have the program's role; only services that need the owner see its address.
  expect(compose).toContain(
    'postgres://recoup_program:$(cat secrets/program-password)@database:5432/recoup > secrets/server/database-url',
  );
  expect(service('recoup')).not.toContain('owner');
  for (const name of ['migrate', 'backup', 'restore'])
    expect(service(name)).toContain('- *owners'.replace('*', name === 'migrate' ? '&' : '*'));
});

test('every way to start a server stores logs for 180 days', () => {
  expect(service('recoup')).toContain('LOG_DAYS: ${LOG_DAYS:-180}');
  expect(fs.readFileSync('src/app/operation/kubernetes.yaml', 'utf8')).toContain(
    "{ name: LOG_DAYS, value: '180' }",
  );
  expect(fs.readFileSync('src/app/operation/recoup.service', 'utf8')).toMatch(
    /^Environment=.*\bLOG_DAYS=180\b/m,
  );
});

test('the build lists run-time packages, without demo data and test tools', () => {
  const { status } = spawnSync(process.execPath, ['src/tools/build/sbom.mjs'], { encoding: 'utf8' });
  expect(status).toBe(0);
  const { bomFormat, components } = JSON.parse(fs.readFileSync('sbom.cdx.json', 'utf8')) as {
    bomFormat: string;
    components: { name: string; version: string }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const names = components.map(({ name }) => name);
  expect(names).toContain('fastify');
  expect(names.filter((name) => /faker|vitest|playwright|s3rver|autocannon|fast-check/.test(name))).toEqual(
    [],
  );
  expect(fs.existsSync(path.join(image, 'node_modules/@faker-js'))).toBe(false);
  expect(dockerfile).toContain('sbom.cdx.json /image/');
});

test('the backup service writes backups alone, and a restore reads them alone', () => {
  expect(service('backup')).toContain('- files:/data:ro\n      - backups:/backup\n');
  expect(service('restore')).toContain('- files:/data\n      - backups:/backup:ro\n');
});

test('a full volume of backups recovers: old ones go before a backup, and the two newest stay', () => {
  const backups = path.join(folder, 'backups');
  const bin = path.join(folder, 'bin');
  for (const one of [backups, bin]) fs.mkdirSync(one);
  const DAY_S = 86_400;
  for (const days of [1, 2, 3, 20, 30]) {
    const file = path.join(backups, `recoup-${days}.backup.gz`);
    fs.writeFileSync(file, Buffer.alloc(100_000));
    fs.utimesSync(file, Date.now() / 1000 - days * DAY_S, Date.now() / 1000 - days * DAY_S);
  }
  fs.writeFileSync(path.join(backups, 'recoup-0.backup.gz.unfinished'), '');
  const program = (name: string, text: string): void =>
    fs.writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  program('node', 'exit 0');
  const once = (): string[] => {
    const { status } = spawnSync('sh', ['src/app/operation/backups.sh', backups, 'once'], {
      env: { PATH: `${bin}:${process.env['PATH']}` },
    });
    expect(status).toBe(0);
    return fs.readdirSync(backups).toSorted();
  };
  expect(once()).toEqual(['recoup-1.backup.gz', 'recoup-2.backup.gz', 'recoup-3.backup.gz']);
  program('df', 'echo; echo / 100 100 0 100% /');
  expect(once()).toEqual(['recoup-1.backup.gz', 'recoup-2.backup.gz']);
});
