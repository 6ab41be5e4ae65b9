/** Two agencies in one process, on one cluster: nothing of one is ever seen by the other. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { remove } from '../../src/tools/agencies/end.ts';
import { turn } from '../../src/tools/agencies/keep.ts';
import { hashOf } from '../../src/kernel/server/http/actor.ts';
import { type Caller, makePerson, same, signIn } from '../kit.ts';
import { type TestAgency, type TestNode, bootNode } from './kit.ts';

let node: TestNode;
let [asha, bandhu]: TestAgency[] = [];
const both = (): [TestAgency, TestAgency] => [asha as TestAgency, bandhu as TestAgency];

beforeAll(async () => {
  node = await bootNode();
  asha = await node.add('asha', '127.0.0.2');
  bandhu = await node.add('bandhu', '127.0.0.3');
});
afterAll(() => node.stop());

const admin = async ({ database, url }: TestAgency): Promise<Caller> =>
  signIn(database, url, await makePerson(database, { flags: ['list_break', 'create_break'] }));
const status = async (url: string, cookie: string): Promise<number> =>
  (await fetch(url, { headers: { ...same, Cookie: cookie } })).status;

test('equal user, number and token are separate users per agency', async () => {
  const token = 'a'.repeat(43);
  for (const { database, name } of both()) {
    await database.run(sql`insert into users (id, first_name, last_name, email, role_id)
      values (5000, ${name}, 'Rao', 'rao@example.in', 1)`);
    await database.run(sql`insert into session (id, token_hash, user_id, expires_at, idle)
      overriding system value values (7000, ${hashOf(token)}, 5000, now() + interval '1 hour', interval '1 hour')`);
  }
  const who = async ({ url }: TestAgency): Promise<unknown> => {
    const answer = await fetch(`${url}/api/user/role-permissions`, {
      headers: { ...same, Cookie: `sid=${token}` },
    });
    return JSON.stringify(await answer.json());
  };
  for (let i = 0; i < 3; i += 1) {
    const said = await Promise.all(both().map(who));
    both().forEach(({ name }, at) => expect(said[at]).toContain(name));
  }
});

test('a session and its data are unknown to the other agency', async () => {
  const [one, other] = both();
  const mine = await admin(one);
  const theirs = await admin(other);
  await mine.call(breaks.create, { name: 'Only of Asha', duration: '00:15', description: '' });
  expect((await mine.call(breaks.list, {})).rows).toEqual([
    expect.objectContaining({ name: 'Only of Asha' }),
  ]);
  expect((await theirs.call(breaks.list, {})).rows).toEqual([]);
  expect(await status(`${one.url}/api/breaks`, `sid=${mine.token}`)).toBe(200);
  expect(await status(`${other.url}/api/breaks`, `sid=${mine.token}`)).toBe(401);
});

test('a socket is rejected at the other agency, and receives none of its events', async () => {
  const [one, other] = both();
  const [mine, theirs] = [await admin(one), await admin(other)];
  const dial = (at: TestAgency, { token }: Caller) =>
    io(at.url, {
      transports: ['websocket'],
      extraHeaders: { Cookie: `sid=${token}`, Origin: at.url },
      reconnection: false,
    });
  const refused = dial(other, mine);
  await new Promise((resolve) => refused.once('connect_error', resolve));
  const [here, there] = [dial(one, mine), dial(other, theirs)];
  await Promise.all(
    [here, there].map((socket) => new Promise((resolve) => socket.once('connect', () => resolve(null)))),
  );
  const heard: string[] = [];
  there.onAny(() => heard.push('there'));
  const told = new Promise((resolve) => here.once('stale', resolve));
  await mine.call(breaks.create, { name: 'Heard by Asha', duration: '00:15', description: '' });
  await told;
  await wait(100);
  expect(heard).toEqual([]);
  for (const socket of [refused, here, there]) socket.close();
});

test('a role of one may not connect to the database of the other, nor to the directory', async () => {
  const [one, other] = both();
  const own = new URL((await node.directory.named(one.name))?.databaseUrl ?? '');
  const enter = async (database: string): Promise<string> => {
    const url = new URL(own);
    url.pathname = `/${database}`;
    const client = new pg.Client({ connectionString: url.href });
    return client.connect().then(
      () => client.end().then(() => 'in'),
      (error: { code?: string }) => error.code ?? '',
    );
  };
  expect(await enter(own.pathname.slice(1))).toBe('in');
  const places = await Promise.all(
    [other.name, ''].map(
      async (name) =>
        new URL(
          name ? ((await node.directory.named(name))?.databaseUrl ?? '') : (node.env['AGENCIES_URL'] ?? ''),
        ),
    ),
  );
  for (const { pathname } of places) expect(await enter(pathname.slice(1))).toBe('42501');
});

test('a lock of one agency blocks nothing of the other', async () => {
  const [one, other] = both();
  const client = await one.database.connect();
  // Migrations of a start block on it.
  await client.query('select pg_advisory_lock(7060)');
  await node.run((hands) => turn(hands, other.name, 'suspended'));
  await node.served(other.url, 503);
  await node.run((hands) => turn(hands, other.name, 'active'));
  await node.served(other.url);
  await client.query('select pg_advisory_unlock(7060)');
  client.release();
});

test('an unknown host is rejected, and the node reports its health', async () => {
  const [one] = both();
  const strange = await fetch(one.url.replace('127.0.0.2', '127.0.0.9'));
  expect([strange.status, await strange.text()]).toEqual([404, expect.stringContaining('No agency')]);
  expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
  const figures = await (await fetch(`${one.url.replace('127.0.0.2', '127.0.0.1')}/metrics`)).text();
  for (const { name } of both()) expect(figures).toContain(`agency="${name}"`);
  expect(figures.match(/# TYPE recoup_sockets /g)).toHaveLength(1);
});

test('a missing database affects no other agency, and can be deleted when suspended', async () => {
  const [one, other] = both();
  const third = await node.add('chitra', '127.0.0.4');
  const name = new URL((await node.directory.named(third.name))?.databaseUrl ?? '').pathname.slice(1);
  await node.owner(`alter role ${name} nologin`);
  await node.owner(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${name}'`);
  const mine = await admin(other);
  await mine.call(breaks.create, { name: 'Goes on', duration: '00:15', description: '' });
  expect(
    (await fetch(`${third.url}/api/breaks`, { headers: { ...same, Cookie: 'sid=x' } })).status,
  ).toBeGreaterThanOrEqual(500);
  await node.served(one.url);
  await node.owner(`alter role ${name} login`);

  await expect(node.run((hands) => remove(hands, third.name, {}))).rejects.toThrow('Suspend it first');
  await node.run((hands) => turn(hands, third.name, 'suspended'));
  await node.served(third.url, 503);
  await expect(node.run((hands) => remove(hands, third.name, {}))).rejects.toThrow('--really');
  expect(
    await node.run((hands) =>
      remove(hands, third.name, { really: third.name, to: node.env['DATA_DIR'] ?? '' }),
    ),
  ).toContain('is deleted');
  await node.served(third.url, 404);
  expect(await node.owner(`select 1 from pg_database where datname = '${name}'`)).toBe(0);
});
