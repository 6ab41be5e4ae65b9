import { afterAll, beforeAll, expect, test } from 'vitest';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { lineOf } from '../matrix/socket.ts';
import { refuseImpatience } from './patient.ts';

let server: TestServer;
let lead: Caller;
let asha: Caller;
let bina: Caller;
let foreign: Caller;

beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'tech_lead', flags: ['view_borrower_history'] });
  asha = await server.person({
    roleType: 'agent',
    reportingTo: lead.id,
    flags: ['add_borrower_tag', 'remove_borrower_tag', 'view_borrower_history'],
  });
  bina = await server.person({ roleType: 'agent', reportingTo: lead.id });
  foreign = await server.person({ roleType: 'agent' });
  const { database } = server;
  await database.run(sql`insert into borrowers (id, client_id, name) values (1, 1, 'Imran'), (2, 2, 'Bela')`);
  await database.run(sql`insert into campaigns (id, name, campaign_type, max_ratio, client_id, is_active) values
    (1, 'Early', 'predictive', 3, 1, true), (2, 'Over', 'predictive', 3, 1, false), (3, 'Bharat', 'predictive', 3, 2, true)`);
  await database.run(
    sql`insert into campaign_agents values (1, ${asha.id}), (1, ${bina.id}), (1, ${foreign.id}), (3, ${bina.id})`,
  );
  await database.run(
    sql`insert into allocation_types (id, name, color_code) values (1, 'Fresh', '#0b7285'), (2, 'Legal', '#c92a2a')`,
  );
  await database.run(sql`
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, assignee_id, total_outstanding, is_dnc)
    select n, 1, 1, 1, 'LN-' || n, ${asha.id}::bigint, n * 100, n = 9 from generate_series(1, 10) n
    union all select 11, 2, 2, 2, 'LN-11', ${asha.id}, 1100, false
    union all select 12, 1, 1, 1, 'LN-12', ${foreign.id}, 1200, false`);
});
afterAll(() => server.stop());

const ownerOf = async (id: number): Promise<number | null> =>
  (await server.database.one<{ a: number | null }>(sql`select assignee_id as a from loans where id = ${id}`))
    ?.a ?? null;

test('loans are distributed evenly; the previous agent is notified and loses access', async () => {
  const line = await lineOf(server, asha);
  const answer = await lead.call(loans.assign, { loanIds: [1, 2, 3, 4], userIds: [bina.id], campaignId: 1 });
  expect(answer).toEqual({ changed: 4 });
  expect(await line.next('stale')).toEqual({ domains: ['loans', 'today'] });
  line.close();
  expect((await refusal(asha.call(loans.one, { id: '1' }))).status).toBe(404);
  expect((await bina.call(loans.one, { id: '1' })).loanUsers[0]?.mappingCampaign).toEqual({ name: 'Early' });
  const shared = await lead.call(loans.assign, {
    loanIds: [1, 2, 3, 4],
    userIds: [asha.id, bina.id],
    campaignId: 1,
  });
  // The largest goes to the first agent; the second agent's two loans remain.
  expect(shared).toEqual({ changed: 2 });
  expect(await Promise.all([4, 3, 2, 1].map(ownerOf))).toEqual([asha.id, bina.id, asha.id, bina.id]);
  const { rows } = await lead.call(loans.history, { id: '4' });
  expect(rows.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['assigned', 'Early'],
    ['assigned', 'Early'],
  ]);
});

test('borrowers not to be called stay where they are', async () => {
  expect(await lead.call(loans.assign, { loanIds: [8, 9], userIds: [bina.id], campaignId: 1 })).toEqual({
    changed: 1,
  });
  expect(await ownerOf(9)).toBe(asha.id);
});

test.each([
  ['a loan of another team', { loanIds: [5, 12], userIds: [0], campaignId: 1 }, 'NOT_FOUND'],
  ['a campaign that is over', { loanIds: [5], userIds: [0], campaignId: 2 }, 'CAMPAIGN_INACTIVE'],
  ['a campaign that never was', { loanIds: [5], userIds: [0], campaignId: 99 }, 'NOT_FOUND'],
  ['a campaign of another lender', { loanIds: [5], userIds: [0], campaignId: 3 }, 'INVALID_INPUT'],
  ['somebody of another team', { loanIds: [5], userIds: [0, 1], campaignId: 1 }, 'INVALID_INPUT'],
  ['no loans', { loanIds: [], userIds: [0], campaignId: 1 }, 'INVALID_INPUT'],
])('%s is rejected entirely', async (_, { userIds, ...input }, code) => {
  const people = [bina, foreign];
  const given = { ...input, userIds: userIds.map((i) => people[i]?.id ?? 0) };
  expect((await refusal(lead.call(loans.assign, given))).body.code).toBe(code);
  expect(await ownerOf(5)).toBe(asha.id);
});

test('agents cannot assign loans', async () => {
  const tried = asha.call(loans.assign, { loanIds: [5], userIds: [bina.id], campaignId: 1 });
  expect((await refusal(tried)).status).toBe(403);
  expect((await refusal(asha.call(loans.allocate, { loanIds: [5], allocationTypeId: 1 }))).status).toBe(403);
});

