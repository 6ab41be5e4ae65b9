/** PayU hosted checkout: a signed form out, a signed form back, and a call that asks. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { ToldState } from '#contract/attempt-states.ts';
import { type Gateway, Unverified, type Verdict, plainText } from './port.ts';

const patience = 10_000;
const sha512 = (text: string): string => createHash('sha512').update(text).digest('hex');
const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const states: Readonly<Record<string, ToldState>> = {
  success: 'success',
  failure: 'failed',
  failed: 'failed',
  pending: 'pending',
};
const refunds = new Set(['refunded', 'autorefund', 'chargeback']);
/** What a payment is called besides its status wins where money went back. */
const stateOf = (status: string, unmapped: string): ToldState | undefined =>
  refunds.has(unmapped.toLowerCase()) ? 'reversed' : states[status.toLowerCase()];

const paise = (rupees: string): number | null =>
  /^\d{1,11}(\.\d{1,2})?$/.test(rupees) ? Math.round(Number(rupees) * 100) : null;
const rupees = (amount: number): string => (amount / 100).toFixed(2);

/** Nobody's name or address is told to a gateway that does not need it. */
const payer = { firstname: 'Payer', email: 'payer@payments.invalid' };
const own = (name: string, form: URLSearchParams): string => form.get(name) ?? '';

/**
 * `url` as `https://KEY:SALT@secure.payu.in?ask=https://info.payu.in`. Without a key and a salt there is no gateway:
 * everybody could sign with nothing.
 */
export function payu(url: string): Gateway {
  const { origin, username, password, searchParams } = new URL(url);
  const key = decodeURIComponent(username);
  const salt = decodeURIComponent(password);
  if (!key || !salt) throw new Error('PayU needs its key and its salt');
  const asking = searchParams.get('ask') ?? 'https://info.payu.in';

  const signed = (form: URLSearchParams): string => {
    const charges = own('additionalCharges', form);
    const extras = [
      'udf5',
      'udf4',
      'udf3',
      'udf2',
      'udf1',
      'email',
      'firstname',
      'productinfo',
      'amount',
      'txnid',
    ];
    const told = [
      salt,
      own('status', form),
      '',
      '',
      '',
      '',
      '',
      ...extras.map((name) => own(name, form)),
      key,
    ];
    return sha512([...(charges ? [charges] : []), ...told].join('|'));
  };
  const verdictOf = (
    o: Record<'txnid' | 'mihpayid' | 'amount' | 'status' | 'unmapped' | 'message', string>,
  ): Verdict | null => {
    const state = stateOf(o.status, o.unmapped);
    if (!state) return null;
    return {
      eventId: `${o.mihpayid || o.txnid}-${state}`,
      attemptId: o.txnid,
      reference: o.mihpayid || null,
      merchant: key,
      currency: 'INR',
      amount: paise(o.amount),
      state,
      message: plainText(o.message),
    };
  };
  return {
    name: 'payu',
    merchant: key,
    origins: [origin],
    begin: async ({ id, amount, loanNumber, returnUrl }) => {
      const fields = { key, txnid: id, amount: rupees(amount), productinfo: `Loan ${loanNumber}`, ...payer };
      const told = [key, id, fields.amount, fields.productinfo, fields.firstname, fields.email];
      const hash = sha512([...told, ...Array<string>(10).fill(''), salt].join('|'));
      return { url: `${origin}/_payment`, fields: { ...fields, surl: returnUrl, furl: returnUrl, hash } };
    },
    read({ body }) {
      const form = new URLSearchParams(body);
      if (own('key', form) !== key || !isSame(own('hash', form).toLowerCase(), signed(form)))
        throw new Unverified();
      return verdictOf({
        txnid: own('txnid', form),
        mihpayid: own('mihpayid', form),
        amount: own('amount', form),
        status: own('status', form),
        unmapped: own('unmappedstatus', form),
        message: own('error_Message', form) || own('field9', form),
      });
    },
    async ask({ id }) {
      const command = 'verify_payment';
      const hash = sha512([key, command, id, salt].join('|'));
      const response = await fetch(`${asking}/merchant/postservice?form=2`, {
        method: 'POST',
        body: new URLSearchParams({ key, command, var1: id, hash }),
        signal: AbortSignal.timeout(patience),
      });
      if (!response.ok) throw new Error(`PayU answered ${response.status}`);
      const told = (await response.json()) as {
        transaction_details?: Record<string, Record<string, unknown>>;
      };
      const found = told.transaction_details?.[id];
      const word = (name: string): string => (typeof found?.[name] === 'string' ? found[name] : '');
      // "Not Found" is no news of a payment.
      return verdictOf({
        txnid: id,
        mihpayid: word('mihpayid').replace('Not Found', ''),
        amount: word('transaction_amount') || word('amt'),
        status: word('status'),
        unmapped: word('unmappedstatus'),
        message: word('error_Message'),
      });
    },
  };
}
