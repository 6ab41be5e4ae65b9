import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { pay } from '../../src/contexts/payments/contract/pay/pay.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { judgeWaiting } from '../../src/contexts/work/server/promises/jobs.ts';
import { openSigner } from '../../src/kernel/server/operation/secret.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { sandbox } from '../../src/contexts/payments/server/gateways/sandbox.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { lengthenWaits } from '../long-waits.ts';

let now = new Date('2026-11-20T06:30:00Z');
let server: TestServer;
let agent: Caller;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  await lengthenWaits(server.database);
  // One borrower is sent many links here; how many they may be sent is tested with the policy.
  await server.database.run(sql`update compliance_rules set most = 100 where kind = 'cap'`);
  agent = await server.person({ roleType: 'agent' });
  // Link caps are tested in contact-links.test.ts.
  await server.database.run(sql`update compliance_rules set most = 100 where kind = 'cap'`);
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance'), (2, 2, 'Bharat', 'light-microfinance')`,
  );
});
afterAll(() => server.stop());

let loanId = 0;
let loanNumber = '';
beforeEach(async () => {
  now = new Date('2026-11-20T06:30:00Z');
  await server.database.run(sql`delete from payment_lookups`);
  await server.database.run(sql`delete from throttle`);
  const row = await server.database.one<{ id: number; number: string }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, payment_account_id,
      principal_outstanding, total_outstanding)
    select 1, 1, b.id, 'PAY-' || b.id, ${agent.id}, '9000004321', 1, 400000, 500000 from b returning id, loan_number as number`);
  loanId = row?.id ?? 0;
  loanNumber = row?.number ?? '';
});

const begin = async (amount: number, o: object = {}): Promise<string> => {
  const link = await agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile' });
  const code = new URL(link.url).searchParams.get('q') ?? '';
  const { redirectionUrl } = await server.anonymous.call(pay.initiate, {
    amount,
    code,
    source: 'PAYMENT_LINK',
    ...o,
  });
  return redirectionUrl;
};
/** Follows a payer's redirects; returns the result URL. */
async function follow(path: string): Promise<URL> {
  let url = new URL(path, server.url);
  for (let step = 0; step < 8; step += 1) {
    const response = await fetch(new URL(url.pathname + url.search, server.url), { redirect: 'manual' });
    const next = response.headers.get('location');
    if (!next) return url;
    url = new URL(next, server.url);
    if (url.pathname === '/payment/response') return url;
  }
  throw new Error(`no end of ${path}`);
}
const paid = (): Promise<
  { amount: number; realized: boolean; status: string; number: string; told: string | null }[]
> =>
  server.database.rows(sql`
    select amount, realized, status, transaction_id as number, told_transaction_id as told from payments
    where loan_id = ${loanId} order by id`);
const said = (url: URL) => server.anonymous.call(pay.update, Object.fromEntries(url.searchParams));

test('a payment that succeeds is counted once, confirmed, and its link is used up', async () => {
  const result = await follow(await begin(100.91));
  expect(result.searchParams.get('status')).toBe('success');
  expect(await paid()).toMatchObject([{ amount: 10_091, realized: true, status: 'success' }]);
  const loan = await agent.call(loans.one, { id: String(loanId) });
  expect(loan).toMatchObject({ latestRealizePaymentAmount: 100.91, paymentStatus: 'Partially Paid' });
  expect((await agent.call(paymentLinks.ofLoan, { loanId }))[0]?.state).toBe('paid');
  const { isVerified, receipt } = await said(result);
  expect(isVerified).toBe(true);
  expect(receipt).toMatchObject({ status: 'success', amount: 100.91, borrowerName: 'Asha Rao', loanNumber });
  const code = receipt?.receiptCode ?? '';
  expect(await server.anonymous.call(pay.receipt, { code })).toMatchObject({
    status: 'success',
    borrowerName: 'A***** R*****',
    amount: 100.91,
  });
  // Opened once more, the link shows that it is paid.
  const link = await server.database.one<{ code: string; path: string }>(sql`
    select k.code, a.path from payment_codes k join loans l on l.id = k.loan_id
      join payment_accounts a on a.id = l.payment_account_id where k.loan_id = ${loanId}`);
  const again = await follow(`/pay/${link?.path}?q=${link?.code}`);
  expect(Object.fromEntries(again.searchParams)).toMatchObject({ status: 'success', amount: '100.91' });
  expect(again.searchParams.get('q')).toBe(link?.code);
  again.searchParams.delete('q');
  expect((await said(again)).isVerified).toBe(true);
  // The receipt is sent as a message.
  const messages = await server.database.rows<{ purpose: string }>(
    sql`select purpose from messages where loan_id = ${loanId} order by id`,
  );
  expect(messages.map(({ purpose }) => purpose)).toEqual(['payment-link', 'payment-received']);
});

test.each([
  [100.92, 'failed', []],
  [100.93, 'pending', []],
  [100.94, 'pending', []],
  [100.95, 'success', [{ amount: 10_095, status: 'success' }]],
  [100.96, 'reversed', [{ amount: 10_096, status: 'reversed' }]],
])('an amount of %d finishes %s', async (amount, status, payments) => {
  const result = await follow(await begin(amount));
  expect(result.searchParams.get('status')).toBe(status);
  expect(await paid()).toMatchObject(payments);
  expect(await paid()).toHaveLength(payments.length);
});

test('each of the nine values, the reference and the signature are believed only as they were signed', async () => {
  const result = await follow(await begin(100.91));
  const other = await follow(await begin(200.91));
  for (const name of result.searchParams.keys()) {
    const forged = new URL(result);
    forged.searchParams.set(name, name === 'amount' ? '999999.00' : `${forged.searchParams.get(name)}x`);
    expect([name, await said(forged)]).toEqual([name, { isVerified: false, receipt: null }]);
    const swapped = new URL(result);
    swapped.searchParams.set(name, other.searchParams.get(name) ?? '');
    if (swapped.search !== result.search)
      expect([name, (await said(swapped)).isVerified]).toEqual([name, false]);
  }
  const plain = new URL(result);
  plain.searchParams.set('status', 'Succe\u0455s');
  expect((await said(plain)).isVerified).toBe(false);
});

async function callbacks(
  path: string,
  states: string[],
): Promise<{ id: string; calls: { body: string; headers: object }[] }> {
  const id = path.split('/').at(-1) ?? '';
  const amount = (
    await server.database.one<{ amount: number }>(sql`select amount from payment_attempts where id = ${id}`)
  )?.amount;
  const signer = await openSigner(server.database, 'sandbox');
  const calls = states.map((state) => {
    const body = JSON.stringify({
      eventId: `${id}-${state}`,
      attemptId: id,
      reference: `REF-${id}`,
      merchant: 'sandbox',
      currency: 'INR',
      amount,
      state,
      message: '<b>bank</b>',
    });
    const { kid, sig } = signer.sign(body);
    return { body, headers: { 'x-sandbox-signature': `${kid}.${sig}`, 'content-type': 'application/json' } };
  });
  return { id, calls };
}
const deliver = (call: { body: string; headers: object }, gateway = 'sandbox') =>
  fetch(`${server.url}/api/payments/webhook/${gateway}`, {
    method: 'POST',
    body: call.body,
    headers: call.headers as Record<string, string>,
  });

test('reported three times at once and again a day later, a payment is included once; failed after success changes nothing', async () => {
  const { id, calls } = await callbacks(await begin(321), ['success', 'failed', 'pending']);
  const [success, failed, pending] = calls;
  if (!success || !failed || !pending) throw new Error('no calls');
  const answers = await Promise.all([deliver(success), deliver(success), deliver(success)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await deliver(failed);
  await deliver(pending);
  now = new Date(now.getTime() + 25 * 3_600_000);
  await deliver(success);
  expect(await paid()).toMatchObject([{ amount: 32_100, status: 'success', number: `REF-${id}` }]);
  expect(await paid()).toHaveLength(1);
});

test('what is not signed, of another merchant, a paisa off or about nothing of ours has no effect', async () => {
  const { id, calls } = await callbacks(await begin(321), ['success']);
  const body = calls[0]?.body ?? '';
  const signer = await openSigner(server.database, 'sandbox');
  const signed = (text: string) => {
    const { kid, sig } = signer.sign(text);
    return {
      body: text,
      headers: { 'x-sandbox-signature': `${kid}.${sig}`, 'content-type': 'application/json' },
    };
  };
  const forged = createHmac('sha256', '').update(body).digest('base64url');
  const wrong = [
    { body, headers: {} },
    { body, headers: { 'x-sandbox-signature': `kid.${forged}` } },
    { ...calls[0], body: body.replace('32100', '32101'), headers: calls[0]?.headers ?? {} },
    { body: `${body} `, headers: calls[0]?.headers ?? {} },
  ];
  for (const call of wrong) expect((await deliver(call)).status).toBe(401);
  const told = JSON.parse(body) as Record<string, unknown>;
  for (const change of [
    { merchant: 'other' },
    { amount: 32_101 },
    { currency: 'USD' },
    { attemptId: 'nobody' },
  ])
    expect(
      (await deliver(signed(JSON.stringify({ ...told, ...change, eventId: JSON.stringify(change) })))).status,
    ).toBe(200);
  expect(await paid()).toEqual([]);
  const kept = await server.database.rows<{ reason: string }>(
    sql`select reason from gateway_events where verdict = 'quarantined' order by id`,
  );
  expect(kept.map(({ reason }) => reason)).toEqual(['merchant', 'amount', 'currency', 'unknown']);
  expect((await deliver(calls[0] ?? { body, headers: {} }, 'payu')).status).toBe(404);
  expect((await deliver({ body: 'x'.repeat(70_000), headers: calls[0]?.headers ?? {} })).status).toBe(413);
  expect((await fetch(`${server.url}/api/payments/webhook/sandbox`)).status).toBe(404);
  // After all of that the genuine event is applied.
  await deliver(calls[0] ?? { body, headers: {} });
  expect(await paid()).toMatchObject([{ number: `REF-${id}` }]);
});

test('an unreported payment is found by polling, and provider text remains text', async () => {
  const path = await begin(321);
  const id = path.split('/').at(-1) ?? '';
  const gateway = sandbox(server.database, await openSigner(server.database, 'sandbox'));
  await gateway.choose({ id, amount: 32_100 }, 'success');
  expect(await paid()).toEqual([]);
  now = new Date(now.getTime() + 10 * 60_000);
  await expect.poll(async () => (await paid()).length).toBe(1);
});

test('a PTP is kept by the payment and open again after its reversal', async () => {
  await agent.call(borrowerDispositions.record, {
    loanId,
    dispositionId: 1,
    amount: 321,
    ptpDate: '2026-11-22',
    followUpDate: '2026-11-21T06:30:00Z',
  });
  const state = async () => {
    await judgeWaiting(server.database, { now: () => now });
    const row = await server.database.one<{ state: string }>(
      sql`select state from promises where loan_id = ${loanId}`,
    );
    return row?.state;
  };
  const { calls } = await callbacks(await begin(321), ['success', 'reversed']);
  const [success, reversed] = calls;
  if (!success || !reversed) throw new Error('no calls');
  await deliver(success);
  await expect.poll(state).toBe('kept');
  await deliver(reversed);
  await expect.poll(state).toBe('open');
  const loan = await agent.call(loans.one, { id: String(loanId) });
  expect(loan).toMatchObject({ latestRealizePaymentAmount: null, paymentStatus: 'Unpaid' });
});

const recorded = (o: object) =>
  agent.call(borrowerDispositions.record, {
    loanId,
    dispositionId: 4,
    amount: 321,
    paymentDate: '2026-11-20',
    paymentMode: 'PhonePe',
    ...o,
  });
const paidOnline = async (): Promise<string> => {
  const { id, calls } = await callbacks(await begin(321), ['success']);
  for (const call of calls) await deliver(call);
  return `REF-${id}`;
};

test('collected cash never matches an online payment of equal sum, in either order', async () => {
  await recorded({ transactionId: 'CASH-RECEIPT-740', paymentMode: 'Cash' });
  const number = await paidOnline();
  await recorded({ transactionId: 'CASH-RECEIPT-741', paymentMode: 'Cash' });
  expect(await paid()).toEqual([
    { amount: 32_100, realized: false, status: 'success', number: 'CASH-RECEIPT-740', told: null },
    { amount: 32_100, realized: true, status: 'success', number, told: null },
    { amount: 32_100, realized: false, status: 'success', number: 'CASH-RECEIPT-741', told: null },
  ]);
});

test('cash recorded under the number of an online payment is reviewed', async () => {
  const number = await paidOnline();
  await recorded({ transactionId: number, paymentMode: 'Cash' });
  expect(await paid()).toMatchObject([
    { realized: true, status: 'success', number },
    { realized: false, status: 'held', number },
  ]);
});

test('one number in capitals, in small letters or with spaces is one payment', async () => {
  for (const transactionId of ['Ref-77', 'REF-77', ' ref - 77 ']) await recorded({ transactionId });
  expect(await paid()).toMatchObject([{ number: 'Ref-77', realized: false }]);
  const { id, calls } = await callbacks(await begin(321), ['success']);
  await recorded({ transactionId: ` ref-${id.slice(0, 5)} ${id.slice(5)}` });
  for (const call of calls) await deliver(call);
  expect(await paid()).toMatchObject([
    { number: 'Ref-77', status: 'held' },
    { number: `REF-${id}`, realized: true },
  ]);
});

test('a claim of equal sum under another number is reviewed and excluded', async () => {
  await recorded({ transactionId: 'TOLD-1', paymentDate: '2026-11-19' });
  const number = await paidOnline();
  await recorded({ transactionId: 'TOLD-2' });
  expect(await paid()).toMatchObject([
    { number: 'TOLD-1', realized: false, status: 'held' },
    { number, realized: true, status: 'success' },
    { number: 'TOLD-2', realized: false, status: 'held' },
  ]);
});

test('amounts are positive rupees; more than the balance is paid when confirmed', async () => {
  const code = async (amount: number, o: object = {}) => (await refusal(begin(amount, o))).body.code;
  expect(await code(0)).toBe('INVALID_INPUT');
  expect(await code(-5)).toBe('INVALID_INPUT');
  expect(await code(1.234)).toBe('INVALID_INPUT');
  expect(await code(99_999_999)).toBe('INVALID_INPUT');
  expect(await code(5000.5)).toBe('AMOUNT_ABOVE_DUE');
  expect(await begin(5000.5, { isSure: true })).toMatch(/^\/pay\/go\/[\w-]{22}$/);
});

const lookup = (o: object = {}) => server.anonymous.call(pay.loan, { loanNumber, path: 'reliance', ...o });

test('a loan is found by its number as a phone writes it, and under another number of its lender', async () => {
  await server.database.run(sql`
    insert into loan_number_answers (client_id, loan_number, like_number, is_same) values (1, ${`OLD-${loanId}`}, ${loanNumber}, true)`);
  const figures = loanNumber.replace(/\d/g, (figure) => String.fromCharCode(0x966 + Number(figure)));
  for (const typed of [
    loanNumber.toLowerCase(),
    ` '${loanNumber}\u200B`,
    loanNumber.replace('-', '\u2013'),
    figures,
    `Loan No. ${loanNumber}`,
    `old-${loanId}`,
  ])
    expect((await lookup({ loanNumber: typed })).loanNumber, typed).toBe(loanNumber);
  const numbers = await agent.call(loans.mobileNumbers, { loanNumber: loanNumber.toLowerCase() });
  expect(numbers).toMatchObject([{ loanId }]);
  await server.database.run(sql`
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, payment_account_id)
    select 1, 1, borrower_id, lower(loan_number), 1 from loans where id = ${loanId}`);
  expect((await lookup({ loanNumber })).loanNumber).toBe(loanNumber);
  expect((await lookup({ loanNumber: loanNumber.toLowerCase() })).loanNumber).toBe(loanNumber.toLowerCase());
});

