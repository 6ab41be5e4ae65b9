/** Every domain, alphabetically. A domain that is not here does not exist. */
import { activity, productivity } from './activity.ts';
import { agentLive } from './agent-live.ts';
import { allocationTypeHierarchy } from './allocation-type-hierarchy.ts';
import { allocationTypes } from './allocation-types.ts';
import { borrowerCollection } from './borrower-collection.ts';
import { borrowerDispositions } from './borrower-dispositions.ts';
import { borrowerDocuments } from './borrower-documents.ts';
import { breaks } from './breaks.ts';
import { calls } from './calls.ts';
import { centers } from './centers.ts';
import { campaigns } from './campaigns.ts';
import { clients } from './clients.ts';
import { communicationDashboard } from './communication-dashboard.ts';
import { communications } from './communications.ts';
import { complianceRules } from './compliance-rules.ts';
import { dashboard, loanStats } from './dashboard.ts';
import { dialer } from './dialer.ts';
import { dispositions } from './dispositions.ts';
import { dnc } from './dnc.ts';
import { files } from './files.ts';
import type { Domain, Endpoint } from './kernel/endpoint.ts';
import { system } from './kernel/system.ts';
import { leads } from './leads.ts';
import { loanHolds } from './loan-holds.ts';
import { loans } from './loans.ts';
import { optionValues } from './option-values.ts';
import { options } from './options.ts';
import { pay } from './pay.ts';
import { paymentAccounts } from './payment-accounts.ts';
import { paymentLinks } from './payment-links.ts';
import { payments } from './payments.ts';
import { performance } from './performance.ts';
import { portal } from './portal.ts';
import { portfolios } from './portfolios.ts';
import { processes } from './processes.ts';
import { recordings } from './recordings.ts';
import { permissions, roles } from './roles.ts';
import { session } from './session.ts';
import { settlements } from './settlements.ts';
import { syncReviews } from './sync-reviews.ts';
import { sync } from './sync.ts';
import { switchOff } from './switch-off.ts';
import { templates } from './templates.ts';
import { teamDashboard } from './team-dashboard.ts';
import { today } from './today.ts';
import { usersTask } from './users-task.ts';
import { users } from './users.ts';
import { visits } from './visits.ts';

export const domains: Readonly<Record<string, Domain>> = {
  activity,
  'agent-live': agentLive,
  'allocation-type-hierarchy': allocationTypeHierarchy,
  'allocation-types': allocationTypes,
  'borrower-collection': borrowerCollection,
  'borrower-dispositions': borrowerDispositions,
  'borrower-documents': borrowerDocuments,
  breaks,
  calls,
  campaigns,
  centers,
  clients,
  'communication-dashboard': communicationDashboard,
  communications,
  'compliance-rules': complianceRules,
  dashboard,
  dialer,
  dispositions,
  dnc,
  files,
  leads,
  'loan-holds': loanHolds,
  'loan-stats': loanStats,
  loans,
  'option-values': optionValues,
  options,
  pay,
  'payment-accounts': paymentAccounts,
  'payment-links': paymentLinks,
  payments,
  performance,
  permissions,
  portal,
  portfolios,
  processes,
  productivity,
  recordings,
  roles,
  session,
  settlements,
  'switch-off': switchOff,
  sync,
  'sync-reviews': syncReviews,
  system,
  'team-dashboard': teamDashboard,
  templates,
  today,
  users,
  'users-task': usersTask,
  visits,
};

export const allEndpoints = (): Endpoint[] =>
  Object.values(domains).flatMap((domain) => Object.values(domain));

/** The endpoint of a name such as `breaks.list`; the outbox keeps names, not functions. */
export const endpointNamed = (name: string): Endpoint | undefined =>
  allEndpoints().find((endpoint) => endpoint.name === name);
