/** Razorpay payment links: one link per attempt, and events signed across their exact bytes. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { razorpayFile } from '../reconciliation/razorpay-file.ts';
import { rowsIn } from '../reconciliation/row.ts';
import {
  type Gateway,
  type Hint,
  type GatewayNotice,
  type Sent,
  Unverified,
  type GatewayNews,
  plainText,
} from './port.ts';
import { razorpayAutopay } from './razorpay-autopay.ts';

const patience = 10_000;
/** Page size of Razorpay's settlement API. */
const mostLines = 1000;

interface Payment {
  id?: string;
  amount?: number;
  currency?: string;
  amount_refunded?: number;
  error_description?: string;
  notes?: { attempt?: string };
}
interface Link {
  id: string;
  short_url: string;
  status: string;
  amount: number;
  amount_paid?: number;
  currency?: string;
  reference_id?: string;
  payments?: { payment_id: string }[];
}
interface Event {
  account_id?: string;
  event?: string;
  payload?: {
    payment?: { entity: Payment };
    payment_link?: { entity: Link };
    token?: { entity: { id?: string } };
    refund?: { entity: { payment_id?: string } };
    dispute?: { entity: { payment_id?: string } };
  };
}
type News = Omit<GatewayNews, 'merchant'>;
/** Payments that may have been received fully or in part: their state is queried at Razorpay. */
const mayBeMoney = ['payment.authorized', 'payment_link.partially_paid', 'order.paid'];

function newsIn({ event, payload }: Event): News | null {
  const link = payload?.payment_link?.entity;
  const payment = payload?.payment?.entity;
  const attemptId = link?.reference_id ?? payment?.notes?.attempt ?? null;
  const currency = payment?.currency ?? link?.currency ?? '';
  const common = { attemptId, reference: payment?.id ?? null, currency, message: '' };
  if (event === 'payment_link.paid' || event === 'payment.captured')
    return { ...common, amount: payment?.amount ?? link?.amount_paid ?? null, state: 'success' };
  if (event === 'payment.failed') {
    const message = plainText(payment?.error_description);
    return { ...common, amount: payment?.amount ?? null, state: 'failed', message };
  }
  if (event === 'payment_link.expired' || event === 'payment_link.cancelled')
    return { ...common, amount: link?.amount ?? null, state: 'failed' };
  if (event === 'refund.processed' && payment?.amount) {
    const back = backOf(payment);
    if (back) return { ...common, amount: payment.amount, ...back };
  }
  return null;
}

/** Refund of a payment: full, or partial while it is still included; undefined without one. */
function backOf({
  amount = 0,
  amount_refunded: back = 0,
}: Payment): Pick<GatewayNews, 'state' | 'refunded'> | null {
  if (amount <= 0 || back <= 0) return null;
  return back >= amount ? { state: 'reversed' } : { state: 'success', refunded: back };
}

function noticeOf({ event = '', payload }: Event, merchant: string): GatewayNotice | Hint {
  const named = {
    attemptId: payload?.payment_link?.entity.reference_id ?? payload?.payment?.entity.notes?.attempt ?? null,
    reference:
      payload?.payment?.entity.id ??
      payload?.dispute?.entity.payment_id ??
      payload?.refund?.entity.payment_id ??
      null,
    merchant,
  };
  const isNamed = named.attemptId !== null || named.reference !== null;
  if (isNamed && mayBeMoney.includes(event)) return { isHint: true, ...named };
  const told = event.startsWith('payment.dispute.') ? 'dispute' : 'other';
  return { isNotice: true, told, event: plainText(event).slice(0, 80), ...named };
}

const hintOf = ({ attemptId, reference, merchant }: GatewayNews): Hint => ({
  isHint: true,
  attemptId,
  reference,
  merchant,
});

const stateOfLink = (status: string): GatewayNews['state'] | undefined => {
  if (status === 'paid') return 'success';
  if (status === 'expired' || status === 'cancelled') return 'failed';
  return status === 'partially_paid' ? 'pending' : undefined;
};

/**
 * `url` as `https://KEY_ID:KEY_SECRET@api.razorpay.com?webhook=SECRET&account=acc_…`. The webhook has a separate secret;
 * all three are required.
 */
