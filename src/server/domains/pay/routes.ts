import { nextAsk } from '#contract/attempt-rules.ts';
import { Failure } from '#contract/kernel/failure.ts';
import { pay } from '#contract/pay.ts';
import type { Database } from '#server/kernel/database.ts';
import { type Context, type Route, implement } from '#server/kernel/implement.ts';
import { type Signer, randomCode } from '#server/kernel/secret.ts';
import type { Gateway } from '#server/providers/gateways/port.ts';
import { receiptOf, recordBehind } from './result.ts';
import { checkAmount, maskedName } from './rules.ts';
import * as store from './store.ts';

export interface PayParts {
  database: Database;
  gateways: readonly Gateway[];
  signer: Signer;
}

/** A number that is there must not answer later or sooner than one that is not. */
const evenly = 80;
async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const over = new Promise<void>((resolve) => void setTimeout(resolve, evenly));
  try {
    return await work();
  } finally {
    await over;
  }
}

/** The loan of a typed number: counted, and in even time, whatever comes of it. */
export const findByNumber = (
  { database }: PayParts,
  asked: { loanNumber: string; path: string | null; ip: string },
): Promise<store.Payable> =>
  inEvenTime(async () => {
    await store.countLookup(database, asked.ip, asked.path);
    const loan = asked.loanNumber
      ? await store.payableByNumber(database, asked.loanNumber, asked.path)
      : undefined;
    if (!loan) throw new Failure('LOAN_UNKNOWN');
    return loan;
  });

export interface Order {
  amount: number;
  source: 'PAYMENT_LINK' | 'DIRECT_FROM_SITE';
  language: string;
  isSure: boolean;
  /** What is due is known to this payer, so that more than it can be told. */
  isDueKnown: boolean;
}
/** Keeps the attempt and answers where the payer goes; no gateway is asked before that is kept. */
export async function beginPayment(
  { gateways }: Pick<PayParts, 'gateways'>,
  loan: store.Payable,
  order: Order,
  { tx, now, emit }: Pick<Context, 'tx' | 'now' | 'emit'>,
): Promise<string> {
  const [gateway] = gateways;
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
      // A code cannot be guessed; who tries many is slowed down all the same.
      const loan = await store.payableByCode(tx, id, now).catch(async (error: unknown) => {
        if (error instanceof Failure && error.code === 'LOAN_UNKNOWN')
          await store.countLookup(o.database, request.ip, 'code');
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
    async loan({ loanNumber, path = null, last4 }, { request }) {
      const loan = await findByNumber(o, { loanNumber, path, ip: request.ip });
      const isTheirs = await store.isTheirs(o.database, loan, last4);
      return {
        loanNumber: loan.loanNumber,
        supplierName: loan.supplierName,
        borrowerName: maskedName(loan.borrowerName),
        clientName: loan.clientName,
        principalOutstanding: isTheirs ? loan.principalOutstanding : null,
        totalOutstanding: isTheirs ? loan.totalOutstanding : null,
      };
    },
    async initiate(
      { amount, code, loanNumber = '', path = null, source, language = 'en', isSure = false },
      context,
    ) {
      const isLink = source === 'PAYMENT_LINK';
      if (isLink && !code) throw new Failure('INVALID_INPUT', {}, [{ path: 'code', fault: 'required' }]);
      const loan = isLink
        ? await store.payableByCode(context.tx, code ?? '', context.now)
        : await findByNumber(o, { loanNumber, path, ip: context.request.ip });
      const order: Order = { amount, source, language, isSure, isDueKnown: isLink };
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
        await store.countLookup(o.database, request.ip, 'receipt');
        throw new Failure('NOT_FOUND');
      }
      const { status, clientName, amount, txnDate } = record;
      return { status, borrowerName: maskedName(record.borrowerName), clientName, amount, txnDate };
    },
  });
}
