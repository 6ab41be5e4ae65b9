/** The eight roles of the demo and what each may. */
import { type Flag, flags } from '#kernel/contract/flags.ts';
import { type RoleType, roleTypes } from '#kernel/contract/access.ts';

const look = [
  'list_campaign_dropdown',
  'list_center_dropdown',
  'list_city_dropdown',
  'list_client_dropdown',
  'list_disposition_dropdown',
  'list_portfolio_dropdown',
  'list_role_dropdown',
  'list_state_dropdown',
  'list_sub_disposition_dropdown',
  'list_user_dropdown',
] as const satisfies readonly Flag[];

const agent = [
  ...look,
  'add_borrower_tag',
  'list_payment',
  'list_settlement_tracker',
  'remove_borrower_tag',
  'settlement_history',
  'settlement_timeline',
  'view_attachments_file',
  'view_borrower_history',
  'view_borrower_profile',
] as const satisfies readonly Flag[];

const lead = [
  ...agent,
  'approve_reject_settlement',
  'export_agent_activity',
  'export_agent_productivity',
  'export_borrower_collection',
  'export_settlements_tracker',
  'export_summary',
  'list_agent_activity',
  'list_agent_live_status',
  'listen_calls',
  'review_calls',
  'list_agent_productivity',
  'list_borrower_collection',
  'list_communication_tracker',
  'list_settlement_raise_query',
  'list_summary_disposition',
  'settlement_raise_query',
  'settlement_raise_query_client',
  'update_settlement_amount',
  'upload_borrower_file',
  'view_agent_collection_performance_report',
  'view_client_settlement_timeline',
] as const satisfies readonly Flag[];

const manager = [
  ...lead,
  'campaign_start_stop',
  'list_client_performance',
  'list_reporting_user_dropdown',
  'list_user_extension_dropdown',
  'reopen_settlement',
  'reveal_contact',
  'upload_borrower_reassign_file',
  'upload_payments_file',
] as const satisfies readonly Flag[];

interface RoleRow {
  id: number;
  slug: string;
  name: string;
  role_type: RoleType;
  description: string;
  parent_ids: string;
  flags: string;
}

const held: Record<RoleType, { name: string; flags: readonly Flag[]; parents: readonly RoleType[] }> = {
  system_admin: { name: 'System Admin', flags, parents: [] },
  admin: { name: 'Admin', flags, parents: ['system_admin'] },
  manager: { name: 'Manager', flags: manager, parents: ['admin'] },
  supervisor: { name: 'Supervisor', flags: manager, parents: ['manager'] },
  authorized_officer: { name: 'Authorised Officer', flags: lead, parents: ['manager', 'supervisor'] },
  tech_lead: { name: 'Team Leader', flags: lead, parents: ['manager', 'supervisor', 'authorized_officer'] },
  agent: { name: 'Agent', flags: agent, parents: ['tech_lead'] },
  client: { name: 'Lender', flags: ['decide_as_lender'], parents: [] },
};

/** A role's id is its index among the role types, so that 1 is the system admin (G003, G019). */
export const roleId = (type: RoleType): number => roleTypes.indexOf(type) + 1;

export const roleRows = (): RoleRow[] =>
  roleTypes.map((type) => ({
    id: roleId(type),
    slug: type,
    name: held[type].name,
    role_type: type,
    description: `${held[type].name} of the demo agency`,
    parent_ids: `{${held[type].parents.map(roleId).join(',')}}`,
    flags: `{${held[type].flags.join(',')}}`,
  }));