export function razorpay(url: string): Gateway {
  const { origin, username, password, searchParams } = new URL(url);
  const secret = searchParams.get('webhook');
  if (!username || !password || !secret)
    throw new Error('Razorpay needs its key, its secret and the webhook’s secret');
  const account = searchParams.get('account');
  const merchant = account ?? decodeURIComponent(username);
  const headers = {
    Authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
    'Content-Type': 'application/json',
  };
  const origins = [origin, 'https://rzp.io'];
  const call = (path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Response> =>
    fetch(origin + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
    });
  const known = async (id: string): Promise<Link | undefined> => {
    const response = await call(`/v1/payment_links?${new URLSearchParams({ reference_id: id })}`);
    if (!response.ok) throw new Error(`Razorpay answered ${response.status}`);
    const { payment_links: links = [] } = (await response.json()) as { payment_links?: Link[] };
    return links.find((link) => link.reference_id === id);
  };
  const isSigned = ({ body, headers: sent }: Sent): boolean => {
    const wanted = createHmac('sha256', secret).update(body).digest('hex');
    const given = sent['x-razorpay-signature'] ?? '';
    return given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
  };
  return {
    name: 'razorpay',
    merchant,
    origins,
    autopay: razorpayAutopay({ merchant, origins, call }),
    async begin({ id, amount, loanNumber, returnUrl }) {
      const response = await call('/v1/payment_links', {
        amount,
        currency: 'INR',
        reference_id: id,
        description: `Loan ${loanNumber}`,
        notes: { attempt: id },
        notify: { sms: false, email: false },
        reminder_enable: false,
        callback_url: returnUrl,
        callback_method: 'get',
      });
      // The first attempt may have succeeded with a lost response: then the number exists already.
      const link = response.ok ? ((await response.json()) as Link) : await known(id);
      if (!link || !origins.includes(new URL(link.short_url).origin))
        throw new Error('no payment link was made');
      return { url: link.short_url, reference: link.id };
    },
    read(sent) {
      if (!isSigned(sent)) throw new Unverified();
      const event = JSON.parse(sent.body) as Event | null;
      if (typeof event !== 'object' || event === null) throw new SyntaxError('an event is an object');
      // The event's account must match where ours is configured.
      const whose = account ? (event.account_id ?? '') : merchant;
      const token = event.event?.startsWith('token.') ? event.payload?.token?.entity.id : undefined;
      if (token !== undefined)
        return { isHint: true, isOfMandate: true, attemptId: null, reference: token, merchant: whose };
      const news = newsIn(event);
      if (!news) return noticeOf(event, whose);
      const told = { ...news, merchant: whose };
      // Money is verified at Razorpay first; other events are trusted by signature.
      return told.state === 'success' && told.refunded === undefined ? hintOf(told) : told;
    },
    async ask({ id }) {
      const link = await known(id);
      const state = link && stateOfLink(link.status);
      if (!link || !state) return null;
      return {
        attemptId: id,
        reference: link.payments?.at(-1)?.payment_id ?? null,
        merchant,
        currency: link.currency ?? 'INR',
        amount: state === 'success' ? (link.amount_paid ?? null) : link.amount,
        state,
        message: '',
      };
    },
    settled: {
      by: 'day',
      async lines(day) {
        const [year = '', month = '', date = ''] = day.split('-');
        const items: Record<string, unknown>[] = [];
        for (let isFull = true; isFull;) {
          const asked = new URLSearchParams({
            year,
            month,
            day: date,
            count: String(mostLines),
            skip: String(items.length),
          });
          const response = await call(`/v1/settlements/recon/combined?${asked}`);
          if (!response.ok) throw new Error(`Razorpay answered ${response.status}`);
          const { items: more = [] } = (await response.json()) as { items?: Record<string, unknown>[] };
          items.push(...more);
          isFull = more.length === mostLines;
        }
        return rowsIn(razorpayFile, items);
      },
    },
    async askRefund({ id, reference }) {
      if (!/^pay_[\w-]{1,60}$/.test(reference ?? '')) return null;
      const response = await call(`/v1/payments/${reference}`);
      if (!response.ok) throw new Error(`Razorpay answered ${response.status}`);
      const payment = (await response.json()) as Payment;
      const isOurs = payment.id === reference && (payment.notes?.attempt ?? id) === id;
      const back = isOurs ? backOf(payment) : null;
      if (!back) return null;
      const { currency = '', amount = null } = payment;
      return { attemptId: id, reference, merchant, currency, amount, message: '', ...back };
    },
  };
}
