import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, day, flag, id, ids, monthOfYear, nullable, optional, text } from '#kernel/contract/field.ts';
import { rupeesInAll } from '#kernel/contract/sums.ts';
import { list } from '#kernel/contract/list.ts';

const count = z.int();
const amount = rupeesInAll();
/** Percent with two decimals; null when dividing by zero (G199). */
const percent = z.nullable(z.number());
const word = z.nullable(z.string());
const named = z.object({ name: z.string() });

export const performanceBy = ['client', 'portfolio', 'allocation', 'totals'] as const;

export const agentSorts = [
  'agent',
  'client',
  'portfolio',
  'acpsTl',
  'acpsAm',
  'acpsManager',
  'tenure',
  'allocation',
  'pos',
  'ptpCount',
  'ptpAmount',
  'target',
  'mtd',
  'targetVsAch',
  'ror',
  'borrowersPaidCount',
  'avgPaymentSize',
  'lmtd',
  'lastMonthPayment',
  'last2MonthPayment',
  'last3MonthPayment',
  'drr',
] as const;

/** What was collected, by agent and by lender, against what was to be collected. */
export const performance = domain('performance', {
  /** An agent's loans of one portfolio; collections include loans they closed. */
  agents: list('GET /dashboard/agent/collection-report', {
    isReport: true,
    about: 'Collections of agents, portfolio by portfolio.',
    can: 'view_agent_collection_performance_report',
    row: z.object({
      id: id(),
      agentId: id('users'),
      portfolioId: id('portfolios'),
      acpsAgent: z.object({
        firstName: z.string(),
        lastName: z.string(),
        doj: nullable(day()),
        isActive: flag(),
      }),
      acpsClient: named,
      acpsPortfolio: named,
      acpsTl: word,
      acpsAm: word,
      acpsManager: word,
      /** Months since they joined. */
      tenure: z.nullable(count),
      /** How many loans. */
      allocation: count,
      pos: amount,
      ptpCount: count,
      ptpAmount: amount,
      /** Their target of the month, by the share these loans have of all they work. */
      target: nullable(rupeesInAll()),
      ror: percent,
      borrowersPaidCount: count,
      mtd: amount,
      avgPaymentSize: nullable(rupeesInAll()),
      lmtd: amount,
      targetVsAch: percent,
      lastMonthPayment: amount,
      last2MonthPayment: amount,
      last3MonthPayment: amount,
      drr: nullable(rupeesInAll()),
    }),
    sorts: agentSorts,
    filters: {
      clientIds: ids('clients'),
      portfolioIds: ids('portfolios'),
      agentIds: ids('agents'),
      monthYear: monthOfYear(),
      ids: ids('performance'),
    },
  }),
  clients: endpoint('GET /reports/client-performance/report', {
    isReport: true,
    about: 'Collections of lenders for a month.',
    can: 'list_client_performance',
    takes: {
      clientIds: optional(ids('clients')),
      portfolioIds: optional(ids('portfolios')),
      /** Status of the loans; active by default. */
      isActive: optional(flag()),
      month: optional(monthOfYear()),
      q: optional(text({ max: 100 })),
      type: optional(choice(performanceBy)),
    },
    gives: z.object({
      id: z.int(),
      name: z.string(),
      client: word,
      allocation: count,
      pos: amount,
      tos: amount,
      ptpCount: count,
      ptpAmount: amount,
      target: amount,
      paidCount: count,
      mtd: amount,
      lmtd: amount,
      ror: percent,
      targetVsAch: percent,
    }),
    answer: 'rows',
  }),
  syncClients: endpoint('GET /reports/client-performance/report-sync', {
    about:
      'Recomputes payment summaries of the loans of these lenders. Many go on after the answer (isRunning).',
    can: 'list_client_performance',
    writes: true,
    takes: { clientIds: optional(ids('clients')), month: optional(monthOfYear()) },
    gives: z.object({ loans: count, isRunning: z.boolean() }),
    touches: ['loans', 'loan-stats', 'borrower-collection', 'summaries'],
  }),
});
