/** Hindi texts by domain; missing ones are shown in English. */
import { activityHindi } from '#contexts/reporting/text/hi/activity.ts';
import { appHindi } from '#text/hi/app.ts';
import { borrowerHindi } from '#contexts/loans/text/hi/borrower.ts';
import { borrowerDispositionsHindi } from '#contexts/work/text/hi/borrower-dispositions.ts';
import { borrowerDocumentsHindi } from '#contexts/loans/text/hi/borrower-documents.ts';
import { cashHindi } from '#contexts/payments/text/hi/cash.ts';
import { callsHindi } from '#contexts/dialer/text/hi/calls.ts';
import { channelsHindi } from '#text/hi/channels.ts';
import { complianceRulesHindi } from '#contexts/contact/text/hi/compliance-rules.ts';
import { failuresHindi } from '#text/hi/failures.ts';
import { performanceHindi } from '#contexts/reporting/text/hi/performance.ts';
import { templatesHindi } from '#contexts/messaging/text/hi/templates.ts';
import { autopayHindi } from '#contexts/payments/text/hi/autopay.ts';
import { heldPaymentsHindi } from '#contexts/payments/text/hi/held-payments.ts';
import { portalPeopleHindi } from '#contexts/lenders/text/hi/portal-people.ts';
import { portalHindi } from '#contexts/settlements/text/hi/portal.ts';
import { syncReviewsHindi } from '#contexts/sync/text/hi/sync-reviews.ts';
import { statusHindi } from '#contexts/reporting/text/hi/status.ts';
import { authorityHindi } from '#contexts/authority/text/hi/authority.ts';
import { accessHindi } from '#contexts/reporting/text/hi/access.ts';
import { auditHindi } from '#contexts/reporting/text/hi/audit.ts';
import { ledgerHindi } from '#contexts/payments/text/hi/ledger.ts';
import { paymentAccountsHindi } from '#contexts/payments/text/hi/payment-accounts.ts';
import { chartsHindi } from '#contexts/reporting/text/hi/charts.ts';
import { communicationsHindi } from '#contexts/messaging/text/hi/communications.ts';
import { contactRulesHindi } from '#text/hi/contact-rules.ts';
import { dialerHindi } from '#contexts/dialer/text/hi/dialer.ts';
import { missedCallsHindi } from '#contexts/dialer/text/hi/missed-calls.ts';
import { pacingReplayHindi } from '#contexts/dialer/text/hi/pacing-replay.ts';
import { qualityHindi } from '#contexts/dialer/text/hi/quality.ts';
import { recordingsHindi } from '#contexts/dialer/text/hi/recordings.ts';
import { inboundQueuesHindi } from '#contexts/dialer/text/hi/inbound-queues.ts';
import { transferNumbersHindi } from '#contexts/dialer/text/hi/transfer-numbers.ts';
import { transfersHindi } from '#contexts/dialer/text/hi/transfers.ts';
import { listeningHindi } from '#contexts/dialer/text/hi/listening.ts';
import { twinsHindi } from '#contexts/loans/text/hi/loan-twins.ts';
import { questionsHindi } from '#contexts/files/text/hi/loan-questions.ts';
import { mappingHindi } from '#contexts/files/text/hi/file-mapping.ts';
import { fileNoticesHindi } from '#contexts/files/text/hi/file-notices.ts';
import { mendHindi } from '#contexts/files/text/hi/mend-rows.ts';
import { filesHindi } from '#contexts/files/text/hi/files.ts';
import { dashboardHindi } from '#contexts/reporting/text/hi/dashboard.ts';
import { kitHindi } from '#text/hi/kit.ts';
import { calendarHindi } from '#text/hi/calendar.ts';
import { choicesHindi } from '#text/hi/choices.ts';
import { viewsHindi } from '#text/hi/views.ts';
import { wordsHindi } from '#text/hi/words.ts';
import { loanHoldsHindi } from '#contexts/contact/text/hi/loan-holds.ts';
import { loansHindi } from '#contexts/loans/text/hi/loans.ts';
import { outcomesHindi } from '#contexts/work/text/hi/outcomes.ts';
import { noDuesHindi } from '#contexts/settlements/text/hi/no-dues.ts';
import { paidOffHindi } from '#contexts/loans/text/hi/paid-off.ts';
import { paidOffRefusalsHindi } from '#text/hi/paid-off-refusals.ts';
import { paymentLinksHindi } from '#contexts/payments/text/hi/payment-links.ts';
import { paymentsHindi } from '#contexts/payments/text/hi/payments.ts';
import { reconciliationHindi } from '#contexts/payments/text/hi/reconciliation.ts';
import { pinHindi } from '#contexts/sync/text/hi/pin.ts';
import { queueHindi } from '#text/hi/queue.ts';
import { queueScreenHindi } from '#contexts/sync/text/hi/queue-screen.ts';
import { secondFactorHindi } from '#contexts/agency/text/hi/second-factor.ts';
import { sessionHindi } from '#contexts/agency/text/hi/session.ts';
import { settlementsHindi } from '#contexts/settlements/text/hi/settlements.ts';
import { taskFormHindi } from '#contexts/loans/text/hi/task-form.ts';
import { promiseStatesHindi } from '#text/hi/promise-states.ts';
import { tasksHindi } from '#contexts/work/text/hi/tasks.ts';
import { todayHindi } from '#contexts/work/text/hi/today.ts';
import { visitsHindi } from '#contexts/work/text/hi/visits.ts';
import { syncHindi } from '#contexts/sync/text/hi/sync.ts';
import { breaksHindi } from '#contexts/agency/text/hi/breaks.ts';
import { centersHindi } from '#contexts/agency/text/hi/centers.ts';
import { usersHindi } from '#contexts/agency/text/hi/users.ts';
import { allocationTypesHindi } from '#contexts/lenders/text/hi/allocation-types.ts';
import { allocationTypeHierarchyHindi } from '#contexts/lenders/text/hi/allocation-type-hierarchy.ts';
import { optionValuesHindi } from '#contexts/lenders/text/hi/option-values.ts';
import { portfoliosHindi } from '#contexts/lenders/text/hi/portfolios.ts';
import { clientsHindi } from '#contexts/lenders/text/hi/clients.ts';
import { campaignsHindi } from '#contexts/lenders/text/hi/campaigns.ts';
import { dispositionsHindi } from '#contexts/lenders/text/hi/dispositions.ts';
import { switchOffHindi } from '#contexts/agency/text/hi/switch-off.ts';
import { dncHindi } from '#contexts/contact/text/hi/dnc.ts';
import { agentLiveHindi } from '#contexts/dialer/text/hi/agent-live.ts';
import { browserLineHindi } from '#contexts/dialer/text/hi/browser-line.ts';
import { floorHindi } from '#contexts/dialer/text/hi/floor.ts';
import { superviseHindi } from '#contexts/dialer/text/hi/supervise.ts';
import { teamDashboardHindi } from '#contexts/reporting/text/hi/team-dashboard.ts';
import { communicationDashboardHindi } from '#contexts/messaging/text/hi/communication-dashboard.ts';
import { complaintsHindi } from '#contexts/complaints/text/hi/complaints.ts';
import { evidenceHindi } from '#text/hi/evidence.ts';
import { agentCardsHindi } from '#contexts/agency/text/hi/agent-cards.ts';
import { permissionsHindi, roleTypesHindi, rolesHindi } from '#contexts/agency/text/hi/roles.ts';

