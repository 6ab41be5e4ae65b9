/** A paid-off loan: planned work is cancelled with the payment and its reason, and restored by a reversal. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { leads } from '../../src/contexts/dialer/contract/leads.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { pay } from '../../src/contexts/payments/contract/pay/pay.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { takeBackByPerson } from '../../src/contexts/payments/server/orders/apply-status.ts';
import { noDues } from '../../src/contexts/settlements/contract/no-dues.ts';
import { evidence } from '../../src/contexts/reporting/contract/evidence.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { plansJudged } from './plans-judged.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { today } from '../../src/contexts/work/contract/today.ts';
import { usersTask } from '../../src/contexts/work/contract/users-task.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { paidOffRefusals } from '../../src/text/en/paid-off-refusals.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changeLoans } from '../world.ts';

// The database uses its clock: noon of this day in India.
const now = new Date(`${businessDay(new Date())}T06:30:00Z`);
const later = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);

let server: TestServer;
let lead: Caller;
let agent: Caller;
let campaignId = 0;
let loanId = 0;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  await server.database.run(sql`update compliance_rules set is_active = false where kind = 'cap'`);
  await server.database.run(sql`update clients set settlement_asks = 'never'`);
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
  await server.database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99) on conflict do nothing`);
  lead = await server.person({
    roleType: 'tech_lead',
    flags: [
      'export_evidence',
      'approve_reject_settlement',
      'reopen_settlement',
      'list_campaign',
      'campaign_start_stop',
    ],
  });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Dues', 'progressive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.run(sql`update loans set campaign_id = null`);
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, assignee_id, mobile, payment_account_id,
      campaign_id, principal_outstanding, total_outstanding, assigned_at)
    select 1, 1, b.id, 'Asha Rao', 'LOAN-' || b.id, ${agent.id}, '98' || lpad(b.id::text, 8, '0'), 1, ${campaignId}, 400000, 500000,
      ${now} from b returning id`);
  loanId = made?.id ?? 0;
});

const keyed = () => ({ id: String(loanId) });
const link = async (): Promise<string> =>
  new URL((await agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile' })).url).searchParams.get(
    'q',
  ) ?? '';
/** The sandbox decides by the paise. */
async function payByLink(amount: number, code: string): Promise<void> {
  const { redirectionUrl } = await server.anonymous.call(pay.initiate, {
    amount,
    code,
    source: 'PAYMENT_LINK',
    isSure: true,
  });
  let url = new URL(redirectionUrl, server.url);
  while (url.pathname !== '/payment/response') {
    const response = await fetch(new URL(url.pathname + url.search, server.url), { redirect: 'manual' });
    url = new URL(response.headers.get('location') ?? '/payment/response', server.url);
  }
}
/** Approved for 4,500.91 at once. */
async function settle(): Promise<void> {
  const { id } = await agent.call(settlements.request, {
    loanId,
    amount: 4500.91,
    settlementDate: businessDay(later(48)),
    followUpDate: now.toISOString(),
  });
  await lead.call(settlements.updateStatus, { id, status: 'Approved' });
  await plansJudged(server.database, { now: () => now });
}
const takeBack = (): Promise<boolean> =>
  server.database.transaction(async (tx) => {
    const order = await tx.one<{ id: string }>(sql`
      select id from payment_attempts where loan_id = ${loanId} and state = 'success' order by changed_at desc limit 1`);
    return takeBackByPerson(tx, order?.id ?? '', { now, notify: async () => undefined });
  });
/** A pending callback, task and message. */
async function plan(): Promise<void> {
  await agent.call(borrowerDispositions.record, {
    loanId,
    dispositionId: 900,
    followUpDate: later(27).toISOString(),
  });
  await lead.call(usersTask.create, { name: 'Today', taskData: [{ loans: [{ loanId }] }] });
  await server.database.run(sql`
    insert into messages (loan_id, channel, mobile, message, due_at)
    select id, 'sms', mobile, 'Please pay', ${later(48)} from loans where id = ${loanId}`);
}
const seen = async () => {
  const [task] = await agent.call(usersTask.today, {});
  const [row] = (await agent.call(today.list, {})).rows.filter(({ id }) => id === loanId);
  const message = await server.database.one<{ status: string; fault: string | null }>(
    sql`select status, fault from messages where loan_id = ${loanId} and purpose = 'bulk'`,
  );
  const { skipped, willCall } = await lead.call(leads.preflight, { id: String(campaignId) });
  const followUps = await agent.call(borrowerDispositions.list, { module: 'tracker', loanId });
  return {
    listed: followUps.rows[0]?.borrowerLoan.paidOff,
    callBacks: (await agent.call(dialer.callBacks, {})).filter((one) => one.loanId === loanId),
    task: task && { pending: task.isPending, over: task.isPaidOff },
    taskLoans: task
      ? (await agent.call(usersTask.loans, { id: String(task.id) })).map(({ paidOff }) => paidOff)
      : [],
    today: row?.paidOff,
    message,
    willCall,
    why: skipped.map(({ rule }) => rule),
    loan: (await agent.call(loans.one, keyed())).paidOff,
  };
};

