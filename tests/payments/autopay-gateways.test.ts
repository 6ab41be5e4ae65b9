/** Razorpay and PayU as makers of mandates: what is sent to them, and what of their answers is believed. */
import { createHash, createHmac } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { payu } from '../../src/contexts/payments/server/gateways/payu.ts';
import { razorpay } from '../../src/contexts/payments/server/gateways/razorpay.ts';
import { type Said, answering, payuSamples, razorpaySamples as samples } from '../fakes/autopay-samples.ts';

const at = { id: 'ourOrder1', reference: null, token: null };
const charge = {
  id: 'charge1',
  amount: 1000,
  loanNumber: 'L-1',
  day: '2026-12-11',
  at: new Date('2026-12-11T01:30:00Z'),
  mobile: '9123456780',
  reference: null,
};
const draft = {
  id: 'ourOrder1',
  most: 5000_00,
  from: '2026-12-11',
  until: '2027-02-11',
  loanNumber: 'L-1',
  mobile: '9123456780',
  returnUrl: 'https://here/pay/return/x/ourOrder1',
};
let stop: (() => void) | undefined;
afterEach(() => stop?.());

interface Books {
  invoice: object | null;
  payment: object;
  token: object;
  order: object | null;
  payments: object[];
}
async function razorpayWith(o: Partial<Books> = {}) {
  const books: Books = {
    invoice: { ...samples.invoice, receipt: 'ourOrder1' },
    payment: samples.payment,
    token: samples.token,
    order: null,
    payments: [],
    ...o,
  };
  const fake = await answering(({ method, path }: Said) => {
    if (path.startsWith('/v1/subscription_registration')) return samples.invoice;
    if (path.startsWith('/v1/invoices?')) return { items: books.invoice ? [books.invoice] : [] };
    if (path.startsWith('/v1/invoices/')) return books.invoice ?? undefined;
    if (path.startsWith('/v1/customers/')) return books.token;
    if (path.startsWith('/v1/payments/create')) return samples.recurring;
    if (path.startsWith('/v1/payments/')) return books.payment;
    if (path.includes('/payments')) return { items: books.payments };
    if (method === 'POST') return (books.order = { ...samples.order, receipt: 'charge1' });
    return { items: books.order ? [books.order] : [] };
  });
  stop = fake.stop;
  const gateway = razorpay(`http://key:secret@${fake.host}?webhook=hook`);
  if (!gateway.autopay) throw new Error('no autopay');
  return { fake, books, gateway, autopay: gateway.autopay };
}
const agreed = { ...samples.invoice, receipt: 'ourOrder1', payment_id: samples.payment.id, status: 'paid' };
const bodyOf = ({ body }: Said): Record<string, unknown> => JSON.parse(body) as Record<string, unknown>;

test('Razorpay: a registration link with the maximum and the expiry, under our number', async () => {
  const { fake, autopay } = await razorpayWith();
  expect(await autopay.register(draft)).toEqual({
    url: samples.invoice.short_url,
    reference: samples.invoice.id,
  });
  expect(bodyOf(fake.said[0] as Said)).toMatchObject({
    type: 'link',
    amount: 100,
    receipt: 'ourOrder1',
    subscription_registration: { method: 'upi', max_amount: 5000_00, expire_at: 1802370599 },
    sms_notify: 0,
  });
});

test.each([
  ['confirmed', 'active'],
  ['paused', 'paused'],
  ['cancellation_initiated', 'paused'],
  ['cancelled', 'revoked'],
  ['rejected', 'rejected'],
  ['initiated', 'registering'],
])('Razorpay: a token that is %s is %s', async (status, state) => {
  const token = { ...samples.token, recurring_details: { status, failure_reason: null } };
  const { autopay } = await razorpayWith({ invoice: agreed, token });
  expect(await autopay.ask(at)).toMatchObject({ state, token: samples.token.id });
});

test('Razorpay: unused links, foreign tokens and unknown statuses are not trusted', async () => {
  expect(await (await razorpayWith()).autopay.ask(at)).toMatchObject({ state: 'registering', token: null });
  stop?.();
  expect(await (await razorpayWith({ invoice: null })).autopay.ask(at)).toBeNull();
  stop?.();
  const other = await razorpayWith({ invoice: agreed, token: { ...samples.token, id: 'token_other' } });
  expect(await other.autopay.ask(at)).toBeNull();
  stop?.();
  const odd = await razorpayWith({
    invoice: agreed,
    token: { ...samples.token, recurring_details: { status: 'halted' } },
  });
  expect(await odd.autopay.ask(at)).toBeNull();
});

