/**
 * PayU hosted checkout: a signed form, a callback form, and a status query. PayU signs neither its number nor a later
 * refund (mihpayid, unmappedstatus), and the form passes through the payer's browser: it only triggers verify_payment,
 * the only trusted source.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { ToldState } from '#contexts/payments/contract/pay/order-states.ts';
import { payuFile } from '../reconciliation/payu-file.ts';
import { rowsIn } from '../reconciliation/row.ts';
import { payuAutopay } from './payu-autopay.ts';
import { type Begun, type Gateway, Unverified, type GatewayNews, type Way, plainText } from './port.ts';

const patience = 10_000;
const sha512 = (text: string): string => createHash('sha512').update(text).digest('hex');
const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const states: Readonly<Record<string, ToldState>> = {
  success: 'success',
  failure: 'failed',
  failed: 'failed',
  pending: 'pending',
  // As a charge by a mandate is called until its bank has answered.
  'in progress': 'pending',
};
const refunds = new Set(['refunded', 'autorefund', 'chargeback']);
/** The unmapped status overrides the status after a refund. */
const stateOf = (status: string, unmapped: string): ToldState | undefined =>
  refunds.has(unmapped.toLowerCase()) ? 'reversed' : states[status.toLowerCase()];

const paise = (rupees: string): number | null =>
  /^\d{1,11}(\.\d{1,2})?$/.test(rupees) ? Math.round(Number(rupees) * 100) : null;
const rupees = (amount: number): string => (amount / 100).toFixed(2);

/** What verify_payment answers, by our orders. */
interface Answer {
  transaction_details?: Record<string, Record<string, unknown> | undefined>;
}

/** Response of check_action_status, by PayU's number of the payment and of the action. */
interface Actions {
  transaction_details?: Record<
    string,
    Record<string, { action?: string; status?: string; amt?: string } | undefined> | undefined
  >;
}

/** Placeholders: the gateway does not need the borrower's name or e-mail. */
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
  const newsIn = ({ transaction_details: orders }: Answer, id: string): GatewayNews | null => {
    const found = orders?.[id];
    const word = (name: string): string => (typeof found?.[name] === 'string' ? found[name] : '');
    // "Not Found" is the state of no payment.
    const state = stateOf(word('status'), word('unmappedstatus'));
    if (!state || word('txnid') !== id) return null;
    const number = word('mihpayid');
    return {
      attemptId: id,
      reference: /^[\w-]{1,64}$/.test(number) ? number : null,
      merchant: key,
      currency: 'INR',
      amount: paise(word('transaction_amount') || word('amt')),
      state,
      message: plainText(word('error_Message')),
    };
  };
  const post = async (command: string, var1: string): Promise<unknown> => {
    const hash = sha512([key, command, var1, salt].join('|'));
    const response = await fetch(`${asking}/merchant/postservice?form=2`, {
      method: 'POST',
      body: new URLSearchParams({ key, command, var1, hash }),
      signal: AbortSignal.timeout(patience),
    });
    if (!response.ok) throw new Error(`PayU answered ${response.status}`);
    return response.json();
  };
  const ask = async ({ id }: { id: string }): Promise<GatewayNews | null> =>
    newsIn((await post('verify_payment', id)) as Answer, id);
  /** Paise of completed refunds, from PayU's list of actions on a payment. */
  const refundedOf = async (reference: string): Promise<number> => {
    const { transaction_details: found } = (await post('check_action_status', reference)) as Actions;
    return Object.values(found?.[reference] ?? {})
      .filter((one) => one?.action?.toLowerCase() === 'refund' && one.status?.toLowerCase() === 'success')
      .reduce((sum, one) => sum + (paise(one?.amt ?? '') ?? 0), 0);
  };
  /** Refunds may be partial: verify_payment then still reports the payment as paid. */
  const askRefund = async ({ id }: { id: string }): Promise<GatewayNews | null> => {
    const told = await ask({ id });
    if (told?.state !== 'success' || told.reference === null || told.amount === null) return told;
    const refunded = await refundedOf(told.reference);
    if (refunded <= 0) return told;
    return refunded >= told.amount ? { ...told, state: 'reversed' } : { ...told, refunded };
  };
  /** What is signed besides: the terms of a mandate. */
  const formOf = (
    { id, amount, loanNumber, returnUrl }: Begun,
    more: Readonly<Record<string, string>> = {},
    signedToo: readonly string[] = [],
  ): Way => {
    const fields = { key, txnid: id, amount: rupees(amount), productinfo: `Loan ${loanNumber}`, ...payer };
    const told = [key, id, fields.amount, fields.productinfo, fields.firstname, fields.email];
    const hash = sha512([...told, ...Array<string>(10).fill(''), ...signedToo, salt].join('|'));
    return {
      url: `${origin}/_payment`,
      fields: { ...fields, ...more, surl: returnUrl, furl: returnUrl, hash },
    };
  };
  return {
    name: 'payu',
    merchant: key,
    origins: [origin],
    autopay: payuAutopay({
      consent: ({ mobile, ...begun }, details) =>
        formOf(begun, { phone: mobile ?? '', pg: 'UPI', api_version: '7', si: '1', si_details: details }, [
          details,
        ]),
      post,
      ask,
      rupees,
    }),
    begin: async (begun) => formOf(begun),
    read({ body }) {
      const form = new URLSearchParams(body);
      if (own('key', form) !== key || !isSame(own('hash', form).toLowerCase(), signed(form)))
        throw new Unverified();
      return { isHint: true, attemptId: own('txnid', form), reference: null, merchant: key };
    },
    ask,
    askRefund,
    settled: {
      by: 'utr',
      async lines(utr) {
        const { Txn_details: found } = (await post('get_settlement_details', utr)) as {
          Txn_details?: object;
        };
        return rowsIn(payuFile, Object.values(found ?? {}) as Record<string, unknown>[]);
      },
    },
  };
}
