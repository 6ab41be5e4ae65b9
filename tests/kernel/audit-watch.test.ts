/**
 * An attacker with the database can recompute every hash, but not earlier observations, nor anchors under an external
 * key.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Anchors, openAnchors, vouch } from '../../src/app/server/operation/audit-anchors.ts';
import { type AuditWatch, auditWatch } from '../../src/app/server/operation/audit-watch.ts';
import { Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { type TestServer, boot, bootBeside } from '../kit.ts';
import { untilSealed } from '../sealed.ts';

let server: TestServer;
/** A new watcher process: its state is in the folder and the database. */
let anchors: () => Anchors;
let process: () => AuditWatch;
beforeEach(async () => {
  server = await boot();
  anchors = () => openAnchors({ safe: openSafe({ dataDir: server.folder }), dataDir: server.folder });
  process = () => auditWatch(server.database, anchors());
});
afterEach(() => server.stop());

async function happened(times: number): Promise<void> {
  for (let i = 0; i < times; i++)
    await server.database.run(
      sql`insert into event (type, domain, facts) values ('x.tested', 'x', '{"n": 1}')`,
    );
  await untilSealed(server.database);
}
/** An attacker with all privileges disables the guards. */
const tamper = (...statements: string[]): Promise<void> =>
  server.database.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.run(new Fragment([statement], []));
  });
/** Recomputes every hash with the database's function. */
const recomputed = `do $$ declare previous bytea := '\\x00'; s record; begin
  for s in select es.n, ev from event_seal es join event ev on ev.id = es.event_id order by es.n loop
    previous := event_hash(previous, s.ev);
    update event_seal set hash = previous where n = s.n;
  end loop; end $$`;
const lastSeals = (n: number): string => `select n from event_seal order by n desc limit ${n}`;
const cutOff = (n: number): string[] => [
  `delete from audit_anchor where n in (${lastSeals(n)})`,
  `create temp table gone on commit drop as select event_id from event_seal where n in (${lastSeals(n)})`,
  'delete from event_seal where event_id in (select event_id from gone)',
  'delete from event where id in (select event_id from gone)',
];
const holdsByItself = async (): Promise<boolean> =>
  (await server.database.one<{ id: number | null }>(sql`select broken_seal() as id`))?.id === null;

test('added and chained events verify, and the newest anchor is reported', async () => {
  await happened(3);
  const watch = process();
  const first = await watch.look();
  await happened(2);
  const second = await watch.look();
  expect([first.is, second.is]).toEqual(['whole', 'whole']);
  expect(second).not.toEqual(first);
  expect(await watch.whole()).toEqual(second);
});

test('thirty deleted events are detected by the next process, and all admins are notified', async () => {
  const admin = await server.person({ roleType: 'admin', flags: ['create_break', 'list_break'] });
  for (let i = 0; i < 32; i++) await admin.call(breaks.create, { name: `Tea ${i}`, duration: '00:10' });
  await untilSealed(server.database);
  expect((await process().look()).is).toBe('whole');
  await tamper(...cutOff(30));
  expect(await holdsByItself()).toBe(true);

  const next = await bootBeside(server, undefined, { DATA_DIR: server.folder });
  const letters = () =>
    server.database.rows<{ to: string; body: string }>(
      sql`select recipient as to, body from mailbox where subject like '%audit%'`,
    );
  await expect.poll(async () => (await letters()).length).toBeGreaterThan(0);
  await next.stop();
  const [letter] = await letters();
  const own = await server.database.one<{ email: string }>(
    sql`select email from users where id = ${admin.id}`,
  );
  expect(letter?.to).toBe(own?.email);
  expect(letter?.body).toMatch(/seal \d+ is not the one that was seen/);
});

test('a changed event with recomputed chain is detected, in this process and the next', async () => {
  await happened(5);
  const watch = process();
  await watch.look();
  await tamper(`update event set facts = '{"n": 2}' where id = (select min(id) from event)`, recomputed);
  expect(await holdsByItself()).toBe(true);
  expect((await watch.look()).is).toBe('rewritten');
  expect((await process().look()).is).toBe('rewritten');
});

test('forged anchors in the database are rejected, where no process has seen the chain', async () => {
  await happened(5);
  await process().look();
  await tamper(
    `update event set facts = '{"n": 2}' where id = (select min(id) from event)`,
    recomputed,
    `update audit_anchor a set hash = s.hash from event_seal s where s.n = a.n`,
  );
  // A second server with the same key and a separate folder.
  const elsewhere = { ...anchors(), kept: () => undefined };
  expect((await auditWatch(server.database, elsewhere).look()).is).toBe('unmarked');
});

test('an event that was changed is named, new or old', async () => {
  await happened(2);
  const watch = process();
  await watch.look();
  await happened(3);
  const ids = await server.database.one<{ first: number; last: number }>(
    sql`select min(id) as first, max(id) as last from event`,
  );
  await tamper(`update event set facts = '{"n": 2}' where id = ${ids?.last}`);
  expect(await watch.look()).toEqual({ is: 'broken', event: ids?.last });
  await tamper(`update event set facts = '{"n": 1}' where id = ${ids?.last}`);
  expect((await watch.look()).is).toBe('whole');
  await tamper(`update event set facts = '{"n": 2}' where id = ${ids?.first}`);
  expect(await process().look()).toEqual({ is: 'broken', event: ids?.first });
});

test('only the key owner can accept the current chain', async () => {
  await happened(5);
  const watch = process();
  await watch.look();
  await tamper(...cutOff(2));
  expect((await watch.look()).is).toBe('rewritten');
  const stranger = openAnchors({
    safe: openSafe({ dataDir: server.folder, secretsKey: Buffer.alloc(32, 7).toString('base64') }),
    dataDir: server.folder,
  });
  await vouch(server.database, stranger);
  expect((await watch.look()).is).toBe('rewritten');
  await vouch(server.database, anchors());
  expect((await watch.look()).is).toBe('whole');
  await happened(1);
  expect((await watch.look()).is).toBe('whole');
  // A backup from before the first hash.
  await tamper('delete from event_seal', 'delete from audit_anchor', 'delete from event');
  expect((await watch.look()).is).toBe('rewritten');
  await vouch(server.database, anchors());
  expect((await watch.look()).is).toBe('whole');
  await happened(2);
  expect((await process().look()).is).toBe('whole');
});

test('a server with a new key logs that it differs', async () => {
  await happened(1);
  await process().look();
  const secretsKey = Buffer.alloc(32, 7).toString('base64');
  const next = await bootBeside(server, undefined, { SECRETS_KEY: secretsKey });
  const log = () => readFile(join(next.folder, 'recoup.log'), 'utf8');
  await expect.poll(log).toMatch(/is not the one that servers of this database had before/);
  await next.stop();
});
