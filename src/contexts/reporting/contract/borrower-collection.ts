import * as z from 'zod/mini';
import { domain } from '#kernel/contract/endpoint.ts';
import { choice, day, flag, id, ids, nullable, rupees } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { paymentHistories, paymentStatuses } from '#contexts/loans/contract/loan-rows.ts';

const word = z.nullable(z.string());
const count = z.int();
const amount = rupees();

/** Collections on each active loan, and its agent (document 3, section 3). */
export const borrowerCollection = domain('borrower-collection', {
  list: list('GET /loans/borrower/collection-report', {
    isReport: true,
    about: 'Collections by loan, with dispositions and payments of the month.',
    can: 'list_borrower_collection',
    row: z.object({
      id: id('loans'),
      loanNumber: z.string(),
      borrower: z.string(),
      isDNC: flag(),
      client: z.string(),
      portfolio: z.string(),
      agent: word,
      tl: word,
      am: word,
      manager: word,
      state: word,
      pos: amount,
      tos: amount,
      dpd: z.nullable(count),
      allocationVintage: word,
      realizedCount: count,
      realizedAmount: amount,
      unrealizedCount: count,
      unrealizedAmount: amount,
      paymentMode: word,
      lastPaymentDate: nullable(day()),
      lastPaymentAmount: nullable(rupees()),
      lastMonthAmount: amount,
      ptpCount: count,
      ptpAmount: amount,
      currentMonthPtpCount: count,
      currentMonthPtpAmount: amount,
      bestDispo: word,
      currentMonthPaymentCount: count,
      lastMonthPaymentCount: count,
      paymentStatus: choice(paymentStatuses),
      paymentHistory: word,
    }),
    /** What a loan is itself: its order is read from an index, not worked out for every loan of the agency. */
    sorts: ['loanNumber', 'pos', 'tos', 'dpd'],
    filters: {
      clientIds: ids('clients'),
      portfolioIds: ids('portfolios'),
      paymentHistoryStatus: choice(paymentHistories),
      paymentStatus: choice(paymentStatuses),
      userIds: ids('users'),
      ids: ids('loans'),
    },
    also: ['GET /reports/borrower/report'],
  }),
});
