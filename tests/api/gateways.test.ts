/** PayU and Razorpay, played by a server of ours that signs as they do. */
import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pay } from '../../src/contract/pay.ts';
import { paymentLinks } from '../../src/contract/payment-links.ts';
import { sql } from '../../src/server/kernel/sql.ts';
import { payu } from '../../src/server/providers/gateways/payu.ts';
import { razorpay } from '../../src/server/providers/gateways/razorpay.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

const sha512 = (text: string): string => createHash('sha512').update(text).digest('hex');
const now = new Date('2026-11-20T06:30:00Z');

/** What the fake gateways know, by attempt. */
let payuSays: Record<string, object> = {};
let links: Record<
  string,
  { id: string; short_url: string; status: string; amount: number; reference_id: string }
> = {};
let isDeaf = false;
const fake = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    const url = new URL(request.url ?? '', 'http://fake');
    const answer = (status: number, said: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(said));
    };
    if (url.pathname === '/merchant/postservice') {
      const id = new URLSearchParams(body).get('var1') ?? '';
      return answer(200, {
        transaction_details: { [id]: payuSays[id] ?? { status: 'Not Found', mihpayid: 'Not Found' } },
      });
    }
    if (request.method === 'GET') {
      const link = links[url.searchParams.get('reference_id') ?? ''];
      return answer(200, { payment_links: link ? [link] : [] });
    }
    const asked = JSON.parse(body) as { reference_id: string; amount: number };
    if (links[asked.reference_id]) return answer(400, { error: { description: 'exists' } });
    const link = {
      id: `plink_${asked.reference_id}`,
      short_url: `${fakeUrl}/l/1`,
      status: 'created',
      ...asked,
    };
    links[asked.reference_id] = link;
    // The request is accepted and the answer is lost.
    if (isDeaf) return void request.socket.destroy();
    return answer(200, link);
  });
});
let fakeUrl = '';
let payuServer: TestServer;
let razorServer: TestServer;
beforeAll(async () => {
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve));
  fakeUrl = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;
  const host = fakeUrl.slice('http://'.length);
  const clock = { now: () => now };
  payuServer = await boot({
    clock,
    env: { PAYU_URL: `http://KEY:SALT@${host}?ask=${encodeURIComponent(fakeUrl)}` },
  });
  razorServer = await boot({
    clock,
    env: { RAZORPAY_URL: `http://rzp_key:rzp_secret@${host}?webhook=hook&account=acc_1` },
  });
  for (const server of [payuServer, razorServer])
    await server.database.run(
      sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
    );
});
afterAll(async () => {
  await payuServer.stop();
  await razorServer.stop();
  fake.close();
});
beforeEach(() => {
  payuSays = {};
  links = {};
  isDeaf = false;
});

