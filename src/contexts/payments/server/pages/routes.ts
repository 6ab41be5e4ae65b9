import { nextAsk } from '#contexts/payments/contract/pay/order-rules.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { pay } from '#contexts/payments/contract/pay/pay.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { type Signer, randomCode } from '#kernel/server/operation/secret.ts';
import type { Gateways } from '../gateways/port.ts';
import { findByNumber } from './lookup/lookup.ts';
import { countCode } from './lookup/lookup-store.ts';
import { receiptOf, recordBehind } from './result.ts';
import { checkAmount, maskedName } from './rules.ts';
import * as store from './store.ts';

export interface PayParts {
  database: Database;
  gateways: Gateways;
  signer: Signer;
}

export interface Order {
  amount: number;
  source: 'PAYMENT_LINK' | 'DIRECT_FROM_SITE';
  language: string;
  isSure: boolean;
  /** The payer saw the balance, so an amount above it may be rejected by name. */
  isDueKnown: boolean;
}
/** Stores the attempt and returns the payer's next page; the gateway is called only afterwards. */
export async function beginPayment(
  { gateways }: Pick<PayParts, 'gateways'>,
  loan: store.Payable,
  order: Order,
  { tx, now, emit }: Pick<Context, 'tx' | 'now' | 'emit'>,
): Promise<string> {
  const gateway = gateways.of(loan);
  if (!gateway) throw new Failure('NO_GATEWAY');
  const total = order.isDueKnown ? loan.totalOutstanding : null;
  checkAmount(order.amount, { total, most: loan.most, isSure: order.isSure });
  const id = randomCode();
  const { name } = gateway;
  const { amount, source, language } = order;
  await store.insertAttempt(tx, {
    id,
    receiptCode: randomCode(),
    loan,
    source,
    gateway: name,
    amount,
    language,
    now,
    nextAskAt: nextAsk(2, now),
  });
  emit('pay.initiated', { facts: { loanId: loan.loanId, amount, gateway: name, source }, to: [] });
  return `/pay/go/${id}`;
}

export function payRoutes(o: PayParts): Route[] {
  return implement(pay, {
    async code({ id }, { tx, now, request }) {
      // Throttled, though 128 random bits cannot be guessed.
      const loan = await store.payableByCode(tx, id, now).catch(async (error: unknown) => {
        if (error instanceof Failure && error.code === 'LOAN_UNKNOWN')
          await countCode(o.database, request.ip, 'code');
        throw error;
      });
      if (loan.codeId !== null) await store.noteOpened(o.database, loan.codeId, now);
      return {
        code: id,
        amount: loan.amount,
        loan: {
          loanNumber: loan.loanNumber,
          principalOutstanding: loan.principalOutstanding,
          totalOutstanding: loan.totalOutstanding,
          supplierName: loan.supplierName,
          loanBorrower: { name: loan.borrowerName },
          client: { name: loan.clientName },
        },
      };
    },
    async loan({ loanNumber, path = null, last4, work }, { tx, request }) {
      const asked = { loanNumber, path, last4, work, request };
      const { loan, isDueKnown } = await findByNumber(o, tx, asked);
      return {
        loanNumber: loan.loanNumber,
        supplierName: loan.supplierName,
        borrowerName: maskedName(loan.borrowerName),
        clientName: loan.clientName,
        principalOutstanding: isDueKnown ? loan.principalOutstanding : null,
        totalOutstanding: isDueKnown ? loan.totalOutstanding : null,
      };
    },
    async initiate({ amount, code, source, language = 'en', isSure = false, ...asked }, context) {
      const isLink = source === 'PAYMENT_LINK';
      if (isLink && !code) throw new Failure('INVALID_INPUT', {}, [{ path: 'code', fault: 'required' }]);
      const { loanNumber = '', path = null, last4, work } = asked;
      const { loan, isDueKnown } = isLink
        ? { loan: await store.payableByCode(context.tx, code ?? '', context.now), isDueKnown: true }
        : await findByNumber(o, context.tx, { loanNumber, path, last4, work, request: context.request });
      const order: Order = { amount, source, language, isSure, isDueKnown };
      return { redirectionUrl: await beginPayment(o, loan, order, context) };
    },
    async update(said, { tx }) {
      const record = await recordBehind(tx, said, o.signer);
      return { isVerified: record !== undefined, receipt: record ? receiptOf(record) : null };
    },
    async receipt({ code }, { tx, request }) {
      const record = await store.attemptByReceipt(tx, code);
      const isPaid = record?.status === 'success' || record?.status === 'reversed';
      if (!record || !isPaid) {
        await countCode(o.database, request.ip, 'receipt');
        throw new Failure('NOT_FOUND');
      }
      const { status, clientName, amount, txnDate } = record;
      return { status, borrowerName: maskedName(record.borrowerName), clientName, amount, txnDate };
    },
  });
}
