import { localised } from '#text/locale.ts';

/** Masters by their domains; one that is not here is said as it is. */
export const domains: Readonly<Record<string, string>> = {
  'allocation-type-hierarchy': 'Allocation Hierarchy',
  'allocation-types': 'Allocation Type',
  breaks: 'Break',
  campaigns: 'Campaign',
  centers: 'Center',
  clients: 'Client',
  'compliance-rules': 'Compliance rule',
  dispositions: 'Disposition',
  'option-values': 'Dropdown',
  'payment-accounts': 'Payment account',
  permissions: 'Permissions',
  portfolios: 'Portfolio',
  processes: 'Dialer of a campaign',
  roles: 'Role',
  templates: 'Message template',
  users: 'User',
};

/** Who changed which setting, person or right. */
export const auditText = localised('audit', {
  title: 'Changes',
  empty: 'Nobody has changed a setting, a person or a right yet.',
  at: 'When',
  actor: 'Who',
  system: 'Recoup',
  domain: 'What',
  what: 'Change',
  name: 'Name',
  changes: 'Before and after',
  user: 'User',
  date: 'Date',
  domainName: (domain: string) => domains[domain] ?? domain.replaceAll('-', ' '),
  nothing: 'nothing',
  change: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
  set: (field: string, after: string) => `${field}: ${after}`,
});
