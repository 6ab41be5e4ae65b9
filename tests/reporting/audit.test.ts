/** An administrator sees who changed a setting, a person or a right, and what it was before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { users } from '../../src/contexts/agency/contract/users.ts';
import { audit } from '../../src/contexts/reporting/contract/audit.ts';
import { dayInIndia } from '../../src/kernel/contract/india.ts';
import { openAnchors } from '../../src/app/server/operation/audit-anchors.ts';
import { auditWatch } from '../../src/app/server/operation/audit-watch.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { untilSealed } from '../sealed.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.person({
    roleType: 'admin',
    flags: ['create_break', 'edit_break', 'edit_user', 'list_break'],
  });
});
afterAll(() => server.stop());

const changes = async (o: object = {}) => (await admin.call(audit.list, o)).rows;

test('a change shows its actor, object name, and before and after', async () => {
  const made = await admin.call(breaks.create, { name: 'Tea', duration: '00:10', description: '' });
  await admin.call(breaks.edit, { id: String(made?.id), name: 'Lunch' });
  const [edited, created] = await changes({ domain: 'breaks' });
  expect(edited).toMatchObject({
    domain: 'breaks',
    what: 'updated',
    name: 'Lunch',
    changes: [{ field: 'name', before: 'Tea', after: 'Lunch' }],
  });
  expect(edited?.actorName).toBeTruthy();
  expect(edited?.from).toBe('127.0.0.1');
  expect(created).toMatchObject({ what: 'created', name: 'Tea' });
});

test('audit events contain addresses of users, not names', async () => {
  const { id } = await server.person({ roleType: 'agent' });
  await server.database.run(sql`update users set extension_number = ${700_000 + id} where id = ${id}`);
  await admin.call(users.edit, { id: String(id), email: 'moved@recoup.test' });
  const [row] = await changes({ domain: 'users' });
  expect(row?.changes.map(({ field }) => field)).toEqual(['email']);
  expect(row?.changes[0]?.after).toBe('moved@recoup.test');
});

test('loan work is excluded, days and users filter it, and only administrators read it', async () => {
  await server.database.run(
    sql`insert into event (type, domain, facts) values ('users-task.created', 'users-task', '{}'), ('loans.tagged', 'loans', '{}')`,
  );
  const all = await changes();
  expect(all.filter(({ domain }) => domain === 'loans' || domain === 'users-task')).toEqual([]);
  const today = dayInIndia(Date.now());
  expect((await changes({ startDate: today, endDate: today })).length).toBe(all.length);
  expect(await changes({ endDate: '2020-01-01' })).toEqual([]);
  expect(await changes({ userIds: [admin.id + 999] })).toEqual([]);
  for (const roleType of ['manager', 'tech_lead', 'agent', 'client'] as const)
    expect((await refusal((await server.person({ roleType })).call(audit.list, {}))).status).toBe(403);
});

test('what a master was before is written again, while nothing was changed since and what it points at is there', async () => {
  const made = await admin.call(breaks.create, { name: 'Walk', duration: '00:10', description: '' });
  const id = String(made?.id);
  await admin.call(breaks.edit, { id, name: 'Prayer' });
  const [change] = await changes({ domain: 'breaks' });
  expect(change?.mayRestore).toBe(true);
  await admin.call(breaks.edit, { id, name: 'Stretch' });
  const since = await refusal(admin.call(audit.restore, { id: String(change?.id) }));
  expect([since.body.code, since.body.facts['field']]).toEqual(['RESTORE_CHANGED', 'name']);
  const [latest] = await changes({ domain: 'breaks' });
  await admin.call(audit.restore, { id: String(latest?.id) });
  expect((await admin.call(breaks.one, { id })).name).toBe('Prayer');
  await admin.call(audit.restore, { id: String(change?.id) });
  expect((await admin.call(breaks.one, { id })).name).toBe('Walk');
  const [event] = await changes({ domain: 'breaks' });
  expect(event?.changes).toEqual([{ field: 'name', before: 'Prayer', after: 'Walk' }]);
  const other = await server.as('list_break');
  const [last] = await changes({ domain: 'breaks' });
  expect((await refusal(other.call(audit.restore, { id: String(last?.id) }))).status).toBe(403);
});

test('a deactivated reference rejects the restore by name', async () => {
  const holder = await server.person({ roleType: 'admin', flags: ['edit_portfolio', 'list_portfolio'] });
  const [portfolio] = await server.database.rows<{ id: number }>(
    sql`select id from portfolios order by id limit 1`,
  );
  const clients = await server.database.rows<{ id: number }>(sql`select id from clients order by id limit 2`);
  const facts = { before: { clientId: clients[1]?.id }, after: { clientId: clients[0]?.id } };
  await server.database.run(sql`insert into event (type, domain, entity_id, facts)
    values ('portfolios.updated', 'portfolios', ${portfolio?.id}, ${JSON.stringify(facts)}::jsonb)`);
  await server.database.run(sql`update clients set is_active = false where id = ${clients[1]?.id}`);
  const [change] = await changes({ domain: 'portfolios' });
  const refused = await refusal(holder.call(audit.restore, { id: String(change?.id) }));
  expect(refused.body).toMatchObject({ code: 'RESTORE_REFERENCE', facts: { field: 'clientId' } });
});

test('the chain is checked on the screen, with its marks, and a changed event is named', async () => {
  await untilSealed(server.database);
  const safe = openSafe({ dataDir: server.folder });
  await auditWatch(server.database, openAnchors({ safe, dataDir: server.folder })).look();
  // Unanchored: a consistent chain may still be forged.
  await server.database.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`create table kept_anchors as select * from audit_anchor`);
    await tx.run(sql`delete from audit_anchor`);
  });
  expect(await admin.call(audit.chain, {})).toMatchObject({
    isWhole: false,
    isUnknown: true,
    brokenEvent: null,
  });
  await server.database.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`insert into audit_anchor overriding system value select * from kept_anchors`);
    await tx.run(sql`drop table kept_anchors`);
  });
  // An event after the anchor.
  await server.database.run(
    sql`insert into event (actor_id, type, domain, facts) values (${admin.id}, 'breaks.created', 'breaks', '{}')`,
  );
  await untilSealed(server.database);
  const before = await admin.call(audit.chain, {});
  expect(before).toMatchObject({ isWhole: true, isUnknown: false, brokenEvent: null });
  expect(before.until).toBeGreaterThan(0);
  const changed = await server.database.one<{ id: number }>(
    sql`select event_id as id from event_seal order by n desc limit 1`,
  );
  await server.database.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update event set facts = '{"other": 1}' where id = ${changed?.id}`);
  });
  expect(await admin.call(audit.chain, {})).toMatchObject({ isWhole: false, brokenEvent: changed?.id });
});
