import * as z from 'zod/mini';
import { activityLine } from './activity.ts';
import type { Access } from './kernel/access.ts';
import { domain, endpoint } from './kernel/endpoint.ts';
import { id, ids, nullable, optional } from './kernel/field.ts';
import { rupeesInAll } from './kernel/sums.ts';

/** Whoever leads people; the figures are of those below them. */
const can = {
  roles: ['system_admin', 'admin', 'manager', 'supervisor', 'authorized_officer', 'tech_lead'],
} as const satisfies Access;
const count = z.int();
const loans = z.object({ count, loanIds: z.array(z.int()) });
const promises = z.object({ count, amount: rupeesInAll(), loanIds: z.array(z.int()) });
const many = <S extends Record<string, z.ZodMiniType>>(shape: S) =>
  ({ can, gives: z.object(shape), answer: 'rows' }) as const;

/** Calls of a loan in the present month (G198). */
export const intensities = ['0', '1', '2-5', '6-10', 'Above 10', 'Total'] as const;
export const standings = ['Not Attempted', 'Not Connected', 'Negative Dispo', 'Positive Unpaid'] as const;
/** Percent of the month's target (G172). */
export const achievementRanges = ['0-25', '26-50', '51-75', '76-100', 'Above 100'] as const;

export const teamDashboard = domain('team-dashboard', {
  summary: endpoint('GET /user/tl/team-summary-widget', { can, gives: activityLine, answer: 'rows' }),
  intensity: endpoint(
    'GET /reports/widget/attempted-vs-connected',
    many({ bucket: z.enum(intensities), attempted: loans, connected: loans }),
  ),
  standing: endpoint(
    'GET /dashboard/best-dispo-vs-payment-intensity',
    many({ title: z.enum(standings), count, amount: rupeesInAll(), loanIds: z.array(z.int()) }),
  ),
  /** Promises by the day they are due; future ones are due after today. */
  promises: endpoint('GET /dashboard/ptp-insights', {
    can,
    gives: z.object({ FTD: promises, MTD: promises, overAll: promises, futurePtpAmount: rupeesInAll() }),
  }),
  channels: endpoint(
    'GET /reports/communication-report',
    many({ channel: z.string(), status: z.string(), count }),
  ),
  responses: endpoint(
    'GET /reports/communication-response-summary-report',
    many({ responseType: z.string(), count }),
  ),
  /** DRR is what is still to come in each day of the month, CRR what came in each day so far. */
  target: endpoint('GET /dashboard/report/target-achievement', {
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
    many({ achievementRange: z.enum(achievementRanges), agentIds: z.array(z.int()), count }),
  ),
  performanceDetail: endpoint('GET /dashboard/detail/agent-performance', {
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
