import { localised } from '#text/locale.ts';

/** Masters by domain; an unlisted one is shown unchanged. */
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
  from: 'From',
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
  number: 'Number',
  before: 'Before',
  after: 'After',
  request: 'Request',
  restore: 'Restore what it was',
  restoreAsk: (what: string, changes: string) =>
    `Write ${what} as it was before? This is undone: ${changes}. It is a change like any other.`,
  restored: 'Restored',
  chainWhole: (from: number, until: number) =>
    `The audit chain holds: seals ${from} to ${until} were checked now.`,
  chainUnknown: (from: number, until: number) =>
    `Not known yet whether the audit chain holds: seals ${from} to ${until} fit each other, but there is no mark yet or more follow.`,
  chainBroken: (event: number) => `The audit chain does not hold: event ${event} or its place was changed.`,
  anchorBroken: 'The audit chain does not hold: a mark is not of this installation, or its seal was changed.',
  anchors: (count: number) => `Newest marks (${count})`,
  anchor: (n: number, at: string, hash: string) => `Seal ${n}, marked ${at}, ${hash}`,
  checkAgain: 'Check again',
  set: (field: string, after: string) => `${field}: ${after}`,
});
