/** What `app/operation` and the image hand to others is held against the program: sections, probes, ports, variables, commands. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SECRET, readConfig } from '../../src/app/server/config.ts';
import { startupText } from '../../src/text/en/startup.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const operation = 'src/app/operation';
const units = globSync(`${operation}/*.service`, { cwd: root });
const all = (text: string, what: RegExp): string[] => [...text.matchAll(what)].map(([, found = '']) => found);

test('every section of the runbook that an alert leads to is there, and says a command, a place or a person', () => {
  const runbook = read(`${operation}/runbook.md`);
  const sections = new Map(
    all(runbook, /^## (\w+)$/gm).map((name) => [name.toLowerCase(), runbook.split(`## ${name}\n`)[1] ?? '']),
  );
  const led = all(read(`${operation}/alerts.yml`), /runbook: runbook\.md#(\w+)/g);
  expect(led.length).toBe(all(read(`${operation}/alerts.yml`), /alert: (\w+)/g).length);
  for (const name of led) expect([name, (sections.get(name) ?? '').trim().length > 40]).toEqual([name, true]);
  expect([...sections.keys()].filter((name) => !led.includes(name))).toEqual([]);
});

test('probes and ports are those of the server', () => {
  const { port } = readConfig({});
  const kubernetes = read(`${operation}/kubernetes.yaml`);
  const probes = all(kubernetes, /httpGet: \{ path: (\S+),/g);
  expect(probes).toEqual(['/readyz', '/healthz']);
  const ports = all(kubernetes, /(?:containerPort|targetPort|, port): (\d+)/g);
  expect(new Set([...ports, ...all(read('compose.yaml'), /127\.0\.0\.1:\d+:(\d+)/g)])).toEqual(
    new Set([String(port)]),
  );
  expect(all(read('Dockerfile'), /EXPOSE (\d+)/g)).toEqual([String(port)]);
});

test('every variable that is given is one that the server reads, and a file of one only where it may be', () => {
  const ofOthers = /^(NODE_ENV|POSTGRES_\w+)$/;
  const given = [
    ...all(read('compose.yaml'), /^ {6}([A-Z][A-Z_]+):/gm),
    ...all(read(`${operation}/kubernetes.yaml`), /\{ name: ([A-Z][A-Z_]+), value/g),
    ...units.flatMap((file) =>
      all(read(file), /^Environment=(.*)$/gm).flatMap((line) => all(line, /(?:^| )([A-Z_]+)=/g)),
    ),
  ].filter((name) => !ofOthers.test(name));
  expect(given.length).toBeGreaterThan(20);
  const known = new Set<string>([
    ...Object.keys(startupText.rules),
    ...SECRET.map((name) => `${name}_FILE`),
    'ALLOW_PLAIN_HTTP',
    'LOG',
    'DATA_DIR',
  ]);
  expect(given.filter((name) => !known.has(name))).toEqual([]);
});

test('what compose runs is there, and its backup sees the files, the key and the database of the server', () => {
  const compose = read('compose.yaml');
  const [, server = '', backup = ''] = compose.split(/^ {2}(?:recoup|backup):\n/m);
  const programs = all(compose, /node (src\/\S+\.ts)/g);
  expect(programs.length).toBeGreaterThan(3);
  expect(programs.filter((program) => !existsSync(path.join(root, program)))).toEqual([]);
  const [own = ''] = backup.split(/^ {2}database:\n/m);
  expect(own).toContain('profiles: [backup]');
  expect(all(own, /node src\/tools\/db\.ts (\S+)/g)).toEqual(['backup', 'files-backup']);
  // Whatever both are given, they are given alike.
  const given = (text: string) =>
    new Map(all(text, /^ {6}([A-Z_]+: .+)$/gm).map((line) => [line.split(':')[0], line]));
  expect(given(own).get('DATABASE_URL')).toBe('DATABASE_URL: *database');
  for (const name of ['FILES_URL', 'SECRETS_KEY']) expect(given(own).get(name)).toBe(given(server).get(name));
  for (const volume of all(own, /^ {6}- (\w+):\//gm))
    expect(compose).toMatch(new RegExp(`^ {2}${volume}:$`, 'm'));
  expect(
    all(own, /^ {6}- \w+:(\S+)$/gm).filter((folder) => !read('Dockerfile').includes(` ${folder}`)),
  ).toEqual([]);
});

test('what a unit runs is there, and each timer has its unit', () => {
  expect(units.length).toBe(3);
  for (const file of units)
    for (const program of all(read(file), /^ExecStart=\S+node (\S+)/gm))
      expect([file, existsSync(path.join(root, program))]).toEqual([file, true]);
  for (const timer of globSync(`${operation}/*.timer`, { cwd: root }))
    expect(units).toContain(timer.replace(/timer$/, 'service'));
  // Each credential that a unit names is one that it is given.
  for (const file of units) {
    const text = read(file);
    expect([file, all(text, /%d\/([a-z-]+)/g).sort()]).toEqual([
      file,
      all(text, /LoadCredential=([a-z-]+):/g).sort(),
    ]);
  }
});
