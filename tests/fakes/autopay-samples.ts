/**
 * Published samples of Razorpay and PayU mandates: razorpay-node documents/upi.md and
 * razorpay.com/docs/api/payments/recurring-payments/upi; docs.payu.in reference/check-the-mandate-status,
 * docs/post-a-upi-recurring-transaction-cb, reference/recurring-payment-transaction-api,
 * reference-link/cancel-the-recurring- payment-for-upi; razorpay.com/docs, upi/webhooks. Never tested live.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const razorpaySamples = {
  /** subscription_registration/auth_links. */
  invoice: {
    id: 'inv_FHr1ekX0r2VCVK',
    entity: 'invoice',
    receipt: 'Receipt No. 23',
    customer_id: 'cust_BMB3EwbqnqZ2EI',
    order_id: 'order_FHr1ehR3nmNeXo',
    payment_id: null as string | null,
    status: 'issued',
    amount: 100,
    currency: 'INR',
    short_url: 'https://rzp.io/i/ak1WxDB',
    type: 'link',
  },
  payment: {
    id: 'pay_FHfAzEJ51k8NLj',
    entity: 'payment',
    amount: 100,
    currency: 'INR',
    status: 'captured',
    order_id: 'order_FHfANdTUYeP8lb',
    method: 'upi',
    amount_refunded: 0,
    captured: true,
    customer_id: 'cust_DtHaBuooGHTuyZ',
    token_id: 'token_FHfAzGzREc1ug6',
    error_description: null,
  },
  token: {
    id: 'token_FHfAzGzREc1ug6',
    entity: 'token',
    method: 'upi',
    recurring: true,
    recurring_details: { status: 'confirmed', failure_reason: null },
  },
  /** A webhook: the borrower, or we, ended the mandate and NPCI confirmed it. */
  cancelled: {
    entity: 'event',
    account_id: 'acc_8TgNt9DVrJB0bl',
    event: 'token.cancelled',
    contains: ['token'],
    payload: {
      token: {
        entity: {
          id: 'token_FHfAzGzREc1ug6',
          entity: 'token',
          token: '5ESJrtR1V6k6mp',
          bank: null,
          wallet: null,
          method: 'upi',
          vpa: { username: '56546', handle: 'upi', name: null },
          recurring: true,
          recurring_details: { status: 'cancelled', failure_reason: null },
          auth_type: null,
          mrn: null,
          used_at: 1598424055,
          created_at: 1598424055,
          start_time: 1598510437,
          dcc_enabled: false,
          max_amount: 5600,
          expired_at: 1913956837,
        },
      },
    },
    created_at: 1599065559,
  },
  order: {
    id: 'order_1Aa00000000002',
    entity: 'order',
    amount: 1000,
    currency: 'INR',
    receipt: 'Receipt No. 1',
    status: 'created',
  },
  recurring: {
    razorpay_payment_id: 'pay_1Aa00000000001',
    razorpay_order_id: 'order_1Aa00000000001',
    razorpay_signature: '9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d',
  },
};

export const payuSamples = {
  /** verify_payment, of the consent and of a charge. */
  verified: (txnid: string, o: { mihpayid: string; amount: string; status?: string }) => ({
    status: 1,
    msg: '1 out of 1 Transactions Fetched Successfully',
    transaction_details: {
      [txnid]: {
        mihpayid: o.mihpayid,
        txnid,
        amt: o.amount,
        transaction_amount: o.amount,
        mode: 'UPI',
        status: o.status ?? 'success',
        unmappedstatus: 'captured',
        error_Message: 'NO ERROR',
      },
    },
  }),
  unknown: (txnid: string) => ({
    status: 0,
    msg: '0 out of 1 Transactions Fetched Successfully',
    transaction_details: { [txnid]: { mihpayid: 'Not Found', status: 'Not Found' } },
  }),
  mandate: {
    status: 'active',
    action: 'MANDATE_STATUS',
    authpayuid: '25600438037',
    amount: '1.00',
    mandateStartDate: '2025-10-14 00:00:00',
    mandateEndDate: '2027-12-01 00:00:00',
  },
  announced: {
    status: 1,
    action: 'MANDATE_PRE_DEBIT',
    message: 'Request Processed Successfully',
    invoiceId: 'ADDA049409',
  },
  refused: { status: 0, action: 'MANDATE_PRE_DEBIT', message: 'Mandate is not active' },
  /** upi_mandate_revoke: started, or nothing to cancel. */
  revoking: { status: 1, action: 'MANDATE_REVOKE', message: 'Request Initiated' },
  revokedAlready: { status: 0, action: 'MANDATE_REVOKE', message: 'Mandate is not active' },
  /** si_transaction: accepted, and in `details`, by our number, its current state. */
  charged: (
    txnid: string,
    o: { authpayuid: string; amount: string; status: 'captured' | 'in progress' | 'failed'; said: string },
  ) => ({
    status: 1,
    message: 'Transaction Processed successfully',
    details: {
      [txnid]: {
        authpayuid: o.authpayuid,
        transactionid: txnid,
        amount: o.amount,
        user_credentials: '',
        card_token: '',
        payuid: '',
        status: o.status,
        udf1: '',
        field9: o.said,
        udf2: '',
        udf3: '',
        udf4: '',
        udf5: '',
        phone: '9123456780',
        email: '',
      },
    },
  }),
  notTaken: { status: 0, msg: 'Invalid Hash.' },
};

export interface Said {
  method: string;
  path: string;
  body: string;
}
/** A server with scripted responses that records its requests. */
export async function answering(answer: (said: Said) => object | undefined) {
  const said: Said[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const one = { method: request.method ?? '', path: request.url ?? '', body };
      said.push(one);
      const given = answer(one);
      response
        .writeHead(given ? 200 : 404, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(given ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    said,
    stop: () => void server.close(),
  };
}
