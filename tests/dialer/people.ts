/** Campaigns on the simulated carrier, with persons who have several loans and numbers. */
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { asTimePasses } from '../until.ts';

/** Half past ten in India. */
export const morning = Date.parse('2026-11-20T05:00:00Z');
export const minute = 60_000;
export const hour = 60 * minute;

export interface Owed {
  campaignId: number | null;
  mobile: string;
  assigneeId?: number;
  other?: string;
  owes?: number;
}
export interface LeadNow {
  state: string;
  why: string | null;
  at: string;
  phone: string;
}
export type People = Awaited<ReturnType<typeof openPeople>>;

export async function openPeople() {
  let now = new Date(morning);
  const clock = { now: () => now, isMoved: true as const };
  const server: TestServer = await boot({ clock });
  const { database } = server;
  await database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Spoke', 'disposition', 99) on conflict do nothing`);
  let made = 0;
  const passes = asTimePasses(
    () => database,
    (ms) => (now = new Date(now.getTime() + ms)),
  );
  const calls = (loanIds: readonly number[]) =>
    database.rows<{
      id: number;
      loanId: number;
      outcome: string | null;
      endedAt: string | null;
      phone: string;
    }>(sql`
      select id, loan_id as "loanId", outcome, ended_at as "endedAt", phone from call_attempts
      where loan_id = any(${[...loanIds]}::bigint[]) and direction = 'outbound' order by id`);
  const lead = async (loanId: number): Promise<LeadNow | undefined> =>
    database.one<LeadNow>(sql`
      select state, block_reason as why, not_before as at, phone from leads where loan_id = ${loanId} order by id desc limit 1`);
  return {
    server,
    clock,
    passes,
    calls,
    lead,
    now: () => now,
    moveTo: (at: Date | number): void => void (now = new Date(at)),
    async campaign(name: string, type: 'progressive' | 'predictive' = 'progressive'): Promise<number> {
      const row = await database.one<{ id: number }>(sql`
        insert into campaigns (name, campaign_type, max_ratio, client_id)
        values (${name}, ${type}, ${type === 'predictive' ? 3 : 1}, 1) returning id`);
      return row?.id ?? 0;
    },
    start: (campaignId: number, isStarted = true) =>
      database.run(
        sql`update dialer_processes set is_started = ${isStarted} where campaign_id = ${campaignId}`,
      ),
    /** A borrower with these loans. */
    async person(name: string, owed: readonly Owed[], clientId = 1): Promise<number[]> {
      const borrower = await database.one<{ id: number }>(
        sql`insert into borrowers (client_id, name) values (${clientId}, ${name}) returning id`,
      );
      const ids: number[] = [];
      for (const { campaignId, mobile, assigneeId = null, other = null, owes = 100_000 } of owed) {
        made += 1;
        const loan = await database.one<{ id: number }>(sql`
          insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, alternate_contact2,
            campaign_id, assignee_id, total_outstanding)
          select ${clientId}, p.id, ${borrower?.id ?? 0}, ${name}, ${`PERSON${made}`}, ${mobile}, ${other}, ${campaignId}, ${assigneeId}, ${owes}
          from portfolios p where p.client_id = ${clientId} order by p.id limit 1 returning id`);
        ids.push(loan?.id ?? 0);
      }
      return ids;
    },
    /** An idle agent of the campaign with a connected line. */
    async ready(campaignId: number): Promise<Caller> {
      const agent = await server.person({ roleType: 'agent' });
      await database.run(
        sql`insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id})`,
      );
      await agent.call(dialer.login, { campaignId });
      // Their page remains open, however fast time passes.
      await database.run(
        sql`update agent_sessions set heartbeat_at = '2099-01-01' where user_id = ${agent.id}`,
      );
      await agent.call(dialer.ready, {});
      await database.run(
        sql`update agent_sessions set heartbeat_at = '2099-01-01' where user_id = ${agent.id}`,
      );
      await passes(
        async () =>
          (await database.one(sql`
            select 1 as ok from agent_sessions where user_id = ${agent.id} and ended_at is null
              and activity in ('POOL', 'RINGING', 'TALK') and is_leg_up`)) !== undefined,
        0.2,
        'a line that is up',
      );
      return agent;
    },
    /** The last call of these loans has ended. */
    ended: (loanIds: readonly number[], outcome: string): Promise<void> =>
      passes(async () => (await calls(loanIds)).at(-1)?.outcome === outcome, 2, outcome),
    /** The dialer has processed the lead of this loan: delayed or called. */
    decided: async (loanId: number): Promise<LeadNow | undefined> => {
      await passes(
        async () => {
          const seen = await lead(loanId);
          return seen !== undefined && (seen.state !== 'queued' || Date.parse(seen.at) > now.getTime());
        },
        0,
        'a decision',
      );
      return lead(loanId);
    },
    /** Talks to the agent's borrower, and hangs up. */
    async speak(agent: Caller): Promise<void> {
      // A call dropped under load is placed again after 15 minutes.
      await passes(
        async () => (await agent.call(dialer.status, {})).status === 'on-call',
        2,
        'a conversation',
      );
      await agent.call(dialer.hangUp, {});
      await passes(async () => (await agent.call(dialer.status, {})).status === 'wrap-up', 0.2, 'wrap-up');
    },
  };
}