/** A payment of 321 rupees that has begun; answers its number. */
async function begun(server: TestServer): Promise<{ id: string; loanId: number }> {
  const agent: Caller = await server.person({ roleType: 'agent' });
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
const get = (server: TestServer, path: string) => fetch(server.url + path, { redirect: 'manual' });
const send = (server: TestServer, path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { method: 'POST', body, headers, redirect: 'manual' });
const paid = (server: TestServer, loanId: number) =>
  server.database.rows(sql`
    select amount, status, transaction_id as number, mode from payments where loan_id = ${loanId} order by id`);
const resultOf = (response: Response): string | null =>
  new URL(response.headers.get('location') ?? '', 'http://x').searchParams.get('status');

function payuForm(id: string, o: Record<string, string> = {}): string {
  const form: Record<string, string> = {
    key: 'KEY',
    txnid: id,
    amount: '321.00',
    productinfo: 'Loan',
    firstname: 'Payer',
    email: 'payer@payments.invalid',
    status: 'success',
    mihpayid: `M${id}`,
    ...o,
  };
  const told = [
    'SALT',
    form['status'],
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    form['email'],
    form['firstname'],
  ];
  const hash = sha512([...told, form['productinfo'], form['amount'], form['txnid'], form['key']].join('|'));
  return new URLSearchParams({ ...form, hash, ...(o['hash'] && { hash: o['hash'] }) }).toString();
}

test('PayU is sent a signed form, and its signed answer is a payment', async () => {
  const { id, loanId } = await begun(payuServer);
  const page = await (await get(payuServer, `/pay/go/${id}`)).text();
  expect(page).toContain(`action="${fakeUrl}/_payment"`);
  const field = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
  const told = ['KEY', id, '321.00', field('productinfo'), field('firstname'), field('email')];
  expect(field('hash')).toBe(sha512([...told, ...Array<string>(10).fill(''), 'SALT'].join('|')));
  const back = await send(payuServer, `/pay/return/payu/${id}`, payuForm(id));
  expect([back.status, resultOf(back)]).toEqual([303, 'success']);
  // The webhook tells the same once more.
  expect((await send(payuServer, '/api/payments/webhook/payu', payuForm(id))).status).toBe(200);
  expect(await paid(payuServer, loanId)).toEqual([
    { amount: 32_100, status: 'success', number: `M${id}`, mode: 'payu' },
  ]);
});

test('what PayU did not sign, or signed of another amount, is no payment', async () => {
  const { id, loanId } = await begun(payuServer);
  for (const form of [
    payuForm(id).replace('amount=321.00', 'amount=1.00'),
    payuForm(id, { hash: sha512('') }),
    payuForm(id).replace('key=KEY', 'key=OTHER'),
    '',
  ])
    expect((await send(payuServer, '/api/payments/webhook/payu', form)).status).toBe(401);
  expect(
    (await send(payuServer, '/api/payments/webhook/payu', payuForm(id, { amount: '321.01' }))).status,
  ).toBe(200);
  expect(await paid(payuServer, loanId)).toEqual([]);
});

test('a payer who comes back without an answer is shown what PayU says when asked', async () => {
  const { id, loanId } = await begun(payuServer);
  expect(resultOf(await get(payuServer, `/pay/return/payu/${id}`))).toBe('initiated');
  payuSays[id] = {
    mihpayid: 'M1',
    status: 'failure',
    transaction_amount: '321.00',
    error_Message: 'No funds',
  };
  expect(resultOf(await get(payuServer, `/pay/return/payu/${id}`))).toBe('failed');
  payuSays[id] = { mihpayid: 'M2', status: 'success', transaction_amount: '321.00' };
  expect(resultOf(await get(payuServer, `/pay/return/payu/${id}`))).toBe('success');
  expect(await paid(payuServer, loanId)).toMatchObject([{ number: 'M2' }]);
});

const hook = (
  event: string,
  id: string,
  o: { account?: string; payment?: object; eventId?: string } = {},
) => {
  const body = JSON.stringify({
    account_id: o.account ?? 'acc_1',
    event,
    payload: {
      payment: {
        entity: { id: `pay_${id}`, amount: 32_100, currency: 'INR', notes: { attempt: id }, ...o.payment },
      },
    },
  });
  const signature = createHmac('sha256', 'hook').update(body).digest('hex');
  return {
    body,
    headers: { 'X-Razorpay-Signature': signature, 'X-Razorpay-Event-Id': o.eventId ?? `${event}-${id}` },
  };
};
const deliver = ({ body, headers }: ReturnType<typeof hook>) =>
  send(razorServer, '/api/payments/webhook/razorpay', body, headers);

test('Razorpay makes one link for an attempt, also when its first answer was lost', async () => {
  const { id } = await begun(razorServer);
  isDeaf = true;
  expect((await get(razorServer, `/pay/go/${id}`)).status).toBe(503);
  isDeaf = false;
  const way = await get(razorServer, `/pay/go/${id}`);
  expect([way.status, way.headers.get('location')]).toEqual([303, `${fakeUrl}/l/1`]);
  expect(Object.keys(links)).toEqual([id]);
});

test('signed news of Razorpay count once, and money that went back whole is taken back', async () => {
  const { id, loanId } = await begun(razorServer);
  await get(razorServer, `/pay/go/${id}`);
  await Promise.all([
    deliver(hook('payment.captured', id)),
    deliver(hook('payment.captured', id)),
    deliver(hook('payment_link.paid', id)),
  ]);
  await deliver(hook('payment.failed', id, { payment: { error_description: 'too late' } }));
  expect(await paid(razorServer, loanId)).toEqual([
    { amount: 32_100, status: 'success', number: `pay_${id}`, mode: 'razorpay' },
  ]);
  await deliver(hook('refund.processed', id, { payment: { amount_refunded: 100 }, eventId: `part-${id}` }));
  expect(await paid(razorServer, loanId)).toMatchObject([{ status: 'success' }]);
  await deliver(hook('refund.processed', id, { payment: { amount_refunded: 32_100, notes: {} } }));
  expect(await paid(razorServer, loanId)).toMatchObject([{ status: 'reversed' }]);
});

test('news with another secret, of another account or with changed bytes have no effect', async () => {
  const { id, loanId } = await begun(razorServer);
  const { body, headers } = hook('payment.captured', id);
  const withKeySecret = createHmac('sha256', 'rzp_secret').update(body).digest('hex');
  const to = '/api/payments/webhook/razorpay';
  expect((await send(razorServer, to, body, { 'X-Razorpay-Signature': withKeySecret })).status).toBe(401);
  expect((await send(razorServer, to, body.replace(':', ': '), headers)).status).toBe(401);
  expect((await send(razorServer, to, body)).status).toBe(401);
  expect((await deliver(hook('payment.captured', id, { account: 'acc_2', eventId: 'other' }))).status).toBe(
    200,
  );
  expect(await paid(razorServer, loanId)).toEqual([]);
});

test('a payer back from Razorpay sees what it says when asked', async () => {
  const { id, loanId } = await begun(razorServer);
  await get(razorServer, `/pay/go/${id}`);
  const link = links[id];
  if (!link) throw new Error('no link');
  const moneyCame = { amount_paid: 32_100, currency: 'INR', payments: [{ payment_id: 'pay_9' }] };
  links[id] = {
    ...link,
    status: 'paid',
    ...moneyCame,
  };
  expect(
    resultOf(await get(razorServer, `/pay/return/razorpay/${id}?razorpay_payment_link_status=paid`)),
  ).toBe('success');
  expect(await paid(razorServer, loanId)).toMatchObject([{ number: 'pay_9' }]);
});

test('without its secrets there is no gateway', () => {
  expect(() => payu('https://key@secure.payu.in')).toThrow(/salt/);
  expect(() => razorpay('https://key:secret@api.razorpay.com')).toThrow(/webhook/);
});
