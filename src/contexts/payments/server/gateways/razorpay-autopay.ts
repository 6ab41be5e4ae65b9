/**
 * Razorpay recurring payments by UPI: a registration link creates the mandate (an invoice with a payment that has the
 * token), an order with a notification announces a debit, and a recurring payment on that order creates it. Never tested
 * live: responses are modelled on razorpay.com/docs/api/payments/recurring-payments/upi and the samples of
 * razorpay-node's upi.md.
 */
import { type ToldMandate, registrationAmount } from '#contexts/payments/contract/autopay/autopay-rules.ts';
import { type Autopay, type GatewayNews, type MandateAt, plainText } from './port.ts';

/** The end of a day in India, as seconds of the epoch. */
const endOfDay = (day: string): number => Math.floor(Date.parse(`${day}T23:59:59+05:30`) / 1000);

interface Invoice {
  id: string;
  short_url: string;
  status: string;
  customer_id?: string | null;
  payment_id?: string | null;
  receipt?: string | null;
}
interface Payment {
  id?: string;
  status?: string;
  amount?: number;
  currency?: string;
  customer_id?: string | null;
  token_id?: string | null;
  error_description?: string | null;
}
interface Order {
  id: string;
  receipt?: string | null;
}
interface Token {
  id?: string;
  recurring_details?: { status?: string; failure_reason?: string | null };
}
interface Merchant {
  merchant: string;
  origins: readonly string[];
  call(path: string, body?: object, method?: string): Promise<Response>;
}

/** Only `confirmed` may be debited; `cancellation_initiated` debits nothing and is not closed yet. */
const stateOfToken: Readonly<Record<string, ToldMandate>> = {
  initiated: 'registering',
  confirmed: 'active',
  paused: 'paused',
  cancellation_initiated: 'paused',
  cancelled: 'revoked',
  rejected: 'rejected',
  expired: 'expired',
};
const stateOfPayment: Readonly<Record<string, GatewayNews['state']>> = {
  created: 'pending',
  authorized: 'pending',
  captured: 'success',
  refunded: 'success',
  failed: 'failed',
};
/** The furthest of several tries of one order. */
const furthest = (payments: readonly Payment[]): Payment | undefined => {
  const order = ['failed', 'created', 'authorized', 'captured', 'refunded'];
  return payments.toSorted((a, b) => order.indexOf(a.status ?? '') - order.indexOf(b.status ?? '')).at(-1);
};
/** The borrower's email is not needed: we and the bank announce the debit. */
const email = 'payer@payments.invalid';

