/** An insider with one role tries to undo a borrower's acceptance: it remains, is proved, and changes only with the borrower. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, spread } from '../../src/contexts/settlements/contract/instalment-days.ts';
import { portal } from '../../src/contexts/settlements/contract/portal.ts';
import { agreements } from '../../src/contexts/settlements/contract/agreements.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { type Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import type { Flag } from '../../src/kernel/contract/flags.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { openAnchors } from '../../src/app/server/operation/audit-anchors.ts';
import { auditWatch } from '../../src/app/server/operation/audit-watch.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import { untilSealed } from '../sealed.ts';
import { plansJudged } from './plans-judged.ts';
import { changePayments } from '../world.ts';

const flags: Flag[] = [
  'approve_reject_settlement',
  'reopen_settlement',
  'update_settlement_amount',
  'settlement_timeline',
  'settlement_raise_query',
  'list_settlement_raise_query',
];
let now = new Date('2026-11-20T06:00:00Z');
const clock = { now: () => now };
let server: TestServer;
let manager: Caller;
let lead: Caller;
let agent: Caller;
let lender: Caller;
let loanId = 0;
let id = 0;
beforeAll(async () => {
  server = await boot({ clock });
  manager = await server.person({ roleType: 'manager', flags });
  lead = await server.person({ roleType: 'tech_lead', flags, reportingTo: manager.id });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  lender = await server.person({ roleType: 'client', clientId: 1 });
  await server.database.run(sql`update compliance_rules set most = 100 where kind = 'cap'`);
});
afterAll(() => server.stop());
beforeEach(async () => {
  now = new Date('2026-11-20T06:00:00Z');
  await server.database.run(sql`delete from payment_lookups`);
  await server.database.run(sql`update clients set settlement_asks = 'always', settlement_grace_days = 7`);
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Kavya Menon') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, mobile,
      principal_outstanding, total_outstanding)
    select 1, 1, b.id, 'G-' || b.id, 'Kavya Menon', ${agent.id}, '97' || lpad(b.id::text, 8, '0'), 24000_00, 26000_00 from b returning id`);
  loanId = made?.id ?? 0;
  const day = addDays(businessDay(now), 10);
  const asked = await agent.call(settlements.request, {
    loanId,
    amount: 19_200,
    settlementDate: day,
    instalments: spread(19_200_00, 2, day).map(({ dueOn, amount }) => ({ dueOn, amount: amount / 100 })),
    followUpDate: now.toISOString(),
  });
  id = asked.id;
  await lead.call(settlements.updateStatus, { id, status: 'Approved' });
});

const post = (fields: Record<string, string>) =>
  fetch(`${server.url}/pay/settlement`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.url },
    body: new URLSearchParams(fields).toString(),
  });
const texts = async (purpose: string): Promise<string[]> =>
  (
    await server.database.rows<{ text: string }>(sql`
      select message as text from messages where loan_id = ${loanId} and purpose = ${purpose} order by id`)
  ).map(({ text }) => text);
const numberOfLoan = async (): Promise<string> =>
  (await server.database.one<{ mobile: string }>(sql`select mobile from loans where id = ${loanId}`))
    ?.mobile ?? '';
const sentTo = async (purpose: string): Promise<string[]> =>
  (
    await server.database.rows<{ mobile: string }>(sql`
      select mobile from messages where loan_id = ${loanId} and purpose = ${purpose} order by id`)
  ).map(({ mobile }) => mobile);
/** Reads and accepts the offer of this settlement as the borrower; returns the page. */
async function accepts(of = id): Promise<string> {
  const found = await server.database.one<{ q: string }>(
    sql`select code as q from settlement_plans where settlement_id = ${of}`,
  );
  const q = found?.q ?? '';
  await post({ q, step: 'send' });
  const code = /^\d{6}/.exec((await texts('settlement-code')).at(-1) ?? '')?.[0] ?? '';
  return (await post({ q, step: 'accept', code })).text();
}
const pays = (amount: number) =>
  changePayments(
    server.database,
    sql`
    insert into payments (loan_id, amount, payment_date, realized, source)
    values (${loanId}, ${amount * 100}, ${businessDay(now)}, true, 'PAYMENT_FILE')`,
  );
