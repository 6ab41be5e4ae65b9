/** Servers under a role that owns nothing: they work, and cannot rewrite evidence. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { grantProgram } from '../../src/app/operation/program-role.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { untilSealed } from '../sealed.ts';

const role = `recoup_${process.pid}_program`;
let server: TestServer;
let program: Database;
let admin: Caller;
const asProgram = (work: string): Promise<number> => program.run(new Fragment([work], []));

beforeAll(async () => {
  server = await boot({
    demo: true,
    through(database) {
      const config = { ...inject('postgres'), database: database.config.database, user: role, password: 'p' };
      return (program = openDatabase(config, database.room));
    },
    before: async (database) => {
      await database.run(new Fragment([`create role ${role} login password 'p' nosuperuser`], []));
      const client = await database.connect();
      await grantProgram(client, role);
      client.release();
    },
  });
  admin = await server.as('list_break', 'create_break', 'view_borrower_profile');
});
afterAll(async () => {
  await server.stop();
  await program.end();
  const cluster = openDatabase({ ...inject('postgres'), max: 1 });
  await cluster.run(new Fragment([`drop role ${role}`], []));
  await cluster.end();
});

test('requests, events and seals work under the program’s role', async () => {
  expect(
    await program.one(
      sql`select current_user::text as role, usesuper as "isSuper" from pg_user where usename = current_user`,
    ),
  ).toEqual({
    role,
    isSuper: false,
  });
  await admin.call(breaks.create, { name: 'Program break', duration: '00:10', description: '' });
  expect((await admin.call(loans.list, {})).rows.length).toBeGreaterThan(0);
  await program.run(sql`select seal_events(100000)`);
  await untilSealed(server.database);
  expect(
    await program.one(sql`select count(*)::int as n from pg_class c join pg_roles r on r.oid = c.relowner
    where r.rolname = ${role} and c.relnamespace = 'public'::regnamespace`),
  ).toEqual({ n: 0 });
});

const forbidden = [
  `update event set facts = '{}'`,
  'delete from event',
  'update settlement_acceptances set amount = 1',
  'delete from settlement_acceptances',
  'truncate event',
  `insert into event (at, type, domain) values (now() - interval '20 days', 'x.forged', 'x')`,
  `insert into event (id, type, domain) overriding system value values (1, 'x.forged', 'x')`,
  `insert into event (tx, type, domain) values ('1', 'x.forged', 'x')`,
  'update event_seal set hash = hash',
  'delete from event_seal',
  'delete from audit_anchor',
  'update postings set amount = amount + 1',
  'delete from postings',
  'delete from access_records',
  'alter table event disable trigger all',
  'alter table postings disable trigger postings_append_only',
  'drop trigger event_append_only on event',
  'create or replace function refuse_change() returns trigger language plpgsql as $x$ begin return old; end $x$',
  'create or replace function event_hash(previous bytea, e event) returns bytea language sql as $x$ select previous $x$',
  'drop table event_seal',
  'drop table event',
  `set session_replication_role = replica`,
  `update access_records set at = now() - interval '2 years'`,
  `select setval('event_id_seq', 1)`,
  `delete from migration`,
];
test.each(forbidden)('the program’s role may not run: %s', async (statement) => {
  await expect(asProgram(statement)).rejects.toThrow(/permission denied|must be owner/);
});
