/** Razorpay, simulated with signatures and books. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pay } from '../../src/contexts/payments/contract/pay/pay.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { payments as payments_ } from '../../src/contexts/payments/contract/payments.ts';
import { reconciliation } from '../../src/contexts/payments/contract/reconciliation.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { razorpay } from '../../src/contexts/payments/server/gateways/razorpay.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

let now = new Date('2026-11-20T06:30:00Z');

/** Its books: the link of each attempt, and what was paid on it. */
let links: Record<
  string,
  {
    id: string;
    short_url: string;
    status: string;
    amount: number;
    reference_id: string;
    amount_paid?: number;
    currency?: string;
    payments?: { payment_id: string }[];
  }
> = {};
/** Payments in its books, with refunds. */
let payments: Record<
  string,
  { id: string; amount: number; amount_refunded: number; currency: string; notes: object }
> = {};
let isDeaf = false;
/** Cuts every connection, as a gateway that is down. */
let isDown = false;
const fake = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    const url = new URL(request.url ?? '', 'http://fake');
    const answer = (status: number, said: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(said));
    };
    if (isDown) return void request.socket.destroy();
    if (request.method === 'GET' && url.pathname.startsWith('/v1/payments/')) {
      const payment = payments[url.pathname.split('/').at(-1) ?? ''];
      return payment ? answer(200, payment) : answer(404, {});
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
let server: TestServer;
beforeAll(async () => {
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve));
  fakeUrl = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;
  const host = fakeUrl.slice('http://'.length);
  const clock = { now: () => now };
  server = await boot({
    clock,
    env: { RAZORPAY_URL: `http://rzp_key:rzp_secret@${host}?webhook=hook&account=acc_1` },
  });
  // Link caps are tested in contact-links.test.ts.
  await server.database.run(sql`update compliance_rules set most = 100 where kind = 'cap'`);
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
});
afterAll(async () => {
  await server.stop();
  fake.close();
});
beforeEach(() => {
  links = {};
  payments = {};
  isDeaf = false;
  isDown = false;
});

/** A started payment of 321 rupees; returns its number. */
async function begun(): Promise<{ id: string; loanId: number }> {
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
const get = (path: string) => fetch(server.url + path, { redirect: 'manual' });
const send = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { method: 'POST', body, headers, redirect: 'manual' });
const paid = (loanId: number) =>
  server.database.rows(sql`
    select amount, status, transaction_id as number, mode from payments where loan_id = ${loanId} order by id`);
const resultOf = (response: Response): string | null =>
  new URL(response.headers.get('location') ?? '', 'http://x').searchParams.get('status');

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
  send('/api/payments/webhook/razorpay', body, headers);

test('Razorpay creates one link per attempt, also when its first response was lost', async () => {
  const { id } = await begun();
  isDeaf = true;
  expect((await get(`/pay/go/${id}`)).status).toBe(503);
  isDeaf = false;
  const way = await get(`/pay/go/${id}`);
  expect([way.status, way.headers.get('location')]).toEqual([303, `${fakeUrl}/l/1`]);
  expect(Object.keys(links)).toEqual([id]);
});

/** The borrower paid by link, according to Razorpay's books. */
function pays(id: string): void {
  const link = links[id];
  if (!link) throw new Error('no link');
  links[id] = {
    ...link,
    status: 'paid',
    amount_paid: 32_100,
    currency: 'INR',
    payments: [{ payment_id: `pay_${id}` }],
  };
}

test("signed events are applied when Razorpay's books confirm them, whatever their copy number", async () => {
  const { id, loanId } = await begun();
  await get(`/pay/go/${id}`);
  await deliver(hook('payment.captured', id));
  expect(await paid(loanId)).toEqual([]);
  pays(id);
  now = new Date(now.getTime() + 10_000);
  // The number of an event is in a header that is not signed; this one was seen before.
  await deliver(hook('payment_link.paid', id, { eventId: `payment.captured-${id}` }));
  expect(await paid(loanId)).toMatchObject([{ status: 'success', number: `pay_${id}` }]);
});

test('a signed Razorpay event is applied once, and a full refund is reversed', async () => {
  const { id, loanId } = await begun();
  await get(`/pay/go/${id}`);
  pays(id);
  await Promise.all([
    deliver(hook('payment.captured', id)),
    deliver(hook('payment.captured', id)),
    deliver(hook('payment_link.paid', id)),
  ]);
  await deliver(hook('payment.failed', id, { payment: { error_description: 'too late' } }));
  expect(await paid(loanId)).toEqual([
    { amount: 32_100, status: 'success', number: `pay_${id}`, mode: 'razorpay' },
  ]);
  await deliver(hook('refund.processed', id, { payment: { amount_refunded: 100 }, eventId: `part-${id}` }));
  expect(await paid(loanId)).toMatchObject([{ status: 'success', amount: 32_000 }]);
  await deliver(hook('refund.processed', id, { payment: { amount_refunded: 32_100, notes: {} } }));
  expect(await paid(loanId)).toMatchObject([{ status: 'reversed' }]);
});

