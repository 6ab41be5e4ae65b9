import { afterAll, beforeAll, expect, test } from 'vitest';
import { centers } from '../../src/contexts/agency/contract/centers.ts';
import { options } from '../../src/contexts/lenders/contract/options.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let pune: number;
let patna: number;
const maharashtra = 27;
const bihar = 10;

beforeAll(async () => {
  server = await boot();
  admin = await server.as(
    'list_centers',
    'create_centers',
    'edit_centers',
    'list_center_dropdown',
    'list_city_dropdown',
  );
  const city = async (state: number, q: string): Promise<number> =>
    (await admin.call(options.cities, { id: String(state), q }))[0]?.id ?? 0;
  pune = await city(maharashtra, 'Pune');
  patna = await city(bihar, 'Patna');
});
afterAll(() => server.stop());

let made = 0;
const draft = () => ({
  name: `Centre ${++made}`,
  centerCode: 'C1',
  address: '1 Station Road',
  landmark: 'Old Fort',
  zipcode: '411004',
  stateId: maharashtra,
  cityId: pune,
  phone: '020 2553 1234',
});

test('a center is added active, found with its town, and edited', async () => {
  const center = await admin.call(centers.create, draft());
  expect(center).toMatchObject({
    isActive: true,
    phone: '2025531234',
    state: { name: 'Maharashtra' },
    city: { name: 'Pune' },
  });
  const edited = await admin.call(centers.edit, {
    id: center.uId,
    stateId: bihar,
    cityId: patna,
    zipcode: '800001',
  });
  expect(edited).toMatchObject({ id: center.id, state: { name: 'Bihar' }, city: { name: 'Patna' } });
  expect(await admin.call(centers.one, { id: String(center.id) })).toEqual(edited);
  expect((await admin.call(centers.list, { q: center.name })).rows).toEqual([edited]);
});

test('a town of another state is rejected, also when only the state changes', async () => {
  const wrong = await refusal(admin.call(centers.create, { ...draft(), cityId: patna }));
  expect(wrong.body).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: 'cityId', fault: 'invalid' }] });
  const center = await admin.call(centers.create, draft());
  const moved = await refusal(admin.call(centers.edit, { id: center.uId, stateId: bihar }));
  expect(moved.body.fields).toEqual([{ path: 'cityId', fault: 'invalid' }]);
  const nowhere = await refusal(admin.call(centers.create, { ...draft(), stateId: 99, cityId: 99_999_999 }));
  expect(nowhere.body.code).toBe('INVALID_INPUT');
});

test.each([
  ['zipcode', '011004'],
  ['zipcode', '41100'],
  ['zipcode', '4110045'],
  ['phone', '12345'],
  ['phone', '0123456789'],
  ['phone', 'call me'],
  ['name', ' '],
])('%s %j is rejected', async (field, value) => {
  const { body } = await refusal(admin.call(centers.create, { ...draft(), [field]: value }));
  expect([body.code, body.fields?.[0]?.path]).toEqual(['INVALID_INPUT', field]);
});

test.each([
  ['+91 98765 43210', '9876543210'],
  ['09876543210', '9876543210'],
  ['919876543210', '9876543210'],
  ['(020) 2553-1234', '2025531234'],
  ['1800 209 1234', '18002091234'],
])('the phone %j is stored as %s', async (said, kept) => {
  expect((await admin.call(centers.create, { ...draft(), phone: said })).phone).toBe(kept);
});

test('a name is unique whatever its case, also among those added at once', async () => {
  const first = await admin.call(centers.create, draft());
  const again = await refusal(
    admin.call(centers.create, { ...draft(), name: ` ${first.name.toUpperCase()} ` }),
  );
  expect(again.body).toMatchObject({ code: 'TAKEN', message: 'already exists.' });
  const asked = { entity: 'centers', field: 'name', value: first.name.toLowerCase() };
  expect(await admin.call(options.validate, asked)).toEqual({ exists: true });
  expect(await admin.call(options.validate, { ...asked, exceptId: first.id })).toEqual({ exists: false });
  const same = { ...draft(), name: 'Raced' };
  const raced = await Promise.allSettled([1, 2, 3].map(() => admin.call(centers.create, same)));
  expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('only active centers are offered, with their town and state', async () => {
  const center = await admin.call(centers.create, draft());
  const offered = async (): Promise<unknown[]> => admin.call(centers.dropdown, { q: center.name });
  const choice = { id: center.id, name: center.name, cityName: 'Pune', stateName: 'Maharashtra' };
  expect(await offered()).toEqual([choice]);
  await admin.call(centers.edit, { id: center.uId, isActive: false });
  expect(await offered()).toEqual([]);
  expect(await admin.call(centers.dropdown, { ids: [center.id] })).toEqual([choice]);
  const inactive = await admin.call(centers.list, { isActive: false });
  expect(inactive.rows.map(({ id }) => id)).toContain(center.id);
});

test('a user without permission is rejected', async () => {
  const reader = await server.as('list_centers');
  expect((await refusal(reader.call(centers.create, draft()))).body.code).toBe('FORBIDDEN');
  expect((await refusal(reader.call(centers.edit, { id: '1', name: 'X' }))).body.code).toBe('FORBIDDEN');
  expect((await refusal(reader.call(centers.dropdown, {}))).body.code).toBe('FORBIDDEN');
});

test('a center from before there was a list of towns is shown without one', async () => {
  await server.database.run(sql`insert into centers (name) values ('Old Centre')`);
  const { rows } = await admin.call(centers.list, { q: 'old centre' });
  expect(rows[0]).toMatchObject({ stateId: null, cityId: null, state: null, city: null });
});
