/**
 * PayU recurring payments by UPI: consent by a payment with `si`, pre_debit_SI before a debit, si_transaction for it.
 * Their status is polled (verify_payment, check_mandate_status). Never tested live: responses are modelled on
 * docs.payu.in (check-the-mandate-status, post-a-upi-recurring-transaction-cb, recurring-payment-transaction-api,
 * cancel-the-recurring-payment-for-upi).
 */
import { type ToldMandate, registrationAmount } from '#contexts/payments/contract/autopay/autopay-rules.ts';
import { type Autopay, type GatewayNews, type MandateAt, type Way, plainText } from './port.ts';

interface Merchant {
  /** Form for PayU's page with more fields, also signed across `si_details`. */
  consent(
    o: { id: string; amount: number; loanNumber: string; mobile: string | null; returnUrl: string },
    details: string,
  ): Way;
  post(command: string, var1: string): Promise<unknown>;
  ask(order: { id: string }): Promise<GatewayNews | null>;
  rupees(paise: number): string;
}
interface Said {
  status?: unknown;
  action?: unknown;
  message?: unknown;
  msg?: unknown;
  authpayuid?: unknown;
  authPayuId?: unknown;
}

const states: Readonly<Record<string, ToldMandate>> = {
  active: 'active',
  initiated: 'registering',
  pending: 'registering',
  paused: 'paused',
  pause: 'paused',
  revoked: 'revoked',
  cancelled: 'revoked',
  completed: 'expired',
  expired: 'expired',
  failed: 'rejected',
  rejected: 'rejected',
};
const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export function payuAutopay({ consent, post, ask, rupees }: Merchant): Autopay {
  /** PayU's number of the consent, from its API. */
  const consentOf = async ({ id, token }: MandateAt): Promise<string | null> => {
    if (token !== null) return token;
    const told = await ask({ id });
    return told?.state === 'success' ? told.reference : null;
  };
  const named = async (mandate: MandateAt): Promise<string> => {
    const found = await consentOf(mandate);
    if (found === null) throw new Error('no mandate at PayU');
    return found;
  };
  return {
    // PayU requires 48 hours, previously 24.
    noticeHours: 48,
    register: async ({ id, most, from, until, loanNumber, mobile, returnUrl }) =>
      consent(
        { id, amount: registrationAmount, loanNumber, mobile, returnUrl },
        JSON.stringify({
          billingAmount: rupees(most),
          billingCurrency: 'INR',
          billingCycle: 'ADHOC',
          billingInterval: 1,
          billingLimit: 'ON',
          billingRule: 'MAX',
          paymentStartDate: from,
          paymentEndDate: until,
          remarks: `Loan ${loanNumber}`,
        }),
      ),
    async ask(mandate) {
      const told = mandate.token === null ? await ask({ id: mandate.id }) : null;
      if (mandate.token === null && told?.state !== 'success') {
        if (!told) return null;
        const state = told.state === 'failed' ? 'rejected' : 'registering';
        return { state, token: null, message: told.message };
      }
      const token = mandate.token ?? told?.reference ?? null;
      if (token === null) return null;
      const said = (await post(
        'check_mandate_status',
        JSON.stringify({ authPayuId: token, requestId: `${mandate.id}s` }),
      )) as Said;
      const state = states[text(said.status).toLowerCase()];
      // It names the mandate it speaks of; another's is not ours.
      if (!state || text(said.authpayuid ?? said.authPayuId) !== token) return null;
      return { state, token, message: '' };
    },
    async announce(mandate, { id, amount, day }) {
      const authPayuId = await named(mandate);
      const said = (await post(
        'pre_debit_SI',
        JSON.stringify({ authPayuId, requestId: id, debitDate: day, amount: rupees(amount) }),
      )) as Said & { invoiceId?: unknown };
      if (text(said.status) !== '1')
        throw new Error(`PayU said ${plainText(text(said.message ?? said.msg))}`);
      return null;
    },
    async charge(mandate, { id, amount, mobile }) {
      // A repeated debit charges nothing: a registered one is only polled.
      if (await ask({ id })) return;
      const authpayuid = await named(mandate);
      const said = (await post(
        'si_transaction',
        JSON.stringify({
          authpayuid,
          invoiceDisplayNumber: id,
          amount: rupees(amount),
          txnid: id,
          phone: mobile ?? '',
          email: 'payer@payments.invalid',
          udf2: '',
        }),
      )) as Said;
      if (text(said.status) !== '1')
        throw new Error(`PayU said ${plainText(text(said.message ?? said.msg))}`);
    },
    askCharge: ask,
    async end(mandate) {
      const authPayuId = await consentOf(mandate);
      if (authPayuId !== null)
        await post('upi_mandate_revoke', JSON.stringify({ authPayuId, requestId: `${mandate.id}r` }));
    },
  };
}