const back = (id: string, refunded: number) =>
  deliver(hook('refund.processed', id, { payment: { amount_refunded: refunded, notes: {} } }));
const books = async (loanId: number) =>
  server.database.one<{
    amount: number;
    refunded: number;
    status: string;
    collected: number;
    last: number;
  }>(sql`
    select p.amount, p.refunded, p.status, l.latest_realize_payment_amount as last,
      (select coalesce(sum(collected_by(from_account, to_account) * amount), 0)::bigint from postings where loan_id = l.id) as collected
    from payments p join loans l on l.id = p.loan_id where p.loan_id = ${loanId}`);

test('partial refunds are recorded, add up, are excluded, and each assigned to a user', async () => {
  const { id, loanId } = await begun();
  const admin = await server.person({ roleType: 'admin', flags: ['list_payment', 'upload_payments_file'] });
  await get(`/pay/go/${id}`);
  pays(id);
  await deliver(hook('payment.captured', id));
  await back(id, 10_000);
  expect(await books(loanId)).toEqual({
    amount: 22_100,
    refunded: 10_000,
    status: 'success',
    collected: 22_100,
    last: 22_100,
  });
  const shown = async () => (await admin.call(reconciliation.list, { q: id, state: 'open' })).rows;
  const [first] = await shown();
  expect(first).toMatchObject({ kind: 'part-refund', loanId, difference: 0, ours: -100 });
  expect(first?.ownerId).not.toBeNull();
  await admin.call(reconciliation.act, { id: String(first?.id), act: 'close', words: 'Fee given back' });
  // A repeat, and a late older one, change nothing.
  await back(id, 10_000);
  await back(id, 5_000);
  expect(await shown()).toEqual([]);
  await back(id, 15_000);
  expect(await books(loanId)).toMatchObject({ amount: 17_100, refunded: 15_000, collected: 17_100 });
  expect(await shown()).toMatchObject([{ kind: 'part-refund', ours: -150 }]);
  const today = new Date(now.getTime() + 19_800_000).toISOString().slice(0, 10);
  const days = { fromDate: today, toDate: today, q: `GW-` };
  const ofLoan = async (type: 'live' | 'realized') =>
    (await admin.call(payments_.list, { type, ...days, size: 500 })).rows.find(
      ({ loanPayments }) => loanPayments.id === loanId,
    );
  expect(await ofLoan('realized')).toMatchObject({ amount: 171, refunded: 150 });
  expect(await ofLoan('live')).toMatchObject({ amount: 321, refunded: 150 });
  const told = await admin.call(payments_.events, { size: 50 });
  expect(told.rows.filter(({ told: what }) => what === 'refunded').length).toBeGreaterThanOrEqual(2);
  // The part completing the sum reverses it, and needs no review.
  await back(id, 32_100);
  expect(await books(loanId)).toMatchObject({ status: 'reversed', collected: 0 });
  expect(await shown()).toEqual([]);
});

test('a partial refund reported before its payment, or never, is found when Razorpay is queried', async () => {
  const { id, loanId } = await begun();
  await get(`/pay/go/${id}`);
  await back(id, 10_000);
  pays(id);
  payments[`pay_${id}`] = {
    id: `pay_${id}`,
    amount: 32_100,
    amount_refunded: 10_000,
    currency: 'INR',
    notes: { attempt: id },
  };
  await deliver(hook('payment.captured', id));
  expect(await books(loanId)).toMatchObject({ amount: 32_100, refunded: 0 });
  now = new Date(now.getTime() + 3_600_000);
  await expect.poll(async () => (await books(loanId))?.refunded, { timeout: 20_000 }).toBe(10_000);
});

test('a refund weeks after the payment is seen though its message was lost', async () => {
  const { id, loanId } = await begun();
  await get(`/pay/go/${id}`);
  pays(id);
  const payment = { id: `pay_${id}`, amount: 32_100, currency: 'INR', notes: { attempt: id } };
  payments[`pay_${id}`] = { ...payment, amount_refunded: 0 };
  await deliver(hook('payment.captured', id));
  const events = async () =>
    (await server.database.rows(sql`select id from gateway_events where attempt_id = ${id}`)).length;
  const before = await events();
  const nextAsk = async () =>
    (
      await server.database.one<{ days: number }>(sql`
        select round(date_part('epoch', next_ask_at - settled_at) / 86400)::int as days from payment_attempts where id = ${id}`)
    )?.days;
  expect(await nextAsk()).toBe(1);
  now = new Date(now.getTime() + 26 * 3_600_000);
  await expect.poll(nextAsk, { timeout: 20_000 }).toBe(3);
  expect(await events()).toBe(before);
  payments[`pay_${id}`] = { ...payment, amount_refunded: 10_000 };
  isDown = true;
  now = new Date(now.getTime() + 15 * 86_400_000);
  // An unreachable gateway is polled within the hour, not a fortnight later.
  await expect.poll(nextAsk, { timeout: 20_000 }).toBe(16);
  isDown = false;
  now = new Date(now.getTime() + 86_400_000);
  await expect.poll(async () => (await books(loanId))?.refunded, { timeout: 60_000 }).toBe(10_000);
  expect(await nextAsk()).toBe(30);
});

