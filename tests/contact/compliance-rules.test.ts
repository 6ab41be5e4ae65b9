import { afterAll, beforeAll, expect, test } from 'vitest';
import { complianceRules } from '../../src/contexts/contact/contract/compliance-rules.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.person({ roleType: 'admin' });
});
afterAll(() => server.stop());

const hours = {
  kind: 'hours',
  name: 'Tractors in the season',
  productType: 'Tractor',
  fromDay: '2026-12-01',
  untilDay: '2027-02-28',
  startsAt: '10:00',
  endsAt: '17:00',
} as const;

test('the law’s hours are there from the start, with the change of 1 January 2027', async () => {
  const { rows } = await admin.call(complianceRules.list, { kind: 'hours', sort: 'fromDay' });
  const general = rows.filter(({ productType }) => productType === null);
  expect(
    general.map(({ fromDay, untilDay, startsAt, endsAt }) => [fromDay, untilDay, startsAt, endsAt]),
  ).toEqual([
    ['2022-08-12', '2026-12-31', '08:00', '19:00'],
    ['2027-01-01', null, '08:00', '19:00'],
  ]);
});

test('the rules of every kind are listed, that of the dead too', async () => {
  const { rows } = await admin.call(complianceRules.list, { size: 100 });
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['hours', 'cap', 'holiday', 'hold']));
  expect(rows.map(({ name }) => name)).toContain('Deceased');
});

test('a rule has a history of changes with users and previous values', async () => {
  const { id } = await admin.call(complianceRules.create, hours);
  await admin.call(complianceRules.edit, { id: String(id), endsAt: '18:00' });
  const history = await admin.call(complianceRules.history, { id: String(id) });
  expect(history.map(({ before, after }) => [before, after])).toEqual([
    [{ endsAt: '17:00' }, { endsAt: '18:00' }],
    [{}, expect.objectContaining({ startsAt: '10:00', endsAt: '17:00' })],
  ]);
});

test('overlapping rules are rejected, also when concurrent', async () => {
  const rule = { ...hours, productType: 'Construction Equipments' };
  const both = await Promise.allSettled([
    admin.call(complianceRules.create, rule),
    admin.call(complianceRules.create, {
      ...rule,
      productType: 'construction equipments',
      fromDay: '2027-02-28',
    }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const later = { ...rule, fromDay: '2027-03-01', untilDay: null };
  await admin.call(complianceRules.create, later);
  const { body } = await refusal(admin.call(complianceRules.create, { ...later, name: 'Again' }));
  expect(body).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: 'fromDay', fault: 'invalid' }] });
  await admin.call(complianceRules.create, { ...later, name: 'Resting', isActive: false });
});

test('an incomplete rule is rejected by field, and agents cannot edit rules', async () => {
  const cap = { kind: 'cap', name: 'Visits', fromDay: '2027-01-01', channel: 'visit' } as const;
  const { body } = await refusal(admin.call(complianceRules.create, cap));
  expect(body.fields?.map(({ path }) => path)).toEqual(['most', 'everyDays']);
  const agent = await server.person({ roleType: 'agent' });
  expect((await refusal(agent.call(complianceRules.list, {}))).status).toBe(403);
});
