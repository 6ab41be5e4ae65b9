import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { id, ids, nullable, optional } from '#kernel/contract/field.ts';
import { rupeesInAll } from '#kernel/contract/sums.ts';
import { paymentHistories, paymentStatuses } from '#contexts/loans/contract/loan-rows.ts';
import { settlementStatuses } from '#contexts/settlements/contract/settlements.ts';

const count = z.int();
const loanIds = z.array(z.int());
/** Today, the month so far, and ever. */
const spans = <S extends z.ZodMiniType>(shape: S) => ({ FTD: shape, MTD: shape, overAll: shape });
const counted = z.object({ count, loanIds });
const paid = z.object({ amount: rupeesInAll(), count });
const named = z.object({ id: id(), title: z.string(), count });

export const callTitles = ['Total Calls', 'Connected', 'Not Connected', 'Unique Attempted'] as const;
export const paymentTitles = ['realized', 'unrealized'] as const;
export const outcomeTitles = ['Payment', 'PTP', 'Followup', 'FinalSettlement'] as const;

/** Agent Home figures of loans, calls and dispositions of visible users. */
export const dashboard = domain('dashboard', {
  /** New: loans allocated this month (G196). */
  allocation: endpoint('GET /dashboard/allocation', {
    about: 'Loans of the caller: active, new this month, and what they owe.',
    isReport: true,
    can: 'staff',
    gives: z.object({
      oldCount: count,
      newCount: count,
      oldLoanIds: loanIds,
      newLoanIds: loanIds,
      pos: rupeesInAll(),
      tos: rupeesInAll(),
    }),
  }),
  topDispositions: endpoint('GET /dashboard/top/dispositions', {
    about: 'Dispositions recorded most often this month, then those of the month before, with 0.',
    isReport: true,
    can: 'staff',
    gives: named,
    answer: 'rows',
  }),
  topSubDispositions: endpoint('GET /dashboard/top/sub-dispositions', {
    about: 'Sub-dispositions recorded most often this month, then those of the month before, with 0.',
    isReport: true,
    can: 'staff',
    gives: named,
    answer: 'rows',
  }),
  sync: endpoint('GET /dashboard/agent/collection-sync', {
    about:
      'Recomputes payment summaries of the loans of these people, or of the caller. Many go on after the answer (isRunning).',
    can: 'staff',
    writes: true,
    takes: { userIds: optional(ids('users', { max: 500 })) },
    gives: z.object({ users: count, loans: count, isRunning: z.boolean() }),
    touches: ['loan-stats', 'loans', 'summaries'],
  }),
});

const row = <S extends Record<string, z.ZodMiniType>>(shape: S) => z.object(shape);

export const loanStats = domain('loan-stats', {
  calls: endpoint('GET /loan-stats/call-info', {
    about: 'Calls of the caller’s people: in all, connected, not connected, unique; today, this month, ever.',
    isReport: true,
    can: 'staff',
    gives: row({ title: z.enum(callTitles), ...spans(counted) }),
    answer: 'rows',
  }),
  payments: endpoint('GET /loan-stats/payment-info', {
    about: 'Payments on the caller’s loans, realized and unrealized: today, this month, ever.',
    isReport: true,
    can: 'staff',
    gives: row({ title: z.enum(paymentTitles), ...spans(paid), target: nullable(rupeesInAll()) }),
    answer: 'rows',
  }),
  promises: endpoint('GET /loan-stats/ptp-info', {
    about: 'Promises due this month, by their reason.',
    isReport: true,
    can: 'staff',
    gives: row({ id: nullable(id()), title: z.string(), count, amount: rupeesInAll() }),
    answer: 'rows',
  }),
  settlements: endpoint('GET /loan-stats/settlement-info', {
    about: 'Settlements of the caller’s loans, by status.',
    isReport: true,
    can: 'staff',
    gives: row({ title: z.enum(settlementStatuses), count, amount: rupeesInAll() }),
    answer: 'rows',
  }),
  /** Dispositions of this month: payment, PTP, follow-up, settlement (G193). */
  classification: endpoint('GET /loan-stats/payment/classification', {
    about: 'Dispositions of this month: payment, promise, follow-up, settlement.',
    isReport: true,
    can: 'staff',
    gives: row({ title: z.enum(outcomeTitles), count, amount: rupeesInAll(), loanIds }),
    answer: 'rows',
  }),
  histories: endpoint('GET /loan-stats/payment/history/statuses', {
    about: 'Loans by payment history: what they owe and paid this month.',
    isReport: true,
    can: 'staff',
    gives: row({
      id: id(),
      title: z.enum(paymentHistories),
      amount: rupeesInAll(),
      loanIds,
      cm: rupeesInAll(),
    }),
    answer: 'rows',
  }),
  statuses: endpoint('GET /loan-stats/loan-payments-status', {
    about: 'Loans by payment status of the month.',
    isReport: true,
    can: 'staff',
    gives: row({ id: id(), title: z.enum(paymentStatuses), count, amount: rupeesInAll() }),
    answer: 'rows',
  }),
  /** Six months by `MMYYYY`: rupees of target and achieved, percent of percentage; nothing where there was no target. */
  achievement: endpoint('GET /loan-stats/agent/achievement-info', {
    about: 'Target and achievement of the last six months.',
    isReport: true,
    can: 'staff',
    gives: row({
      title: z.enum(['target', 'achieved', 'percentage']),
      months: z.record(z.string(), z.nullable(z.number())),
    }),
    answer: 'rows',
  }),
});
