import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clients } from '../../src/contexts/lenders/contract/clients.ts';
import type { Input } from '../../src/kernel/contract/endpoint.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { options } from '../../src/contexts/lenders/contract/options.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

type Draft = Input<typeof clients.create>;
const password = 'marigold tractor 58';
let server: TestServer;
let admin: Caller;
let place: { stateId: number; cityId: number };
let ownerId: number;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('list_client', 'add_client', 'edit_client', 'list_client_dropdown');
  const city = await server.database.one<{ stateId: number; cityId: number }>(
    sql`select state_id as "stateId", id as "cityId" from cities where name = 'Pune'`,
  );
  place = city ?? { stateId: 0, cityId: 0 };
  ownerId = (await server.person({ roleType: 'manager' })).id;
});
afterAll(() => server.stop());

let made = 0;
const draft = (more: Partial<Draft> = {}): Draft => ({
  name: `Lender ${++made}`,
  contactPerson: 'Meera Demo',
  contactPersonEmail: `contact${made}@lender.example`,
  contactPersonMobile: '9876543210',
  registeredGst: '27AAPFU0939F1ZV',
  address: '1 Example Street',
  landmark: 'Demo Circle',
  pinCode: '411001',
  ...place,
  ownerId,
  password,
  ...more,
});
const add = (more?: Partial<Draft>) => admin.call(clients.create, draft(more));
const fieldsOf = async (call: Promise<unknown>) => (await refusal(call)).body.fields;
const login = (email: string, word = password) =>
  server.anonymous.call(session.login, { email, password: word });

test('a lender sets the caller ID for its borrowers, of the 1600 series where required', async () => {
  const one = await add();
  expect(one).toMatchObject({ callerId: null, seriesOnly: false });
  const edit = (
    more: Partial<Record<'callerId' | 'callBackCallerId' | 'reminderCallerId', string | null>> & {
      seriesOnly?: boolean;
    },
  ) => admin.call(clients.edit, { id: one.uId, ...more });
  expect(await edit({ callerId: '+912261234567' })).toMatchObject({ callerId: '+912261234567' });
  for (const wrong of [{ seriesOnly: true }, { callerId: 'Asha Bank' }])
    expect((await fieldsOf(edit(wrong)))?.map(({ path }) => path)).toEqual(['callerId']);
  const right = { callerId: '1600123456', seriesOnly: true };
  expect(await edit(right)).toMatchObject(right);
  expect((await fieldsOf(edit({ callerId: null })))?.map(({ path }) => path)).toEqual(['callerId']);
  // A purpose number is optional; if set, it has the same rules.
  const purposes = { callBackCallerId: '1600123457', reminderCallerId: null };
  expect(await edit(purposes)).toMatchObject({ ...right, ...purposes });
  for (const path of ['callBackCallerId', 'reminderCallerId'])
    expect((await fieldsOf(edit({ [path]: '140' })))?.map((field) => field.path)).toEqual([path]);
});

test('an admin adds, finds and edits a client', async () => {
  const one = await add({ name: 'Asha Rural' });
  expect(one).toMatchObject({
    name: 'Asha Rural',
    registeredGst: '27AAPFU0939F1ZV',
    isActive: true,
    ...place,
    ownerId,
  });
  const page = await admin.call(clients.list, { q: 'asha rur', isActive: true });
  expect(page).toMatchObject({ count: 1, rows: [{ id: one.id, owner: { firstName: 'Test' } }] });
  const edited = await admin.call(clients.edit, { id: one.uId, landmark: 'Opposite the bank' });
  expect(edited).toMatchObject({ landmark: 'Opposite the bank', contactPerson: 'Meera Demo' });
  expect(await admin.call(clients.dropdown, { q: 'asha rur' })).toEqual([{ id: one.id, name: 'Asha Rural' }]);
  await admin.call(clients.edit, { id: one.uId, isActive: false });
  expect(await admin.call(clients.dropdown, { q: 'asha rur' })).toEqual([]);
});

test('a lender that has only a name is shown, and can be filled in', async () => {
  expect(await admin.call(clients.one, { id: '1' })).toMatchObject({
    contactPersonEmail: '',
    stateId: null,
    owner: null,
  });
  const { password: _, name: __, ...rest } = draft();
  expect(await admin.call(clients.edit, { id: '1', ...rest })).toMatchObject({
    name: 'Asha Microfinance',
    ...place,
  });
});

