/** Result URL: its content is signed, and still only the server's record is shown. */
import type { z } from 'zod/mini';
import type { pay } from '#contexts/payments/contract/pay/pay.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Signer } from '#kernel/server/operation/secret.ts';
import { type AttemptRecord, orderById } from './store.ts';

/** The nine values of the specification, in the order in which they are signed. */
const names = [
  'status',
  'transactionId',
  'loanNumber',
  'supplierName',
  'txnDate',
  'borrowerName',
  'clientName',
  'amount',
  'txnMessage',
] as const;
type Said = Readonly<Record<string, string | undefined>>;
export type PageReceipt = NonNullable<z.output<typeof pay.update.gives>['receipt']>;

const canonical = (rid: string, said: Said): string =>
  JSON.stringify(['result', rid, ...names.map((name) => said[name] ?? '')]);

type Signed = Pick<
  AttemptRecord,
  | 'id'
  | 'status'
  | 'reference'
  | 'loanNumber'
  | 'supplierName'
  | 'txnDate'
  | 'borrowerName'
  | 'clientName'
  | 'amount'
  | 'txnMessage'
>;
const valuesOf = (record: Signed): Record<(typeof names)[number], string> => ({
  status: record.status,
  transactionId: record.reference ?? record.id,
  loanNumber: record.loanNumber,
  supplierName: record.supplierName,
  txnDate: record.txnDate,
  borrowerName: record.borrowerName,
  clientName: record.clientName,
  amount: (record.amount / 100).toFixed(2),
  txnMessage: record.txnMessage,
});

export function resultQuery(record: Signed, signer: Signer): string {
  const said = valuesOf(record);
  const signature = signer.sign(canonical(record.id, said));
  return new URLSearchParams({ ...said, rid: record.id, ...signature }).toString();
}

export const receiptOf = (record: AttemptRecord): PageReceipt => ({
  status: record.status,
  transactionId: record.reference ?? record.id,
  loanNumber: record.loanNumber,
  supplierName: record.supplierName,
  txnDate: record.txnDate,
  borrowerName: record.borrowerName,
  clientName: record.clientName,
  amount: record.amount,
  refunded: record.refunded,
  txnMessage: record.txnMessage,
  receiptCode: record.status === 'success' ? record.receiptCode : null,
});

/** Record of a result URL, if every value matches its signature. */
export async function recordBehind(tx: Tx, said: Said, signer: Signer): Promise<AttemptRecord | undefined> {
  const { rid = '', kid = '', sig = '' } = said;
  if (!signer.isValid(canonical(rid, said), { kid, sig })) return undefined;
  return orderById(tx, rid);
}
