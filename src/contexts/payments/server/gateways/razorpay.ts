/** Razorpay payment links: a link is made for each attempt, and its news come signed over their very bytes. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { razorpayFile } from '../reconciliation/razorpay-file.ts';
import { rowsIn } from '../reconciliation/row.ts';
import { type Gateway, type Hint, type Sent, Unverified, type GatewayNews, plainText } from './port.ts';
import { razorpayAutopay } from './razorpay-autopay.ts';

const patience = 10_000;
/** The most lines of a settlement that Razorpay answers at once. */
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
  };
}
type News = Pick<GatewayNews, 'attemptId' | 'reference' | 'currency' | 'amount' | 'state' | 'message'>;

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
  // Money that went back in part is a matter for people, not for a state.
  const isWhole = payment?.amount !== undefined && payment.amount_refunded === payment.amount;
  if (event === 'refund.processed' && isWhole)
    return { ...common, attemptId: attemptId ?? null, amount: payment.amount ?? null, state: 'reversed' };
  return null;
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
 * `url` as `https://KEY_ID:KEY_SECRET@api.razorpay.com?webhook=SECRET&account=acc_…`. The webhook has a secret of its
 * own; without all three there is no gateway.
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
      // It may have taken the first try although the answer was lost: then it knows the number already.
      const link = response.ok ? ((await response.json()) as Link) : await known(id);
      if (!link || !origins.includes(new URL(link.short_url).origin))
        throw new Error('no payment link was made');
      return { url: link.short_url, reference: link.id };
    },
    read(sent) {
      if (!isSigned(sent)) throw new Unverified();
      const event = JSON.parse(sent.body) as Event | null;
      if (typeof event !== 'object' || event === null) throw new SyntaxError('an event is an object');
      // Whose event it is, is said by the event where we know whose it must be.
      const whose = account ? (event.account_id ?? '') : merchant;
      const token = event.event?.startsWith('token.') ? event.payload?.token?.entity.id : undefined;
      if (token !== undefined)
        return { isHint: true, isOfMandate: true, attemptId: null, reference: token, merchant: whose };
      const news = newsIn(event);
      if (!news) return null;
      const told = { ...news, merchant: whose };
      // Money is looked up at Razorpay before it counts; what makes none is believed as it was signed.
      return told.state === 'success' ? hintOf(told) : told;
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
      if (!/^pay_\w{1,60}$/.test(reference ?? '')) return null;
      const response = await call(`/v1/payments/${reference}`);
      if (!response.ok) throw new Error(`Razorpay answered ${response.status}`);
      const payment = (await response.json()) as Payment;
      const isOurs = payment.id === reference && (payment.notes?.attempt ?? id) === id;
      // Money that went back in part is a matter for people, not for a state.
      if (!isOurs || !payment.amount || payment.amount_refunded !== payment.amount) return null;
      const { currency = '', amount } = payment;
      return { attemptId: id, reference, merchant, currency, amount, state: 'reversed', message: '' };
    },
  };
}