test('Razorpay: a debit is announced by one order and created once, however often repeated', async () => {
  const { fake, books, autopay } = await razorpayWith({ invoice: agreed });
  expect(await autopay.announce(at, charge)).toBe(samples.order.id);
  expect(await autopay.announce(at, charge)).toBe(samples.order.id);
  const orders = fake.said.filter(({ method, path }) => method === 'POST' && path === '/v1/orders');
  expect(orders).toHaveLength(1);
  expect(bodyOf(orders[0] as Said)).toMatchObject({
    receipt: 'charge1',
    notification: { token_id: samples.token.id, payment_after: 1796952600 },
  });
  expect(await autopay.askCharge({ id: 'charge1', amount: 1000, reference: null })).toBeNull();
  await autopay.charge(at, { ...charge, reference: samples.order.id });
  books.payments = [{ ...samples.payment, id: 'pay_1', amount: 1000, status: 'created' }];
  await autopay.charge(at, { ...charge, reference: samples.order.id });
  const made = fake.said.filter(({ path }) => path === '/v1/payments/create/recurring');
  expect(made).toHaveLength(1);
  expect(bodyOf(made[0] as Said)).toMatchObject({
    amount: 1000,
    order_id: samples.order.id,
    customer_id: samples.payment.customer_id,
    token: samples.token.id,
    recurring: true,
  });
  const asked = { id: 'charge1', amount: 1000, reference: samples.order.id };
  expect(await autopay.askCharge(asked)).toMatchObject({ state: 'pending', reference: 'pay_1' });
  books.payments = [{ ...samples.payment, id: 'pay_1', amount: 1000 }];
  expect(await autopay.askCharge(asked)).toMatchObject({ state: 'success', amount: 1000 });
});

test('Razorpay: a signed token event triggers a query, an unsigned one is rejected', async () => {
  const { gateway } = await razorpayWith();
  const body = JSON.stringify({ event: 'token.confirmed', payload: { token: { entity: samples.token } } });
  const signature = createHmac('sha256', 'hook').update(body).digest('hex');
  expect(gateway.read({ body, headers: { 'x-razorpay-signature': signature } })).toEqual({
    isHint: true,
    isOfMandate: true,
    attemptId: null,
    reference: samples.token.id,
    merchant: 'key',
  });
  expect(() => gateway.read({ body, headers: {} })).toThrow();
});

const sha512 = (text: string): string => createHash('sha512').update(text).digest('hex');
async function payuWith(books: Record<string, (var1: string) => object>) {
  const fake = await answering(({ body }) => {
    const form = new URLSearchParams(body);
    const command = form.get('command') ?? '';
    const var1 = form.get('var1') ?? '';
    return form.get('hash') === sha512(['KEY', command, var1, 'SALT'].join('|'))
      ? books[command]?.(var1)
      : undefined;
  });
  stop = fake.stop;
  const url = `http://${fake.host}`;
  const { autopay } = payu(`http://KEY:SALT@${fake.host}?ask=${encodeURIComponent(url)}`);
  if (!autopay) throw new Error('no autopay');
  return { fake, autopay };
}
const consent = (txnid: string) => payuSamples.verified(txnid, { mihpayid: '25600438037', amount: '1.00' });

test('PayU: consent is a signed payment of a rupee with the terms of the mandate', async () => {
  const { autopay } = await payuWith({});
  const { fields = {} } = await autopay.register(draft);
  const { si_details: details = '' } = fields;
  expect(JSON.parse(details)).toMatchObject({
    billingAmount: '5000.00',
    billingRule: 'MAX',
    paymentStartDate: '2026-12-11',
    paymentEndDate: '2027-02-11',
  });
  const told = ['KEY', 'ourOrder1', '1.00', 'Loan L-1', fields['firstname'], fields['email']];
  expect(fields['hash']).toBe(sha512([...told, ...Array<string>(10).fill(''), details, 'SALT'].join('|')));
  expect(fields).toMatchObject({ si: '1', pg: 'UPI', amount: '1.00' });
});

test.each([
  ['active', 'active'],
  ['PAUSED', 'paused'],
  ['revoked', 'revoked'],
  ['COMPLETED', 'expired'],
])('PayU: a mandate that is %s is %s', async (status, state) => {
  const { autopay } = await payuWith({
    verify_payment: consent,
    check_mandate_status: () => ({ ...payuSamples.mandate, status }),
  });
  expect(await autopay.ask(at)).toEqual({ state, token: '25600438037', message: '' });
});

test('PayU: another’s mandate is not ours, and a consent that failed is no mandate', async () => {
  const { autopay } = await payuWith({
    verify_payment: consent,
    check_mandate_status: () => ({ ...payuSamples.mandate, authpayuid: '1' }),
  });
  expect(await autopay.ask(at)).toBeNull();
  stop?.();
  const failed = await payuWith({
    verify_payment: (txnid) =>
      payuSamples.verified(txnid, { mihpayid: '1', amount: '1.00', status: 'failure' }),
  });
  expect(await failed.autopay.ask(at)).toMatchObject({ state: 'rejected' });
  stop?.();
  expect(await (await payuWith({ verify_payment: payuSamples.unknown })).autopay.ask(at)).toBeNull();
});

