/** Users of the agency: managers, leads, agents, and the lenders they work for. */
import type { RoleType } from '#kernel/contract/access.ts';
import { agentAccount, namedAgents } from '../accounts.ts';
import type { Calendar } from '../histories/calendar.ts';
import { type LoanKind, lenders } from './lenders.ts';
import { campaignId } from './masters.ts';
import { firstName, type Gender, lastNames } from './names.ts';
import { Random } from '../random.ts';
import { roleId } from './roles.ts';

interface UserRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  password_hash: string;
  role_id: number;
  extension_number: number | null;
  dob: string;
  doj: string;
  reporting_to: number | null;
  center_id: number | null;
  client_id: number | null;
  user_type: 'internal' | 'external';
  is_active: boolean;
}

/** A lender and campaign of an agent. */
interface Work {
  client: number;
  campaign: number;
  mode: 'predictive' | 'progressive';
}
export interface Agent {
  id: number;
  leadId: number;
  /** Zero-based, for the diary. */
  index: number;
  /** The first is worked most. */
  work: readonly [Work, Work];
  /** Other agents of these lenders; a reassigned loan was with one of them. */
  isActive: boolean;
}
export interface People {
  users: UserRow[];
  agents: Agent[];
  /** Deactivated; their loans are with others now. */
  former: Agent[];
  adminId: number;
}

const agentsPerLead = 10;
const leadsPerManager = 8;
const formerAgents = 3;

/** Creates all users; leaders first, as the hierarchy trigger requires. */
export function makePeople(calendar: Calendar, agentCount: number, passwordHash: string): People {
  const r = new Random(20_26);
  const users: UserRow[] = [];
  const add = (
    type: RoleType,
    account: string | null,
    boss: number | null,
    more?: Partial<UserRow>,
  ): number => {
    const row = person(r, calendar, { id: users.length + 1, type, account, boss, passwordHash });
    users.push({ ...row, ...more });
    return row.id;
  };
  add('system_admin', 'system', null, { center_id: null });
  const adminId = add('admin', 'admin', null);
  const manager = add('manager', 'manager', null);
  const supervisor = add('supervisor', 'supervisor', manager);
  add('authorized_officer', 'officer', manager);
  const lead = add('tech_lead', 'lead', manager);
  const lead2 = add('tech_lead', 'lead2', supervisor);
  add('client', 'client', null, {
    client_id: 1,
    user_type: 'external',
    extension_number: null,
    center_id: null,
  });

  const unnamed = agentCount - namedAgents;
  const leads: number[] = [];
  let boss = manager;
  for (let i = 0; i < Math.ceil(unnamed / agentsPerLead); i += 1) {
    if (i % leadsPerManager === leadsPerManager - 1) boss = add('manager', null, null);
    leads.push(add('tech_lead', null, boss === manager && i % 2 ? supervisor : boss));
  }
  const agents: Agent[] = [];
  for (let i = 0; i < agentCount; i += 1) {
    // agent and agent2 are the first lead's, agent3 the second's, and so on in pairs and ones.
    const leadId =
      i < namedAgents ? (i % 3 === 2 ? lead2 : lead) : (leads[(i - namedAgents) % leads.length] ?? lead);
    const account = i < namedAgents ? agentAccount(i + 1) : null;
    agents.push(agentOf(add('agent', account, leadId), leadId, i, true));
  }
  const former = Array.from({ length: formerAgents }, (_, i) => {
    const left = { is_active: false, extension_number: null };
    return agentOf(add('agent', null, lead2, left), lead2, agentCount + i, false);
  });
  return { users, agents, former, adminId };
}

function agentOf(id: number, leadId: number, index: number, isActive: boolean): Agent {
  const first = index % lenders.length;
  const step = 1 + (Math.floor(index / lenders.length) % (lenders.length - 1));
  const work = (client: number): Work => {
    const mode = (index + client) % 2 ? 'predictive' : 'progressive';
    return { client, mode, campaign: campaignId(client, mode) };
  };
  return {
    id,
    leadId,
    index,
    isActive,
    work: [work(first + 1), work(((first + step) % lenders.length) + 1)],
  };
}

interface Seat {
  id: number;
  type: RoleType;
  account: string | null;
  boss: number | null;
  passwordHash: string;
}

function person(r: Random, calendar: Calendar, { id, type, account, boss, passwordHash }: Seat): UserRow {
  const gender: Gender = r.chance(0.45) ? 'Female' : 'Male';
  const first = firstName(r, gender);
  const last = r.pick(lastNames);
  return {
    id,
    first_name: first,
    last_name: last,
    email: `${account ?? `${first}.${last}${id}`.toLowerCase()}@recoup.test`,
    password_hash: passwordHash,
    role_id: roleId(type),
    extension_number: 1000 + id,
    dob: calendar.date(-r.int(22 * 365, 48 * 365)),
    doj: calendar.date(-r.int(40, 6 * 365)),
    reporting_to: boss,
    center_id: r.int(1, 5),
    client_id: null,
    user_type: 'internal',
    is_active: true,
  };
}

export const campaignAgentRows = ({ agents }: People) =>
  agents.flatMap((agent) => agent.work.map(({ campaign }) => ({ campaign_id: campaign, user_id: agent.id })));

const lakh = 10_000_000;
/** What an agent is to bring in of a lender, in lakhs: instalments are as small or large as the loans. */
const asked: Readonly<Record<LoanKind, number>> = { microfinance: 0.3, gold: 1, acquired: 2, vehicle: 3 };
const askedOf = ({ work, index }: Agent, month: number): number => {
  const sum = work.reduce((all, { client }) => all + asked[lenders[client - 1]?.kind ?? 'gold'], 0);
  return Math.round(sum * (8 + ((index * 7 + (month ? 2 : 0)) % 6))) * (lakh / 10);
};
/** What agents are to bring in this month and brought in the one before, in paise. */
export const targetRows = ({ agents }: People, calendar: Calendar) =>
  agents.flatMap((agent) =>
    [0, -1].map((month) => {
      const date = calendar.date(calendar.inMonth(month, 1));
      return {
        user_id: agent.id,
        year: Number(date.slice(0, 4)),
        month: Number(date.slice(5, 7)),
        amount: askedOf(agent, month),
      };
    }),
  );
