/** Operator mistakes on multi-agency nodes are rejected with an action; agencies stay separate. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDirectory } from '../../src/app/agencies/directory.ts';
import { asOwner } from '../../src/app/agencies/place.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { genesis, openAnchors } from '../../src/app/server/operation/audit-anchors.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import { remove } from '../../src/tools/agencies/end.ts';
import { create, settings, turn } from '../../src/tools/agencies/keep.ts';
import { putBack, save } from '../../src/tools/agencies/save.ts';
import { type TestAgency, type TestNode, bootNode } from './kit.ts';

let node: TestNode;
let [asha, bandhu]: TestAgency[] = [];
let folder = '';
const both = (): [TestAgency, TestAgency] => [asha as TestAgency, bandhu as TestAgency];
beforeAll(async () => {
  node = await bootNode();
  asha = await node.add('asha', '127.0.0.11');
  bandhu = await node.add('bandhu', '127.0.0.12');
  // A foreign connection would count as a running server.
  for (const { database } of both()) await database.end();
  folder = await mkdtemp(join(tmpdir(), 'recoup-commands-'));
}, 120_000);
afterAll(async () => {
  await node.stop();
  await rm(folder, { recursive: true, force: true });
});

const file = async (name: string, lines: readonly string[]): Promise<string> => {
  const at = join(folder, name);
  await writeFile(at, lines.join('\n'));
  return at;
};
const foundAs = async ({ name }: Pick<TestAgency, 'name'>) => {
  const found = await node.directory.named(name);
  if (!found) throw new Error(`no agency ${name}`);
  return found;
};
const breaksOf = async (of: TestAgency, like: string): Promise<string[]> =>
  asOwner((await foundAs(of)).databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from breaks where name like $1', [
      like,
    ]);
    return rows.map(({ name }) => name);
  });
const addBreak = async (of: TestAgency, name: string): Promise<unknown> =>
  asOwner((await foundAs(of)).databaseUrl, (client) =>
    client.query('insert into breaks (name, duration) values ($1, 10)', [name]),
  );
/** Its audit log is marked under its key, as its watch does once something happened. */
const marked = (of: TestAgency): Promise<unknown> =>
  node.run(async (hands) => {
    const found = await foundAs(of);
    const config = hands.configOf(found);
    const database = openDatabase({ connectionString: found.databaseUrl });
    await openAnchors({ safe: openSafe(config), ...config }).add(database, genesis, 'seen');
    await database.end();
  });
const suspended = async (of: TestAgency): Promise<void> => {
  await node.run((hands) => turn(hands, of.name, 'suspended'));
  await node.served(of.url, 503);
};

/** A command as typed by an operator, and its output. */
function command(
  script: string,
  given: readonly string[],
  AGENCY = '',
  more: Record<string, string> = {},
): string {
  const { stdout, stderr } = spawnSync(process.execPath, [`src/tools/${script}.ts`, ...given], {
    encoding: 'utf8',
    env: { ...process.env, ...node.env, AGENCY, ...more },
  });
  return stdout + stderr;
}

test.each([
  ['all', 'all.in', 'no name'],
  ['a', 'a.in', 'no name'],
  ["x'; drop database y", 'a.in', 'no name'],
  ['chitra', '127.1', 'no host'],
  ['chitra', 'chitra.3', 'no host'],
  ['chitra', 'https://chitra.in', 'no host'],
  ['chitra', 'chitra.in:443', 'no host'],
  ['chitra', 'chitra..in', 'no host'],
  ['chitra', 'Chitra.in', 'no host'],
])('an agency %s at %s is not created', async (name, host, why) => {
  await expect(node.run((hands) => create(hands, [name, host], {}))).rejects.toThrow(why);
  expect(await node.directory.named(name)).toBeUndefined();
});

test('wrong settings make no agency', async () => {
  const wrong = await file('wrong.env', ['MAX_WAIVER=200']);
  const name = `chitra-${process.pid}`;
  await expect(node.run((hands) => create(hands, [name, 'chitra.in'], { settings: wrong }))).rejects.toThrow(
    'MAX_WAIVER',
  );
  await expect(
    node.run((hands) => create(hands, [name, 'chitra.in'], { settings: join(folder, 'nowhere.env') })),
  ).rejects.toThrow('nowhere.env cannot be read');
  expect(await node.directory.named(name)).toBeUndefined();
});

test('a wrong address, key or permission is rejected with a message', async () => {
  const own = openSafe({ dataDir: node.env['DATA_DIR'] ?? '' });
  const [list, lost] = [node.env['AGENCIES_URL'] ?? '', new URL(node.clusterUrl)];
  lost.pathname = '/nowhere';
  await expect(openDirectory(lost.href, own)).rejects.toThrow('AGENCIES_URL is wrong: there is no database');
  const strange = await openDirectory(list, openSafe({ dataDir: join(folder, 'other') }));
  await expect(strange.all()).rejects.toThrow('sealed under another key');
  await strange.end();

  const name = `stale-${process.pid}`;
  const role = `agency_${name.replace('-', '_')}`;
  const made = (cluster?: string): Promise<string> =>
    node.run((hands) => create(hands, [name, 'stale.in'], cluster ? { cluster } : {}));
  await node.owner(`create role ${role} login password 'p'`);
  await expect(made()).rejects.toThrow(`drop role ${role}`);
  const poor = new URL(list);
  await node.owner(`grant connect on database ${poor.pathname.slice(1)} to ${role}`);
  Object.assign(poor, { username: role, password: 'p' });
  await expect(made(poor.href)).rejects.toThrow('createrole createdb');
  await node.owner(`revoke connect on database ${poor.pathname.slice(1)} from ${role}`);
  await node.owner(`drop role ${role}`);
  expect(await node.directory.named(name)).toBeUndefined();
});

