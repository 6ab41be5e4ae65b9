/** What one agency has or suffers is no other's: an opening that hangs, passwords, a replica, figures. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNode } from '../../src/app/agencies/node.ts';
import { readConfig } from '../../src/app/server/config.ts';
import { remove } from '../../src/tools/agencies/end.ts';
import { create, turn } from '../../src/tools/agencies/keep.ts';
import { same } from '../kit.ts';
import { type TestAgency, type TestNode, bootNode } from './kit.ts';
import { type Tap, openTap } from './tap.ts';

const token = 'token-of-the-node';
let node: TestNode;
let tap: Tap;
let [asha, bandhu]: TestAgency[] = [];
const at = (host: string): string => `http://${host}:${new URL(node.node.url).port}`;
const figures = async (host: string, shown?: string): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`${at(host)}/metrics`, {
    headers: shown ? { Authorization: `Bearer ${shown}` } : {},
  });
  return { status: answer.status, text: await answer.text() };
};
const settings = async (name: string, lines: readonly string[]): Promise<string> => {
  const file = join(node.env['DATA_DIR'] ?? '', `${name}.env`);
  await writeFile(file, lines.join('\n'));
  return file;
};

beforeAll(async () => {
  node = await bootNode(undefined, { METRICS_TOKEN: token });
  tap = await openTap(node.clusterUrl);
  asha = await node.add('asha', '127.0.0.2');
  bandhu = await node.add('bandhu', '127.0.0.3', tap.url);
});
afterAll(async () => {
  await node.stop();
  await tap.stop();
});

test('hanging databases block no others from opening, and are retried', async () => {
  const [one, other] = [asha as TestAgency, bandhu as TestAgency];
  const third = await node.add('chitra', '127.0.0.4');
  const all = [one, other, third];
  for (const { name } of all) await node.run((hands) => turn(hands, name, 'suspended'));
  for (const { url } of all) await node.served(url, 503);
  // One blocks on a lock, the other accepts connections silently: as many as start concurrently.
  const holder = await one.database.connect();
  await holder.query('select pg_advisory_lock(7060)');
  tap.silence(true);
  for (const { name } of all) await node.run((hands) => turn(hands, name, 'active'));
  await node.served(third.url);
  const why = async ({ url }: TestAgency): Promise<unknown> => {
    const answer = await fetch(`${url}/api/breaks`, { headers: same });
    return [answer.status, answer.headers.get('retry-after'), await answer.text()];
  };
  for (const hanging of [one, other])
    await expect
      .poll(() => why(hanging))
      .toEqual([503, '2', expect.stringContaining('does not answer as it should')]);
  tap.silence(false);
  await holder.query('select pg_advisory_unlock(7060)');
  holder.release();
  await node.served(one.url);
  await node.served(other.url);
});

test('PostgreSQL never receives a password, only its verifier', async () => {
  const [name, host] = [`devi-${process.pid}`, '127.0.0.5'];
  await node.run((hands) => create(hands, [name, host], { cluster: tap.url }));
  const { password } = new URL((await node.directory.named(name))?.databaseUrl ?? '');
  await node.run((hands) => turn(hands, name, 'suspended'));
  await node.served(at(host), 503);
  await node.run((hands) =>
    remove(hands, name, { really: name, cluster: tap.url, to: node.env['DATA_DIR'] ?? '' }),
  );
  expect(password).toMatch(/^[0-9a-f]{48}$/);
  expect(tap.sent()).not.toContain(password);
  const told = [...tap.sent().matchAll(/(create|alter) role \S+ (?:login )?password '([^']*)'/g)];
  expect(told.map(([, how]) => how)).toEqual(expect.arrayContaining(['create', 'alter']));
  for (const [, , word] of told) expect(word).toMatch(/^SCRAM-SHA-256\$4096:/);
});

test('an address with a password is rejected in a command, because every process could read it', () => {
  const secret = 'postgres://owner:hidden@127.0.0.1:1/postgres';
  const command = (given: readonly string[], env: Record<string, string> = {}): string =>
    spawnSync(process.execPath, ['src/tools/agency.ts', ...given], {
      encoding: 'utf8',
      env: { ...process.env, ...node.env, ...env },
    }).stderr;
  const said = command(['create', 'nobody', 'nobody.in', `--cluster=${secret}`]);
  expect(said).toContain('CLUSTER_URL');
  expect(said).not.toContain('hidden');
  // The cluster address is read from there, which this agency already uses.
  const CLUSTER_URL = node.clusterUrl;
  expect(command(['move', asha?.name ?? ''], { CLUSTER_URL })).toContain('in that cluster already');
});

test('each agency has a separate replica, and the node has no common one', async () => {
  const [name, host] = [`esha-${process.pid}`, '127.0.0.6'];
  const file = await settings(name, [`REPLICA_URL=${node.clusterUrl}`, `METRICS_TOKEN=${name}-of-its-own`]);
  await node.run((hands) => create(hands, [name, host], { settings: file }));
  await node.served(at(host));
  const { text } = await figures('127.0.0.1', token);
  // Not a replica of it, which is found only by asking there.
  const refused = /^recoup_replica_refused\{.*$/gm;
  expect(text.match(refused)).toEqual([
    expect.stringMatching(`"${name}".*"stranger".* 1|"stranger".*"${name}".* 1`),
  ]);
  const env = { ...node.env, REPLICA_URL: node.clusterUrl };
  await expect(startNode({ config: readConfig(env), env })).rejects.toThrow('REPLICA_URL');

  // Metrics at its host are the agency's, with its token.
  const own = await figures(host, `${name}-of-its-own`);
  expect([own.status, own.text]).toEqual([200, expect.stringContaining(`agency="${name}"`)]);
  expect(own.text).not.toContain(`agency="${asha?.name}"`);
  expect((await figures(host, token)).status).toBe(404);
  expect((await figures('127.0.0.2', `${name}-of-its-own`)).status).toBe(404);
  expect((await figures('127.0.0.1', `${name}-of-its-own`)).status).toBe(404);
  await node.run((hands) => turn(hands, name, 'suspended'));
  await node.run((hands) => remove(hands, name, { really: name, to: node.env['DATA_DIR'] ?? '' }));
});

test('node metrics are shown at no agency host', async () => {
  const all = await figures('127.0.0.1', token);
  for (const one of [asha, bandhu]) expect(all.text).toContain(`agency="${one?.name}"`);
  expect((await figures('127.0.0.1')).status).toBe(404);
  for (const shown of [token, undefined]) {
    const answer = await figures('127.0.0.2', shown);
    expect([answer.status, answer.text.includes('recoup_sockets')]).toEqual([404, false]);
  }
});