test("a paid settlement cancels callbacks, tasks, messages and links in its payment's transaction, with the reason", async () => {
  const code = await link();
  await settle();
  await plan();
  expect(await seen()).toMatchObject({
    callBacks: [{ loanId, paidOff: null }],
    task: { pending: 1, over: 0 },
    today: null,
    message: { status: 'stored' },
    loan: null,
  });
  const other = await link();
  await payByLink(4500.91, other);
  // No judge ran since: the payment itself did it.
  const over = { on: businessDay(new Date()), isSettled: true };
  expect(await seen()).toMatchObject({
    listed: over,
    callBacks: [{ loanId, paidOff: over }],
    task: { pending: 0, over: 1 },
    taskLoans: [over],
    today: over,
    message: { status: 'failed', fault: 'paid_off' },
    willCall: 0,
    why: ['paid_off'],
    loan: over,
  });
  const states = (await agent.call(paymentLinks.ofLoan, { loanId })).map(({ state }) => state);
  expect(states).toEqual(['paid', 'replaced']);
  expect(code).not.toBe(other);
  expect(
    (await refusal(agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile' }))).body.facts,
  ).toMatchObject({
    rule: 'paid_off',
  });
  // Nothing new is planned for it either.
  expect(
    (await refusal(lead.call(usersTask.create, { name: 'T', taskData: [{ loans: [{ loanId }] }] }))).status,
  ).toBe(422);
  await agent.call(borrowerDispositions.record, {
    loanId,
    dispositionId: 900,
    followUpDate: later(28).toISOString(),
  });
  expect((await lead.call(leads.reset, { campaignId })).leads).toBe(0);
  expect((await seen()).willCall).toBe(0);
});

test('after a reversal the loan is called again, once, and a future callback is preserved', async () => {
  await settle();
  await plan();
  await payByLink(4500.91, await link());
  expect((await seen()).callBacks).toMatchObject([{ paidOff: { isSettled: true } }]);
  expect(await takeBack()).toBe(true);
  await plansJudged(server.database, { now: () => now });
  const [back] = (await seen()).callBacks;
  expect(back).toMatchObject({ loanId, paidOff: null });
  expect(Date.parse(back?.at ?? '')).toBe(later(27).getTime());
  expect(await seen()).toMatchObject({ today: null, loan: null, task: { pending: 1, over: 0 } });
  const rows = await server.database.rows(
    sql`select state, block_reason from leads where loan_id = ${loanId}`,
  );
  expect(rows).toEqual([{ state: 'queued', block_reason: null }]);
  // A message that was withdrawn is not sent after all.
  expect((await seen()).message).toMatchObject({ status: 'failed' });
});

test('a claimed call is never dialled, and its lead is released', async () => {
  await settle();
  const code = await link();
  const lead = await server.database.one<{ id: number }>(sql`
    insert into leads (campaign_id, loan_id, phone, state, claimed_by, lease_until)
    select campaign_id, id, mobile, 'claimed', 'elsewhere', ${later(1)} from loans where id = ${loanId} returning id`);
  await payByLink(4500.91, code);
  // The claim was concurrent: it did not see the payment.
  await server.database.run(sql`
    insert into call_attempts (loan_id, campaign_id, lead_id, direction, mode, phone, claimed_at, due_at)
    select id, campaign_id, ${lead?.id ?? 0}, 'outbound', 'predictive', mobile, ${now}, ${later(1)} from loans where id = ${loanId}`);
  const became = () =>
    server.database.one(sql`
      select k.state, k.dialed_at as dialed, x.state as lead, x.block_reason as why
      from call_attempts k join leads x on x.id = k.lead_id where k.loan_id = ${loanId}`);
  await expect.poll(became).toEqual({ state: 'ended', dialed: null, lead: 'blocked', why: 'paid_off' });
});

test('a loan is paid in full when money arrived and its lender states zero balance', async () => {
  await plan();
  await payByLink(4999.91, await link());
  const open = await link();
  expect((await seen()).loan).toBeNull();
  await changeLoans(server.database, sql`update loans set total_outstanding = 0 where id = ${loanId}`);
  const over = { on: businessDay(new Date()), isSettled: false };
  expect(await seen()).toMatchObject({
    callBacks: [{ paidOff: over }],
    today: over,
    loan: over,
    willCall: 0,
  });
  const [newest] = await agent.call(paymentLinks.ofLoan, { loanId });
  expect(newest).toMatchObject({ state: 'over' });
  expect(newest?.url).toContain(open);
  // The lender finds something after all.
  await changeLoans(server.database, sql`update loans set total_outstanding = 1000 where id = ${loanId}`);
  expect(await seen()).toMatchObject({ callBacks: [{ paidOff: null }], today: null, loan: null });
});

test('a paid-off loan refuses links and settlements with the sentence of its grey buttons', async () => {
  const day = businessDay(new Date(now.getTime() + 9 * 86_400_000));
  const followUpDate = `${day}T06:30:00Z`;
  const record = (draft: object) =>
    agent.call(borrowerDispositions.record, { loanId, amount: 1000, followUpDate, ...draft } as never);
  const promise = () => record({ dispositionId: 1, ptpDate: day });
  const settlement = () => record({ dispositionId: 3, settlementDate: day });
  await settlement();
  const [asked] = (await lead.call(settlements.list, { loanId })).rows;
  const id = asked?.id ?? 0;
  await changeLoans(
    server.database,
    sql`update loans set payment_status = 'Foreclosure', total_outstanding = 0 where id = ${loanId}`,
  );
  const sentence = async (call: Promise<unknown>) => (await refusal(call)).body.message;
  expect(await sentence(settlement())).toBe(paidOffRefusals.debt);
  expect(await sentence(lead.call(settlements.updateStatus, { id, status: 'Approved' }))).toBe(
    paidOffRefusals.debt,
  );
  expect(await sentence(lead.call(settlements.bulkApprove, { ids: [id] }))).toBe(paidOffRefusals.debt);
  expect(await sentence(agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile' }))).toBe(
    `${paidOffRefusals.contact}.`,
  );
  expect((await agent.call(dialer.allowance, keyed())).rule).toBe('paid_off');
  const [row] = (await lead.call(settlements.list, { loanId })).rows;
  expect(row?.settlementLoan.isPaidOff).toBe(true);
  // The client finds something after all.
  await changeLoans(server.database, sql`update loans set total_outstanding = 1000 where id = ${loanId}`);
  await promise();
});

const lettersOf = (who: Caller) => who.call(noDues.ofLoan, { loanId });
const page = async (path: string): Promise<{ status: number; text: string }> => {
  const response = await fetch(new URL(path, server.url), { headers: { 'accept-language': 'en' } });
  return { status: response.status, text: await response.text() };
};
const codeIn = (text: string): string => /([0-9A-F]{5} ){3}[0-9A-F]{5}/.exec(text)?.[0] ?? '';

test('the no-dues letter: complete for agent, lender and borrower, masked for verifiers, revoked after a reversal', async () => {
  await settle();
  const link1 = await link();
  expect(await lettersOf(agent)).toEqual([]);
  await payByLink(4500.91, link1);
  const [letter] = await lettersOf(agent);
  expect(letter).toMatchObject({ isSettled: true, paid: 4500.91, borrower: 'Asha Rao', revokedAt: null });
  expect(letter?.number).toMatch(/^NDL-20\d\d-\d{6}$/);
  expect(await lettersOf(lead)).toEqual([letter]);
  const [stranger, own, foreign] = await Promise.all([
    server.person({ roleType: 'agent' }),
    server.person({ roleType: 'client', clientId: 1 }),
    server.person({ roleType: 'client', clientId: 2 }),
  ]);
  expect(await lettersOf(stranger)).toEqual([]);
  expect((await refusal(own.call(noDues.ofLoan, { loanId }))).status).toBe(403);
  expect((await own.call(noDues.ofLender, { q: letter?.number })).rows).toEqual([letter]);
  expect((await foreign.call(noDues.ofLender, {})).rows).toEqual([]);

  // The borrower uses the payment link.
  const address = new URL(letter?.url ?? '').pathname;
  const paid = await page(`/pay/reliance?q=${link1}`);
  expect(paid.text).toContain(`href="${address}"`);
  const whole = await page(address);
  expect(whole.status).toBe(200);
  for (const words of [
    'Asha Rao',
    letter?.number ?? '',
    letter?.loanNumber ?? '',
    '₹4,500.91',
    'was settled',
  ])
    expect(whole.text).toContain(words);
  const code = codeIn(whole.text);
  const holds = await page(`/pay/verify?${new URLSearchParams({ code: code.toLowerCase() }).toString()}`);
  expect(holds.text).toContain('This letter holds');
  expect(holds.text).toContain(letter?.number);
  expect(holds.text).not.toContain('Asha Rao');
  expect(holds.text).not.toContain(letter?.loanNumber);
  expect(holds.text).not.toContain(address);
  const wrong = await page(`/pay/letter/${'0'.repeat(32)}`);
  expect([wrong.status, wrong.text.includes('There is no such letter')]).toEqual([404, true]);

  await takeBack();
  await plansJudged(server.database, { now: () => now });
  expect((await page(`/pay/verify/${code.replaceAll(' ', '')}`)).text).toContain(
    'This letter no longer holds',
  );
  const gone = await page(address);
  expect(gone.text).toContain('This letter no longer holds');
  expect(gone.text).not.toContain('Nothing more is due');
  expect((await page(`/pay/reliance?q=${link1}`)).text).not.toContain(address);
  expect((await own.call(noDues.ofLender, { isRevoked: true })).rows.map(({ number }) => number)).toContain(
    letter?.number,
  );

  // Paid again: another letter, with a separate number.
  await payByLink(4500.91, await link());
  const [second, first] = await lettersOf(agent);
  expect(first?.revokedAt).not.toBeNull();
  expect(second).toMatchObject({ revokedAt: null, isSettled: true });
  expect(second?.number).not.toBe(letter?.number);

  // All three changes are in the loan's timeline and evidence.
  const told = (await agent.call(loans.timeline, { id: String(loanId) })).filter(
    ({ kind }) => kind === 'letter',
  );
  expect(told.map(({ what, state }) => `${what} ${state}`).toSorted()).toEqual(
    [`${letter?.number} revoked`, `${letter?.number} written`, `${second?.number} written`].toSorted(),
  );
  const { borrowerId } = await lead.call(loans.one, { id: String(loanId) });
  const pack = Buffer.from(
    (await lead.call(evidence.make, { borrowerId, form: 'csv' })).file ?? '',
    'base64',
  ).toString();
  for (const words of [`${letter?.number} written`, `${letter?.number} revoked`, `${second?.number} written`])
    expect(pack).toContain(`no-dues letter ${words}`);
});

test("a letter retains the lender's text of its issue; a withdrawn link opens none", async () => {
  const says = (text: string) =>
    server.database.run(sql`update clients set no_dues_text = ${text} where id = 1`);
  await says('{borrower}: loan {loan} is closed, {amount} came by {day}.');
  const old = await link();
  const [shown] = await agent.call(paymentLinks.ofLoan, { loanId });
  await agent.call(paymentLinks.revoke, { id: String(shown?.id) });
  const open = await link();
  await payByLink(100.91, open);
  const next = await link();
  await changeLoans(server.database, sql`update loans set total_outstanding = 0 where id = ${loanId}`);
  await says('Changed');
  const [letter] = await lettersOf(agent);
  const address = new URL(letter?.url ?? '').pathname;
  const { text } = await page(address);
  expect(text).toContain(`Asha Rao: loan ${letter?.loanNumber} is closed, ₹100.91 came by`);
  expect(text).not.toContain('Changed');
  // Closed by the payment itself: a link to the letter replaces the payment form.
  const closed = await page(`/pay/reliance?q=${next}`);
  expect(closed.text).toContain(`href="${address}"`);
  expect(closed.text).not.toContain('name="amount"');
  expect((await page(`/pay/reliance?q=${old}`)).text).not.toContain(address);
  await says('');
});
