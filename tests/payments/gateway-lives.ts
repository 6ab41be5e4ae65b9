/** Histories of a gateway order in its books, and the resulting events. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import type { OrderState } from '../../src/contexts/payments/contract/pay/order-states.ts';
import { type FakePayu, payuForm } from '../fakes/payu.ts';
import type { razorpayBooks } from '../fakes/razorpay-books.ts';

/** Facts of an order: attempts, end, refunds, and disputes. */
export interface Truth {
  gateway: 'razorpay' | 'payu';
  failures: number;
  end: 'nothing' | 'over' | 'paid';
  refund: 'no' | 'part' | 'whole';
  isDisputed: boolean;
  /** Refund events name our order, or only the gateway's number. */
  isNamed: boolean;
  /** Another amount than requested was paid. */
  isOther: boolean;
}
export const truth: fc.Arbitrary<Truth> = fc.record({
  gateway: fc.constantFrom('razorpay', 'payu'),
  failures: fc.constantFrom(0, 0, 1, 2),
  end: fc.constantFrom('nothing', 'over', 'paid', 'paid', 'paid'),
  refund: fc.constantFrom('no', 'no', 'part', 'whole'),
  isDisputed: fc.boolean(),
  isNamed: fc.boolean(),
  isOther: fc.constantFrom(false, false, false, false, true),
});

export const amount = 32_100;
/** Paise of a refund in part. */
export const partBack = 100;
export interface News {
  path: string;
  body: string;
  headers: Record<string, string>;
}
/** A gateway event; afterwards its books have this state, and it is published. */
export interface Happening {
  carries: OrderState | null;
  /** Its books have a partial refund. */
  isPartBack?: boolean;
  happen(): void;
  news: readonly News[];
}
export interface Books {
  payu: FakePayu;
  razorpay: ReturnType<typeof razorpayBooks>;
}
const secret = 'hook';
const to = (gateway: string): string => `/api/payments/webhook/${gateway}`;
const sign = (body: string, key: string): string => createHmac('sha256', key).update(body).digest('hex');
const razorpayNews = (event: object, key = secret): News => {
  const body = JSON.stringify({ account_id: 'acc_1', ...event });
  return { path: to('razorpay'), body, headers: { 'X-Razorpay-Signature': sign(body, key) } };
};
const paidAmount = ({ isOther }: Truth): number => (isOther ? amount + 1 : amount);

function ofRazorpay({ razorpay: { books, links } }: Books, t: Truth, id: string): Happening[] {
  const number = `pay_${id}`;
  const paid = paidAmount(t);
  const link = { id: `plink_${id}`, status: 'created', amount, currency: 'INR', reference_id: id };
  const payment = { id: number, amount: paid, currency: 'INR', amount_refunded: 0, notes: { attempt: id } };
  const tell = (event: string, entity: object, more: object = {}): News =>
    razorpayNews({ event, payload: { payment: { entity }, ...more } });
  const all: Happening[] = [{ carries: null, happen: () => void links.set(id, link), news: [] }];
  // An open link is polled in vain: failed attempts are in the events only.
  for (let n = 0; n < (t.end === 'nothing' ? 0 : t.failures); n += 1) {
    const failed = { ...payment, id: `pay_${id}_${n}`, error_description: 'No funds' };
    all.push({
      carries: t.isOther ? null : 'failed',
      happen: () => undefined,
      news: [tell('payment.failed', failed)],
    });
  }
  if (t.end === 'over') {
    const over = { ...link, status: 'expired' };
    all.push({
      carries: 'failed',
      happen: () => void links.set(id, over),
      news: [razorpayNews({ event: 'payment_link.expired', payload: { payment_link: { entity: over } } })],
    });
  }
  if (t.end !== 'paid') return all;
  all.push({ carries: null, happen: () => undefined, news: [tell('payment.authorized', payment)] });
  const paidLink = { ...link, status: 'paid', amount_paid: paid, payments: [{ payment_id: number }] };
  all.push({
    carries: t.isOther ? null : 'success',
    happen() {
      links.set(id, paidLink);
      books.set(number, payment);
    },
    news: [
      tell('payment.captured', payment),
      tell('payment_link.paid', payment, { payment_link: { entity: paidLink } }),
      tell('order.paid', payment),
    ],
  });
  if (t.isDisputed)
    all.push({
      carries: null,
      happen: () => undefined,
      news: ['payment.dispute.created', 'payment.dispute.lost'].map((event) => tell(event, payment)),
    });
  if (t.refund !== 'no') {
    const back = { ...payment, amount_refunded: t.refund === 'whole' ? paid : partBack };
    const told = t.isNamed ? back : { ...back, notes: {} };
    all.push({ carries: null, happen: () => undefined, news: [tell('refund.created', payment)] });
    all.push({
      carries: t.refund === 'whole' && !t.isOther ? 'reversed' : null,
      isPartBack: t.refund === 'part',
      happen: () => void books.set(number, back),
      news: [tell('refund.processed', told)],
    });
  }
  return all;
}

