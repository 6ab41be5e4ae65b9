/** Everything that is said in Hindi, by domain; what is missing here is said in English. */
import { activityHindi } from './activity.ts';
import { appHindi } from './app.ts';
import { borrowerHindi } from './borrower.ts';
import { borrowerDispositionsHindi } from './borrower-dispositions.ts';
import { borrowerDocumentsHindi } from './borrower-documents.ts';
import { callsHindi } from './calls.ts';
import { communicationsHindi } from './communications.ts';
import { contactRulesHindi } from './contact-rules.ts';
import { dialerHindi } from './dialer.ts';
import { filesHindi } from './files.ts';
import { dashboardHindi } from './dashboard.ts';
import { kitHindi } from './kit.ts';
import { loanHoldsHindi } from './loan-holds.ts';
import { loansHindi } from './loans.ts';
import { outcomesHindi } from './outcomes.ts';
import { paymentLinksHindi } from './payment-links.ts';
import { paymentsHindi } from './payments.ts';
import { pinHindi } from './pin.ts';
import { queueHindi } from './queue.ts';
import { queueScreenHindi } from './queue-screen.ts';
import { sessionHindi } from './session.ts';
import { settlementsHindi } from './settlements.ts';
import { tasksHindi } from './tasks.ts';
import { todayHindi } from './today.ts';
import { visitsHindi } from './visits.ts';
import { syncHindi } from './sync.ts';

export const hindi = {
  activity: activityHindi,
  app: appHindi,
  borrower: borrowerHindi,
  'borrower-dispositions': borrowerDispositionsHindi,
  'borrower-documents': borrowerDocumentsHindi,
  calls: callsHindi,
  communications: communicationsHindi,
  'contact-rules': contactRulesHindi,
  dialer: dialerHindi,
  files: filesHindi,
  dashboard: dashboardHindi,
  kit: kitHindi,
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
