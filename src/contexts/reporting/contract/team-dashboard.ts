import * as z from 'zod/mini';
import { activityLine } from './activity.ts';
import type { Access } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, id, ids, nullable, optional, text } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { rupeesInAll } from '#kernel/contract/sums.ts';

/** Leaders; the figures cover their subordinates. */
const can = {
  roles: ['system_admin', 'admin', 'manager', 'supervisor', 'authorized_officer', 'tech_lead'],
} as const satisfies Access;
const count = z.int();
const loans = z.object({ count, loanIds: z.array(z.int()) });
const promises = z.object({ count, amount: rupeesInAll(), loanIds: z.array(z.int()) });
const many = <S extends Record<string, z.ZodMiniType>>(about: string, shape: S) =>
  ({ isReport: true, about, can, gives: z.object(shape), answer: 'rows' }) as const;

/** Calls of a loan in the present month (G198). */
export const callBuckets = ['0', '1', '2-5', '6-10', 'Above 10'] as const;
export const intensities = [...callBuckets, 'Total'] as const;
export const standings = ['Not Attempted', 'Not Connected', 'Negative Dispo', 'Positive Unpaid'] as const;
/** Percent of the month's target (G172). */
export const achievementRanges = ['0-25', '26-50', '51-75', '76-100', 'Above 100'] as const;

export const teamDashboard = domain('team-dashboard', {
  summary: endpoint('GET /user/tl/team-summary-widget', {
    isReport: true,
    about: 'Activity of the caller’s team: today beside the average.',
    can,
    gives: activityLine,
    answer: 'rows',
  }),
  intensity: endpoint(
    'GET /reports/widget/attempted-vs-connected',
    many('Intensity: loans by number of calls this month, attempted and connected.', {
      bucket: z.enum(intensities),
      attempted: loans,
      connected: loans,
    }),
  ),
  standing: endpoint(
    'GET /dashboard/best-dispo-vs-payment-intensity',
    many('Loans not attempted, not connected, with a negative disposition, or promised and unpaid.', {
      title: z.enum(standings),
      count,
      amount: rupeesInAll(),
      loanIds: z.array(z.int()),
    }),
  ),
  counted: list('GET /dashboard/team/loans', {
    isReport: true,
    about: 'Loans behind a count of the team dashboard, the largest first.',
    can,
    row: z.object({
      id: id('loans'),
      loanNumber: z.string(),
      borrowerName: z.string(),
      calls: count,
      connected: count,
      /** Answers of the requested kind. */
      answers: count,
      amount: rupeesInAll(),
    }),
    summary: z.object({ amount: rupeesInAll() }),
    filters: {
      standing: choice(standings),
      /** By number of calls this month, and of talks. */
      attempted: choice(callBuckets),
      connected: choice(callBuckets),
      /** By what the borrower answered to a message of this month. */
      response: text(),
    },
  }),
  promises: endpoint('GET /dashboard/ptp-insights', {
    isReport: true,
    about: 'Promises (PTP) by the day they are due: today, this month, overall and future.',
    can,
    gives: z.object({ FTD: promises, MTD: promises, overAll: promises, futurePtpAmount: rupeesInAll() }),
  }),
  channels: endpoint(
    'GET /reports/communication-report',
    many('Messages of this month by channel and status.', { channel: z.string(), status: z.string(), count }),
  ),
  responses: endpoint(
    'GET /reports/communication-response-summary-report',
    many('Answers of borrowers to the messages of this month, by kind.', { responseType: z.string(), count }),
  ),
  /** DRR is the remaining daily requirement of the month, CRR the daily collections so far. */
  target: endpoint('GET /dashboard/report/target-achievement', {
    isReport: true,
    about: 'Target and collections of the month with CRR and DRR.',
    can,
    gives: z.object({
      target: nullable(rupeesInAll()),
      achieved: rupeesInAll(),
      percentage: nullable(z.number()),
      drr: nullable(rupeesInAll()),
      crr: rupeesInAll(),
    }),
  }),
  performance: endpoint(
    'GET /dashboard/agent-performance',
    many('Agents by range of achievement of the month’s target.', {
      achievementRange: z.enum(achievementRanges),
      agentIds: z.array(z.int()),
      count,
    }),
  ),
  performanceDetail: endpoint('GET /dashboard/detail/agent-performance', {
    isReport: true,
    about: 'Target and achievement of agents this month.',
    can,
    takes: { userIds: optional(ids('users', { max: 1000 })) },
    gives: z.object({
      id: id('users'),
      agentName: z.string(),
      target: rupeesInAll(),
      achieved: rupeesInAll(),
      percentage: z.number(),
    }),
    answer: 'rows',
  }),
});
