import { afterAll, beforeAll, expect, test } from 'vitest';
import { options } from '../../src/contexts/lenders/contract/options.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('list_state_dropdown', 'list_city_dropdown');
});
afterAll(() => server.stop());

const named = (rows: readonly { name: string }[]): string[] => rows.map(({ name }) => name);

test('all states and union territories of India are offered, numbered as in the tax code', async () => {
  const states = await admin.call(options.states, {});
  expect(states).toHaveLength(36);
  expect(states).toContainEqual({ id: 27, name: 'Maharashtra' });
  expect(named(states)).toEqual(named(states).toSorted());
  expect(await admin.call(options.states, { q: 'pradesh', ids: [9, 27] })).toEqual([
    { id: 9, name: 'Uttar Pradesh' },
  ]);
});

test('every state has towns, and its largest are among them', async () => {
  const states = await admin.call(options.states, {});
  for (const { id, name } of states) {
    const cities = await admin.call(options.cities, { id: String(id) });
    expect([name, cities.length > 0]).toEqual([name, true]);
  }
  const known: Record<number, string[]> = {
    7: ['Delhi', 'New Delhi'],
    9: ['Lucknow', 'Prayagraj', 'Kanpur'],
    27: ['Mumbai', 'Pune', 'Chhatrapati Sambhajinagar', 'Solapur'],
    29: ['Bengaluru', 'Hubballi', 'Mysuru'],
    33: ['Chennai', 'Tiruchirappalli'],
  };
  for (const [state, cities] of Object.entries(known))
    for (const q of cities)
      expect(named(await admin.call(options.cities, { id: state, q }))[0]?.slice(0, q.length)).toBe(q);
});

test('a town is found by typing, prefix matches first, and only in its state', async () => {
  const cities = named(await admin.call(options.cities, { id: '27', q: 'pun' }));
  expect(cities[0]).toMatch(/^Pun/);
  expect(cities).toContain('Pune');
  expect(named(await admin.call(options.cities, { id: '9', q: 'pune' }))).not.toContain('Pune');
  expect((await refusal(admin.call(options.cities, { id: '99' }))).body.code).toBe('NOT_FOUND');
});

test('no more than 200 towns are answered, and one further down is found by its number', async () => {
  const first = await admin.call(options.cities, { id: '33' });
  expect(first).toHaveLength(200);
  const [tirur] = await admin.call(options.cities, { id: '33', q: 'tiruchirappalli' });
  expect(named(first)).not.toContain(tirur?.name);
  expect(await admin.call(options.cities, { id: '33', ids: [tirur?.id ?? 0] })).toEqual([tirur]);
});

test('without the permission of a dropdown its rows are rejected', async () => {
  const nobody = await server.as();
  const asked = [
    refusal(nobody.call(options.states, {})),
    refusal(nobody.call(options.cities, { id: '27' })),
    refusal(nobody.call(options.clientStates, { id: '1' })),
    refusal(nobody.call(options.clientCities, { id: '1' })),
  ];
  for (const { body } of await Promise.all(asked)) expect(body.code).toBe('FORBIDDEN');
});

test('filter values of a client are limited to the loans the caller sees', async () => {
  const lead = await server.person({
    roleType: 'tech_lead',
    flags: ['list_state_dropdown', 'list_city_dropdown'],
  });
  const agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const places = [
    ['Bihar', 'Gaya', 'Gold', agent.id],
    ['Kerala', 'Kollam', 'Vehicle', null],
  ] as const;
  for (const [state, city, product, assignee] of places) {
    const borrower = await server.database.one<{ id: number }>(sql`
      insert into borrowers (client_id, name, state_name, city_name) values (1, 'B', ${state}, ${city}) returning id`);
    await server.database.run(sql`
      insert into loans (client_id, portfolio_id, borrower_id, loan_number, product_type, assignee_id)
      values (1, 1, ${borrower?.id}, ${city}, ${product}, ${assignee})`);
  }
  const rows = await server.database.rows<{ uId: string }>(
    sql`select u_id as "uId" from clients where id = 1`,
  );
  expect(named(await lead.call(options.clientStates, { id: '1' }))).toEqual(['Bihar']);
  expect(named(await lead.call(options.clientCities, { id: rows[0]?.uId ?? '' }))).toEqual(['Gaya']);
  expect(named(await agent.call(options.clientProductTypes, { id: '1' }))).toEqual(['Gold']);
  expect(named(await admin.call(options.clientProductTypes, { id: '1' }))).toEqual(['Gold', 'Vehicle']);
  expect(named(await admin.call(options.clientStates, { id: '2' }))).toEqual([]);
});

test('a person is offered the exports they may make', async () => {
  const exporter = await server.as('export_user', 'export_dnc_numbers');
  expect(await exporter.call(options.exportTypes, {})).toEqual([
    { id: 'audit', name: 'Changes' },
    { id: 'dnc', name: 'DNC' },
    { id: 'users', name: 'Users' },
  ]);
});