test('PayU: a debit is announced two days before, and created only when unknown', async () => {
  let isMade = false;
  const { fake, autopay } = await payuWith({
    verify_payment: (txnid) =>
      txnid === 'charge1' && isMade
        ? payuSamples.verified(txnid, { mihpayid: '9', amount: '10.00', status: 'in progress' })
        : txnid === 'charge1'
          ? payuSamples.unknown(txnid)
          : consent(txnid),
    pre_debit_SI: () => payuSamples.announced,
    si_transaction: () =>
      payuSamples.charged('charge1', {
        authpayuid: '25600438037',
        amount: '10.00',
        status: 'in progress',
        said: '92|Transaction Initiated',
      }),
  });
  expect(autopay.noticeHours).toBe(48);
  await autopay.announce(at, charge);
  await autopay.charge(at, charge);
  isMade = true;
  await autopay.charge(at, charge);
  const sent = (command: string): unknown[] =>
    fake.said
      .map(({ body }) => new URLSearchParams(body))
      .filter((form) => form.get('command') === command)
      .map((form) => JSON.parse(form.get('var1') ?? '{}') as unknown);
  expect(sent('pre_debit_SI')).toEqual([
    { authPayuId: '25600438037', requestId: 'charge1', debitDate: '2026-12-11', amount: '10.00' },
  ]);
  expect(sent('si_transaction')).toMatchObject([
    { authpayuid: '25600438037', txnid: 'charge1', amount: '10.00' },
  ]);
  stop?.();
  const refused = await payuWith({
    verify_payment: consent,
    pre_debit_SI: () => payuSamples.refused,
  });
  await expect(refused.autopay.announce(at, charge)).rejects.toThrow('Mandate is not active');
});

test('PayU: a debit response is no money; it is polled, and an unrecorded one is resent', async () => {
  const failed = {
    authpayuid: '25600438037',
    amount: '10.00',
    status: 'captured',
    said: 'Transaction Completed Successfully',
  } as const;
  const said = await payuWith({
    verify_payment: (txnid) => (txnid === 'charge1' ? payuSamples.unknown(txnid) : consent(txnid)),
    si_transaction: () => payuSamples.charged('charge1', failed),
  });
  await said.autopay.charge(at, charge);
  expect(await said.autopay.askCharge({ id: 'charge1', amount: 1000, reference: null })).toBeNull();
  stop?.();
  const refused = await payuWith({
    verify_payment: (txnid) => (txnid === 'charge1' ? payuSamples.unknown(txnid) : consent(txnid)),
    si_transaction: () => payuSamples.notTaken,
  });
  await expect(refused.autopay.charge(at, charge)).rejects.toThrow('Invalid Hash.');
});

test('PayU: a mandate is cancelled by its number, and closed only when PayU confirms', async () => {
  let isEnded = false;
  let answer: object = payuSamples.revoking;
  const { fake, autopay } = await payuWith({
    verify_payment: consent,
    upi_mandate_revoke: () => answer,
    check_mandate_status: () => ({ ...payuSamples.mandate, ...(isEnded && { status: 'revoked' }) }),
  });
  await autopay.end(at);
  expect(await autopay.ask(at)).toMatchObject({ state: 'active' });
  isEnded = true;
  answer = payuSamples.revokedAlready;
  // Repeated until PayU confirms the cancellation.
  await autopay.end(at);
  expect(await autopay.ask(at)).toMatchObject({ state: 'revoked' });
  const forms = fake.said.map(({ body }) => new URLSearchParams(body));
  const sent = forms.filter((form) => form.get('command') === 'upi_mandate_revoke');
  expect(sent.map((form) => JSON.parse(form.get('var1') ?? '') as unknown)).toEqual([
    { authPayuId: '25600438037', requestId: 'ourOrder1r' },
    { authPayuId: '25600438037', requestId: 'ourOrder1r' },
  ]);
});

test('Razorpay: a cancelled token triggers a query, and closes the mandate only as Razorpay answers', async () => {
  const { books, gateway, autopay } = await razorpayWith({ invoice: agreed });
  const body = JSON.stringify(samples.cancelled);
  const signature = createHmac('sha256', 'hook').update(body).digest('hex');
  const headers = { 'x-razorpay-signature': signature };
  const hint = { isHint: true, isOfMandate: true, reference: samples.token.id };
  expect(gateway.read({ body, headers })).toMatchObject(hint);
  expect(await autopay.ask(at)).toMatchObject({ state: 'active' });
  books.token = { ...samples.token, ...samples.cancelled.payload.token.entity };
  expect(await autopay.ask(at)).toMatchObject({ state: 'revoked', token: samples.token.id });
  const forged = body.replace(samples.token.id, 'token_another');
  expect(() => gateway.read({ body: forged, headers })).toThrow();
});
