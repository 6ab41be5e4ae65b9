import { afterAll, beforeAll, expect, test } from 'vitest';
import { clients } from '../../src/contexts/lenders/contract/clients.ts';
import { dispositions } from '../../src/contexts/lenders/contract/dispositions.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { portfolios } from '../../src/contexts/lenders/contract/portfolios.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let lead: Caller;
let asha: Caller;
let bina: Caller;
let other: Caller;

/** A loan of `who`; the last four digits of its mobile are its number. */
async function addLoan(n: number, who: Caller | null, o: { clientId?: number; isActive?: boolean } = {}) {
  const { clientId = 1, isActive = true } = o;
  await server.database.run(sql`
    insert into borrowers (id, client_id, client_borrower_id, name, pan) values (${n}, ${clientId}, ${`CB${n}`}, ${`Borrower ${n}`}, ${`PAN${n}`})`);
  await server.database.run(sql`
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, alternate_contact1,
      principal_outstanding, total_outstanding, dpd, is_active)
    values (${n}, ${clientId}, ${clientId}, ${n}, ${`LN-${n}`}, ${who?.id ?? null}, ${`987654${n}`}, ${`912345${n}`},
      ${n * 100}, ${n * 200}, ${n % 7}, ${isActive})`);
}

beforeAll(async () => {
  server = await boot();
  admin = await server.as('list_client_dropdown', 'list_portfolio_dropdown', 'view_borrower_profile');
  lead = await server.person({ roleType: 'tech_lead' });
  asha = await server.person({ roleType: 'agent', reportingTo: lead.id });
  bina = await server.person({ roleType: 'agent', reportingTo: lead.id });
  other = await server.person({ roleType: 'agent' });
  await addLoan(1001, asha);
  await addLoan(1002, asha, { clientId: 2 });
  await addLoan(1003, asha, { isActive: false });
  await addLoan(1004, bina);
  await addLoan(1005, other);
  await addLoan(1006, null);
});
afterAll(() => server.stop());

const numbersOf = async (who: Caller, query: Parameters<typeof who.call<typeof loans.list>>[1] = {}) => {
  const { rows, count } = await who.call(loans.list, query);
  expect(count).toBe(rows.length);
  return rows.map(({ id }) => id);
};

test('users see the loans of their team, the largest first', async () => {
  expect(await numbersOf(asha)).toEqual([1002, 1001]);
  expect(await numbersOf(bina)).toEqual([1004]);
  expect(await numbersOf(lead)).toEqual([1004, 1002, 1001]);
  expect(await numbersOf(admin)).toEqual([1006, 1005, 1004, 1002, 1001]);
});

test('filters narrow what is seen and never widen it', async () => {
  expect(await numbersOf(asha, { isActive: false })).toEqual([1003]);
  expect(await numbersOf(lead, { clientIds: [2] })).toEqual([1002]);
  expect(await numbersOf(lead, { userIds: [bina.id, other.id] })).toEqual([1004]);
  expect(await numbersOf(asha, { userIds: [other.id] })).toEqual([]);
  expect(await numbersOf(lead, { paymentStatus: 'Foreclosure' })).toEqual([]);
  // Selected loans are included in any state; invisible ones are not.
  expect(await numbersOf(asha, { ids: [1001, 1003, 1005] })).toEqual([1003, 1001]);
  expect(await numbersOf(asha, { ids: [1001, 1003], isActive: true })).toEqual([1001]);
});

test('search finds loan number, name, and the last digits or all of a mobile number', async () => {
  expect(await numbersOf(lead, { q: 'ln-1004' })).toEqual([1004]);
  expect(await numbersOf(lead, { q: 'borrower 1001' })).toEqual([1001]);
  expect(await numbersOf(lead, { q: '9876541002' })).toEqual([1002]);
  expect(await numbersOf(lead, { q: '+91 98765 41002' })).toEqual([1002]);
  expect(await numbersOf(asha, { q: '1005' })).toEqual([]);
  expect(await numbersOf(lead, { q: '%' })).toEqual([]);
});

test('a masked number cannot be felt out digit by digit', async () => {
  for (const part of ['41002', '541002', '76541002', '876541002'])
    expect(await numbersOf(asha, { q: part })).toEqual([]);
});

