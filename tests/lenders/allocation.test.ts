/** Allocation types, and who answers for them month by month. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allocationTypeHierarchy as hierarchy } from '../../src/contexts/lenders/contract/allocation-type-hierarchy.ts';
import { allocationTypes } from '../../src/contexts/lenders/contract/allocation-types.ts';
import { options } from '../../src/contexts/lenders/contract/options.ts';
import { portfolios } from '../../src/contexts/lenders/contract/portfolios.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let owner: Caller;
let fresh: number;
let legal: number;
beforeAll(async () => {
  server = await boot();
  admin = await server.as(
    'list_allocation_type',
    'create_allocation_type',
    'update_allocation_type',
    'create_allocation_type_hierarchy',
    'update_allocation_type_hierarchy',
    'list_portfolio',
  );
  owner = await server.person({ roleType: 'tech_lead' });
  const type = async (name: string): Promise<number> =>
    (await admin.call(allocationTypes.create, { name, colorCode: '#0b7285' })).id;
  [fresh, legal] = [await type('Fresh'), await type('Legal')];
});
afterAll(() => server.stop());

let month = 0;
/** Each draft has another month, to avoid conflicts. */
const draft = () => {
  month += 1;
  return {
    clientId: 1,
    portfolioId: 1,
    allocationTypeId: fresh,
    ownerId: owner.id,
    month: (month % 12) + 1,
    year: 2030 + Math.floor(month / 12),
    target: 125_000.5,
  };
};

test('an allocation type is added active, edited, and unique whatever its case', async () => {
  const made = await admin.call(allocationTypes.create, { name: 'Skip', code: 'SK', colorCode: '#364fc7' });
  expect(made).toMatchObject({ code: 'SK', isActive: true });
  const edited = await admin.call(allocationTypes.edit, { id: made.uId, code: '', isActive: false });
  expect(edited).toMatchObject({ id: made.id, code: '', isActive: false });
  const { body } = await refusal(admin.call(allocationTypes.create, { name: 'sKIP ', colorCode: '#364fc7' }));
  expect(body).toMatchObject({ code: 'TAKEN', message: 'already exists.' });
  const asked = { entity: 'allocation-types', field: 'name', value: 'skip' };
  expect(await admin.call(options.validate, asked)).toEqual({ exists: true });
  expect((await admin.call(allocationTypes.dropdown, {})).map(({ name }) => name)).toEqual([
    'Fresh',
    'Legal',
  ]);
  const inactive = await admin.call(allocationTypes.list, { isActive: false });
  expect(inactive.rows.map(({ id }) => id)).toEqual([made.id]);
});

test('an allocation type needs a name and a colour', async () => {
  const missing = await refusal(admin.call(allocationTypes.create, { name: 'Plain' } as never));
  expect(missing.body.fields).toEqual([{ path: 'colorCode', fault: 'required' }]);
  const wrong = await refusal(admin.call(allocationTypes.create, { name: 'Plain', colorCode: 'red' }));
  expect(wrong.body.fields).toEqual([{ path: 'colorCode', fault: 'invalid' }]);
});

test('an allocation is added with its names, and only owner and target change later', async () => {
  const made = await admin.call(hierarchy.create, { ...draft(), target: 0 });
  expect(made).toMatchObject({
    target: 0,
    client: { name: 'Asha Microfinance' },
    portfolio: { name: 'Asha Retail' },
    allocationType: { name: 'Fresh', colorCode: '#0b7285' },
    owner: { firstName: 'Test', roleName: expect.stringMatching(/^Role /) as string },
  });
  const manager = await server.person({ roleType: 'manager' });
  const edited = await admin.call(hierarchy.edit, { id: made.uId, target: 99.25, ownerId: manager.id });
  expect(edited).toMatchObject({ id: made.id, target: 99.25, ownerId: manager.id });
  for (const change of [
    { clientId: 2 },
    { portfolioId: 2 },
    { allocationTypeId: legal },
    { month: 3 },
    { year: 2040 },
  ]) {
    const { body } = await refusal(admin.call(hierarchy.edit, { id: made.uId, ...change }));
    expect(body).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: Object.keys(change)[0] }] });
  }
  // The same value is no change.
  expect(await admin.call(hierarchy.edit, { id: made.uId, clientId: 1, target: 1 })).toMatchObject({
    target: 1,
  });
});

test('a portfolio has one target per allocation type and month; the second gets the reason', async () => {
  const first = draft();
  await admin.call(hierarchy.create, first);
  const { status, body } = await refusal(admin.call(hierarchy.create, { ...first, target: 5 }));
  expect([status, body.code]).toEqual([409, 'TARGET_EXISTS']);
  expect(body.message).toBe('This portfolio has a target for this allocation type and month already.');
  await admin.call(hierarchy.create, { ...first, allocationTypeId: legal });
  const same = draft();
  const raced = await Promise.allSettled([1, 2, 3].map(() => admin.call(hierarchy.create, same)));
  expect(raced.filter(({ status: end }) => end === 'fulfilled')).toHaveLength(1);
});

