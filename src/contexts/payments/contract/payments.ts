import * as z from 'zod/mini';
import { orderStates } from './pay/order-states.ts';
import { heldPayments, paymentNumber, paymentStates } from './held-payments.ts';
import { adminRoles } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import {
  choice,
  day,
  flag,
  id,
  ids,
  instant,
  key,
  nullable,
  number,
  optional,
  rupees,
} from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { rupeesInAll } from '#kernel/contract/sums.ts';

/** Either spelling is understood (G128). */
const paymentTypes = ['live', 'realized', 'unrealized', 'LIVE', 'REALIZED', 'UNREALIZED'] as const;

const word = z.nullable(z.string());
const named = z.object({ name: z.string() });
const coloured = z.nullable(z.object({ name: z.string(), colorCode: z.string() }));
const loanPayments = z.object({
  id: id('loans'),
  loanNumber: z.string(),
  isDNC: flag(),
  isActive: flag(),
  supplierName: word,
  loanBorrower: z.object({ name: z.string(), clientBorrowerId: word }),
  client: named,
  loanPortfolio: named,
  loanUsers: z.array(z.object({ mappingUser: z.object({ agentName: z.string() }) })),
  loanAllocationType: coloured,
});

const paymentRow = z.object({
  id: id(),
  transactionId: word,
  amount: rupees(),
  refunded: rupees(),
  paymentDate: day(),
  source: z.string(),
  status: choice(orderStates),
  /** The gateway's answer; null where no gateway was involved. */
  extraInfo: z.nullable(
    z.object({
      type: z.string(),
      txnDate: instant(),
      amount: rupees(),
      status: choice(orderStates),
      txnMessage: z.string(),
    }),
  ),
  paymentAccount: z.nullable(named),
  loanPayments,
  /** Opens the receipt; only of a payment that succeeded or failed. */
  receiptUrl: word,
});

/** Default: from the first of the month to today. */
const filters = {
  type: choice(paymentTypes),
  fromDate: day(),
  toDate: day(),
  clientUid: key('clients'),
  clientIds: ids('clients'),
  portfolioIds: ids('portfolios'),
  agentIds: ids('users'),
  allocationTypeId: id('allocation-types'),
  isActive: flag(),
  jobId: id(),
};

/** What was paid on loans: live at gateways, confirmed (realized) or reported and not confirmed yet (G200). */
export const payments = domain('payments', {
  ...heldPayments,
  list: list('GET /payments', {
    about: 'Payments: live, realized or unrealized.',
    can: 'list_payment',
    row: paymentRow,
    filters,
    summary: z.object({ totalAmount: rupeesInAll() }),
  }),
  total: endpoint('GET /payments/total-amount', {
    about: 'Sum of payments under the same filters as the list.',
    can: 'list_payment',
    takes: {
      ...(Object.fromEntries(
        Object.entries(filters).map(([name, filter]) => [name, optional(filter as z.ZodMiniType)]),
      ) as { [K in keyof typeof filters]: z.ZodMiniOptional<(typeof filters)[K]> }),
      q: optional(z.string().check(z.trim(), z.maxLength(100))),
    },
    gives: { totalAmount: rupeesInAll() },
  }),
  byAgent: list('GET /payments/byAgent', {
    about: 'Realized and unrealized amounts by loan and agent.',
    isReport: true,
    can: 'staff',
    row: z.object({
      id: id('loans'),
      loanPayments: z.object({
        id: id('loans'),
        loanNumber: z.string(),
        isDNC: flag(),
        loanBorrower: named,
        totalOutstanding: rupees(),
      }),
      lastPaymentDate: nullable(day()),
      lastPaymentAmount: nullable(rupees()),
      realizedAmount: rupeesInAll(),
      unRealizedAmount: rupeesInAll(),
      /** Realized minus unrealized. */
      diff: rupeesInAll(),
      agentName: word,
    }),
    filters: {
      type: choice(['REALIZED', 'UNREALIZED', 'realized', 'unrealized']),
      startDate: day(),
      endDate: day(),
      loanIds: ids('loans'),
      loanId: id('loans'),
      userIds: ids('users'),
      hierarchyUsers: ids('users'),
    },
    summary: z.object({
      totalOutstanding: rupeesInAll(),
      realizedamount: rupeesInAll(),
      unrealizedamount: rupeesInAll(),
    }),
  }),
  /** The payments of one loan, the latest first (G131). */
  ofLoan: endpoint('POST /payments/payments/:id', {
    about: 'Payments of one loan, latest first.',
    can: 'staff',
    writes: false,
    takes: {
      id: key('loans'),
      page: optional(number({ min: 1, max: 10_000 })),
      size: optional(number({ min: 1, max: 500 })),
    },
    gives: z.object({
      id: id(),
      ...paymentNumber,
      amount: rupees(),
      refunded: rupees(),
      paymentDate: day(),
      realized: flag(),
      source: z.string(),
      mode: word,
      status: choice(paymentStates),
    }),
    answer: 'list',
    errors: ['NOT_FOUND'],
  }),
  events: list('GET /payments/webhook', {
    about: 'Events of payment gateways, latest first, applied or quarantined.',
    can: { roles: adminRoles, any: ['list_payment'] },
    row: z.object({
      id: id(),
      gateway: z.string(),
      told: z.string(),
      verdict: z.string(),
      reason: word,
      loanNumber: word,
      at: instant(),
    }),
  }),
  months: endpoint('GET /payments/month-wise-count', {
    about: 'Realized and unrealized amounts of a loan by month.',
    can: 'staff',
    takes: {
      loanId: id('loans'),
      page: optional(number({ min: 1, max: 10_000 })),
      size: optional(number({ min: 1, max: 500 })),
    },
    gives: z.object({
      month: z.int(),
      year: z.int(),
      realizedPaymentAmount: rupees(),
      unrealizedPaymentAmount: rupees(),
    }),
    answer: 'list',
  }),
  days: endpoint('GET /payments/get', {
    about: 'Realized and unrealized amounts of a loan by day of a month.',
    can: 'staff',
    takes: {
      loanId: id('loans'),
      month: number({ min: 1, max: 12 }),
      year: number({ min: 1900, max: 2200 }),
    },
    gives: z.object({ paymentDate: day(), realizedAmount: rupees(), unRealizedAmount: rupees() }),
    answer: 'rows',
  }),
});
