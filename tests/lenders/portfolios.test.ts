import { afterAll, beforeAll, expect, test } from 'vitest';
import { options } from '../../src/contexts/lenders/contract/options.ts';
import { portfolios } from '../../src/contexts/lenders/contract/portfolios.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let owner: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('list_portfolio', 'add_portfolio', 'edit_portfolio', 'list_portfolio_dropdown');
  owner = await server.person({ roleType: 'manager' });
});
afterAll(() => server.stop());

let made = 0;
const draft = () => ({
  name: `Portfolio ${++made}`,
  clientId: 1,
  ownerId: owner.id,
  contactNumber: '98765 43210',
  aggrementDate: '2026-01-15',
  commercials: '12 percent of what is realized',
  colorCode: '#123abc',
});

test('a portfolio is added active and shows its client and its owner with the role', async () => {
  const portfolio = await admin.call(portfolios.create, draft());
  expect(portfolio).toMatchObject({
    isActive: true,
    contactNumber: '9876543210',
    aggrementDate: '2026-01-15',
    maxWavier: '',
    portfolioClient: { name: 'Asha Microfinance' },
    owner: { firstName: 'Test', roleName: expect.stringMatching(/^Role /) as string },
    targets: [],
  });
  const edited = await admin.call(portfolios.edit, {
    id: portfolio.uId,
    contactNumber: null,
    aggrementDate: null,
    commercials: '',
    isActive: false,
  });
  expect(edited).toMatchObject({
    contactNumber: null,
    aggrementDate: null,
    commercials: '',
    isActive: false,
  });
  expect(await admin.call(portfolios.one, { id: String(portfolio.id) })).toEqual(edited);
});

test('the list accepts search in addition to q, and sorts', async () => {
  const names = ['Zebra Loans', 'Zebra Gold'];
  for (const name of names) await admin.call(portfolios.create, { ...draft(), name });
  const found = async (input: Parameters<typeof portfolios.list.takes.parse>[0]): Promise<string[]> =>
    (await admin.call(portfolios.list, input as object)).rows.map(({ name }) => name);
  expect(await found({ search: 'zebra' })).toEqual(['Zebra Gold', 'Zebra Loans']);
  expect(await found({ q: 'zebra', sort: '-name' })).toEqual(['Zebra Loans', 'Zebra Gold']);
  expect(await found({ q: 'zebra', search: 'gold' })).toEqual(['Zebra Gold']);
  expect(await found({ search: 'bharat f' })).toEqual(['Bharat Retail']);
});

test('a name is unique whatever its case', async () => {
  const first = await admin.call(portfolios.create, draft());
  const { body } = await refusal(
    admin.call(portfolios.create, { ...draft(), name: first.name.toUpperCase() }),
  );
  expect(body).toMatchObject({ code: 'TAKEN', message: 'already exists.' });
  const asked = { entity: 'portfolios', field: 'name', value: first.name.toLowerCase() };
  expect(await admin.call(options.validate, asked)).toEqual({ exists: true });
});

test.each([
  ['contactNumber', 'none'],
  ['contactNumber', '-5'],
  ['colorCode', 'green'],
  ['aggrementDate', '15-01-2026'],
  ['clientId', 987_654],
  ['ownerId', 987_654],
])('%s %j is rejected', async (field, value) => {
  const { body } = await refusal(admin.call(portfolios.create, { ...draft(), [field]: value }));
  expect(body).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: field, fault: 'invalid' }] });
});

test('client users and deactivated users have no portfolio', async () => {
  const lender = await server.person({ roleType: 'client', clientId: 1 });
  const gone = await server.person({ roleType: 'manager' });
  await server.database.run(sql`update users set is_active = false where id = ${gone.id}`);
  for (const { id } of [lender, gone]) {
    const { body } = await refusal(admin.call(portfolios.create, { ...draft(), ownerId: id }));
    expect(body.fields).toEqual([{ path: 'ownerId', fault: 'invalid' }]);
  }
  // A deactivated user does not block other changes.
  const portfolio = await admin.call(portfolios.create, draft());
  await server.database.run(sql`update portfolios set owner_id = ${gone.id} where id = ${portfolio.id}`);
  const edited = await admin.call(portfolios.edit, { id: portfolio.uId, commercials: 'None' });
  expect(edited.commercials).toBe('None');
});

test('a portfolio moves to another client only while it has no loans', async () => {
  const portfolio = await admin.call(portfolios.create, draft());
  const moved = await admin.call(portfolios.edit, { id: portfolio.uId, clientId: 2 });
  expect(moved.portfolioClient.name).toBe('Bharat Finance');
  await server.database.run(sql`
    with b as (insert into borrowers (client_id, name) values (2, 'B') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number) select 2, ${portfolio.id}, id, 'P1' from b`);
  const { status, body } = await refusal(admin.call(portfolios.edit, { id: portfolio.uId, clientId: 1 }));
  expect([status, body.code]).toEqual([409, 'PORTFOLIO_IN_USE']);
});

test('the dropdown offers active portfolios of a client, with its name on request', async () => {
  const portfolio = await admin.call(portfolios.create, { ...draft(), clientId: 2, name: 'Offered' });
  const asked = { clientId: 2, q: 'offered' };
  expect(await admin.call(portfolios.dropdown, asked)).toEqual([{ id: portfolio.id, name: 'Offered' }]);
  expect(await admin.call(portfolios.dropdown, { ...asked, withClient: true })).toEqual([
    { id: portfolio.id, name: 'Offered', clientName: 'Bharat Finance' },
  ]);
  expect(await admin.call(portfolios.dropdown, { ...asked, clientId: 1 })).toEqual([]);
  await admin.call(portfolios.edit, { id: portfolio.uId, isActive: false });
  expect(await admin.call(portfolios.dropdown, asked)).toEqual([]);
  expect(await admin.call(portfolios.dropdown, { ids: [portfolio.id] })).toHaveLength(1);
});

test('the history of a portfolio contains no telephone number', async () => {
  const portfolio = await admin.call(portfolios.create, { ...draft(), contactNumber: '9123456780' });
  await admin.call(portfolios.edit, { id: portfolio.uId, contactNumber: '9123456781' });
  const events = await server.database.rows<{ facts: string }>(
    sql`select facts::text from event where type like 'portfolios.%' and entity_id = ${portfolio.id}`,
  );
  expect(events).toHaveLength(2);
  expect(JSON.stringify(events)).not.toContain('912345678');
  expect(JSON.stringify(events)).toContain('contactNumber');
});

test('a user without permission is rejected', async () => {
  const reader = await server.as('list_portfolio');
  expect((await refusal(reader.call(portfolios.create, draft()))).body.code).toBe('FORBIDDEN');
  expect((await refusal(reader.call(portfolios.edit, { id: '1', name: 'X' }))).body.code).toBe('FORBIDDEN');
  expect((await refusal(reader.call(portfolios.dropdown, {}))).body.code).toBe('FORBIDDEN');
  const writer = await server.as('edit_portfolio');
  expect((await refusal(writer.call(portfolios.list, {}))).body.code).toBe('FORBIDDEN');
});
