/** Loan and task fields that a phone may cache. */
import * as z from 'zod/mini';
import { taskLoan, taskRow } from '#contexts/work/contract/users-task.ts';
import { loanHolds } from '#contexts/contact/contract/loan-holds.ts';
import { paymentStatuses } from '#contexts/loans/contract/loan-rows.ts';
import { timelineRow } from '#contexts/loans/contract/loan-timeline.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { paidOff } from '#contexts/loans/contract/paid-off.ts';
import { paymentAwaits } from '#contexts/loans/contract/payment-awaits.ts';
import { choice, day, flag, id, instant, nullable, rupees } from '#kernel/contract/field.ts';

/** Number of the newest timeline items cached per loan. */
export const mostTimeline = 5;

/** Complete list of a loan's cacheable fields; extending it needs a privacy review. */
export const keptLoan = z.object({
  id: id('loans'),
  /** Increases with every change; `loanVersion` of an entry's base. */
  version: z.int(),
  loanNumber: z.string(),
  borrowerId: id('borrowers'),
  borrowerName: z.string(),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  pincode: z.nullable(z.string()),
  /** All but the last four digits masked. */
  mobile: z.nullable(z.string()),
  client: z.string(),
  clientId: id('clients'),
  isActive: flag(),
  isDNC: flag(),
  assigneeId: nullable(id()),
  principalOutstanding: rupees(),
  totalOutstanding: rupees(),
  /** Undefined in rows of an older version. */
  isTotalKnown: z.optional(flag()),
  emiAmount: nullable(rupees()),
  /** Overdue. */
  unpaidEmiAmount: nullable(rupees()),
  maxSettlementAmount: nullable(rupees()),
  dpd: nullable(z.int()),
  currentDpdBucket: z.nullable(z.string()),
  productType: z.nullable(z.string()),
  paymentStatus: choice(paymentStatuses),
  paymentAwaits,
  paymentHistoryStatus: z.nullable(z.string()),
  latestRealizePaymentAmount: nullable(rupees()),
  latestRealizePaymentDate: nullable(day()),
  paidOff,
  paymentAccountId: nullable(id()),
  lastDisposition: z.nullable(z.string()),
  lastDispositionAt: nullable(instant()),
  /** The latest promise. */
  ptpDate: nullable(day()),
  ptpAmount: nullable(rupees()),
  tags: z.array(z.object({ uId: z.string(), name: z.string(), colorCode: z.string() })),
  /** Newest items; numbers in their text are masked. */
  timeline: z.array(timelineRow),
  /** Active holds. */
  holds: z.array(loanHolds.list.gives),
  /** Numbers that may be called, masked: none of a reference, none on the do-not-call list. */
  numbers: z.array(loans.contacts.gives),
});
export type KeptLoan = z.output<typeof keptLoan>;

/** A task of today with its loans; their dispositions stay on the server. */
export const keptTask = z.extend(taskRow, { loans: z.array(z.omit(taskLoan, { comments: true })) });
export type KeptTask = z.output<typeof keptTask>;
export const mostTaskLoans = 500;