test('settings are replaced, named and never shown, and the key is unchanged', async () => {
  const [one] = both();
  const first = await file('first.env', [`SMTP_URL=smtp://who:hidden@127.0.0.1:1`, 'MXA_WAIVER=10']);
  const said = await node.run((hands) => settings(hands, one.name, first));
  expect(said).toContain('SMTP_URL');
  expect(said).toContain('MAX_WAIVER');
  expect(said).not.toContain('hidden');
  const next = await file('next.env', ['MAX_WAIVER=40', 'SECRETS_KEY=', 'DATA_DIR=/elsewhere', 'PORT=1']);
  await node.run((hands) => settings(hands, one.name, next));
  expect((await foundAs(one)).environment).toEqual({ MAX_WAIVER: '40' });
  expect(await node.run((hands) => settings(hands, one.name))).toContain('MAX_WAIVER');
  await node.directory.change((await foundAs(one)).id, {
    environment: { SECRETS_KEY: '', DATA_DIR: folder },
  });
  await node.run((hands) => settings(hands, one.name, next));
  expect((await foundAs(one)).environment).toEqual({ SECRETS_KEY: '', DATA_DIR: folder, MAX_WAIVER: '40' });
  await node.directory.change((await foundAs(one)).id, { environment: {} });
  await node.served(one.url);
});

test('a backup of another agency is put into none', async () => {
  const [one, other] = both();
  await addBreak(one, 'Note of Asha');
  await addBreak(other, 'Note of Bandhu');
  for (const each of both()) await marked(each);
  await node.run((hands) => save(hands, ['all', folder]));
  const backups = await readdir(join(folder, other.name));
  const theirs = join(folder, other.name, backups.find((name) => name.includes('.backup')) ?? '');
  await suspended(one);
  await expect(node.run((hands) => putBack(hands, [one.name, theirs]))).rejects.toThrow('another agency');
  expect(await breaksOf(one, 'Note of %')).toEqual(['Note of Asha']);
  await node.run((hands) => turn(hands, one.name, 'active'));
  await node.served(one.url);

  // A single-agency installation may get a new key, with a warning.
  const name = `lone_${process.pid}`;
  await node.owner(`create database ${name}`);
  const DATABASE_URL = Object.assign(new URL(node.clusterUrl), { pathname: `/${name}` }).href;
  const alone = { AGENCIES_URL: '', DATABASE_URL, DATA_DIR: join(folder, 'alone') };
  const said = command('db', ['restore', theirs], '', alone);
  await node.owner(`drop database ${name} with (force)`);
  expect(said).toContain('is not the one that servers of this database had before');
  expect(said).toContain('Restored');
}, 120_000);

test('a deleted agency is recreated with its key, and restores its backup', async () => {
  const [, other] = both();
  await marked(other);
  const { id } = await foundAs(other);
  expect(await readFile(join(folder, other.name, 'agency.txt'), 'utf8')).toContain(`--id ${id}`);
  await suspended(other);
  const said = await node.run((hands) => remove(hands, other.name, { really: other.name, to: folder }));
  expect(said).toContain(`agency:create -- ${other.name} ${other.host} --id ${id}`);
  const last = /held is in (.*?\.backup\.gz)/.exec(said)?.[1] ?? '';
  const made = (o: { id?: string }): Promise<string> =>
    node.run((hands) => create(hands, [other.name, other.host], o));
  await expect(made({ id: 'x' })).rejects.toThrow('--id');
  await made({ id });
  await suspended(other);
  await node.run((hands) => putBack(hands, [other.name, last]));
  expect(await breaksOf(other, 'Note of %')).toEqual(['Note of Bandhu']);
  await node.run((hands) => turn(hands, other.name, 'active'));
  await node.served(other.url);
}, 180_000);

test('a command on one database requires its agency, and creates none', async () => {
  const [one] = both();
  const person = ['--email', 'second@example.in', '--name', 'Second Admin'];
  expect(command('admin-create', person)).toContain('AGENCY=<name>');
  expect(command('admin-create', person, 'nobody')).toContain('There is no agency nobody');
  expect(await readdir(node.env['DATA_DIR'] ?? '')).not.toContain('postgres');
  expect(command('admin-create', person, one.name)).toContain(`http://${one.host}`);
  const made = await asOwner((await foundAs(one)).databaseUrl, (client) =>
    client.query("select from users where email = 'second@example.in'"),
  );
  expect(made.rowCount).toBe(1);
  expect(command('db', ['backup-key', join(folder, 'nowhere', 'k')])).toContain('cannot be used (ENOENT)');
  expect(command('db', ['restore', 'any.gz'], one.name)).toContain('agency:restore');
  expect(command('audit', [], one.name)).toContain('The audit log holds');
}, 120_000);