test('a link is sent to a number of the loan in any format', async () => {
  const link = await agent.call(paymentLinks.generate, { loanId, mobileNumber: '+91 90000\u201104321' });
  expect(link.url).toContain('q=');
});
test('a typed loan number shows lender and initials; the balance only after the mobile digits', async () => {
  expect(await lookup()).toEqual({
    loanNumber,
    supplierName: 'Asha Microfinance',
    borrowerName: 'A***** R*****',
    clientName: 'Asha Microfinance',
    principalOutstanding: null,
    totalOutstanding: null,
  });
  expect(await lookup({ last4: '0000' })).toMatchObject({ totalOutstanding: null });
  expect(await lookup({ last4: '4321' })).toMatchObject({
    totalOutstanding: 5000,
    principalOutstanding: 4000,
  });
  for (let i = 0; i < 6; i += 1) await lookup({ last4: '0001' }).catch(() => undefined);
  expect((await refusal(lookup({ last4: '4321' }))).body.code).toBe('TOO_MANY_REQUESTS');
});

test('not there, not active and another lender’s are the same', async () => {
  await server.database.run(sql`update loans set is_active = false where id = ${loanId}`);
  const answers = [
    await refusal(lookup()),
    await refusal(lookup({ loanNumber: 'NOBODY' })),
    await refusal(lookup({ path: 'light-microfinance' })),
  ].map(({ status, body }) => ({ status, body: { ...body, requestId: '' } }));
  expect(answers[0]).toMatchObject({ status: 404, body: { message: "Loan Number doesn't exist" } });
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

test('who tries numbers gets ten answers', async () => {
  const tried = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      lookup({ loanNumber: i % 2 ? loanNumber : `NOBODY-${i}` }).then(
        () => 'found',
        (error: { body: { code: string } }) => error.body.code,
      ),
    ),
  );
  expect(tried.filter((code) => code !== 'TOO_MANY_REQUESTS').length).toBeLessThanOrEqual(10);
});

test('concurrent payers are all redirected, with a link or by number', async () => {
  const link = await agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile' });
  const code = new URL(link.url).searchParams.get('q') ?? '';
  const begun = await Promise.all(
    Array.from({ length: 40 }, () =>
      server.anonymous.call(pay.initiate, { amount: 10, code, source: 'PAYMENT_LINK' }),
    ),
  );
  expect(new Set(begun.map(({ redirectionUrl }) => redirectionUrl)).size).toBe(40);
  const typed = await Promise.allSettled(
    Array.from({ length: 40 }, () =>
      server.anonymous.call(pay.initiate, {
        amount: 10,
        loanNumber,
        last4: '4321',
        source: 'DIRECT_FROM_SITE',
      }),
    ),
  );
  // All get a response; the address exceeded its limit.
  expect(typed.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
});
