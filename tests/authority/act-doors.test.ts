/** Bypasses of a policy: rapid requests, a new user, or a colleague's address. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { roles } from '../../src/contexts/agency/contract/roles.ts';
import { users } from '../../src/contexts/agency/contract/users.ts';
import { authoritySteps } from '../../src/contexts/authority/contract/authority-steps.ts';
import { authority } from '../../src/contexts/authority/contract/authority.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { allEndpoints } from '../../src/app/contract.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let chief: Caller;
let other: Caller;
let admin: Caller;
const db = () => server.database;
const systemAdmin = async (): Promise<Caller> => {
  const one = await server.person({ roleType: 'system_admin' });
  await db().run(
    sql`update users set role_id = (select id from roles where slug = 'system_admin') where id = ${one.id}`,
  );
  return one;
};
beforeAll(async () => {
  server = await boot();
  chief = await systemAdmin();
  other = await systemAdmin();
  admin = await server.person({ roleType: 'admin', flags: ['edit_authority'] });
});
afterAll(() => server.stop());
afterEach(async () => {
  await db().run(sql`delete from authority_requests`);
  await db().run(sql`delete from authority_acts`);
  await db().run(sql`delete from authority_steps`);
});
type Step = Partial<Parameters<typeof admin.call<typeof authoritySteps.create>>[1]>;
const step = (kind: 'export' | 'role', more: Step) =>
  admin.call(authoritySteps.create, { name: kind, kind, place: 1, hours: 24, exceptLine: false, ...more });
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).body.code;
const yes = async (who: Caller) => {
  const [row] = (await who.call(authority.waiting, {})).rows;
  const stands = row?.act?.stands ?? '';
  return who.call(authority.decide, { id: String(row?.id), decision: 'approve', amount: 0, stands });
};

test('six exports at one moment pass the limit of a day no oftener than one after another', async () => {
  const hurried = await server.person({ roleType: 'manager', flags: ['export_user', 'list_user'] });
  const below = await server.person({ roleType: 'agent' });
  await db().run(sql`update users set reporting_to = ${hurried.id} where id = ${below.id}`);
  const ask = () => hurried.call(files.parse, { type: 'EXPORT', export_type: 'users', filters: {} } as never);
  await ask();
  const rows = async () =>
    (
      await db().one<{ n: number }>(
        sql`select sum(total_records)::int as n from file_jobs where created_by = ${hurried.id}`,
      )
    )?.n ?? 0;
  const each = await rows();
  expect(each).toBeGreaterThan(0);
  await step('export', { deciderRole: 'asker', maxCount: 2 * each });
  await step('export', { place: 2, deciderRole: 'admin' });
  const asked = await Promise.allSettled(Array.from({ length: 6 }, ask));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await rows()).toBe(2 * each);
});

test('the list of users straight as a file is no way around the limit', async () => {
  const taker = await server.person({ roleType: 'manager', flags: ['export_user', 'list_user'] });
  const file = () => taker.fetch('/api/user?export=true');
  expect((await file()).status).toBe(200);
  await step('export', { deciderRole: 'asker', maxCount: 1000 });
  const refused = await file();
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    409,
    'EXPORT_LIMITED',
  ]);
  // The screen's list is no file.
  expect((await taker.call(users.list, {})).rows.length).toBeGreaterThan(0);
  await taker.call(files.parse, { type: 'EXPORT', export_type: 'users', filters: {} } as never);
});

test('dual-control steps cannot be removed by one user', async () => {
  await step('role', { deciderRole: 'system_admin' });
  const rows = () =>
    db().rows<{ id: number; kind: string }>(
      sql`select id, kind from authority_steps where is_active order by id`,
    );
  const [own] = await rows();
  const off = admin.call(authoritySteps.edit, { id: String(own?.id), isActive: false });
  expect(await codeOf(off)).toBe('WAITS_FOR_OTHERS');
  expect(await codeOf(step('export', { deciderRole: 'asker' }))).toBe('WAITS_FOR_OTHERS');
  expect(await rows()).toHaveLength(1);
  const [asked] = (await chief.call(authority.waiting, {})).rows.filter(({ act }) =>
    act?.lines.some(({ label, after }) => label === 'decides' && after.includes('not in use')),
  );
  expect(asked?.act?.lines.find(({ label }) => label === 'decides')).toEqual({
    label: 'decides',
    before: 'Roles and permissions · 1 · System admin · Any',
    after: 'Roles and permissions · 1 · System admin · Any · not in use',
  });
  await chief.call(authority.decide, {
    id: String(asked?.id),
    decision: 'approve',
    amount: 0,
    stands: asked?.act?.stands ?? '',
  });
  expect(await rows()).toEqual([]);
  // Without a policy one person writes the first step.
  await step('export', { deciderRole: 'admin' });
});

test("removing a role's second factor needs two users", async () => {
  const role = await db().one<{ id: number }>(sql`
    insert into roles (slug, name, role_type, flags, requires_second_factor) values ('y', 'Callers', 'agent', '{}', true)
    returning id`);
  await step('role', { deciderRole: 'system_admin' });
  const edit = (more: object) => chief.call(roles.edit, { id: String(role?.id), ...more });
  expect(await codeOf(edit({ requiresSecondFactor: false }))).toBe('WAITS_FOR_OTHERS');
  await edit({ description: 'Who calls' });
  await yes(other);
  expect(
    await db().rows(
      sql`select requires_second_factor as needs, description from roles where id = ${role?.id}`,
    ),
  ).toEqual([{ needs: false, description: 'Who calls' }]);
});

/** Endpoints that grant a sign-in or permissions: guarded, or with a reason. */
test('every endpoint with an address, a role or permissions is registered here', () => {
  const takesRights = /^(email|contactPersonEmail|letterAddresses|roleId|permissionIds|roleType)$/;
  const found = allEndpoints().filter(
    ({ writes, takes }) => writes && Object.keys(takes.def.shape).some((name) => takesRights.test(name)),
  );
  expect(found.map(({ name }) => name).toSorted()).toEqual([
    'clients.create', // A new address.
    'clients.edit',
    'permissions.attach',
    'permissions.detach',
    'portal-people.add', // By the lender's approvers, for their lender (decision 221).
    'roles.create', // Without permissions, which are granted by `attach`.
    'roles.edit', // The type of a role never changes; its second factor is guarded.
    'session.forgotPassword', // Writes to the address that is on record.
    'session.login',
    'users.create',
    'users.edit',
  ]);
});

