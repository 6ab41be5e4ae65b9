/**
 * Razorpay combined settlement recon, one row per item of its response: `GET /v1/settlements/recon/combined`, as
 * published in razorpay.com/docs/api/settlements/fetch-recon and github.com/razorpay/razorpay-node
 * documents/settlement.md. Amounts are paise, times Unix seconds; our order is in the notes of its payment link.
 */
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { RowKind } from '#contexts/payments/contract/reconciliation-words.ts';
import {
  type Cells,
  Faulty,
  type SettlementReader,
  checkFee,
  settledColumn,
  currencyIn,
  numberIn,
  paiseIn,
} from './row.ts';

const others = new Set(['transfer', 'adjustment', 'settlement.ondemand', 'settlement.ondemand.reversal']);
const disputes = new Set(['adjustment', 'dispute', 'chargeback']);

function kindOf(cells: Cells, debit: number): RowKind {
  const type = cells('type').toLowerCase();
  if (type === 'payment' || type === 'refund') return type;
  // Dispute debits and credits are booked as an adjustment that names the dispute.
  if (disputes.has(type) && numberIn(cells, 'disputeid'))
    return debit > 0 ? 'chargeback' : 'chargeback-reversed';
  if (!others.has(type)) throw new Faulty('kind', 'type');
  return 'other';
}

function dayIn(cells: Cells, field: string): string {
  const cell = cells(field);
  if (!/^\d{9,10}$/.test(cell)) throw new Faulty('day', field);
  return businessDay(new Date(Number(cell) * 1000));
}
function yesIn(cells: Cells, field: string): boolean {
  const cell = cells(field).toLowerCase();
  if (!['', 'true', 'false', '1', '0'].includes(cell)) throw new Faulty('yes-no', field);
  return cell === 'true' || cell === '1';
}
/** Payers can edit notes: only an order number is read from them. */
function orderIn(cells: Cells): string {
  const found = /"attempt"\s*:\s*"([\w-]{1,64})"/.exec(cells('notes'));
  return found?.[1] ?? (/^[\w-]{1,64}$/.test(cells('orderreceipt')) ? cells('orderreceipt') : '');
}

export const razorpayFile: SettlementReader = {
  gateway: 'razorpay',
  columns: [
    ...[
      'entity_id',
      'type',
      'debit',
      'credit',
      'amount',
      'currency',
      'fee',
      'tax',
      'settled',
      'created_at',
    ].map((name) => settledColumn(name, [], true)),
    ...[
      'on_hold',
      'settled_at',
      'settlement_id',
      'settlement_utr',
      'payment_id',
      'order_receipt',
      'notes',
      'dispute_id',
    ].map((name) => settledColumn(name)),
  ],
  read(cells) {
    const entity = numberIn(cells, 'entityid', true);
    const [debit, credit] = [paiseIn(cells, 'debit'), paiseIn(cells, 'credit')];
    const row = {
      entity,
      kind: kindOf(cells, debit),
      orderRef: orderIn(cells),
      paymentRef: numberIn(cells, 'paymentid'),
      amount: paiseIn(cells, 'amount'),
      fee: paiseIn(cells, 'fee'),
      tax: paiseIn(cells, 'tax'),
      net: credit - debit,
      onHold: yesIn(cells, 'onhold'),
      isSettled: yesIn(cells, 'settled'),
      day: dayIn(cells, 'createdat'),
      settledOn: cells('settledat') && cells('settledat') !== '0' ? dayIn(cells, 'settledat') : null,
      settlement: numberIn(cells, 'settlementid'),
      utr: numberIn(cells, 'settlementutr'),
    };
    currencyIn(cells);
    checkFee(row, 'fee');
    if (row.kind !== 'payment') return row;
    // Where fees are billed separately, the full amount is paid out.
    if (row.net !== row.amount - row.fee && row.net !== row.amount) throw new Faulty('figures', 'credit');
    return { ...row, paymentRef: entity };
  },
};
