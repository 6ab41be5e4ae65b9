/** Events are immutable, and tampering is detected. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { users } from '../../src/contexts/agency/contract/users.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot, refusal } from '../kit.ts';
import { untilSealed } from '../sealed.ts';

let server: TestServer;
let database: Database;
beforeAll(async () => {
  server = await boot();
  ({ database } = server);
});
afterAll(() => server.stop());

const plain = (text: string): Fragment => new Fragment([text], []);
const add = (facts = '{"n": 1}'): Promise<{ id: number } | undefined> =>
  database.one<{ id: number }>(
    sql`insert into event (type, domain, actor_id, entity_id, facts, request_id) values ('x.tested', 'x', 1, 2, ${facts}, 'r') returning id`,
  );
const broken = async (): Promise<number | null> =>
  (await database.one<{ id: number | null }>(sql`select broken_seal() as id`))?.id ?? null;

test.each([
  `update event set facts = '{}'`,
  `update event set type = type where id = 1`,
  'delete from event',
  'truncate event cascade',
  `update event_seal set hash = '\\x00'`,
  'delete from event_seal',
  'truncate event_seal',
])('%s is rejected', async (statement) => {
  await add();
  await untilSealed(database);
  await expect(database.run(plain(statement))).rejects.toThrow(/append-only/);
});

describe('a hash chain', () => {
  beforeEach(async () => {
    await add();
    await untilSealed(database);
    expect(await broken()).toBeNull();
  });
  /** An attacker with all privileges disables the guards. */
  async function tamper(statement: string): Promise<void> {
    await database.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(plain(statement));
    });
  }

  test.each([
    [`facts = '{"n": 2}'`, `facts = '{"n": 1}'`],
    ['actor_id = 9', 'actor_id = 1'],
    ['actor_id = null', 'actor_id = 1'],
    [`type = 'x.other'`, `type = 'x.tested'`],
    [`domain = 'y'`, `domain = 'x'`],
    ['entity_id = 3', 'entity_id = 2'],
    [`request_id = 's'`, `request_id = 'r'`],
    [`at = at + interval '1 microsecond'`, `at = at - interval '1 microsecond'`],
  ])('reports the row with an overwritten %s', async (change, back) => {
    const row = await add();
    await add();
    await untilSealed(database);
    await tamper(`update event set ${change} where id = ${row?.id}`);
    expect(await broken()).toBe(row?.id);
    await tamper(`update event set ${back} where id = ${row?.id}`);
    expect(await broken()).toBeNull();
  });

  test('reports a deleted row, and one with a deleted hash', async () => {
    const row = await add();
    await untilSealed(database);
    await tamper(`create table kept_event as select * from event where id = ${row?.id}`);
    await tamper(`delete from event where id = ${row?.id}`);
    expect(await broken()).toBe(row?.id);
    await tamper('insert into event overriding system value select * from kept_event');
    const later = await add();
    await untilSealed(database);
    await tamper(`create table kept_seal as select * from event_seal where event_id = ${row?.id}`);
    await tamper(`delete from event_seal where event_id = ${row?.id}`);
    expect(await broken()).toBe(later?.id);
    await tamper('insert into event_seal overriding system value select * from kept_seal');
    expect(await broken()).toBeNull();
  });

  test('includes a slow transaction, and omits nothing', async () => {
    const slow = await database.connect();
    await slow.query('begin');
    await slow.query(`insert into event (type, domain) values ('x.slow', 'x')`);
    const quick = await add();
    await database.run(sql`select seal_events()`);
    const isSealed = () => database.one(sql`select 1 as ok from event_seal where event_id = ${quick?.id}`);
    expect(await isSealed()).toBeUndefined();
    await slow.query('commit');
    slow.release();
    await untilSealed(database);
    expect(await isSealed()).toBeDefined();
    expect(await broken()).toBeNull();
  });

  test('is written by one sealer at a time', async () => {
    for (let i = 0; i < 30; i++) await add();
    await Promise.all(Array.from({ length: 8 }, () => database.run(sql`select seal_events(5)`)));
    await untilSealed(database);
    expect(await broken()).toBeNull();
  });
});

describe('an event', () => {
  const newest = (type: string) =>
    database.rows<{ actor: number; entity: number; facts: object; request: string }>(sql`
      select actor_id as actor, entity_id as entity, facts, request_id as request from event where type = ${type} order by id desc`);

  test('contains who did what in which request, before and after', async () => {
    const admin = await server.as('create_break', 'edit_break');
    const made = await admin.call(breaks.create, { name: 'Tea', duration: '00:15' });
    await admin.call(breaks.edit, { id: String(made.id), duration: '00:20' });
    const [event] = await newest('breaks.updated');
    expect(event).toMatchObject({
      actor: admin.id,
      entity: made.id,
      request: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(event?.facts).toEqual({ before: { duration: '00:15' }, after: { duration: '00:20' } });
  });

  test('omits rejected or rolled-back requests', async () => {
    const admin = await server.as('create_break');
    const before = (await newest('breaks.created')).length;
    expect((await refusal(admin.call(breaks.create, { name: ' TEA ', duration: '00:15' }))).body.code).toBe(
      'TAKEN',
    );
    expect(await newest('breaks.created')).toHaveLength(before);
  });

  test('includes rejected sign-ins, and contains neither contacts nor secrets', async () => {
    const admin = await server.as('add_user');
    await admin.call(users.create, {
      firstName: 'Secret',
      lastName: 'Canary',
      email: 'canary@recoup.test',
      roleId: 7,
      extensionNumber: 2001,
      dob: '1994-05-17',
      userType: 'internal',
    });
    await refusal(
      server.anonymous.call(session.login, { email: 'canary@recoup.test', password: 'canary-password' }),
    );
    expect((await newest('session.refused')).length).toBeGreaterThan(0);
    const told = await database.rows(sql`select 1 as ok from event where event::text ilike '%canary%'`);
    expect(told).toEqual([]);
  });
});
