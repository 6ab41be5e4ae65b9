import { plural } from '#text/plural.ts';
import { localised } from '#text/locale.ts';

/** The dashboard of all channels (document 1, section 2.6). */
export const communicationDashboardText = localised('communication-dashboard', {
  title: 'Communication dashboard',
  empty: 'No messages on this channel in these days. Upload a file of them on the Files screen.',
  cardsLabel: 'Channels',
  total: 'Total',
  show: (channel: string, status: string) => `Show ${channel}: ${status}`,
  tabs: { performance: 'Performance', communications: 'Communications' },
  tabsLabel: 'Dashboards',
  portfolio: 'Portfolio',
  agent: 'Agent',
  tos: 'TOS',
  allocationType: 'Allocation Type',
  users: 'Users',
  paymentStatus: 'Payment Status',
  paymentHistory: 'Payment History',
  responseType: 'Filter Response Type',
  responses: { 'Request Call Back': 'Request Call Back', 'Ready to Pay': 'Ready to Pay' },
  dateOn: 'Date of',
  dates: { createdAt: 'Created', updatedAt: 'Last change' },
  thisMonth: 'This month',
  actions: {
    allocate: 'Assign Allocation',
    inactive: 'Inactive Loans',
  },
  template: 'Template',
  noTemplate: 'There is no active template for this channel. Add one on the Templates screen.',
  loans: (count: number) => plural('en', count, { one: '# loan', other: '# loans' }),
  costs: (amount: string) => `About ${amount} at the usual price of carriers.`,
  askInactive: 'These loans are no longer worked: they leave every list of active borrowers.',
  sent: (sent: number, left: number) =>
    `${sent.toLocaleString('en-IN')} to be sent${left > 0 ? `; ${left.toLocaleString('en-IN')} loans get none now` : ''}`,
  deactivated: (count: number) =>
    plural('en', count, { one: '# loan is inactive now', other: '# loans are inactive now' }),
  allocated: (count: number) => plural('en', count, { one: '# loan allocated', other: '# loans allocated' }),
});
