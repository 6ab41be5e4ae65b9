/** An administrator sees who changed a setting, a person or a right, and what it was before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { users } from '../../src/contexts/agency/contract/users.ts';
import { audit } from '../../src/contexts/reporting/contract/audit.ts';
import { dayInIndia } from '../../src/kernel/contract/india.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.person({
    roleType: 'admin',
    flags: ['create_break', 'edit_break', 'edit_user'],
  });
});
afterAll(() => server.stop());

const changes = async (o: object = {}) => (await admin.call(audit.list, o)).rows;

test('a change is told with who made it, what it is called, and before and after', async () => {
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
  expect(created).toMatchObject({ what: 'created', name: 'Tea' });
});

test('people keep their names out of it, and their address in it', async () => {
  const { id } = await server.person({ roleType: 'agent' });
  await server.database.run(sql`update users set extension_number = ${700_000 + id} where id = ${id}`);
  await admin.call(users.edit, { id: String(id), email: 'moved@recoup.test' });
  const [row] = await changes({ domain: 'users' });
  expect(row?.changes.map(({ field }) => field)).toEqual(['email']);
  expect(row?.changes[0]?.after).toBe('moved@recoup.test');
});

test('the work on loans is not in it, days and people narrow it, and only administrators read it', async () => {
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
