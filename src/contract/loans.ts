import * as z from 'zod/mini';
import { domain, endpoint } from './kernel/endpoint.ts';
import { choice, day, flag, id, ids, instant, nullable, rupees } from './kernel/field.ts';
import { list } from './kernel/list.ts';

export const paymentStatuses = [
  'Unpaid',
  'Partially Paid',
  'Settlement Paid',
  'Foreclosure',
  'Amt < 100',
] as const;

const named = z.nullable(z.object({ name: z.string() }));
const coloured = z.nullable(z.object({ name: z.string(), colorCode: z.string() }));
const word = z.nullable(z.string());

/** What a list shows of a loan. Numbers of people arrive masked except the last four (G074). */
const summary = {
  id: id('loans'),
  loanNumber: z.string(),
  isDNC: flag(),
  isActive: flag(),
  borrowerId: id(),
  loanBorrower: z.object({ name: z.string(), clientBorrowerId: word }),
  client: z.object({ name: z.string() }),
  groupId: word,
  loanPortfolio: z.object({ name: z.string() }),
  productType: word,
  productName: word,
  mobile: word,
  city: word,
  principalOutstanding: rupees(),
  totalOutstanding: rupees(),
  dpd: nullable(z.int()),
  latestRealizePaymentAmount: nullable(rupees()),
  latestRealizePaymentDate: nullable(day()),
  paymentStatus: choice(paymentStatuses),
  paymentHistoryStatus: word,
  loanUsers: z.array(
    z.object({
      mappingUser: z.object({ firstName: z.string(), lastName: z.string() }),
      mappingCampaign: named,
    }),
  ),
  loanTags: z.array(z.object({ uId: z.string(), name: z.string(), colorCode: z.string() })),
  loansStats: z.object({ bestDispo: word, bestSubDispo: word, bestDispoDate: nullable(instant()) }),
  loanAllocationType: coloured,
  loanDispositions: z.array(z.object({ dispositions: z.object({ name: z.string() }), createdAt: instant() })),
};

const detail = z.object({
  ...summary,
  clientId: id('clients'),
  supplierName: word,
  agreementId: word,
  alternateContact1: word,
  alternateContact2: word,
  loanAmount: nullable(rupees()),
  emiAmount: nullable(rupees()),
  totalEmi: nullable(z.int()),
  emiStartDate: nullable(day()),
  interestOutstanding: nullable(rupees()),
  maxSettlementAmount: nullable(rupees()),
  address: word,
});

/** Loans of the people the caller sees: their own and those of everyone below; admins see all (G201). */
export const loans = domain('loans', {
  list: list('GET /loans', {
    can: 'staff',
    row: z.object(summary),
    filters: {
      isActive: flag(),
      clientIds: ids('clients'),
      userIds: ids('users'),
      paymentStatus: choice(paymentStatuses),
    },
    sorts: ['totalOutstanding', 'principalOutstanding', 'loanNumber', 'dpd'],
  }),
  one: endpoint('GET /loans/:id', { can: 'staff', gives: detail }),
});