const judged = (): Promise<void> => plansJudged(server.database, clock);
const seen = async (of = id) => {
  await judged();
  return lead.call(settlements.one, { id: String(of) });
};
const stateOf = async (of = id) => {
  const { status, plan, instalments } = await seen(of);
  return [status, plan?.state, ...instalments.map(({ state, received }) => `${state} ${received}`)];
};
const set = (who: Caller, status: 'Approved' | 'AmountUpdated' | 'ReOpened', more: object = {}, of = id) =>
  who.call(settlements.updateStatus, { id: of, status, ...more });
const code = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).body.code;
/** Runs a change as an owner of the database with triggers disabled. */
const tamper = (change: Fragment): Promise<unknown> =>
  server.database.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(change);
  });
const halfPaid = ['Approved', 'running', 'paid 9600', 'open 0'];
async function agreedAndHalfPaid(): Promise<void> {
  await accepts();
  await pays(9_600);
  expect(await stateOf()).toEqual(halfPaid);
}

test('a team leader cannot undo a settlement that was accepted and paid on; only a new version is proposed', async () => {
  await agreedAndHalfPaid();
  const before = await seen();
  const proposed = await set(lead, 'AmountUpdated', { updateAmount: 19_300 });
  expect(await stateOf()).toEqual(halfPaid);
  expect((await seen()).plan).toEqual(before.plan);
  expect(proposed).toMatchObject({ status: 'AmountUpdated', amount: 19_300, replacesId: id, plan: null });
  expect(proposed.id).not.toBe(id);
  // The proposer of a version cannot approve it; a second proposal is blocked by the first.
  expect(await code(set(lead, 'Approved', {}, proposed.id))).toBe('OWN_SETTLEMENT');
  expect(await code(set(manager, 'ReOpened'))).toBe('SETTLEMENT_OPEN');
  expect(await stateOf()).toEqual(halfPaid);
});

test.each(['ReOpened', 'AmountUpdated'] as const)(
  '%s with another payment day leaves an accepted schedule alone',
  async (status) => {
    await agreedAndHalfPaid();
    const day = addDays(businessDay(now), 3);
    await set(lead, status, {
      settlementDate: day,
      ...(status === 'AmountUpdated' && { updateAmount: 25_000 }),
    });
    expect(await stateOf()).toEqual(halfPaid);
    expect((await seen()).instalments.map(({ dueOn }) => dueOn)).not.toContain(day);
  },
);

test('a query about an accepted settlement leaves its agreement in force', async () => {
  await agreedAndHalfPaid();
  await lead.call(settlements.raiseQuery, { settlementId: id, comment: 'Which account?' });
  expect(await stateOf()).toEqual(halfPaid);
  expect((await seen()).isCollectionQuery).toBe(true);
});

test('an accepted settlement is not voided by approving another settlement of the loan', async () => {
  const other = await server.database.one<{ id: number }>(sql`
    insert into settlements (loan_id, user_id, amount, settlement_date, status)
    values (${loanId}, ${agent.id}, 2000000, ${addDays(businessDay(now), 9)}, 'Void') returning id`);
  await agreedAndHalfPaid();
  await set(lead, 'ReOpened', {}, other?.id);
  expect(await code(set(manager, 'Approved', {}, other?.id))).toBe('ALREADY_SETTLED');
  expect(await stateOf()).toEqual(halfPaid);
});

test('a new version needs a second user and the borrower, who is notified; all payments apply', async () => {
  await agreedAndHalfPaid();
  now = new Date('2026-11-22T06:00:00Z');
  const { id: next } = await set(lead, 'AmountUpdated', { updateAmount: 19_300 });
  await set(manager, 'Approved', {}, next);
  // Until the borrower accepts it, the first agreement is in force and its payments are included.
  expect(await stateOf()).toEqual(halfPaid);
  expect((await seen(next)).plan?.state).toBe('offered');
  await expect
    .poll(async () => (await texts('settlement-offer')).at(-1) ?? '', { timeout: 30_000 })
    .toMatch(/change.*until you accept.*\/pay\/settlement\?q=/s);
  const page = await accepts(next);
  expect(page).toContain('₹9,600.00');
  expect(await stateOf()).toEqual(['Void', 'withdrawn', 'paid 9600', 'open 0']);
  expect(await stateOf(next)).toEqual(['Approved', 'running', 'paid 9600', 'open 0']);
  expect((await seen(next)).instalments.at(-1)?.amount).toBe(9_700);
  await pays(9_700);
  expect(await stateOf(next)).toEqual(['Approved', 'paid', 'paid 9600', 'paid 9700']);
});