test('a dispute is assigned to a person, and any other event is recorded and counted', async () => {
  const { id, loanId } = await begun();
  const admin = await server.person({ roleType: 'admin', flags: ['list_payment', 'upload_payments_file'] });
  await get(`/pay/go/${id}`);
  pays(id);
  await deliver(hook('payment.captured', id));
  await deliver(hook('payment.dispute.created', id));
  const open = async () => (await admin.call(reconciliation.list, { q: id, state: 'open' })).rows;
  expect(await open()).toMatchObject([{ kind: 'dispute', loanId }]);
  await deliver(hook('payment.dispute.won', id));
  expect(await open()).toEqual([]);
  await deliver(hook('subscription.charged', id));
  const rows = await server.database.rows(
    sql`select told, verdict, reason from gateway_events where attempt_id = ${id} and verdict = 'noted' order by id`,
  );
  expect(rows).toEqual([
    { told: 'dispute', verdict: 'noted', reason: 'payment.dispute.created' },
    { told: 'dispute', verdict: 'noted', reason: 'payment.dispute.won' },
    { told: 'other', verdict: 'noted', reason: 'subscription.charged' },
  ]);
  // A late authorisation triggers polling.
  const late = await begun();
  await get(`/pay/go/${late.id}`);
  pays(late.id);
  await deliver(hook('payment.authorized', late.id));
  expect(await paid(late.loanId)).toMatchObject([{ status: 'success' }]);
});

test('a payment refunded before we recorded it is polled once recorded', async () => {
  const asksOn = async (id: string) =>
    (
      await server.database.one<{ is: boolean }>(
        sql`select coalesce(next_ask_at < settled_at + interval '1 hour', false) as is from payment_attempts where id = ${id}`,
      )
    )?.is;
  for (const isTold of [true, false]) {
    const { id, loanId } = await begun();
    await get(`/pay/go/${id}`);
    pays(id);
    // Under Razorpay's number, of an order not recorded yet.
    if (isTold)
      await deliver(hook('refund.processed', id, { payment: { amount_refunded: 32_100, notes: {} } }));
    expect(await paid(loanId)).toEqual([]);
    await deliver(hook('payment.captured', id));
    expect(await paid(loanId)).toMatchObject([{ status: 'success' }]);
    expect(await asksOn(id)).toBe(isTold);
  }
});

test('events with another secret, of another account or with changed bytes have no effect', async () => {
  const { id, loanId } = await begun();
  const { body, headers } = hook('payment.captured', id);
  const withKeySecret = createHmac('sha256', 'rzp_secret').update(body).digest('hex');
  const to = '/api/payments/webhook/razorpay';
  expect((await send(to, body, { 'X-Razorpay-Signature': withKeySecret })).status).toBe(401);
  expect((await send(to, body.replace(':', ': '), headers)).status).toBe(401);
  expect((await send(to, body)).status).toBe(401);
  expect((await deliver(hook('payment.captured', id, { account: 'acc_2', eventId: 'other' }))).status).toBe(
    200,
  );
  expect(await paid(loanId)).toEqual([]);
});

test('truncated or altered events have no effect; the genuine ones apply afterwards', async () => {
  const { id, loanId } = await begun();
  await get(`/pay/go/${id}`);
  pays(id);
  const { body, headers } = hook('payment.captured', id);
  const to = '/api/payments/webhook/razorpay';
  for (let at = 0; at < body.length; at += 7) {
    const edited = body.slice(0, at) + (body[at] === 'x' ? 'y' : 'x') + body.slice(at + 1);
    for (const wrong of [body.slice(0, at), edited])
      expect((await send(to, wrong, headers)).status).toBeGreaterThanOrEqual(400);
  }
  expect(await paid(loanId)).toEqual([]);
  expect((await send(to, body, headers)).status).toBe(200);
  expect(await paid(loanId)).toHaveLength(1);
});

test('a payer returning from Razorpay sees its polled status', async () => {
  const { id, loanId } = await begun();
  await get(`/pay/go/${id}`);
  pays(id);
  expect(resultOf(await get(`/pay/return/razorpay/${id}?razorpay_payment_link_status=paid`))).toBe('success');
  expect(await paid(loanId)).toMatchObject([{ number: `pay_${id}` }]);
});

test('without its secrets there is no gateway', () => {
  expect(() => razorpay('https://key:secret@api.razorpay.com')).toThrow(/webhook/);
});
