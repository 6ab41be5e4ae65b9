/** Consequences of files, payments and assignments of loans: one test for each. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { jobTypes } from '../../src/contexts/files/contract/files.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { noDues } from '../../src/contexts/settlements/contract/no-dues.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { today } from '../../src/contexts/work/contract/today.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { judgeWaiting } from '../../src/contexts/work/server/promises/jobs.ts';
import { ended, send } from '../import-kit.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

const now = new Date(`${businessDay(new Date())}T06:30:00Z`);
let server: TestServer;
let admin: Caller;
let lead: Caller;
let agent: Caller;
let second: Caller;
let campaignId = 0;
let loanId = 0;
let number = '';

beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
  admin = await server.as('upload_borrower_file', 'upload_payments_file', 'upload_borrower_reassign_file');
  lead = await server.person({ roleType: 'tech_lead' });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  second = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const made = await server.database.one<{ id: number }>(sql`
    with c as (insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Dues', 'progressive', 1, 1) returning id),
      a as (insert into campaign_agents select id, ${second.id} from c)
    select id from c`);
  campaignId = made?.id ?? 0;
});
afterAll(() => server.stop());
beforeEach(async () => {
  const made = await server.database.one<{ id: number; number: string }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, payment_account_id, campaign_id,
      principal_outstanding, total_outstanding, assigned_at)
    select 1, 1, b.id, 'PO' || b.id, ${agent.id}, '98' || lpad(b.id::text, 8, '0'), 1, ${campaignId}, 400000, 500000, ${now}
    from b returning id, loan_number as number`);
  loanId = made?.id ?? 0;
  number = made?.number ?? '';
});

const file = (type: (typeof jobTypes)[number], ...lines: string[]) =>
  send(admin, type, `${lines.join('\n')}\n`);
/** A part payment by file. */
const payPart = () =>
  file(
    'PAYMENT_FILE',
    'LOAN NUMBER,TRANSACTION ID,AMOUNT,PAYMENT DATE,PAYMENT MODE',
    `${number},T-${number},1000,${businessDay(now)},UPI`,
  );
/** The lender states this total: zero pays the loan off. */
const state = (total: number) =>
  file('CUSTOMER_FILE', 'LOAN NUMBER,BORROWER NAME,TOTAL OUTSTANDING', `${number},Asha Rao,${total}`);
const payOff = async (): Promise<void> => {
  await payPart();
  await state(0);
};
const one = <T extends object>(query: ReturnType<typeof sql>) => server.database.one<T>(query);
const keyed = () => ({ id: String(loanId) });

test('a zero total after a part payment pays the loan off, and undoing the file opens it again', async () => {
  await payPart();
  const job = await state(0);
  const paidOff = async () => (await agent.call(loans.one, keyed())).paidOff;
  expect(await paidOff()).toEqual({ on: businessDay(new Date()), isSettled: false });
  await admin.call(files.undo, { id: String(job.id) });
  await ended(admin, job.id);
  expect(await paidOff()).toBeNull();
});

test('a paid-off loan withdraws its queued messages', async () => {
  await server.database.run(sql`
    insert into messages (loan_id, channel, mobile, message, due_at)
    select id, 'sms', mobile, 'Please pay', now() + interval '2 days' from loans where id = ${loanId}`);
  await payOff();
  expect(await one(sql`select status, fault from messages where loan_id = ${loanId}`)).toEqual({
    status: 'failed',
    fault: 'paid_off',
  });
});

test('a paid-off loan closes its payment links', async () => {
  await agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile' });
  await payOff();
  expect(
    await one(
      sql`select revoked_at is not null as revoked, is_over as over from payment_codes where loan_id = ${loanId}`,
    ),
  ).toEqual({ revoked: true, over: true });
});

