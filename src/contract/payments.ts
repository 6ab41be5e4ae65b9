import * as z from 'zod/mini';
import { domain, endpoint } from './kernel/endpoint.ts';
import { day, id, number, optional, rupees } from './kernel/field.ts';

/** What was paid on a loan, by month and by day. */
export const payments = domain('payments', {
  months: endpoint('GET /payments/month-wise-count', {
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
