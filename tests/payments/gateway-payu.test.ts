/** PayU: a browser form triggers polling; verify_payment decides. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pay } from '../../src/contexts/payments/contract/pay/pay.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { payu } from '../../src/contexts/payments/server/gateways/payu.ts';
import { type FakePayu, type PayuEntry, payuForm, startPayu } from '../fakes/payu.ts';
import { type TestServer, boot } from '../kit.ts';

const sha512 = (text: string): string => createHash('sha512').update(text).digest('hex');
let now = new Date('2026-11-20T06:30:00Z');
let server: TestServer;
let bank: FakePayu;
beforeAll(async () => {
  bank = await startPayu();
  server = await boot({ clock: { now: () => now }, env: { PAYU_URL: bank.config } });
  // Link caps are tested in contact-links.test.ts.
  await server.database.run(sql`update compliance_rules set most = 100 where kind = 'cap'`);
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
});
afterAll(async () => {
  await server.stop();
  bank.stop();
});
beforeEach(() => {
  bank.books.clear();
  bank.asked.length = 0;
  bank.isDown = false;
});

/** A started payment of 321 rupees. */
async function begun(): Promise<{ id: string; loanId: number }> {
  const agent = await server.person({ roleType: 'agent' });
  const row = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, payment_account_id, total_outstanding)
    select 1, 1, b.id, 'GW-' || b.id, ${agent.id}, '9000004321', 1, 500000 from b returning id`);
  const loanId = row?.id ?? 0;
  const link = await agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile' });
  const code = new URL(link.url).searchParams.get('q') ?? '';
  const { redirectionUrl } = await server.anonymous.call(pay.initiate, {
    amount: 321,
    code,
    source: 'PAYMENT_LINK',
  });
  return { id: redirectionUrl.split('/').at(-1) ?? '', loanId };
}
const enter = (id: string, o: Partial<PayuEntry> = {}): void =>
  void bank.books.set(id, {
    mihpayid: `M${id}`,
    status: 'success',
    unmappedstatus: 'captured',
    amount: '321.00',
    ...o,
  });
const get = (path: string) => fetch(server.url + path, { redirect: 'manual' });
const send = (path: string, body: string) =>
  fetch(server.url + path, { method: 'POST', body, redirect: 'manual' });
const hook = (body: string) => send('/api/payments/webhook/payu', body);
const paid = (loanId: number) =>
  server.database.rows(sql`
    select amount, status, transaction_id as number, mode from payments where loan_id = ${loanId} order by id`);
const resultOf = (response: Response): string | null =>
  new URL(response.headers.get('location') ?? '', 'http://x').searchParams.get('status');
const later = (): void => void (now = new Date(now.getTime() + 10_000));

test('a partial refund at PayU is found when a payment is queried, and completes to a reversal', async () => {
  const { id, loanId } = await begun();
  enter(id);
  await hook(payuForm(id));
  expect(await paid(loanId)).toMatchObject([{ amount: 32_100, status: 'success' }]);
  const refund = (amt: string, status = 'SUCCESS') => ({ action: 'refund', status, amt });
  bank.actions.set(`M${id}`, {
    '1': refund('21.00'),
    '2': refund('50.00', 'queued'),
    '3': { ...refund('321.00'), action: 'capture' },
  });
  later();
  await hook(payuForm(id));
  expect(await paid(loanId)).toMatchObject([{ amount: 30_000, status: 'success' }]);
  bank.actions.set(`M${id}`, { '1': refund('21.00'), '2': refund('300.00') });
  later();
  await hook(payuForm(id));
  expect(await paid(loanId)).toMatchObject([{ status: 'reversed' }]);
});

test('PayU is sent a signed form, and its polled status is a payment', async () => {
  const { id, loanId } = await begun();
  const page = await (await get(`/pay/go/${id}`)).text();
  expect(page).toContain(`action="${bank.url}/_payment"`);
  const field = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
  const told = ['KEY', id, '321.00', field('productinfo'), field('firstname'), field('email')];
  expect(field('hash')).toBe(sha512([...told, ...Array<string>(10).fill(''), 'SALT'].join('|')));
  enter(id);
  const back = await send(`/pay/return/payu/${id}`, payuForm(id));
  expect([back.status, resultOf(back)]).toEqual([303, 'success']);
  // The webhook repeats it.
  expect((await hook(payuForm(id))).status).toBe(200);
  expect(await paid(loanId)).toEqual([{ amount: 32_100, status: 'success', number: `M${id}`, mode: 'payu' }]);
});

test('what PayU did not sign, or signed of another amount, is no payment', async () => {
  const { id, loanId } = await begun();
  for (const form of [
    payuForm(id).replace('amount=321.00', 'amount=1.00'),
    payuForm(id, { hash: sha512('') }),
    payuForm(id).replace('key=KEY', 'key=OTHER'),
    '',
  ])
    expect((await hook(form)).status).toBe(401);
  enter(id, { amount: '321.01' });
  expect((await hook(payuForm(id, { amount: '321.01' }))).status).toBe(200);
  expect(await paid(loanId)).toEqual([]);
});

test('a payer returning without a response sees the polled PayU status', async () => {
  const { id, loanId } = await begun();
  expect(resultOf(await get(`/pay/return/payu/${id}`))).toBe('initiated');
  enter(id, { mihpayid: 'M1', status: 'failure', unmappedstatus: 'failed', message: 'No funds' });
  expect(resultOf(await get(`/pay/return/payu/${id}`))).toBe('failed');
  enter(id, { mihpayid: 'M2' });
  expect(resultOf(await get(`/pay/return/payu/${id}`))).toBe('success');
  expect(await paid(loanId)).toMatchObject([{ number: 'M2' }]);
});

test('a signed form alone is no money: PayU itself must confirm, possibly later', async () => {
  const { id, loanId } = await begun();
  await hook(payuForm(id));
  enter(id, { status: 'pending', unmappedstatus: 'in progress' });
  later();
  await send(`/pay/return/payu/${id}`, payuForm(id));
  expect(await paid(loanId)).toEqual([]);
  // PayU is unreachable when events arrive; they are not lost.
  enter(id);
  bank.isDown = true;
  later();
  expect((await hook(payuForm(id))).status).toBe(200);
  bank.isDown = false;
  later();
  await expect.poll(() => paid(loanId)).toMatchObject([{ status: 'success' }]);
});

test("one payer's form replayed under other numbers blocks no payment from being credited", async () => {
  const mine = await begun();
  enter(mine.id, { mihpayid: '1000001' });
  await send(`/pay/return/payu/${mine.id}`, payuForm(mine.id));
  const asked = bank.asked.length;
  for (let number = 1_000_002; number < 1_000_040; number += 1)
    expect((await hook(payuForm(mine.id, { mihpayid: String(number) }))).status).toBe(200);
  // A flood of one form is no flood of questions to PayU.
  expect(bank.asked.length - asked).toBeLessThan(3);
  const theirs = await begun();
  enter(theirs.id, { mihpayid: '1000020' });
  await hook(payuForm(theirs.id, { mihpayid: '1000020' }));
  expect(await paid(theirs.loanId)).toMatchObject([{ status: 'success', number: '1000020' }]);
  expect(await paid(mine.loanId)).toMatchObject([{ status: 'success', number: '1000001' }]);
});

test('fields PayU does not sign change nothing: neither a refund that never was, nor a number', async () => {
  const { id, loanId } = await begun();
  enter(id);
  const forged = { unmappedstatus: 'refunded', mihpayid: '=HYPERLINK("http://evil.test")'.repeat(200) };
  await send(`/pay/return/payu/${id}`, payuForm(id, forged));
  later();
  await hook(payuForm(id, forged));
  expect(await paid(loanId)).toMatchObject([{ status: 'success', number: `M${id}` }]);
  // A refund is recorded when PayU itself confirms it.
  enter(id, { unmappedstatus: 'refunded' });
  later();
  await hook(payuForm(id));
  expect(await paid(loanId)).toMatchObject([{ status: 'reversed' }]);
});

test('a number of another order is not accepted for this one', async () => {
  const first = await begun();
  const second = await begun();
  enter(first.id, { mihpayid: 'SAME' });
  enter(second.id, { mihpayid: 'SAME' });
  await hook(payuForm(first.id));
  expect((await hook(payuForm(second.id))).status).toBe(200);
  expect(await paid(second.loanId)).toEqual([]);
  const kept = await server.database.rows(
    sql`select reason from gateway_events where attempt_id = ${second.id} and verdict = 'quarantined'`,
  );
  expect(kept).toEqual([{ reason: 'reference' }]);
});

test('without its secrets there is no gateway', () => {
  expect(() => payu('https://key@secure.payu.in')).toThrow(/salt/);
});
