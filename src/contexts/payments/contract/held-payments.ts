/** Payments in suspense until a user decides (decision 040). */
import * as z from 'zod/mini';
import { orderStates } from './pay/order-states.ts';
import { adminRoles } from '#kernel/contract/access.ts';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { choice, day, flag, id, optional, rupees } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';

/** Status: `held` is under review, `same` duplicates an included payment, `refused` belongs to no loan. */
export const paymentStates = [...orderStates, 'held', 'same', 'refused'] as const;

export const heldReasons = [
  'above-due',
  'amount-changed',
  'two-loans',
  'may-be-same',
  'reversed',
  'cash-online',
  'before-loan',
  'long-ago',
] as const;
export type HeldReason = (typeof heldReasons)[number];
/** Days (two years): an older payment needs a person's decision. */
export const mostDaysAgo = 730;
/** Decision on a held payment: include it as reported, merge it with the duplicate, or exclude it. */
const heldDecisions = ['count', 'same', 'refuse'] as const;
export type HeldDecision = (typeof heldDecisions)[number];

const word = z.nullable(z.string());
/** The transaction id, and as a file had it where that differs. */
export const paymentNumber = { transactionId: word, transactionIdReceived: word };
const record = {
  transactionId: word,
  amount: rupees(),
  paymentDate: day(),
  mode: word,
  source: z.string(),
  /** Confirmed by a file or a gateway; an agent's claim is not. */
  realized: flag(),
};
const other = { id: id(), ...record, loanNumber: z.string() };
const row = z.object({
  id: id(),
  ...record,
  ...paymentNumber,
  reason: choice(heldReasons),
  loanId: id('loans'),
  loanNumber: z.string(),
  borrower: z.string(),
  client: z.string(),
  totalOutstanding: rupees(),
  /** Payments of the loan it may be one with. */
  beside: z.array(z.object(other)),
  /** What has its number on other loans. */
  elsewhere: z.array(z.object(other)),
  /** False where the gateway itself reported on this transaction id. */
  mayCount: flag(),
});

export const heldPayments = {
  held: list('GET /payments/held', {
    about: 'Payments in doubt that wait for a person.',
    can: { roles: adminRoles, any: ['list_payment'] },
    row,
    filters: { reason: choice(heldReasons) },
  }),
  decide: endpoint('POST /payments/held/decide', {
    about: 'Decides a payment in doubt: it counts, is the same as another, or counts nothing.',
    can: { roles: adminRoles, any: ['upload_payments_file'] },
    /** `paymentId`: the duplicated payment, by default the first candidate. */
    takes: { id: id(), decision: choice(heldDecisions), paymentId: optional(id()) },
    gives: z.object({ id: id() }),
    errors: ['NOT_FOUND', 'PAYMENT_DECIDED', 'INVALID_INPUT'],
    touches: ['loans'],
  }),
};