function ofPayu({ payu }: Books, t: Truth, id: string): Happening[] {
  const enter =
    (status: string, unmappedstatus: string, number = `M${id}`) =>
    () =>
      void payu.books.set(id, {
        mihpayid: number,
        status,
        unmappedstatus,
        amount: (paidAmount(t) / 100).toFixed(2),
      });
  const form = (status: string): News => ({
    path: to('payu'),
    body: payuForm(id, { status, amount: (paidAmount(t) / 100).toFixed(2) }),
    headers: {},
  });
  const says = (state: OrderState): OrderState | null => (t.isOther ? null : state);
  const all: Happening[] = [];
  for (let n = 0; n < t.failures; n += 1)
    all.push({
      carries: says('failed'),
      happen: enter('failure', 'failed', `M${id}x${n}`),
      news: [form('failure')],
    });
  if (t.end === 'over')
    all.push({ carries: says('failed'), happen: enter('failure', 'dropped'), news: [form('failure')] });
  if (t.end !== 'paid') return all;
  all.push({ carries: says('pending'), happen: enter('pending', 'in progress'), news: [form('pending')] });
  all.push({ carries: says('success'), happen: enter('success', 'captured'), news: [form('success')] });
  if (t.refund === 'whole' || t.isDisputed)
    all.push({
      carries: says('reversed'),
      happen: enter('success', t.refund === 'whole' ? 'refunded' : 'chargeback'),
      news: [form('success')],
    });
  return all;
}
export const lifeOf = (books: Books, t: Truth, id: string): Happening[] =>
  t.gateway === 'payu' ? ofPayu(books, t, id) : ofRazorpay(books, t, id);

/** Forged events: another secret, changed bytes, another account, no signature. */
export function forgeries({ gateway, end }: Truth, id: string): News[] {
  if (gateway === 'payu')
    return [
      { path: to('payu'), body: payuForm(id, { hash: '0'.repeat(128) }), headers: {} },
      { path: to('payu'), body: payuForm(id).replace('amount=321.00', 'amount=1.00'), headers: {} },
      // What PayU does not sign may be changed on its way through a browser.
      ...(end === 'paid'
        ? [{ path: to('payu'), body: `${payuForm(id)}&unmappedstatus=refunded&mihpayid=FORGED`, headers: {} }]
        : []),
    ];
  const back = { id: `pay_${id}`, amount, currency: 'INR', amount_refunded: amount, notes: { attempt: id } };
  const payload = { payment: { entity: back } };
  const own = razorpayNews({ event: 'payment.failed', payload });
  return [
    razorpayNews({ event: 'refund.processed', payload }, 'rzp_secret'),
    { ...own, body: own.body.replace('payment.failed', 'refund.processed') },
    { ...own, headers: {} },
    razorpayNews({ account_id: 'acc_2', event: 'refund.processed', payload }),
  ];
}