test('a paid-off loan leaves the dialer, and returns when it is owed again', async () => {
  await server.database.run(
    sql`insert into leads (campaign_id, loan_id, phone) select campaign_id, id, mobile from loans where id = ${loanId}`,
  );
  const lead = () => one(sql`select state, block_reason as why from leads where loan_id = ${loanId}`);
  await payOff();
  expect(await lead()).toEqual({ state: 'blocked', why: 'paid_off' });
  await state(2000);
  expect(await lead()).toEqual({ state: 'queued', why: null });
});

test('a pay-off fulfils a promise that received only a part', async () => {
  await promise();
  await payPart();
  await promised();
  await state(0);
  await expect.poll(promised, { interval: 20 }).toBe('kept');
});

test('a paid-off loan has a no-dues letter, revoked when it is owed again', async () => {
  await payOff();
  const letters = async () =>
    (await lead.call(noDues.ofLoan, { loanId })).map(({ revokedAt }) => revokedAt !== null);
  expect(await letters()).toEqual([false]);
  await state(2000);
  expect(await letters()).toEqual([true]);
});

test('a paid-off loan withdraws the unsent offer of its settlement', async () => {
  await server.database.run(sql`
    with s as (insert into settlements (loan_id, user_id, amount, settlement_date) values (${loanId}, ${agent.id}, 90000, current_date + 2)
      returning id)
    insert into settlement_plans (settlement_id, loan_id, state, asks, binds, offered_at, offered_on, accept_by, grace_days, outstanding,
      judged_on, code, tell_at)
    select id, ${loanId}, 'offered', true, true, now(), current_date, current_date + 7, 7, 500000, current_date, ${number},
      now() + interval '2 days' from s`);
  await payOff();
  expect(await one(sql`select tell_at from settlement_plans where loan_id = ${loanId}`)).toEqual({
    tell_at: null,
  });
});

const promise = () =>
  agent.call(borrowerDispositions.record, {
    loanId,
    dispositionId: 1,
    amount: 2000,
    ptpDate: businessDay(new Date(now.getTime() + 2 * 86_400_000)),
    followUpDate: new Date(now.getTime() + 3_600_000).toISOString(),
  });
/** State of the loan's promise, judged now as the server would within a second. */
const promised = async () => {
  await judgeWaiting(server.database, { now: () => now });
  const { rows } = await agent.call(borrowerDispositions.list, { module: 'PTP', loanId });
  return rows[0]?.promise?.state;
};

test('payments of a file judge the promise of their loan', async () => {
  await promise();
  await file(
    'PAYMENT_FILE',
    'LOAN NUMBER,TRANSACTION ID,AMOUNT,PAYMENT DATE,PAYMENT MODE',
    `${number},P-${number},2000,${businessDay(now)},UPI`,
  );
  await expect.poll(promised, { interval: 20 }).toBe('kept');
});

test('a reported payment judges the promise of its loan', async () => {
  await promise();
  await agent.call(borrowerDispositions.record, {
    loanId,
    dispositionId: 4,
    amount: 2000,
    paymentDate: businessDay(now),
    transactionId: `UTR0000${number}`,
    paymentMode: 'PhonePe',
  });
  await expect.poll(promised, { interval: 20 }).toBe('confirmation_awaited');
});

test('a reassignment moves promises to the new agent, by selection and by file', async () => {
  await promise();
  const owner = () => one(sql`select assignee_id as id from promises where loan_id = ${loanId}`);
  const listed = async (who: Caller) => (await who.call(today.list, {})).rows.some(({ id }) => id === loanId);
  await lead.call(loans.assign, { loanIds: [loanId], userIds: [second.id], campaignId });
  expect(await owner()).toEqual({ id: second.id });
  expect([await listed(agent), await listed(second)]).toEqual([false, true]);
  const { email } = (await one<{ email: string }>(sql`select email from users where id = ${agent.id}`)) ?? {
    email: '',
  };
  const job = await file('REASSIGNMENT_FILE', 'LOAN NUMBER,AGENT EMAIL', `${number},${email}`);
  expect(await owner()).toEqual({ id: agent.id });
  await admin.call(files.undo, { id: String(job.id) });
  await ended(admin, job.id);
  expect(await owner()).toEqual({ id: second.id });
});
