/**
 * PayU settlement details, one row per `Txn_details`: docs.payu.in/reference/get_settlement_details_api (payuid, txnid,
 * txndate, mode, amount, requestid, requestdate, then the requested amount, fee, tax, net amount and UTR); the headers
 * of the merchant dashboard's report are accepted too. Amounts are rupees; txnid is our order.
 */
import { readDay } from '#kernel/contract/figures/day.ts';
import type { RowKind } from '#contexts/payments/contract/reconciliation-words.ts';
import {
  type Cells,
  Faulty,
  type SettlementReader,
  checkFee,
  settledColumn,
  currencyIn,
  numberIn,
  rupeesIn,
} from './row.ts';

const kinds: Readonly<Record<string, RowKind>> = {
  capture: 'payment',
  auth: 'payment',
  refund: 'refund',
  autorefund: 'refund',
  chargeback: 'chargeback',
  chargebackreversal: 'chargeback-reversed',
  cancelchargeback: 'chargeback-reversed',
};

function dayIn(cells: Cells, field: string): string {
  const day = readDay(cells(field));
  if (typeof day !== 'string') throw new Faulty('day', field);
  return day;
}

export const payuFile: SettlementReader = {
  gateway: 'payu',
  columns: [
    settledColumn('payuid', ['PayU ID', 'mihpayid'], true),
    settledColumn('txnid', ['Merchant Txn ID', 'Transaction ID', 'Merchant Transaction ID'], true),
    settledColumn('requestaction', ['Requested Action', 'Action'], true),
    settledColumn('amount', ['Transaction Amount'], true),
    settledColumn('requestamount', ['Requested Amount']),
    settledColumn('requestdate', ['Requested Date', 'Transaction Date', 'Succeeded On'], true),
    settledColumn('requestid', ['Request ID']),
    settledColumn('mer_service_fee', ['Transaction Fee', 'Service Fee']),
    settledColumn('mer_service_tax', ['Tax', 'Service Tax']),
    settledColumn('mer_net_amount', ['Net Amount'], true),
    settledColumn('mer_utr', ['UTR', 'UTR Number']),
    settledColumn('settlement_date', ['Settled On']),
    settledColumn('settlement_id'),
    settledColumn('currency'),
  ],
  read(cells) {
    const payment = numberIn(cells, 'payuid', true);
    const kind =
      kinds[
        cells('requestaction')
          .toLowerCase()
          .replace(/[^a-z]/g, '')
      ];
    if (!kind) throw new Faulty('kind', 'requestaction');
    const [serviceFee, tax] = [rupeesIn(cells, 'merservicefee'), rupeesIn(cells, 'merservicetax')].map(
      Math.abs,
    ) as [number, number];
    const asked = cells('requestamount') !== '';
    // A partial refund would otherwise pass as a full one.
    if (kind !== 'payment' && !asked) throw new Faulty('amount', 'requestamount');
    const utr = numberIn(cells, 'merutr');
    const row = {
      entity: numberIn(cells, 'requestid') || payment,
      kind,
      orderRef: numberIn(cells, 'txnid'),
      paymentRef: payment,
      amount: Math.abs(rupeesIn(cells, asked ? 'requestamount' : 'amount')),
      // PayU lists the tax separately.
      fee: serviceFee + tax,
      tax,
      net: rupeesIn(cells, 'mernetamount'),
      onHold: false,
      isSettled: utr !== '',
      day: dayIn(cells, 'requestdate'),
      settledOn: cells('settlementdate') ? dayIn(cells, 'settlementdate') : null,
      settlement: numberIn(cells, 'settlementid'),
      utr,
    };
    if (cells('currency')) currencyIn(cells);
    checkFee(row, 'merservicefee');
    if (kind === 'payment' && row.net !== row.amount - row.fee && row.net !== row.amount)
      throw new Faulty('figures', 'mernetamount');
    // A refund may be written with or without its minus.
    const isTaken = kind === 'refund' || kind === 'chargeback';
    return { ...row, net: isTaken ? -Math.abs(row.net) : row.net };
  },
};