/** Endpoints returning more than a page of rows, and why no row limit applies. */
const giveFiles: Readonly<Record<string, string>> = {
  'activity.breaks': 'takes the word and gives a page',
  'activity.report': 'takes the word and gives a page',
  'cash-deposits.see': 'one photograph',
  'dispositions.list': 'takes the word and gives a page',
  'files.get': 'a signed address; an exported list was counted when its job was asked for',
  'files.put': 'takes one',
  'files.sample': 'the heads of an import',
  'missed-calls.message': 'one recording',
  'productivity.report': 'takes the word and gives a page',
  'recordings.download': 'one recording',
  'recordings.play': 'one recording',
  'users.list': 'refused as a file where there is a limit',
  'visits.see': 'one photograph',
};
test('every endpoint returning a file is registered here, with its limit', () => {
  const found = allEndpoints().filter(
    ({ answer, takes }) => answer === 'stream' || 'export' in takes.def.shape,
  );
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(giveFiles).toSorted());
});

test("a new user's role and a colleague's address need two users where the policy requires it", async () => {
  const lead = await server.person({ roleType: 'manager' });
  const role = await db().one<{ id: number }>(sql`select id from roles where slug = 'admin'`);
  await step('role', { deciderRole: 'system_admin' });
  const add = chief.call(users.create, {
    firstName: 'Nila',
    lastName: 'Rao',
    email: 'nila@recoup.test',
    roleId: role?.id ?? 0,
    dob: '1990-01-01',
    userType: 'internal',
  });
  const known = (email: string) => db().rows(sql`select 1 from users where email = ${email}`);
  expect(await codeOf(add)).toBe('WAITS_FOR_OTHERS');
  expect(await known('nila@recoup.test')).toEqual([]);
  await yes(other);
  expect(await known('nila@recoup.test')).toHaveLength(1);
  const move = chief.call(users.edit, { id: String(lead.id), email: 'mine@recoup.test' });
  expect(await codeOf(move)).toBe('WAITS_FOR_OTHERS');
  expect(await known('mine@recoup.test')).toEqual([]);
  await yes(other);
  expect(await known('mine@recoup.test')).toHaveLength(1);
});