test('a changed number on the loan lets no other person accept a new version', async () => {
  await agreedAndHalfPaid();
  const borrowers = await numberOfLoan();
  await server.database.run(sql`update loans set mobile = '9111111111' where id = ${loanId}`);
  const { id: next } = await set(lead, 'AmountUpdated', { updateAmount: 19_300 });
  await set(manager, 'Approved', {}, next);
  await expect
    .poll(async () => (await texts('settlement-offer')).at(-1) ?? '', { timeout: 30_000 })
    .toMatch(/change/);
  expect(await accepts(next)).toContain('You accepted the terms');
  for (const purpose of ['settlement-offer', 'settlement-code'])
    expect(new Set(await sentTo(purpose)), purpose).toEqual(new Set([borrowers]));
  // Nor a version of the version.
  const { id: third } = await set(lead, 'ReOpened', {}, next);
  await set(manager, 'Approved', {}, third);
  await accepts(third);
  expect(await sentTo('settlement-code')).toEqual([borrowers, borrowers, borrowers]);
});

test('a code sent to one number accepts nothing once the loan has another', async () => {
  const found = await server.database.one<{ q: string }>(
    sql`select code as q from settlement_plans where settlement_id = ${id}`,
  );
  const q = found?.q ?? '';
  await server.database.run(sql`update loans set mobile = '9111111111' where id = ${loanId}`);
  await post({ q, step: 'send' });
  const otp = /^\d{6}/.exec((await texts('settlement-code')).at(-1) ?? '')?.[0] ?? '';
  await server.database.run(sql`update loans set mobile = '9222222222' where id = ${loanId}`);
  expect((await post({ q, step: 'accept', code: otp })).status).toBe(422);
  expect((await stateOf())[1]).toBe('offered');
});

test('a version of a client-approved settlement is offered only after the client approves it', async () => {
  await lead.call(settlements.sendToClient, { ids: [id] });
  await lender.call(portal.answer, { id: String(id), status: 'Approved' });
  await agreedAndHalfPaid();
  const { id: next } = await set(lead, 'AmountUpdated', { updateAmount: 18_000 });
  await set(manager, 'Approved', {}, next);
  expect(await accepts(next)).toContain('This link is not open');
  expect(await stateOf()).toEqual(halfPaid);
  expect((await seen()).clientStatus).toBe('Approved');
  await manager.call(settlements.sendToClient, { ids: [next] });
  await lender.call(portal.answer, { id: String(next), status: 'Approved' });
  expect(await accepts(next)).toContain('You accepted the terms');
  expect(await stateOf(next)).toEqual(['Approved', 'running', 'paid 9600', 'open 0']);
});

test('a payment on a plan that needed no acceptance binds the agency too', async () => {
  await server.database.run(sql`update clients set settlement_asks = 'never'`);
  await set(lead, 'ReOpened');
  await set(lead, 'Approved');
  await pays(9_600);
  expect(await stateOf()).toEqual(halfPaid);
  const { id: next } = await set(lead, 'AmountUpdated', { updateAmount: 24_000 });
  expect(await stateOf()).toEqual(halfPaid);
  await set(manager, 'Approved', {}, next);
  expect((await seen(next)).plan).toMatchObject({ asks: true, state: 'offered' });
});

test('each acceptance is an append-only row with its hash in the audit log', async () => {
  await accepts();
  const rows = await lead.call(agreements.ofSettlement, { id: String(id) });
  expect(rows).toMatchObject([
    {
      settlementId: id,
      version: 1,
      amount: 19_200,
      channel: 'sms',
      language: 'en',
      acceptedAt: '2026-11-20T06:00:00Z',
      isSealed: true,
      terms: expect.stringContaining('₹9,600.00'),
    },
  ]);
  for (const change of [
    sql`update settlement_acceptances set terms = 'x' where settlement_id = ${id}`,
    sql`delete from settlement_acceptances where settlement_id = ${id}`,
    sql`truncate settlement_acceptances`,
  ])
    await expect(server.database.run(change)).rejects.toThrow(/append-only/);
  // A change by an owner who disables the trigger is found.
  await tamper(sql`update settlement_acceptances set amount = 1 where settlement_id = ${id}`);
  expect(await lead.call(agreements.ofSettlement, { id: String(id) })).toMatchObject([{ isSealed: false }]);
  await tamper(sql`update settlement_acceptances set amount = 1920000 where settlement_id = ${id}`);
});

