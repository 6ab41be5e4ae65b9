/** Every domain: masters by the lists of their contexts, the others here, alphabetically. */
import { agencyMasters } from '#contexts/agency/masters.ts';
import { authorityMasters } from '#contexts/authority/masters.ts';
import { contactMasters } from '#contexts/contact/masters.ts';
import { dialerMasters } from '#contexts/dialer/masters.ts';
import { lendersMasters } from '#contexts/lenders/masters.ts';
import { paymentsMasters } from '#contexts/payments/masters.ts';
import { activity, productivity } from '#contexts/reporting/contract/activity.ts';
import { agentCards } from '#contexts/agency/contract/agent-cards.ts';
import { agentLive } from '#contexts/dialer/contract/live/agent-live.ts';
import { accessRecords } from '#contexts/reporting/contract/access-records.ts';
import { audit } from '#contexts/reporting/contract/audit.ts';
import { authority } from '#contexts/authority/contract/authority.ts';
import { borrowerCollection } from '#contexts/reporting/contract/borrower-collection.ts';
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { borrowerDocuments } from '#contexts/loans/contract/borrower-documents.ts';
import { callReviews } from '#contexts/dialer/contract/quality/call-reviews.ts';
import { calls } from '#contexts/dialer/contract/calls.ts';
import { cash } from '#contexts/payments/contract/cash/cash.ts';
import { cashDeposits } from '#contexts/payments/contract/cash/cash-deposits.ts';
import { charts } from '#contexts/reporting/contract/charts.ts';
import { communicationDashboard } from '#contexts/messaging/contract/communication-dashboard.ts';
import { communications } from '#contexts/messaging/contract/communications.ts';
import { complaints } from '#contexts/complaints/contract/complaints.ts';
import { dashboard, loanStats } from '#contexts/reporting/contract/dashboard.ts';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { dnc } from '#contexts/contact/contract/dnc.ts';
import { evidence } from '#contexts/reporting/contract/evidence.ts';
import { exchange } from '#contexts/dialer/contract/exchange/state.ts';
import { files } from '#contexts/files/contract/files.ts';
import type { Domain, Endpoint } from '#kernel/contract/endpoint.ts';
import { contractsOf } from '#kernel/contract/listed-master.ts';
import { system } from '#kernel/contract/system.ts';
import { leads } from '#contexts/dialer/contract/leads.ts';
import { lines } from '#contexts/dialer/contract/lines.ts';
import { listening } from '#contexts/dialer/contract/call-control/listening.ts';
import { missedCalls } from '#contexts/dialer/contract/missed-calls.ts';
import { agreements } from '#contexts/settlements/contract/agreements.ts';
import { noDues } from '#contexts/settlements/contract/no-dues.ts';
import { listViews } from '#kernel/contract/list-views.ts';
import { loanHolds } from '#contexts/contact/contract/loan-holds.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { options } from '#contexts/lenders/contract/options.ts';
import { pacingReplay } from '#contexts/dialer/contract/live/pacing-replay.ts';
import { autopay } from '#contexts/payments/contract/autopay/autopay.ts';
import { ledger } from '#contexts/payments/contract/ledger.ts';
import { pay } from '#contexts/payments/contract/pay/pay.ts';
import { paymentLinks } from '#contexts/payments/contract/pay/payment-links.ts';
import { payments } from '#contexts/payments/contract/payments.ts';
import { reconciliation } from '#contexts/payments/contract/reconciliation.ts';
import { performance } from '#contexts/reporting/contract/performance.ts';
import { portal } from '#contexts/settlements/contract/portal.ts';
import { portalPeople } from '#contexts/lenders/contract/portal-people.ts';
import { processes } from '#contexts/dialer/contract/processes.ts';
import { recordings } from '#contexts/dialer/contract/recordings.ts';
import { machineMessages } from '#contexts/dialer/contract/machine-messages.ts';
import { voiceOptIns } from '#contexts/messaging/contract/voice-opt-ins.ts';
import { redial } from '#contexts/dialer/contract/redial.ts';
import { keypad } from '#contexts/dialer/contract/call-control/keypad.ts';
import { secondLine } from '#contexts/dialer/contract/call-control/second-line.ts';
import { transfers } from '#contexts/dialer/contract/call-control/transfers.ts';
import { permissions } from '#contexts/agency/contract/roles.ts';
import { secondFactor } from '#contexts/agency/contract/second-factor.ts';
import { session } from '#kernel/contract/session.ts';
import { settlements } from '#contexts/settlements/contract/settlements.ts';
import { syncReviews } from '#contexts/sync/contract/sync-reviews.ts';
import { sync } from '#contexts/sync/contract/sync.ts';
import { status } from '#contexts/reporting/contract/status.ts';
import { summaries } from '#contexts/payments/contract/summaries.ts';
import { switchOff } from '#contexts/lenders/contract/switch-off.ts';
import { templates } from '#contexts/messaging/contract/templates.ts';
import { teamDashboard } from '#contexts/reporting/contract/team-dashboard.ts';
import { today } from '#contexts/work/contract/today.ts';
import { usersTask } from '#contexts/work/contract/users-task.ts';
import { users } from '#contexts/agency/contract/users.ts';
import { visits } from '#contexts/work/contract/visits.ts';
import { wall } from '#contexts/dialer/contract/live/wall.ts';

export const masters = [
  ...agencyMasters,
  ...lendersMasters,
  ...authorityMasters,
  ...contactMasters,
  ...dialerMasters,
  ...paymentsMasters,
];

export const domains: Readonly<Record<string, Domain>> = {
  ...(await contractsOf(masters)),
  'access-records': accessRecords,
  activity,
  'agent-cards': agentCards,
  'agent-live': agentLive,
  agreements,
  audit,
  authority,
  autopay,
  'borrower-collection': borrowerCollection,
  'borrower-dispositions': borrowerDispositions,
  'borrower-documents': borrowerDocuments,
  'call-reviews': callReviews,
  calls,
  cash,
  'cash-deposits': cashDeposits,
  charts,
  'communication-dashboard': communicationDashboard,
  communications,
  complaints,
  dashboard,
  dialer,
  dnc,
  evidence,
  exchange,
  files,
  keypad,
  leads,
  ledger,
  lines,
  'list-views': listViews,
  listening,
  'loan-holds': loanHolds,
  'loan-stats': loanStats,
  loans,
  'machine-messages': machineMessages,
  'missed-calls': missedCalls,
  'no-dues': noDues,
  options,
  'pacing-replay': pacingReplay,
  pay,
  'payment-links': paymentLinks,
  payments,
  performance,
  permissions,
  portal,
  portalPeople,
  processes,
  productivity,
  reconciliation,
  recordings,
  redial,
  'second-factor': secondFactor,
  'second-line': secondLine,
  session,
  settlements,
  status,
  summaries,
  'switch-off': switchOff,
  sync,
  'sync-reviews': syncReviews,
  system,
  'team-dashboard': teamDashboard,
  templates,
  today,
  transfers,
  users,
  'users-task': usersTask,
  visits,
  'voice-opt-ins': voiceOptIns,
  wall,
};

export const allEndpoints = (): Endpoint[] =>
  Object.values(domains).flatMap((domain) => Object.values(domain));

/** Endpoint by name, such as `breaks.list`; the outbox stores names, not functions. */
export const endpointNamed = (name: string): Endpoint | undefined =>
  allEndpoints().find((endpoint) => endpoint.name === name);