export function razorpayAutopay({ merchant, origins, call }: Merchant): Autopay {
  const read = async <T>(path: string, body?: object, method?: string): Promise<T> => {
    const response = await call(path, body, method);
    if (!response.ok) throw new Error(`Razorpay answered ${response.status}`);
    return (await response.json()) as T;
  };
  const invoiceOf = async ({ id, reference }: MandateAt): Promise<Invoice | undefined> => {
    if (reference !== null && /^inv_[\w-]{1,60}$/.test(reference)) return read(`/v1/invoices/${reference}`);
    const { items = [] } = await read<{ items?: Invoice[] }>(
      `/v1/invoices?${new URLSearchParams({ receipt: id })}`,
    );
    return items.find(({ receipt }) => receipt === id);
  };
  const orderOf = async (id: string): Promise<Order | undefined> => {
    const { items = [] } = await read<{ items?: Order[] }>(
      `/v1/orders?${new URLSearchParams({ receipt: id })}`,
    );
    return items.find(({ receipt }) => receipt === id);
  };
  const paymentsOf = async (orderId: string): Promise<Payment[]> =>
    (await read<{ items?: Payment[] }>(`/v1/orders/${encodeURIComponent(orderId)}/payments`)).items ?? [];
  /** The payment by which the payer agreed; it names customer and token. */
  const agreed = async (mandate: MandateAt): Promise<{ invoice?: Invoice; payment?: Payment }> => {
    const invoice = await invoiceOf(mandate);
    if (!invoice?.payment_id) return invoice ? { invoice } : {};
    return { invoice, payment: await read<Payment>(`/v1/payments/${invoice.payment_id}`) };
  };
  const named = async (mandate: MandateAt): Promise<{ customer: string; token: string }> => {
    const { payment } = await agreed(mandate);
    if (!payment?.customer_id || !payment.token_id) throw new Error('no mandate at Razorpay');
    return { customer: payment.customer_id, token: payment.token_id };
  };
  return {
    noticeHours: 24,
    async register({ id, most, until, loanNumber, mobile }) {
      const response = await call('/v1/subscription_registration/auth_links', {
        customer: { name: `Loan ${loanNumber}`, email, ...(mobile && { contact: mobile }) },
        type: 'link',
        amount: registrationAmount,
        currency: 'INR',
        description: `Loan ${loanNumber}`,
        subscription_registration: {
          method: 'upi',
          max_amount: most,
          expire_at: endOfDay(until),
          frequency: 'as_presented',
        },
        receipt: id,
        email_notify: 0,
        sms_notify: 0,
        notes: { attempt: id },
      });
      // The first attempt may have succeeded with a lost response: then the number exists already.
      const invoice = response.ok
        ? ((await response.json()) as Invoice)
        : await invoiceOf({ id, reference: null, token: null });
      if (!invoice || !origins.includes(new URL(invoice.short_url).origin))
        throw new Error('no registration link was made');
      return { url: invoice.short_url, reference: invoice.id };
    },
    async ask(mandate) {
      const { invoice, payment } = await agreed(mandate);
      if (!invoice) return null;
      const none = { token: null, message: '' };
      if (!payment?.token_id || !payment.customer_id) {
        if (invoice.status === 'cancelled' || invoice.status === 'expired')
          return { ...none, state: 'rejected' };
        return { ...none, state: 'registering' };
      }
      const token = await read<Token>(`/v1/customers/${payment.customer_id}/tokens/${payment.token_id}`);
      const state = stateOfToken[token.recurring_details?.status ?? ''];
      if (token.id !== payment.token_id || !state) return null;
      return { state, token: token.id, message: plainText(token.recurring_details?.failure_reason) };
    },
    async announce(mandate, { id, amount, at }) {
      const known = await orderOf(id);
      if (known) return known.id;
      const { token } = await named(mandate);
      const order = await read<Order>('/v1/orders', {
        amount,
        currency: 'INR',
        payment_capture: true,
        receipt: id,
        notification: { token_id: token, payment_after: Math.floor(at.getTime() / 1000) },
        notes: { attempt: id },
      });
      return order.id;
    },
    async charge(mandate, { id, amount, loanNumber, mobile, reference }) {
      const orderId = reference ?? (await orderOf(id))?.id;
      if (!orderId) throw new Error('no order at Razorpay');
      // A repeated debit charges nothing: only an order without a possibly successful payment is charged.
      const tried = await paymentsOf(orderId);
      if (tried.length > 0) return;
      const { customer, token } = await named(mandate);
      await read('/v1/payments/create/recurring', {
        email,
        contact: mobile ?? '',
        amount,
        currency: 'INR',
        order_id: orderId,
        customer_id: customer,
        token,
        recurring: true,
        description: `Loan ${loanNumber}`,
        notes: { attempt: id },
      });
    },
    async askCharge({ id, amount, reference }) {
      const isMandate = reference?.startsWith('inv_') ?? false;
      const order = isMandate ? undefined : await orderOf(id);
      const payment = order
        ? furthest(await paymentsOf(order.id))
        : (await agreed({ id, reference: isMandate ? reference : null, token: null })).payment;
      const state = payment && stateOfPayment[payment.status ?? ''];
      if (!payment || !state) return null;
      return {
        attemptId: id,
        reference: payment.id ?? null,
        merchant,
        currency: payment.currency ?? '',
        amount: payment.amount ?? (state === 'success' ? null : amount),
        state,
        message: plainText(payment.error_description),
      };
    },
    async end(mandate) {
      const { invoice, payment } = await agreed(mandate);
      if (payment?.customer_id && payment.token_id)
        await read(`/v1/customers/${payment.customer_id}/tokens/${payment.token_id}/cancel`, {}, 'PUT');
      else if (invoice?.status === 'issued') await read(`/v1/invoices/${invoice.id}/cancel`, {});
    },
  };
}
