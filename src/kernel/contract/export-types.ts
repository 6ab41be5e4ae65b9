import { channelOf, channelsFrom } from '#kernel/contract/channels/channels.ts';
import { type Access, adminRoles } from '#kernel/contract/access.ts';

/** Exportable lists, by `export_type`, with their endpoint and permission (G145). */
export const exportTypes: readonly {
  id: string;
  name: string;
  of: string;
  can: Access;
}[] = [
  { id: 'agent-activity', name: 'User Activity', of: 'activity.report', can: 'export_agent_activity' },
  { id: 'agent-breaks', name: 'Breaks', of: 'activity.breaks', can: 'export_agent_activity' },
  {
    id: 'agent-collection',
    name: 'Agent Collection Performance',
    of: 'performance.agents',
    can: 'view_agent_collection_performance_report',
  },
  {
    id: 'agent-productivity',
    name: 'User Productivity',
    of: 'productivity.report',
    can: 'export_agent_productivity',
  },
  { id: 'audit', name: 'Changes', of: 'audit.list', can: { roles: adminRoles } },
  {
    id: 'borrower-collection',
    name: 'Borrower Collection',
    of: 'borrower-collection.list',
    can: 'export_borrower_collection',
  },
  { id: 'borrowers', name: 'Borrowers', of: 'loans.list', can: 'export_borrower_collection' },
  ...channelsFrom('sms', 'whatsApp', 'rcs', 'ivr').map((one) => {
    const channel = channelOf[one].tab;
    return {
      id: `messages-${channel}`,
      name: `Communication ${channel}`,
      of: `communications.${channel}`,
      can: { any: ['list_communication_tracker'] } as const,
    };
  }),
  { id: 'calls', name: 'Calls', of: 'calls.list', can: 'export_summary' },
  { id: 'dnc', name: 'DNC', of: 'dnc.list', can: 'export_dnc_numbers' },
  { id: 'ledger', name: 'Ledger', of: 'ledger.postings', can: 'list_payment' },
  { id: 'payments', name: 'Payments', of: 'payments.list', can: 'list_payment' },
  { id: 'payments-by-loan', name: 'Payments by loan', of: 'payments.byAgent', can: 'list_payment' },
  { id: 'settlements', name: 'Settlements', of: 'settlements.list', can: 'export_settlements_tracker' },
  {
    id: 'summary',
    name: 'Call & Disposition Tracker',
    of: 'borrower-dispositions.list',
    can: 'export_summary',
  },
  { id: 'users', name: 'Users', of: 'users.list', can: 'export_user' },
];