export const hindi = {
  activity: activityHindi,
  'agent-cards': agentCardsHindi,
  app: appHindi,
  borrower: borrowerHindi,
  'borrower-dispositions': borrowerDispositionsHindi,
  'borrower-documents': borrowerDocumentsHindi,
  calendar: calendarHindi,
  choices: choicesHindi,
  calls: callsHindi,
  cash: cashHindi,
  channels: channelsHindi,
  charts: chartsHindi,
  communications: communicationsHindi,
  'contact-rules': contactRulesHindi,
  complaints: complaintsHindi,
  evidence: evidenceHindi,
  'compliance-rules': complianceRulesHindi,
  failures: failuresHindi,
  performance: performanceHindi,
  templates: templatesHindi,
  autopay: autopayHindi,
  'held-payments': heldPaymentsHindi,
  portal: portalHindi,
  'portal-people': portalPeopleHindi,
  'sync-reviews': syncReviewsHindi,
  access: accessHindi,
  audit: auditHindi,
  status: statusHindi,
  authority: authorityHindi,
  ledger: ledgerHindi,
  'payment-accounts': paymentAccountsHindi,
  dialer: dialerHindi,
  'inbound-queues': inboundQueuesHindi,
  'missed-calls': missedCallsHindi,
  'pacing-replay': pacingReplayHindi,
  quality: qualityHindi,
  recordings: recordingsHindi,
  'transfer-numbers': transferNumbersHindi,
  transfers: transfersHindi,
  listening: listeningHindi,
  'file-mapping': mappingHindi,
  'file-notices': fileNoticesHindi,
  files: filesHindi,
  'loan-questions': questionsHindi,
  'mend-rows': mendHindi,
  dashboard: dashboardHindi,
  kit: kitHindi,
  views: viewsHindi,
  words: wordsHindi,
  'loan-holds': loanHoldsHindi,
  'loan-twins': twinsHindi,
  loans: loansHindi,
  outcomes: outcomesHindi,
  'no-dues': noDuesHindi,
  'paid-off': paidOffHindi,
  'paid-off-refusals': paidOffRefusalsHindi,
  'payment-links': paymentLinksHindi,
  payments: paymentsHindi,
  reconciliation: reconciliationHindi,
  pin: pinHindi,
  queue: queueHindi,
  'queue-screen': queueScreenHindi,
  'second-factor': secondFactorHindi,
  session: sessionHindi,
  settlements: settlementsHindi,
  tasks: tasksHindi,
  'task-form': taskFormHindi,
  'promise-states': promiseStatesHindi,
  today: todayHindi,
  visits: visitsHindi,
  sync: syncHindi,
  breaks: breaksHindi,
  centers: centersHindi,
  users: usersHindi,
  'allocation-types': allocationTypesHindi,
  'allocation-type-hierarchy': allocationTypeHierarchyHindi,
  'option-values': optionValuesHindi,
  portfolios: portfoliosHindi,
  clients: clientsHindi,
  campaigns: campaignsHindi,
  dispositions: dispositionsHindi,
  'switch-off': switchOffHindi,
  dnc: dncHindi,
  'agent-live': agentLiveHindi,
  'browser-line': browserLineHindi,
  floor: floorHindi,
  supervise: superviseHindi,
  'team-dashboard': teamDashboardHindi,
  'communication-dashboard': communicationDashboardHindi,
  permissions: permissionsHindi,
  'role-types': roleTypesHindi,
  roles: rolesHindi,
};
