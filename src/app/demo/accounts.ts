/** Demo accounts for visitors. Separate from the generator: every demo start prints them. */
import type { RoleType } from '#kernel/contract/access.ts';

export const demoPassword = 'recoup-demo-2026';

/** How many agents have an account that is named here; larger agencies have more agents. */
export const namedAgents = 12;

/** `agent`, `agent2`, `agent3` …: there is no `agent1`. */
export const agentAccount = (n: number): string => (n === 1 ? 'agent' : `agent${n}`);

const account = (name: string, role: RoleType): { email: string; role: string } => ({
  email: `${name}@recoup.test`,
  role,
});

export const demoAccounts: { email: string; role: string }[] = [
  account('system', 'system_admin'),
  account('admin', 'admin'),
  account('manager', 'manager'),
  account('supervisor', 'supervisor'),
  account('officer', 'authorized_officer'),
  account('lead', 'tech_lead'),
  account('lead2', 'tech_lead'),
  ...Array.from({ length: namedAgents }, (_, i) => account(agentAccount(i + 1), 'agent')),
  account('client', 'client'),
];

/** The first account of each role. */
export const onePerRole = [...Map.groupBy(demoAccounts, ({ role }) => role).values()].flatMap(([first]) =>
  first ? [first] : [],
);
