import { afterAll, beforeAll, expect, test } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
import { payments } from '../../src/contexts/payments/contract/payments.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changePayments } from '../world.ts';

const now = new Date('2026-11-20T06:30:00Z');
let server: TestServer;
let admin: Caller;
let agent: Caller;
let loanId = 0;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  admin = await server.as('list_payment');
  agent = await server.person({ roleType: 'agent' });
  const other = await server.person({ roleType: 'agent' });
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha account', 'reliance')`,
  );
  for (const [number, assignee] of [
    ['PL-1', agent.id],
    ['PL-2', other.id],
  ] as const)
    await changePayments(
      server.database,
      sql`
      with b as (insert into borrowers (client_id, name) values (1, ${`Borrower of ${number}`}) returning id),
      l as (insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, payment_account_id, total_outstanding)
        select 1, 1, b.id, ${number}, ${assignee}, 1, 100000 from b returning id)
      insert into payments (loan_id, user_id, transaction_id, amount, payment_date, realized, source)
      select l.id, ${assignee}, ${number} || '-' || p.n, p.amount, p.day::date, p.realized, 'PAYMENT_FILE'
      from l, (values (1, 10000, '2026-11-03', true), (2, 20050, '2026-11-19', true), (3, 5000, '2026-11-20', false),
        (4, 70000, '2026-10-31', true)) p (n, amount, day, realized)`,
    );
  const loan = await server.database.one<{ id: number }>(
    sql`select id from loans where loan_number = 'PL-1'`,
  );
  loanId = loan?.id ?? 0;
  const attempts = [
    ['a', 'success', 10_000, 'REF-A'],
    ['b', 'failed', 20_000, 'REF-B'],
    ['c', 'pending', 30_000, null],
  ] as const;
  for (const [id, state, amount, reference] of attempts)
    await server.database.run(sql`
      insert into payment_attempts (id, loan_id, account_id, source, gateway, amount, state, reference, receipt_code, message, created_at, changed_at)
      values (${id}, ${loanId}, 1, 'PAYMENT_LINK', 'sandbox', ${amount}, ${state}, ${reference}, ${`code-${id}`}, 'The bank said so.', ${now}, ${now})`);
});
afterAll(() => server.stop());

test('realized and unrealized payments of this month, with their sum', async () => {
  const realized = await admin.call(payments.list, { type: 'realized' });
  expect(realized).toMatchObject({ count: 4, summary: { totalAmount: 601 } });
  expect(realized.rows[0]).toMatchObject({
    transactionId: 'PL-2-2',
    amount: 200.5,
    paymentDate: '2026-11-19',
    status: 'success',
    extraInfo: null,
    receiptUrl: null,
    paymentAccount: { name: 'Asha account' },
    loanPayments: { loanNumber: 'PL-2', loanBorrower: { name: 'Borrower of PL-2' } },
  });
  const unrealized = await admin.call(payments.list, { type: 'UNREALIZED' });
  expect(unrealized).toMatchObject({ count: 2, summary: { totalAmount: 100 } });
});

const written = (number: string): string[] => [
  number,
  `UTR ${number}`,
  `'${number}`,
  `="${number}"`,
  `${number}.0`,
  `\u202A${number}\u202C`,
  number.replace(/\d/g, (figure) => String.fromCharCode(0x966 + Number(figure))),
];
test('a payment is found by its number in any format, also in suspense', async () => {
  await changePayments(
    server.database,
    sql`
    insert into payments (loan_id, transaction_id, amount, payment_date, realized, source, status, held_for)
    select ${loanId}, number, 1000, '2026-11-19', true, 'PAYMENT_FILE', status, reason
    from (values ('512345678901', 'success', null), ('512345678902', 'held', 'above-due')) p (number, status, reason)`,
  );
  const idsOf = ({ rows }: { rows: { loanPayments: { id: number } }[] }): number[] => [
    ...new Set(rows.map(({ loanPayments }) => loanPayments.id)),
  ];
  for (const q of written('512345678901')) {
    expect(idsOf(await admin.call(payments.list, { type: 'realized', q })), q).toEqual([loanId]);
    expect((await admin.call(payments.held, { q })).rows, q).toMatchObject([{ loanId }]);
  }
  for (const q of written('512345678902'))
    expect((await admin.call(payments.held, { q })).rows, q).toMatchObject([
      { transactionId: '512345678902' },
    ]);
  expect((await admin.call(payments.held, { q: '512345678909' })).rows).toEqual([]);
  await changePayments(server.database, sql`delete from payments where transaction_id like '5123456789%'`);
});