test('allocation types are assigned in bulk with history', async () => {
  expect(await lead.call(loans.allocate, { loanIds: [5, 6, 11], allocationTypeId: 1 })).toEqual({
    changed: 3,
  });
  expect(await lead.call(loans.allocate, { loanIds: [5, 6], allocationTypeId: 2 })).toEqual({ changed: 2 });
  expect(await lead.call(loans.allocate, { loanIds: [5, 6], allocationTypeId: 2 })).toEqual({ changed: 0 });
  const past = await asha.call(loans.allocations, { id: '5' });
  expect(past.map(({ name, colorCode }) => [name, colorCode])).toEqual([
    ['Legal', '#c92a2a'],
    ['Fresh', '#0b7285'],
  ]);
  expect((await lead.call(loans.list, { allocationTypeId: 2 })).rows.map(({ id }) => id)).toEqual([6, 5]);
  const nowhere = lead.call(loans.allocate, { loanIds: [5], allocationTypeId: 77 });
  expect((await refusal(nowhere)).body.fields?.[0]?.path).toBe('allocationTypeId');
  const foreignLoan = lead.call(loans.allocate, { loanIds: [5, 12], allocationTypeId: 1 });
  expect((await refusal(foreignLoan)).body.code).toBe('NOT_FOUND');
});

test('ten thousand loans are assigned in one request', async () => {
  await server.database.run(sql`
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, assignee_id, total_outstanding)
    select n, 1, 1, 1, 'LN-' || n, ${bina.id}::bigint, n from generate_series(20001, 30000) n`);
  const loanIds = Array.from({ length: 10_000 }, (_, i) => 20_001 + i);
  expect(await lead.call(loans.assign, { loanIds, userIds: [asha.id, bina.id], campaignId: 1 })).toEqual({
    changed: 10_000,
  });
  const dealt = await server.database.rows(sql`
    select count(*) as count from loans where id > 20000 group by assignee_id`);
  expect(dealt).toEqual([{ count: 5000 }, { count: 5000 }]);
  const more = lead.call(loans.assign, { loanIds: [...loanIds, 5], userIds: [asha.id], campaignId: 1 });
  expect((await refusal(more)).body.code).toBe('INVALID_INPUT');
});

test('a tag is an option of the list, has its colour, and is attached once', async () => {
  const tied = await asha.call(loans.tag, { loanId: 5, name: 'legal' });
  expect(tied).toMatchObject({ name: 'Legal', colorCode: '#5f3dc4' });
  expect((await asha.call(loans.one, { id: '5' })).loanTags).toEqual([tied]);
  expect((await refusal(asha.call(loans.tag, { loanId: 5, name: 'Legal' }))).body.code).toBe('TAKEN');
  expect((await refusal(asha.call(loans.tag, { loanId: 5, name: 'Rude' }))).body.code).toBe('INVALID_INPUT');
  expect((await refusal(asha.call(loans.tag, { loanId: 12, name: 'Legal' }))).body.code).toBe('NOT_FOUND');
  expect((await refusal(bina.call(loans.tag, { loanId: 1, name: 'Legal' }))).body.code).toBe('FORBIDDEN');
  await asha.call(loans.untag, { id: tied.uId });
  expect((await refusal(asha.call(loans.untag, { id: tied.uId }))).body.code).toBe('NOT_FOUND');
  const { rows } = await asha.call(loans.history, { id: '5' });
  expect(rows.slice(0, 2).map(({ kind, what }) => [kind, what])).toEqual([
    ['untagged', 'Legal'],
    ['tagged', 'Legal'],
  ]);
});

test('lists are narrowed by campaign, disposition, payment history and either spelling', async () => {
  const ids = async (query: Parameters<typeof lead.call<typeof loans.list>>[1]) =>
    (await lead.call(loans.list, { size: 20, ...query })).rows.map(({ id }) => id);
  await server.database.run(
    sql`update loans set payment_history_status = 'Last Month', last_disposition_id = 2, last_disposition_at = now() where id = 7`,
  );
  expect(await ids({ paymentHistoryStatus: 'Last Month' })).toEqual([7]);
  expect(await ids({ dispositionIds: [2, 3] })).toEqual([7]);
  expect(await ids({ clientId: 2 })).toEqual([11]);
  expect(await ids({ campaignId: 3 })).toEqual([]);
  expect(await ids({ loanId: 6 })).toEqual([6]);
  expect(await ids({ hierarchyUsers: [asha.id], clientIds: [2] })).toEqual([11]);
});

test('loans without an agent are allocated and assigned along with others', async () => {
  const { database } = server;
  await database.run(sql`
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, assignee_id) values
      (21, 1, 1, 1, 'LN-21', null), (22, 1, 1, 1, 'LN-22', null), (23, 1, 1, 1, 'LN-23', ${asha.id})`);
  const admin = await server.person({ roleType: 'admin' });
  const [alone, mixed] = [[21], [21, 22, 23]];
  expect(await admin.call(loans.allocate, { loanIds: alone, allocationTypeId: 1 })).toEqual({ changed: 1 });
  expect(await admin.call(loans.allocate, { loanIds: mixed, allocationTypeId: 2 })).toEqual({ changed: 3 });
  const given = { userIds: [bina.id], campaignId: 1 };
  expect(await admin.call(loans.assign, { loanIds: alone, ...given })).toEqual({ changed: 1 });
  const line = await lineOf(server, asha);
  expect(await admin.call(loans.assign, { loanIds: mixed, ...given })).toEqual({ changed: 2 });
  expect(await line.next('stale')).toEqual({ domains: ['loans', 'today'] });
  line.close();
  expect(await Promise.all(mixed.map(ownerOf))).toEqual([bina.id, bina.id, bina.id]);
});

test('thousands of loans are assigned and allocated beyond the statement timeout', async () => {
  const [one] = await refuseImpatience(server.database, () =>
    Promise.all([
      lead.call(loans.assign, { loanIds: [7], userIds: [bina.id], campaignId: 1 }),
      lead.call(loans.allocate, { loanIds: [10], allocationTypeId: 2 }),
    ]),
  );
  expect(one).toEqual({ changed: 1 });
});
