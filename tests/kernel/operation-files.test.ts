/**
 * Files in `app/operation` and the image are compared with the program: sections, probes, ports, variables, commands.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/app/server/config.ts';
import { SECRET } from '../../src/app/server/settings.ts';
import { startupText } from '../../src/text/en/program/startup.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const operation = 'src/app/operation';
const units = globSync(`${operation}/*.service`, { cwd: root });
const all = (text: string, what: RegExp): string[] => [...text.matchAll(what)].map(([, found = '']) => found);

test('every runbook section of an alert exists, with a command, a location or a contact', () => {
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
  // Until it listens, migrations run; then who is not ready gets no requests, and who does not live is started again.
  expect(all(kubernetes, /^ +(\w+)Probe: \{ httpGet: \{ path: \S+,/gm)).toEqual([
    'startup',
    'readiness',
    'liveness',
  ]);
  expect(probes).toEqual(['/healthz', '/readyz', '/healthz']);
  const ports = all(kubernetes, /(?:containerPort|targetPort|, port): (\d+)/g);
  expect(new Set([...ports, ...all(read('compose.yaml'), /127\.0\.0\.1:\d+:(\d+)/g)])).toEqual(
    new Set([String(port)]),
  );
  expect(all(read('Dockerfile'), /EXPOSE (\d+)/g)).toEqual([String(port)]);
});

test('every documented variable is read by the server, and file variants only where allowed', () => {
  const ofOthers = /^(NODE_ENV|POSTGRES_\w+)$/;
  const given = [
    ...all(read('compose.yaml'), /^ {6}([A-Z][A-Z_]+):/gm),
    ...all(read('compose.yaml'), / -e ([A-Z][A-Z_]+) /g),
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

test('compose passes on all settings of a single-agency server', () => {
  const [, server = ''] = read('compose.yaml').split(/^ {2}(?:recoup|migrate):\n/m);
  const ofImage = ['PORT', 'HOST', 'DATA_DIR', 'LOG', 'RECOUP_MODE', 'ALLOW_PLAIN_HTTP', 'DATABASE'];
  const ofOthers = /^(AGENCIES_URL|CLUSTER_URL|REHEARSAL_URL|BACKUP_\w+|DEMO_\w+|FAILPOINTS)$/;
  // A secret by the file that has it.
  expect(all(server, /^ {6}([A-Z][A-Z_]+?)(?:_FILE)?:/gm).sort()).toEqual(
    Object.keys(startupText.rules)
      .filter((name) => !ofImage.includes(name) && !ofOthers.test(name))
      .sort(),
  );
});

test('each compose command finds the settings, which are excluded from git and images', () => {
  const compose = read('compose.yaml');
  const [head = ''] = compose.split(/^services:$/m);
  const asked = [...new Set(all(compose, /\$\{(\w+):\?/g))].sort();
  expect(all(head, /^# {3}echo (\w+)=.* >> \.env$/gm).sort()).toEqual(asked);
  for (const list of ['.gitignore', '.dockerignore']) expect(read(list).split('\n')).toContain('.env');
  // Commands are commands of Docker, with profiles and services that are there.
  const services = all(compose, /^ {2}(\w+):$/gm);
  for (const [, line = ''] of head.matchAll(/^# {3}(docker compose .*)$/gm))
    expect(services).toContain(/(?:exec|--rm(?: -e \w+)?|stop) (\w+)/.exec(line)?.[1] ?? services[0]);
});

test('timeouts suffice for new installations: database creation and slow migrations', () => {
  const compose = read('compose.yaml');
  // The socket responds during initialisation, before a restart.
  expect(compose).toMatch(/pg_isready -h 127\.0\.0\.1/);
  expect(Number(/start_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThanOrEqual(60);
  expect(Number(/--start-period=(\d+)m/.exec(read('Dockerfile'))?.[1])).toBeGreaterThanOrEqual(5);
  const [every = 0, tries = 0] = (
    /startupProbe: .*periodSeconds: (\d+), failureThreshold: (\d+)/.exec(
      read(`${operation}/kubernetes.yaml`),
    ) ?? []
  )
    .slice(1)
    .map(Number);
  expect(every * tries).toBeGreaterThanOrEqual(600);
  const patience = Number(/progressDeadlineSeconds: (\d+)/.exec(read(`${operation}/kubernetes.yaml`))?.[1]);
  expect(patience).toBeGreaterThanOrEqual(3600);
});

test('no container may become root or write outside its data, and images are pinned', () => {
  const [, user = ''] = /^USER (\d+):\d+$/m.exec(read('Dockerfile')) ?? [];
  const compose = read('compose.yaml');
  // The server, its migrations, its backups and a restore: all of one image, which the first builds.
  const own = all(compose, /^ {4}(image: (?:&image recoup:|\*image))/gm).length;
  expect(own).toBe(4);
  for (const line of [
    'pull_policy: never',
    'read_only: true',
    'cap_drop: [ALL]',
    'security_opt: [no-new-privileges:true]',
  ])
    expect([line, compose.split(`\n    ${line}\n`).length - 1]).toEqual([
      line,
      // The database may do less too.
      /^(cap|security)/.test(line) ? own + 1 : own,
    ]);
  expect(all(compose, /^ {4}(mem_limit): /gm).length).toBe(all(compose, /^ {4}(environment):/gm).length);
  const kubernetes = read(`${operation}/kubernetes.yaml`);
  const pods = all(kubernetes, /^ +(containers:)$/gm).length;
  expect(pods).toBe(2);
  const containers = all(kubernetes, /^ +(image:) /gm).length;
  expect(containers).toBe(3);
  for (const line of [
    `runAsUser: ${user}`,
    'runAsNonRoot: true',
    'readOnlyRootFilesystem: true',
    'allowPrivilegeEscalation: false',
    'capabilities: { drop: [ALL] }',
    'automountServiceAccountToken: false',
    'enableServiceLinks: false',
  ])
    expect([
      line,
      all(kubernetes, new RegExp(`^ +(${line.replace(/[[\]{}]/g, '\\$&')})$`, 'gm')).length,
    ]).toEqual([line, /^(read|allow|cap)/.test(line) ? containers : pods]);
});

test('what the cluster runs is there, and each volume it mounts is one it has', () => {
  const kubernetes = read(`${operation}/kubernetes.yaml`);
  const programs = all(kubernetes, /node (src\/\S+\.ts)/g);
  expect(programs.length).toBeGreaterThan(2);
  expect(programs.filter((program) => !existsSync(path.join(root, program)))).toEqual([]);
  const claims = all(kubernetes, /^kind: PersistentVolumeClaim\nmetadata:\n {2}name: (\S+)$/gm);
  expect(new Set(all(kubernetes, /claimName: (\S+) /g))).toEqual(new Set(claims));
  for (const pod of kubernetes.split(/^---$/m).filter((one) => one.includes('volumeMounts'))) {
    const mounted = [...new Set(all(pod, /\{ name: (\w+), mountPath:/g))].sort();
    expect(mounted).toEqual(all(pod, /\{ name: (\w+), (?:secret|persistentVolumeClaim|emptyDir):/g).sort());
    // Secret files are those created by its head.
    expect(
      all(pod, /value: \/run\/secrets\/recoup\/(\w+)/g).filter(
        (name) => !kubernetes.includes(`--from-literal=${name}=`),
      ),
    ).toEqual([]);
  }
});

test('what compose runs is there, and its backup sees the files, the key and the database of the server', () => {
  const compose = read('compose.yaml');
  const [, server = '', , backup = ''] = compose.split(/^ {2}(?:recoup|migrate|backup):\n/m);
  const programs = all(compose, /node (src\/\S+\.ts)/g);
  expect(programs.length).toBeGreaterThan(3);
  expect(programs.filter((program) => !existsSync(path.join(root, program)))).toEqual([]);
  const [own = ''] = backup.split(/^ {2}restore:\n/m);
  expect(own).toContain('profiles: [backup]');
  expect(own).toContain('command: [sh, src/app/operation/backups.sh, /backup]');
  expect(all(read(`${operation}/backups.sh`), /node src\/tools\/db\.ts (\S+)/g)).toEqual([
    'backup',
    'files-backup',
  ]);
  // The image has no PostgreSQL for rehearsals; the database container creates one at initialisation.
  expect(own).toContain('REHEARSAL_URL_FILE: /run/owner/rehearsal-url');
  expect(compose).toContain('@database:5432/rehearsal > secrets/owner/rehearsal-url');
  expect(read(`${operation}/database-role.sh`)).toContain('create database rehearsal owner recoup');
  // Common variables are set equally: by the anchor of the server's section.
  const given = (text: string) =>
    new Map(all(text, /^ {6}([A-Z_]+: .+)$/gm).map((line) => [line.split(':')[0], line]));
  expect(given(own).get('DATABASE_URL_FILE')).toBe('DATABASE_URL_FILE: *owner');
  for (const name of ['FILES_URL_FILE', 'SECRETS_KEY_FILE']) {
    const [, mark = ''] = /&(\w+)/.exec(given(server).get(name) ?? '') ?? [];
    expect(given(own).get(name)).toBe(`${name}: *${mark}`);
  }
  for (const volume of all(own, /^ {6}- (\w+):\//gm))
    expect(compose).toMatch(new RegExp(`^ {2}${volume}:$`, 'm'));
  expect(
    all(own, /^ {6}- \w+:(\/\w+)(?::ro)?$/gm).filter((folder) => !read('Dockerfile').includes(` ${folder}`)),
  ).toEqual([]);
});

test('what a unit runs is there, and each timer has its unit', () => {
  expect(units.length).toBe(4);
  for (const file of units)
    for (const program of all(read(file), /^ExecStart=\S+node (\S+)/gm))
      expect([file, existsSync(path.join(root, program))]).toEqual([file, true]);
  for (const timer of globSync(`${operation}/*.timer`, { cwd: root }))
    expect(units).toContain(timer.replace(/timer$/, 'service'));
  // Each credential named by a unit is provided.
  for (const file of units) {
    const text = read(file);
    expect([file, all(text, /%d\/([a-z-]+)/g).sort()]).toEqual([
      file,
      all(text, /LoadCredential=([a-z-]+):/g).sort(),
    ]);
  }
});

test('migrations are a separate step in every deployment, and each version can be rolled back', () => {
  const kubernetes = read(`${operation}/kubernetes.yaml`);
  const [, migrate = ''] = /initContainers:\n +- name: (\w+)/.exec(kubernetes) ?? [];
  expect(migrate).toBe('migrate');
  expect(kubernetes).toContain('command: [node, src/tools/migrate.ts]');
  expect(kubernetes).toContain('{ name: MIGRATIONS, value: apart }');
  expect(all(kubernetes, /^ +image: (\S+)$/gm).every((image) => /:\w+$/.test(image))).toBe(true);
  expect(kubernetes).toContain('kubectl rollout undo deploy/recoup');
  const server = read(`${operation}/recoup.service`);
  expect(server).toMatch(/^Environment=.*\bMIGRATIONS=apart$/m);
  expect(server).toContain(
    'systemctl start recoup-migrate@2 && ln -sfn 2 /opt/recoup/current && systemctl restart recoup',
  );
  expect(read(`${operation}/recoup-migrate@.service`)).toMatch(
    /^ExecStart=\/opt\/recoup\/%i\/\S+node src\/tools\/migrate\.ts$/m,
  );
  // All of one version.
  for (const file of units.filter((one) => !one.includes('@')))
    expect([file, all(read(file), /(\/opt\/recoup\/(?!current)\S+node )/g)]).toEqual([file, []]);
});