test('agents and client users have no allocation', async () => {
  for (const roleType of ['agent', 'client'] as const) {
    const { id } = await server.person({ roleType, clientId: roleType === 'client' ? 1 : undefined });
    const { body } = await refusal(admin.call(hierarchy.create, { ...draft(), ownerId: id }));
    expect(body).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: 'ownerId', fault: 'invalid' }] });
  }
});

test.each([
  ['portfolioId', 2],
  ['portfolioId', 987_654],
  ['clientId', 987_654],
  ['allocationTypeId', 987_654],
  ['month', 13],
  ['month', 0],
  ['target', -1],
  ['target', 0.001],
  ['ownerId', 987_654],
])('%s %j is rejected', async (field, value) => {
  const { body } = await refusal(admin.call(hierarchy.create, { ...draft(), [field]: value }));
  expect(body.code).toBe('INVALID_INPUT');
});

test('what is not active any more gets no new target', async () => {
  const type = await admin.call(allocationTypes.create, { name: 'Past', colorCode: '#000000' });
  await admin.call(allocationTypes.edit, { id: type.uId, isActive: false });
  const { body } = await refusal(admin.call(hierarchy.create, { ...draft(), allocationTypeId: type.id }));
  expect(body.fields).toEqual([{ path: 'allocationTypeId', fault: 'invalid' }]);
});

test('the list is filtered by types, clients, portfolios, owners and months, the latest month first', async () => {
  const other = await server.person({ roleType: 'manager' });
  const entry = async (change: object): Promise<number> =>
    (await admin.call(hierarchy.create, { ...draft(), year: 2090, ownerId: other.id, ...change })).id;
  const june = await entry({ month: 6 });
  const july = await entry({ month: 7, allocationTypeId: legal });
  const bharat = await entry({ month: 7, clientId: 2, portfolioId: 2 });
  const found = async (input: object): Promise<number[]> =>
    (await admin.call(hierarchy.list, { ownerIds: String(other.id), ...input } as never)).rows.map(
      ({ id }) => id,
    );
  expect(await found({})).toEqual([bharat, july, june]);
  expect(await found({ sort: 'period' })).toEqual([june, july, bharat]);
  expect(await found({ allocationTypeIds: String(legal) })).toEqual([july]);
  expect(await found({ clientIds: '2' })).toEqual([bharat]);
  expect(await found({ portfolioIds: '1,2', q: 'bharat' })).toEqual([bharat]);
  expect(await found({ q: 'legal' })).toEqual([july]);
  const pairs = (list: readonly object[]): object => ({ monthYearPairs: JSON.stringify(list) });
  expect(await found(pairs([{ month: 6, year: 2090 }]))).toEqual([june]);
  expect(
    await found(
      pairs([
        { month: 6, year: 2089 },
        { month: 7, year: 2090 },
      ]),
    ),
  ).toEqual([bharat, july]);
  for (const monthYearPairs of ['[{"month":', '{"month":6}', '[{"month":13,"year":2090}]']) {
    const { body } = await refusal(admin.call(hierarchy.list, { monthYearPairs }));
    expect(body).toMatchObject({ code: 'INVALID_INPUT' });
  }
});

test('a portfolio shows its targets by month, the latest first', async () => {
  const portfolio = { clientId: 2, portfolioId: 2, year: 2050 };
  await admin.call(hierarchy.create, { ...draft(), ...portfolio, month: 1, target: 10 });
  await admin.call(hierarchy.create, {
    ...draft(),
    ...portfolio,
    month: 1,
    target: 5.5,
    allocationTypeId: legal,
  });
  await admin.call(hierarchy.create, { ...draft(), ...portfolio, month: 2, target: 7 });
  const { targets } = await admin.call(portfolios.one, { id: '2' });
  expect(targets.filter(({ year }) => year === 2050)).toEqual([
    { month: 2, year: 2050, target: 7 },
    { month: 1, year: 2050, target: 15.5 },
  ]);
});

test('a portfolio with targets remains with its client', async () => {
  await admin.call(hierarchy.create, draft());
  const editor = await server.as('edit_portfolio');
  const { body } = await refusal(editor.call(portfolios.edit, { id: '1', clientId: 2 }));
  expect(body.code).toBe('PORTFOLIO_IN_USE');
});

test('a user without permission is rejected', async () => {
  const reader = await server.as('list_allocation_type');
  expect((await reader.call(hierarchy.list, {})).count).toBeGreaterThan(0);
  const refused = await Promise.all([
    refusal(reader.call(hierarchy.create, draft())),
    refusal(reader.call(hierarchy.edit, { id: '1', target: 1 })),
    refusal(reader.call(allocationTypes.create, { name: 'No', colorCode: '#000000' })),
    refusal(owner.call(hierarchy.list, {})),
  ]);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('FORBIDDEN'));
  await server.database.run(sql`select 1`);
});
