/** Endpoints of the public payment pages, without sign-in. */
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import * as z from 'zod/mini';
import { orderStates } from './order-states.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, instant, loanNumber, nullable, optional, rupees } from '#kernel/contract/field.ts';
import { payLanguages, payPaths } from './pay-pages.ts';

const word = (max: number) => z.string().check(z.trim(), z.maxLength(max));
const code = z.string().check(z.regex(/^[\w-]{1,64}$/));
const last4 = optional(z.string().check(z.overwrite(plainText), z.regex(/^\d{4}$/)));
/** Completed proof, as `work:number`, under heavy load. */
const work = optional(word(200));
const named = z.object({ name: z.string() });
/** Balances are shown with a link, or the last four digits of the registered mobile (G119). */
const due = nullable(rupees());

/** Where a borrower pays by hand; charges of a mandate are AUTOPAY. */
const sources = ['PAYMENT_LINK', 'DIRECT_FROM_SITE'] as const;

/** What the result page shows: the server's record. */
const receipt = {
  status: choice(orderStates),
  transactionId: z.string(),
  loanNumber: z.string(),
  supplierName: z.string(),
  txnDate: instant(),
  borrowerName: z.string(),
  clientName: z.string(),
  amount: rupees(),
  /** Partially refunded sum. */
  refunded: rupees(),
  txnMessage: z.string(),
  receiptCode: nullable(z.string()),
};

export const pay = domain('pay', {
  code: endpoint('GET /payment/code/:id', {
    about: 'What a payment link shows to the borrower.',
    can: 'public',
    takes: { id: code },
    gives: z.object({
      code: z.string(),
      amount: nullable(rupees()),
      loan: z.object({
        loanNumber: z.string(),
        principalOutstanding: due,
        totalOutstanding: due,
        supplierName: z.string(),
        loanBorrower: named,
        client: named,
      }),
    }),
    also: ['GET /payments/code/:id'],
    errors: ['LOAN_UNKNOWN', 'LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
  }),
  loan: endpoint('GET /payments/loan/:loanNumber', {
    about: 'What a payment page shows for a loan number: masked and slowed down.',
    can: 'public',
    takes: { loanNumber: loanNumber(), path: optional(choice(payPaths)), last4, work },
    gives: z.object({
      loanNumber: z.string(),
      supplierName: z.string(),
      borrowerName: z.string(),
      clientName: z.string(),
      principalOutstanding: due,
      totalOutstanding: due,
    }),
    errors: ['LOAN_UNKNOWN', 'TOO_MANY_REQUESTS'],
  }),
  initiate: endpoint('POST /payments/initiate', {
    about: 'Starts an online payment of a borrower at the gateway.',
    can: 'public',
    takes: {
      amount: rupees({ min: 0 }),
      code: optional(code),
      loanNumber: optional(loanNumber()),
      path: optional(choice(payPaths)),
      last4,
      work,
      source: choice(sources),
      language: optional(choice(payLanguages)),
      /** An overpayment needs the payer's second confirmation (G117). */
      isSure: optional(flag()),
    },
    gives: z.object({ redirectionUrl: z.string() }),
    errors: [
      'INVALID_INPUT',
      'LOAN_UNKNOWN',
      'LINK_EXPIRED',
      'AMOUNT_ABOVE_DUE',
      'NO_GATEWAY',
      'TOO_MANY_REQUESTS',
    ],
    touches: ['payments'],
  }),
  /** Read-only (G120): returns the server's record for a signed URL, and nothing for any other. */
  update: endpoint('POST /payments/update', {
    about: 'Our record of a payment for a signed address; never writes.',
    can: 'public',
    writes: false,
    takes: {
      status: optional(word(40)),
      transactionId: optional(word(100)),
      loanNumber: optional(word(60)),
      supplierName: optional(word(255)),
      txnDate: optional(word(60)),
      borrowerName: optional(word(255)),
      clientName: optional(word(255)),
      amount: optional(word(30)),
      txnMessage: optional(word(255)),
      rid: optional(word(64)),
      kid: optional(word(64)),
      sig: optional(word(100)),
    },
    gives: z.object({ isVerified: flag(), receipt: z.nullable(z.object(receipt)) }),
  }),
  /** Verifies a printed receipt by its code: amount, date, and initials only. */
  receipt: endpoint('GET /payments/verify/:code', {
    about: 'Checks a printed receipt by its code.',
    can: 'public',
    takes: { code },
    gives: z.object({
      status: choice(orderStates),
      borrowerName: z.string(),
      clientName: z.string(),
      amount: rupees(),
      txnDate: instant(),
    }),
    errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
});