const forged: [name: string, change: (of: number) => Fragment][] = [
  ['changed', (of) => sql`update settlement_acceptances set amount = 1 where settlement_id = ${of}`],
  [
    'written as one of before hashes',
    (of) => sql`update settlement_acceptances set hash = null, amount = 1 where settlement_id = ${of}`,
  ],
  ['removed', (of) => sql`delete from settlement_acceptances where settlement_id = ${of}`],
  [
    'added',
    (of) => sql`
      insert into settlement_acceptances (settlement_id, version, loan_id, amount, outstanding, grace_days, counts_from, instalments,
        terms, terms_version, language, channel, accepted_at)
      select settlement_id, 9, loan_id, 1, 1, 0, counts_from, '[]', 'x', 1, 'en', 'sms', accepted_at
      from settlement_acceptances where settlement_id = ${of}`,
  ],
];
test.each(forged)('the audit names the settlement with an acceptance that was %s', async (_, change) => {
  await accepts();
  await untilSealed(server.database);
  const anchors = () => openAnchors({ safe: openSafe({ dataDir: server.folder }), dataDir: server.folder });
  const watch = auditWatch(server.database, anchors());
  expect((await watch.whole()).is).toBe('whole');
  await tamper(sql`create table if not exists saved as select * from settlement_acceptances with no data`);
  await tamper(sql`delete from saved`);
  await tamper(sql`insert into saved select * from settlement_acceptances where settlement_id = ${id}`);
  await tamper(change(id));
  const fault = { is: 'agreement', settlement: id };
  expect(await watch.whole()).toEqual(fault);
  await tamper(sql`delete from settlement_acceptances where settlement_id = ${id}`);
  await tamper(sql`insert into settlement_acceptances overriding system value select * from saved`);
  expect((await watch.whole()).is).toBe('whole');
});

test('the first acceptance remains when a later version is accepted, and after a breach', async () => {
  await agreedAndHalfPaid();
  const { id: next } = await set(lead, 'ReOpened');
  await set(manager, 'Approved', {}, next);
  await accepts(next);
  expect(
    (await lead.call(agreements.ofSettlement, { id: String(next) })).map(({ version, settlementId }) => [
      version,
      settlementId,
    ]),
  ).toEqual([
    [1, id],
    [2, next],
  ]);
  now = new Date('2027-02-20T06:00:00Z');
  expect((await seen(next)).plan?.state).toBe('broken');
  await set(lead, 'ReOpened', {}, next);
  expect(await lead.call(agreements.ofSettlement, { id: String(next) })).toHaveLength(2);
});

test('a concurrent acceptance and change leave either the agreement or no acceptance', async () => {
  const found = await server.database.one<{ q: string }>(
    sql`select code as q from settlement_plans where settlement_id = ${id}`,
  );
  const q = found?.q ?? '';
  await post({ q, step: 'send' });
  const otp = /^\d{6}/.exec((await texts('settlement-code')).at(-1) ?? '')?.[0] ?? '';
  const [page] = await Promise.all([
    post({ q, step: 'accept', code: otp }).then((answer) => answer.text()),
    set(lead, 'ReOpened').catch(() => undefined),
  ]);
  const [status, state] = await stateOf();
  const isAccepted = page.includes('You accepted the terms');
  expect([status, state]).toEqual(isAccepted ? ['Approved', 'accepted'] : ['ReOpened', 'withdrawn']);
});

test('the link of a closed offer accepts nothing and still opens complaint, receipts and preferences', async () => {
  const found = await server.database.one<{ q: string }>(
    sql`select code as q from settlement_plans where settlement_id = ${id}`,
  );
  const q = found?.q ?? '';
  now = new Date('2026-12-20T06:00:00Z');
  const page = await fetch(`${server.url}/pay/settlement?q=${q}`);
  const text = await page.text();
  expect([page.status, text.includes('This link is not open')]).toEqual([404, true]);
  for (const way of [`/pay/mine?q=${q}`, `/pay/complaint?q=${q}`]) {
    expect(text, way).toContain(way);
    expect((await fetch(server.url + way)).status, way).toBe(200);
  }
  expect(await (await fetch(`${server.url}/pay/settlement?q=nothing`)).text()).not.toContain(
    '/pay/complaint',
  );
});
