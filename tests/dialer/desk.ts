/** A campaign on a fake exchange, with agents who sit down at its desk. */
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import type { Clock } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { until } from '../until.ts';

export interface Desk {
  fake: FakeAri;
  server: TestServer;
  campaignId: number;
  /** With an extension, or without one. */
  agent(extension: number | null): Promise<Caller>;
  /** A loan of this agent. */
  loan(agent: Caller, loanNumber: string): Promise<number>;
  close(): Promise<void>;
}

/** `more` of the exchange's address, such as where browsers reach it. */
export async function openDesk(clock: Clock, more = ''): Promise<Desk> {
  const fake = await new FakeAri(20).open();
  const server = await boot({
    clock: { ...clock, isMoved: true },
    env: { ARI_URL: `${fake.url}${more}` },
  });
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Desk', 'progressive', 1, 1) returning id`);
  const campaignId = made?.id ?? 0;
  await until(() => fake.isHeard());
  return {
    fake,
    server,
    campaignId,
    async agent(extension) {
      const agent = await server.person({ roleType: 'agent' });
      await server.database.run(sql`
        with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id}))
        update users set extension_number = ${extension} where id = ${agent.id}`);
      return agent;
    },
    async loan(agent, loanNumber) {
      const loan = await server.database.one<{ id: number }>(sql`
        with b as (insert into borrowers (client_id, name) values (1, 'Spoken to') returning id)
        insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
        select 1, 1, b.id, 'Spoken to', ${loanNumber}, '9811111120', ${agent.id} from b returning id`);
      return loan?.id ?? 0;
    },
    async close() {
      await server.stop();
      fake.close();
    },
  };
}

export const statusOf = async (agent: Caller): Promise<string> =>
  (await agent.call(dialer.status, {})).status;
export const becomes = (agent: Caller, status: string): Promise<void> =>
  until(async () => (await statusOf(agent)) === status, status);
