/** Everything that is said in Hindi, by domain; what is missing here is said in English. */
import { activityHindi } from '#contexts/reporting/text/hi/activity.ts';
import { appHindi } from '#text/hi/app.ts';
import { borrowerHindi } from '#contexts/loans/text/hi/borrower.ts';
import { borrowerDispositionsHindi } from '#contexts/work/text/hi/borrower-dispositions.ts';
import { borrowerDocumentsHindi } from '#contexts/loans/text/hi/borrower-documents.ts';
import { callsHindi } from '#contexts/dialer/text/hi/calls.ts';
import { channelsHindi } from '#contexts/messaging/text/hi/channels.ts';
import { chartsHindi } from '#contexts/reporting/text/hi/charts.ts';
import { communicationsHindi } from '#contexts/messaging/text/hi/communications.ts';
import { contactRulesHindi } from '#text/hi/contact-rules.ts';
import { dialerHindi } from '#contexts/dialer/text/hi/dialer.ts';
import { filesHindi } from '#contexts/files/text/hi/files.ts';
import { dashboardHindi } from '#contexts/reporting/text/hi/dashboard.ts';
import { kitHindi } from '#text/hi/kit.ts';
import { viewsHindi } from '#text/hi/views.ts';
import { loanHoldsHindi } from '#contexts/contact/text/hi/loan-holds.ts';
import { loansHindi } from '#contexts/loans/text/hi/loans.ts';
import { outcomesHindi } from '#contexts/work/text/hi/outcomes.ts';
import { paymentLinksHindi } from '#contexts/payments/text/hi/payment-links.ts';
import { paymentsHindi } from '#contexts/payments/text/hi/payments.ts';
import { pinHindi } from '#contexts/sync/text/hi/pin.ts';
import { queueHindi } from '#contexts/sync/text/hi/queue.ts';
import { queueScreenHindi } from '#contexts/sync/text/hi/queue-screen.ts';
import { sessionHindi } from '#contexts/agency/text/hi/session.ts';
import { settlementsHindi } from '#contexts/settlements/text/hi/settlements.ts';
import { tasksHindi } from '#contexts/work/text/hi/tasks.ts';
import { todayHindi } from '#contexts/work/text/hi/today.ts';
import { visitsHindi } from '#contexts/work/text/hi/visits.ts';
import { syncHindi } from '#contexts/sync/text/hi/sync.ts';

export const hindi = {
  activity: activityHindi,
  app: appHindi,
  borrower: borrowerHindi,
  'borrower-dispositions': borrowerDispositionsHindi,
  'borrower-documents': borrowerDocumentsHindi,
  calls: callsHindi,
  channels: channelsHindi,
  charts: chartsHindi,
  communications: communicationsHindi,
  'contact-rules': contactRulesHindi,
  dialer: dialerHindi,
  files: filesHindi,
  dashboard: dashboardHindi,
  kit: kitHindi,
  views: viewsHindi,
  'loan-holds': loanHoldsHindi,
  loans: loansHindi,
  outcomes: outcomesHindi,
  'payment-links': paymentLinksHindi,
  payments: paymentsHindi,
  pin: pinHindi,
  queue: queueHindi,
  'queue-screen': queueScreenHindi,
  session: sessionHindi,
  settlements: settlementsHindi,
  tasks: tasksHindi,
  today: todayHindi,
  visits: visitsHindi,
  sync: syncHindi,
};
