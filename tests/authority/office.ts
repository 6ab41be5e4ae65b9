/** An agency where a lead approves up to 20 %, a manager up to 35 % with a backup approver, and none above. */
import { authoritySteps } from '../../src/contexts/authority/contract/authority-steps.ts';
import { sweepLate } from '../../src/contexts/authority/server/overdue.ts';
import { settlementRequests } from '../../src/contexts/settlements/server/requests.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import type { Flag } from '../../src/kernel/contract/flags.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

export interface Office {
  server: TestServer;
  agent: Caller;
  lead: Caller;
  manager: Caller;
  /** An admin, who sees every loan, as the manager's backup approver. */
  substitute: Caller;
  /** Of no step. */
  admin: Caller;
  chief: Caller;
  lender: Caller;
}
export const flags: Flag[] = [
  'approve_reject_settlement',
  'reopen_settlement',
  'update_settlement_amount',
  'list_settlement_tracker',
  'settlement_timeline',
];

export async function openOffice(): Promise<Office> {
  const server = await boot();
  const chief = await server.person({ roleType: 'system_admin' });
  await server.database.run(
    sql`update users set role_id = (select id from roles where slug = 'system_admin') where id = ${chief.id}`,
  );
  const manager = await server.person({ roleType: 'manager', flags });
  const lead = await server.person({ roleType: 'tech_lead', flags, reportingTo: manager.id });
  const agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const substitute = await server.person({ roleType: 'admin', flags });
  const admin = await server.person({ roleType: 'admin', flags: [...flags, 'edit_authority'] });
  const lender = await server.person({ roleType: 'client', clientId: 1 });
  await server.database.run(sql`update portfolios set max_wavier = '60' where id = 1`);
  const step = { kind: 'settlement', hours: 24, exceptLine: false } as const;
  await admin.call(authoritySteps.create, {
    ...step,
    name: 'Team leaders',
    place: 1,
    deciderRole: 'tech_lead',
    maxWaiver: 20,
  });
  await admin.call(authoritySteps.create, {
    ...step,
    name: 'Managers',
    place: 2,
    deciderRole: 'manager',
    maxWaiver: 35,
    substituteId: substitute.id,
  });
  return { server, agent, lead, manager, substitute, admin, chief, lender };
}

/** Of a loan with Rs 1,00,000 of principal, 120 days overdue. */
export async function ask({ server, agent }: Office, amount: number, who = agent): Promise<number> {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, principal_outstanding,
      total_outstanding, dpd)
    select 1, 1, b.id, 'A-' || b.id, 'Asha Rao', ${agent.id}, 10000000, 12000000, 120 from b returning id`);
  const asked = await who.call(settlements.request, {
    loanId: made?.id ?? 0,
    amount,
    settlementDate: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
    followUpDate: new Date(Date.now() + 86_400_000).toISOString(),
  });
  return asked?.id ?? 0;
}

/** Expires all pending hours. */
export async function late({ server }: Office): Promise<void> {
  await server.database.run(
    sql`update authority_requests set due_at = now() - interval '1 minute' where state = 'open'`,
  );
  await sweepLate(server.database, { now: () => new Date() } as never, [settlementRequests(50)]);
}
