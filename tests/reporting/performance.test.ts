/** What was collected, by agent, by lender and by loan, against what was to be collected. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowerCollection } from '../../src/contexts/reporting/contract/borrower-collection.ts';
import { performance } from '../../src/contexts/reporting/contract/performance.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changePayments } from '../world.ts';

let server: TestServer;
let manager: Caller;
let lead: Caller;
let agent: Caller;
let admin: Caller;
const flags = [
  'view_agent_collection_performance_report',
  'list_borrower_collection',
  'list_client_performance',
] as const;
beforeAll(async () => {
  server = await boot({ clock: { now: () => new Date('2026-11-20T06:30:00Z') } });
  manager = await server.person({ roleType: 'manager', flags });
  lead = await server.person({ roleType: 'tech_lead', flags, reportingTo: manager.id });
  agent = await server.person({ roleType: 'agent', flags, reportingTo: lead.id });
  admin = await server.as(...flags);
  const stranger = await server.person({ roleType: 'agent' });
  await server.database.run(sql`update users set doj = '2026-08-01' where id = ${agent.id}`);
  await server.database.run(sql`
    with person as (insert into borrowers (client_id, name, state_name)
      select 1, 'Asha ' || n, 'Goa' from generate_series(1, 3) n returning id, name)
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id,
      principal_outstanding, total_outstanding)
    select n, 1, 1, (select id from person where name = 'Asha ' || n), 'P' || n, 'Asha ' || n,
      case n when 3 then ${stranger.id}::bigint else ${agent.id}::bigint end, 1000000, 1200000 + n from generate_series(1, 3) n`);
  await changePayments(
    server.database,
    sql`
    insert into payments (loan_id, amount, payment_date, realized, source, mode, status) values
      (1, 100000, '2026-11-05', true, 'DISPOSITION', 'UPI', 'success'),
      (1, 50000, '2026-11-20', true, 'DISPOSITION', 'Cash', 'success'),
      (1, 70000, '2026-11-19', false, 'DISPOSITION', null, 'success'),
      (2, 30000, '2026-10-20', true, 'DISPOSITION', null, 'success'),
      (2, 40000, '2026-10-21', true, 'DISPOSITION', null, 'success'),
      (2, 20000, '2026-09-30', true, 'DISPOSITION', null, 'success'),
      (2, 99000, '2026-11-02', true, 'DISPOSITION', null, 'failed'),
      (3, 11000, '2026-11-02', true, 'DISPOSITION', null, 'success')`,
  );
  await server.database.run(sql`
    insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, comments, amount, action_date, effective_at)
    select 1, borrower_id, ${agent.id}, 1, '', 25000, '2026-11-25', at from loans,
      (values ('2026-11-10T06:00:00Z'::timestamptz), ('2026-10-31T18:00:00Z'::timestamptz)) v (at) where id = 1`);
  await server.database.run(
    sql`insert into user_targets (user_id, year, month, amount) values (${agent.id}, 2026, 11, 1250000)`,
  );
});
afterAll(() => server.stop());

test("an agent's loans of a portfolio are compared with their target, month by month", async () => {
  const { rows, count } = await lead.call(performance.agents, {});
  expect(count).toBe(1);
  expect(rows[0]).toMatchObject({
    agentId: agent.id,
    acpsAgent: { doj: '2026-08-01', isActive: true },
    acpsTl: expect.stringMatching(/^Test/),
    acpsAm: null,
    acpsManager: expect.stringMatching(/^Test/),
    tenure: 3,
    allocation: 2,
    pos: 20_000,
    ptpCount: 1,
    ptpAmount: 250,
    target: 12_500,
    mtd: 1500,
    ror: 7.5,
    borrowersPaidCount: 1,
    avgPaymentSize: 1500,
    lmtd: 300,
    targetVsAch: 12,
    lastMonthPayment: 700,
    last2MonthPayment: 200,
    last3MonthPayment: 0,
    // The remainder, across eleven days including today.
    drr: 1000,
  });
  const [before] = (await lead.call(performance.agents, { monthYear: '102026' })).rows;
  expect(before).toMatchObject({
    mtd: 700,
    target: null,
    targetVsAch: null,
    drr: null,
    ptpCount: 1,
    lmtd: 200,
  });
  expect((await admin.call(performance.agents, {})).count).toBe(2);
  expect((await admin.call(performance.agents, { agentIds: [agent.id] })).count).toBe(1);
  const wrong = await refusal(lead.call(performance.agents, { monthYear: '132026' }));
  expect(wrong.body.fields).toEqual([expect.objectContaining({ path: 'monthYear' })]);
});

test('lenders, portfolios and grand totals cover visible loans', async () => {
  const [client] = await manager.call(performance.clients, {});
  expect(client).toMatchObject({
    id: 1,
    allocation: 2,
    pos: 20_000,
    mtd: 1500,
    lmtd: 300,
    ror: 7.5,
    paidCount: 1,
  });
  const [all] = await admin.call(performance.clients, { type: 'totals', month: '112026' });
  expect(all).toMatchObject({ id: 0, allocation: 3, mtd: 1610, paidCount: 2 });
  const portfolios = await admin.call(performance.clients, { type: 'portfolio', q: 'no such' });
  expect(portfolios).toEqual([]);
  expect(await admin.call(performance.clients, { type: 'allocation' })).toMatchObject([{ id: 0, name: '–' }]);
  expect(await admin.call(performance.syncClients, { clientIds: [1] })).toEqual({
    loans: 3,
    isRunning: false,
  });
});

test('summaries are recomputed during concurrent work on a loan that agrees with its payments', async () => {
  const working = await server.database.connect();
  try {
    await working.query('begin');
    await working.query('select from loans where client_id = 1 and is_active order by id limit 1 for update');
    expect(await admin.call(performance.syncClients, { clientIds: [1] })).toEqual({
      loans: 0,
      isRunning: false,
    });
  } finally {
    await working.query('rollback');
    working.release();
  }
});

test('each loan shows its money and its PTPs', async () => {
  const { rows } = await lead.call(borrowerCollection.list, {});
  expect(rows.map(({ loanNumber }) => loanNumber)).toEqual(['P2', 'P1']);
  expect(rows[1]).toMatchObject({
    state: 'Goa',
    realizedCount: 2,
    realizedAmount: 1500,
    unrealizedCount: 1,
    unrealizedAmount: 700,
    paymentMode: 'Cash',
    lastPaymentDate: '2026-11-20',
    lastPaymentAmount: 500,
    lastMonthAmount: 0,
    ptpCount: 2,
    currentMonthPtpCount: 1,
    currentMonthPtpAmount: 250,
    currentMonthPaymentCount: 3,
    lastMonthPaymentCount: 0,
  });
  expect(rows[0]).toMatchObject({ lastMonthAmount: 700, lastMonthPaymentCount: 2 });
  expect((await lead.call(borrowerCollection.list, { q: 'P1' })).count).toBe(1);
  expect((await admin.call(borrowerCollection.list, {})).count).toBe(3);
});

test('each report has its flag', async () => {
  const plain = await server.person({ roleType: 'tech_lead' });
  const calls = [
    () => plain.call(performance.agents, {}),
    () => plain.call(performance.clients, {}),
    () => plain.call(performance.syncClients, {}),
    () => plain.call(borrowerCollection.list, {}),
  ];
  for (const call of calls) expect((await refusal(call())).body.code).toBe('FORBIDDEN');
});
