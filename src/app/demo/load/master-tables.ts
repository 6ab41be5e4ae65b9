/** Everything but the loans, in the order in which it can be stored. */
import type { Agency } from '../agency.ts';
import * as masters from '../setup/masters.ts';
import { campaignAgentRows, targetRows } from '../setup/people.ts';
import { roleRows } from '../setup/roles.ts';

export interface MasterTable {
  table: string;
  rows: readonly object[];
}

const agreedDaysAgo = 700;

export function masterTables({ calendar, people }: Agency): MasterTable[] {
  const owner = people.users.find(({ email }) => email.startsWith('manager@'))?.id ?? people.adminId;
  const leaders = people.users.flatMap(({ id, email }) =>
    /^(manager|supervisor|lead2?)@/.test(email) ? [id] : [],
  );
  const months = [0, -1, -2].map((month) => calendar.date(calendar.inMonth(month, 1)));
  // Users and clients reference each other: clients are first and get their owners with the users.
  return [
    { table: 'roles', rows: roleRows() },
    { table: 'breaks', rows: masters.breakRows },
    { table: 'centers', rows: masters.centerRows },
    { table: 'allocation_types', rows: masters.allocationTypeRows },
    { table: 'clients', rows: masters.clientRows() },
    { table: 'payment_accounts', rows: masters.paymentAccountRows() },
    { table: 'users', rows: people.users },
    { table: 'user_targets', rows: targetRows(people, calendar) },
    { table: 'portfolios', rows: masters.portfolioRows(owner, calendar.date(-agreedDaysAgo)) },
    { table: 'allocation_type_hierarchy', rows: masters.allocationRows(leaders, months) },
    { table: 'campaigns', rows: masters.campaignRows() },
    { table: 'campaign_agents', rows: campaignAgentRows(people) },
    { table: 'dispositions', rows: masters.dispositionRows() },
    { table: 'disposition_clients', rows: masters.dispositionClientRows() },
  ];
}