test('sorts and pages', async () => {
  expect(await numbersOf(lead, { sort: 'loanNumber' })).toEqual([1001, 1002, 1004]);
  expect(await numbersOf(lead, { sort: 'totalOutstanding' })).toEqual([1001, 1002, 1004]);
  const second = await admin.call(loans.list, { size: 2, page: 2 });
  expect(second.rows.map(({ id }) => id)).toEqual([1004, 1002]);
  expect(second.count).toBe(5);
  expect((await admin.call(loans.list, { page: 10_000, size: 500 })).rows).toEqual([]);
});

test('a row has the listed fields, money in rupees and masked phone numbers', async () => {
  const [row] = (await asha.call(loans.list, { q: '1001' })).rows;
  expect(row).toMatchObject({
    loanNumber: 'LN-1001',
    mobile: 'XXXXXX1001',
    principalOutstanding: 1001,
    totalOutstanding: 2002,
    loanBorrower: { name: 'Borrower 1001', clientBorrowerId: 'CB1001' },
    client: { name: 'Asha Microfinance' },
    loanPortfolio: { name: 'Asha Retail' },
    loanUsers: [{ mappingUser: { firstName: 'Test' }, mappingCampaign: null }],
    loanTags: [],
    loanDispositions: [],
  });
  const one = await asha.call(loans.one, { id: '1001' });
  expect(one).toMatchObject({ id: 1001, alternateContact1: 'XXXXXX1001', clientId: 1 });
  const text = JSON.stringify([row, one]);
  for (const secret of ['9876541001', '9123451001', 'PAN1001']) expect(text).not.toContain(secret);
});

test('a loan of another team and a missing loan are indistinguishable', async () => {
  const foreign = await refusal(asha.call(loans.one, { id: '1005' }));
  const nowhere = await refusal(asha.call(loans.one, { id: '999999' }));
  const uuid = await refusal(asha.call(loans.one, { id: '00000000-0000-4000-8000-000000000000' }));
  const plain = ({ status, body: { code, message } }: typeof foreign) => ({ status, code, message });
  expect(plain(foreign)).toEqual(plain(nowhere));
  expect(plain(uuid)).toEqual(plain(nowhere));
  expect((await admin.call(loans.one, { id: '1006' }))?.loanNumber).toBe('LN-1006');
  // An admin without profile permission gets none by another path.
  const blind = await server.as('list_client_dropdown');
  expect((await refusal(blind.call(loans.one, { id: '1006' }))).status).toBe(403);
  expect((await refusal(blind.call(loans.timeline, { id: '1006' }))).status).toBe(403);
});

test('client users have no list of loans', async () => {
  const portal = await server.person({ roleType: 'client', clientId: 1 });
  expect((await refusal(portal.call(loans.list, {}))).status).toBe(403);
  expect((await refusal(portal.call(loans.one, { id: '1001' }))).status).toBe(403);
});

test.each(['page=0', 'size=501', 'sort=mobile', 'sort=id;drop', 'isActive=maybe', 'clientIds=x', 'who=me'])(
  '%s is rejected',
  async (query) => {
    expect((await asha.fetch(`/api/loans?${query}`)).status).toBe(422);
  },
);

test('lenders and their portfolios are listed for permitted users', async () => {
  expect(await admin.call(clients.dropdown, { q: 'asha' })).toEqual([{ id: 1, name: 'Asha Microfinance' }]);
  expect(await admin.call(portfolios.dropdown, { clientId: 2 })).toEqual([{ id: 2, name: 'Bharat Retail' }]);
  expect(await admin.call(portfolios.dropdown, { ids: [1] })).toEqual([{ id: 1, name: 'Asha Retail' }]);
  expect((await refusal(asha.call(clients.dropdown, {}))).body.code).toBe('FORBIDDEN');
  expect((await refusal(asha.call(portfolios.dropdown, {}))).body.code).toBe('FORBIDDEN');
});

test('dispositions are sorted by priority: common ones, and those of the requested lender', async () => {
  await server.database
    .run(sql`insert into dispositions (id, name, type, priority, default_apply, parent_id) values
    (201, 'Wrong number', 'subDisposition', 3, true, 2), (202, 'Only Bharat', 'disposition', 1, false, null)`);
  await server.database.run(sql`insert into disposition_clients (disposition_id, client_id) values (202, 2)`);
  const of = async (clientId?: number) =>
    (await asha.call(dispositions.options, clientId ? { clientId } : {})).map(({ name }) => name);
  const common = ['Wrong number', 'Payment', 'PTP', 'Followup', 'FinalSettlement'];
  expect(await of()).toEqual(common);
  expect(await of(1)).toEqual(common);
  expect(await of(2)).toEqual(['Only Bharat', ...common]);
});