describe('the form’s rules', () => {
  test.each([
    ['name', 'x'.repeat(31), 'too_long'],
    ['contactPersonEmail', 'nobody', 'invalid'],
    ['contactPersonMobile', '12345', 'invalid'],
    ['registeredGst', '27AAPFU0939F1ZW', 'invalid'],
    ['pinCode', '011001', 'invalid'],
    ['pinCode', '4110011', 'invalid'],
    ['landmark', ' ', 'required'],
    ['stateId', 987_654, 'invalid'],
  ])('%s cannot be %s', async (path, value, fault) => {
    expect(await fieldsOf(add({ [path]: value }))).toContainEqual({ path, fault });
  });

  test('the city belongs to the state', async () => {
    const far = await server.database.one<{ id: number }>(
      sql`select id from cities where state_id <> ${place.stateId} limit 1`,
    );
    expect(await fieldsOf(add({ cityId: far?.id ?? 0 }))).toEqual([{ path: 'cityId', fault: 'invalid' }]);
    const one = await add();
    const other = await server.database.one<{ id: number }>(
      sql`select id from states where id <> ${place.stateId} limit 1`,
    );
    const call = admin.call(clients.edit, { id: one.uId, stateId: other?.id ?? 0 });
    expect(await fieldsOf(call)).toEqual([{ path: 'cityId', fault: 'invalid' }]);
  });

  test('the owner is an active admin, manager or team lead', async () => {
    const of = async (roleType: 'admin' | 'manager' | 'tech_lead' | 'agent' | 'supervisor' | 'client') =>
      (await server.person({ roleType })).id;
    for (const owner of [await of('admin'), await of('tech_lead')])
      expect(await add({ ownerId: owner })).toMatchObject({ ownerId: owner });
    const gone = await of('manager');
    await server.database.run(sql`update users set is_active = false where id = ${gone}`);
    for (const wrong of [await of('agent'), await of('supervisor'), await of('client'), gone, 987_654_321])
      expect(await fieldsOf(add({ ownerId: wrong }))).toEqual([{ path: 'ownerId', fault: 'invalid' }]);
  });
});

describe('what must be unique', () => {
  test('the name, whatever its case, and a race has one winner', async () => {
    await add({ name: 'Bharat Gramin' });
    expect((await refusal(add({ name: ' BHARAT gramin' }))).body.code).toBe('TAKEN');
    const calls = await Promise.allSettled(Array.from({ length: 4 }, () => add({ name: 'Raced Lender' })));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('the contact’s e-mail, also among users', async () => {
    const one = await add({ contactPersonEmail: 'Only@Lender.example' });
    expect((await refusal(add({ contactPersonEmail: 'only@lender.example' }))).body.code).toBe('TAKEN');
    const user = await server.database.one<{ email: string }>(
      sql`select email from users where id = ${admin.id}`,
    );
    const told = [{ path: 'contactPersonEmail', fault: 'taken' }];
    expect(await fieldsOf(add({ contactPersonEmail: user?.email ?? '' }))).toEqual(told);
    const moved = admin.call(clients.edit, { id: one.uId, contactPersonEmail: user?.email ?? '' });
    expect(await fieldsOf(moved)).toEqual(told);
    const ask = { entity: 'clients', field: 'contactPersonEmail', value: 'ONLY@lender.example' };
    expect(await admin.call(options.validate, ask)).toEqual({ exists: true });
    expect(await admin.call(options.validate, { ...ask, exceptId: one.id })).toEqual({ exists: false });
  });
});

describe('the portal’s user', () => {
  test("signs in with the contact's email and the undisclosed password", async () => {
    const one = await add({ contactPersonEmail: 'portal@lender.example' });
    expect(JSON.stringify(one)).not.toContain('assword');
    expect(await login('portal@lender.example')).toMatchObject({ roleType: 'client' });
    const user = await server.database.one<{ hash: string; clientId: number; type: string }>(sql`
      select password_hash as hash, client_id as "clientId", user_type as type from users where email = 'portal@lender.example'`);
    expect(user).toMatchObject({ clientId: one.id, type: 'external' });
    expect(user?.hash).toMatch(/^\$argon2id\$/);
    const told = await server.database.rows<{ facts: object }>(
      sql`select facts from event where domain = 'clients' and entity_id = ${one.id}`,
    );
    const facts = JSON.stringify(told);
    for (const secret of [password, 'portal@lender.example', '9876543210', 'Meera'])
      expect(facts).not.toContain(secret);
  });

  test('cannot have a password that is easily guessed, nor be edited in by the client’s form', async () => {
    expect((await refusal(add({ password: 'short' }))).body.code).toBe('WEAK_PASSWORD');
    const one = await add();
    const call = admin.call(clients.edit, { id: one.uId, password } as never);
    expect(await fieldsOf(call)).toEqual([{ path: 'password', fault: 'unknown' }]);
  });

  test("updates with the contact's email, and is signed out with the client", async () => {
    const one = await add({ contactPersonEmail: 'old@lender.example' });
    await admin.call(clients.edit, { id: one.uId, contactPersonEmail: 'new@lender.example' });
    expect((await refusal(login('old@lender.example'))).body.code).toBe('WRONG_PASSWORD');
    expect(await login('new@lender.example')).toMatchObject({ email: 'new@lender.example' });
    const told = () =>
      server.database.one<{ body: string }>(
        sql`select body from mailbox where recipient = 'old@lender.example' order by id desc limit 1`,
      );
    await expect.poll(async () => (await told())?.body).toContain('n•••@lender.example');
    const event = await server.database.one<{ facts: object }>(
      sql`select facts from event where type = 'users.updated' order by id desc limit 1`,
    );
    expect(event?.facts).toEqual({
      before: { email: 'old@lender.example' },
      after: { email: 'new@lender.example' },
    });
    await admin.call(clients.edit, { id: one.uId, isActive: false });
    expect((await refusal(login('new@lender.example'))).body.code).toBe('WRONG_PASSWORD');
    await admin.call(clients.edit, { id: one.uId, isActive: true });
    expect(await login('new@lender.example')).toMatchObject({ roleType: 'client' });
  });
});

test('a read-only user is rejected', async () => {
  const reader = await server.as('list_client');
  const calls = [reader.call(clients.create, draft()), reader.call(clients.edit, { id: '2', name: 'Mine' })];
  for (const { body } of await Promise.all(calls.map(refusal))) expect(body.code).toBe('FORBIDDEN');
});
