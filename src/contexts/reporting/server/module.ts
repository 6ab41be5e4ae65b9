/** Reporting: figures of users, teams and lenders, from data of other contexts. */
import { agency } from '#contexts/agency/server/module.ts';
import { contact } from '#contexts/contact/server/module.ts';
import { dialer } from '#contexts/dialer/server/module.ts';
import { complaints } from '#contexts/complaints/server/module.ts';
import { files } from '#contexts/files/server/module.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import { loans } from '#contexts/loans/server/module.ts';
import { messaging } from '#contexts/messaging/server/module.ts';
import { payments } from '#contexts/payments/server/module.ts';
import { settlements } from '#contexts/settlements/server/module.ts';
import { work } from '#contexts/work/server/module.ts';
import { type Host, fill, module } from '#kernel/server/module.ts';
import { exportSlot, gaugeSlot } from '#kernel/server/slots.ts';
import { activityExport, breakExport, productivityExport } from './activity/export.ts';
import { activityRoutes, teamDay } from './activity/routes.ts';
import { evidenceSlot } from '#contexts/loans/server/slots.ts';
import { evidenceKey } from './evidence/pack.ts';
import { evidenceRoutes } from './evidence/routes.ts';
import { deleteOldRecords } from './access/retention.ts';
import { accessRoutes } from './access/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { auditExport } from './audit/store.ts';
import { chartRoutes } from './charts/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { agentCollectionExport, borrowerCollectionExport } from './performance/export.ts';
import { performanceRoutes } from './performance/routes.ts';
import { sumRolls, takeMonthEnd } from './month-ends.ts';
import { forgetMonths } from './months.ts';
import { statusRoutes } from './status/routes.ts';
import { forgetHours, keepFolding } from './sums.ts';
import { teamDashboardRoutes } from './team-dashboard/routes.ts';

declare module '#kernel/server/operation/environment.ts' {
  interface Environment {
    /** Events leave the database after so many months; absent: never. */
    eventMonths?: number;
  }
}

const evidenceBy = ({ safe, filled }: Pick<Host, 'safe' | 'filled'>) => ({
  key: () => evidenceKey(safe.mac('', 'evidence key')),
  sources: () => filled(evidenceSlot),
});

export const reporting = module({
  name: 'reporting',
  // Totals are updated by triggers, and aggregated by `keepFolding`. `access_records` is written by the app, which
  // handles every response.
  owns: [
    'access_records',
    'sum_changes',
    'book_sums',
    'book_kinds',
    'book_days',
    'lender_days',
    'payer_days',
    'agent_days',
    'call_changes',
    'called_loans',
    'called_counts',
    'call_hours',
    'outcome_changes',
    'outcome_months',
    'promise_sums',
    'lapse_changes',
    'promise_lapses',
    'month_changes',
    'month_loans',
    'month_counts',
    'said_counts',
    'month_ends',
    'loan_month_ends',
    'roll_changes',
    'roll_counts',
  ],
  needs: [agency, lenders, files, loans, contact, messaging, payments, complaints, settlements, work, dialer],
  fills: () => [
    fill(
      exportSlot,
      activityExport,
      agentCollectionExport,
      auditExport,
      borrowerCollectionExport,
      breakExport,
      productivityExport,
    ),
  ],
  routes: ({ filled, jobs, routes, safe, flushAccess, payments: { syncSummaries } }) => [
    ...accessRoutes({ routes }),
    ...activityRoutes,
    ...auditRoutes({ safe, routes }),
    ...chartRoutes,
    ...dashboardRoutes({ syncSummaries }),
    ...evidenceRoutes({
      flushAccess,
      earlierKeys: () =>
        safe
          .numbers()
          .slice(1)
          .map((number) => evidenceKey(safe.mac('', 'evidence key', number))),
      ...evidenceBy({ safe, filled }),
    }),
    ...performanceRoutes({ syncSummaries }),
    ...teamDashboardRoutes({ teamDay }),
    ...statusRoutes({ gauges: filled(gaugeSlot), jobs }),
  ],
  keeps: ({ database, clock }) => [
    () => takeMonthEnd(database, clock.now()),
    () => sumRolls(database),
    () => forgetHours(database, clock.now()),
    () => forgetMonths(database, clock.now()),
    () => deleteOldRecords(database),
  ],
  starts: ({ database, log }) => [keepFolding(database, log)],
});