test('other days, a search, a client and a person narrow list and total alike', async () => {
  const october = { type: 'realized', fromDate: '2026-10-01', toDate: '2026-10-31' } as const;
  expect(await admin.call(payments.list, october)).toMatchObject({
    count: 2,
    summary: { totalAmount: 1400 },
  });
  expect(await admin.call(payments.total, october)).toEqual({ totalAmount: 1400 });
  expect(await admin.call(payments.list, { type: 'realized', q: 'PL-1' })).toMatchObject({ count: 2 });
  expect(await admin.call(payments.list, { type: 'realized', clientIds: [2] })).toMatchObject({ count: 0 });
  expect(await admin.call(payments.list, { type: 'realized', agentIds: [agent.id] })).toMatchObject({
    count: 2,
  });
});

test('live payments include the gateway status; a receipt opens where one is complete', async () => {
  const { rows, summary } = await admin.call(payments.list, { type: 'live' });
  expect(Object.fromEntries(rows.map(({ status, amount }) => [status, amount]))).toEqual({
    failed: 200,
    pending: 300,
    success: 100,
  });
  // What did not come is no sum.
  expect(summary).toEqual({ totalAmount: 100 });
  const paid = rows.find(({ status }) => status === 'success');
  expect(paid).toMatchObject({
    transactionId: 'REF-A',
    extraInfo: { type: 'sandbox', txnMessage: 'The bank said so.' },
  });
  expect(rows.find(({ status }) => status === 'pending')?.receiptUrl).toBeNull();
  const page = await (await fetch(server.url + (paid?.receiptUrl ?? ''))).text();
  expect(page).toContain('Payment Success');
  // With seconds, as the console shows moments (G123).
  expect(page).toContain('20 Nov 2026 12:00:00 PM');
});

test('by loan: received, only reported, and the difference, of visible loans', async () => {
  const own = await agent.call(payments.byAgent, {});
  expect(own).toMatchObject({
    count: 1,
    summary: { totalOutstanding: 1000, realizedamount: 300.5, unrealizedamount: 50 },
    rows: [
      {
        id: loanId,
        lastPaymentDate: '2026-11-20',
        lastPaymentAmount: 50,
        realizedAmount: 300.5,
        unRealizedAmount: 50,
        diff: 250.5,
      },
    ],
  });
  const realized = await agent.call(payments.byAgent, { type: 'REALIZED', startDate: '2026-10-01' });
  expect(realized.rows).toMatchObject([{ realizedAmount: 1000.5, unRealizedAmount: 0 }]);
  expect((await admin.call(payments.byAgent, {})).count).toBe(2);
  const days = await agent.call(payments.ofLoan, { id: String(loanId), size: 2 });
  expect(days).toMatchObject({
    count: 4,
    rows: [{ transactionId: 'PL-1-3', realized: false }, { transactionId: 'PL-1-2' }],
  });
});

test('the list by loan is exported with equal sums, of visible loans', async () => {
  const may = ['list_payment', 'list_export_files'] as const;
  const lead = await server.person({ roleType: 'tech_lead', flags: may });
  const one = await server.person({ roleType: 'agent', flags: may, reportingTo: lead.id });
  await server.database.run(sql`update loans set assignee_id = ${one.id} where id = ${loanId}`);
  const filters = { type: 'REALIZED', startDate: '2026-10-01' };
  const { id } = await lead.call(files.parse, { type: 'EXPORT', export_type: 'payments-by-loan', filters });
  const job = () => lead.call(files.job, { id: String(id) });
  await expect.poll(async () => (await job())?.status).toBe('completed');
  const { url } = await lead.call(files.readLink, { key: (await job())?.fileKey ?? '' });
  const lines = (await (await lead.fetch(url)).text()).trim().split(/\r?\n/);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('Realized Amount');
  expect(lines[1]).toMatch(/PL-1.*1000\.00.*1000\.50.*0\.00.*1000\.50/);
  await server.database.run(sql`update loans set assignee_id = ${agent.id} where id = ${loanId}`);
  const blind = await server.person({ roleType: 'agent', flags: ['list_export_files'] });
  const asked = blind.call(files.parse, { type: 'EXPORT', export_type: 'payments-by-loan', filters });
  expect((await refusal(asked)).body.code).toBe('FORBIDDEN');
});

test('gateway events are readable by admins with payment permission', async () => {
  await server.database.run(sql`
    insert into gateway_events (gateway, event_id, attempt_id, told, verdict, reason)
    values ('sandbox', 'e1', 'a', 'success', 'applied', null), ('sandbox', 'e2', null, 'success', 'quarantined', 'unknown')`);
  const { rows } = await admin.call(payments.events, {});
  expect(rows).toMatchObject([
    { verdict: 'quarantined', reason: 'unknown', loanNumber: null },
    { verdict: 'applied', loanNumber: 'PL-1' },
  ]);
  expect((await refusal(agent.call(payments.events, {}))).body.code).toBe('FORBIDDEN');
});
