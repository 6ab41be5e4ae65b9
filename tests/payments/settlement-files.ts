/**
 * Settlement files as gateways write them.
 * Razorpay: the items of `settlements/recon/combined`, columns and values as in the answer published in
 * github.com/razorpay/razorpay-node documents/settlement.md (commit 502d44bb) and razorpay.com/docs/api/settlements/fetch-recon.
 * PayU: `Txn_details` of docs.payu.in/reference/get_settlement_details_api; the columns from requestaction on by that page's names.
 */
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { TestServer } from '../kit.ts';
import { changePayments } from '../world.ts';

export const razorpayColumns = [
  'entity_id',
  'type',
  'debit',
  'credit',
  'amount',
  'currency',
  'fee',
  'tax',
  'on_hold',
  'settled',
  'created_at',
  'settled_at',
  'settlement_id',
  'posted_at',
  'credit_type',
  'description',
  'notes',
  'payment_id',
  'settlement_utr',
  'order_id',
  'order_receipt',
  'method',
  'dispute_id',
] as const;
type Cells = Readonly<Record<string, string | number | boolean>>;

const quoted = (cell: string | number | boolean): string => `"${String(cell).replaceAll('"', '""')}"`;
const fileOf = (columns: readonly string[], rows: readonly Cells[]): string =>
  [columns.join(','), ...rows.map((row) => columns.map((name) => quoted(row[name] ?? '')).join(','))].join(
    '\n',
  ) + '\n';

/** 2026-11-18 10:00 in India. */
export const paidAt = Date.UTC(2026, 10, 18, 4, 30) / 1000;
export const razorpayRow = (order: string, payment: string, paise: number, o: Cells = {}): Cells => ({
  entity_id: payment,
  type: 'payment',
  debit: 0,
  credit: paise - 290,
  amount: paise,
  currency: 'INR',
  fee: 290,
  tax: 44,
  on_hold: false,
  settled: true,
  created_at: paidAt,
  settled_at: paidAt + 86_400,
  settlement_id: 'setl_DGlQ1Rj8os78Ec',
  credit_type: 'default',
  notes: order && JSON.stringify({ attempt: order }),
  settlement_utr: '1568176960vxp0rj',
  order_id: 'order_DEXrnRiR3SNDHA',
  method: 'upi',
  ...o,
});
export const razorpayBack = (payment: string, paise: number, o: Cells = {}): Cells => ({
  ...razorpayRow('', `rfnd_${payment.slice(4)}`, paise),
  type: 'refund',
  debit: paise,
  credit: 0,
  fee: 0,
  tax: 0,
  payment_id: payment,
  ...o,
});
/** Dispute debits, and credits when won. */
export const razorpayDispute = (payment: string, paise: number, isBack: boolean): Cells =>
  razorpayBack(payment, paise, {
    entity_id: `adj_${isBack ? 'back' : 'lost'}${payment.slice(4)}`,
    type: 'adjustment',
    debit: isBack ? 0 : paise,
    credit: isBack ? paise : 0,
    dispute_id: `disp_${payment.slice(4)}`,
  });
export const razorpayText = (...rows: Cells[]): string => fileOf(razorpayColumns, rows);

export const payuColumns = [
  'payuid',
  'txnid',
  'txndate',
  'mode',
  'amount',
  'requestid',
  'requestdate',
  'requestaction',
  'requestamount',
  'mer_utr',
  'mer_service_fee',
  'mer_service_tax',
  'mer_net_amount',
  'bank_name',
] as const;
export const payuRow = (order: string, payment: string, rupees: number, o: Cells = {}): Cells => ({
  payuid: payment,
  txnid: order,
  txndate: '2026-11-18 10:00:25',
  mode: 'UPI',
  amount: rupees.toFixed(2),
  requestid: `1${payment.replace(/\D/g, '')}`,
  requestdate: '2026-11-18 10:01:16',
  requestaction: 'capture',
  requestamount: rupees.toFixed(2),
  mer_utr: 'CITIN21214014420',
  mer_service_fee: '2.00000',
  mer_service_tax: '0.36000',
  mer_net_amount: (rupees - 2.36).toFixed(5),
  bank_name: 'UPI',
  ...o,
});
export const payuBack = (order: string, payment: string, rupees: number, action = 'refund'): Cells =>
  payuRow(order, payment, rupees, {
    requestid: `2${payment.replace(/\D/g, '')}`,
    requestaction: action,
    mer_service_fee: '0.00000',
    mer_service_tax: '0.00000',
    mer_net_amount: (-rupees).toFixed(5),
  });
export const payuText = (...rows: Cells[]): string => fileOf(payuColumns, rows);

let count = 0;
/** An order of 1,000 rupees, paid on the 18th by default. */
export async function addOrder(
  server: TestServer,
  o: { gateway?: string; state?: string; clientId?: number; paise?: number } = {},
) {
  const { gateway = 'razorpay', state = 'success', clientId = 1, paise = 100_000 } = o;
  count += 1;
  const id = `ord${Date.now()}x${count}`;
  const reference = gateway === 'payu' ? `4039${count}` : `pay_${id}`;
  const row = await server.database.one<{ loanId: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (${clientId}, 'Venkatanarasimharajuvaripeta Ramachandran') returning id),
    l as (insert into loans (client_id, portfolio_id, borrower_id, loan_number, total_outstanding)
      select ${clientId}, (select min(id) from portfolios where client_id = ${clientId}), b.id, 'RC-' || b.id, 50000000 from b returning id)
    insert into payment_attempts (id, loan_id, account_id, source, gateway, amount, receipt_code)
    select ${id}, l.id, 1, 'PAYMENT_LINK', ${gateway}, ${paise}, ${id} from l returning loan_id as "loanId"`);
  const loanId = row?.loanId ?? 0;
  if (state !== 'initiated') {
    const [paymentId = 0] = await changePayments(
      server.database,
      sql`
      insert into payments (loan_id, transaction_id, amount, payment_date, realized, source, mode, attempt_id, status)
      values (${loanId}, ${reference}, ${paise}, '2026-11-18', true, 'PAYMENT_LINK', ${gateway}, ${id}, ${state})`,
    );
    await server.database.run(sql`
      update payment_attempts set state = ${state}, reference = ${reference}, settled_at = '2026-11-18T04:31:00Z',
        payment_id = ${paymentId} where id = ${id}`);
  }
  return { id, loanId, payment: reference };
}

export const statusIn = async (server: TestServer, attempt: string) =>
  (
    await server.database.one<{ status: string }>(
      sql`select status from payments where attempt_id = ${attempt}`,
    )
  )?.status;
/** Paise on each account of a loan that is not empty. */
export const balancesIn = (server: TestServer, loanId: number) =>
  server.database.rows<{ account: string; lies: number }>(sql`
    select account, sum(n * amount)::int as lies from postings cross join lateral (values (from_account, -1), (to_account, 1)) k (account, n)
    where loan_id = ${loanId} group by 1 having sum(n * amount) <> 0 order by 1`);
