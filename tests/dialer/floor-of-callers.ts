/** A floor that is called: a queue, agents of its teams, borrowers, on a played exchange and a clock that is moved. */
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { inboundQueues } from '../../src/contexts/dialer/contract/inbound-queues.ts';
import type { Input } from '../../src/kernel/contract/endpoint.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { until } from '../until.ts';

export interface Known {
  id: number;
  mobile: string;
  number: string;
}
export interface Became {
  id: number;
  referenceId: string;
  state: string;
  outcome: string | null;
  userId: number | null;
  loanId: number | null;
  stage: string | null;
  result: string | null;
}

export async function openFloor(startsAt = '2026-11-20T05:00:00Z') {
  const began = Date.now();
  let shift = 0;
  const clock = {
    now: () => new Date(Date.parse(startsAt) + Date.now() - began + shift),
    isMoved: true as const,
  };
  const fake = await new FakeAri(20).open();
  const server: TestServer = await boot({ clock, env: { ARI_URL: fake.url } });
  const { database } = server;
  await until(async () => fake.isHeard());
  const admin = await server.as('list_trunks', 'create_trunks', 'edit_trunks');
  const signedIn: Caller[] = [];
  let made = 0;

  const team = async (name: string): Promise<number> =>
    (
      await database.one<{ id: number }>(sql`
        insert into campaigns (name, campaign_type, max_ratio, client_id) values (${name}, 'progressive', 1, 1) returning id`)
    )?.id ?? 0;
  const status = (agent: Caller) => agent.call(dialer.status, {});
  const becomes = (agent: Caller, word: string): Promise<void> =>
    until(async () => (await status(agent)).status === word, word);
  return {
    fake,
    server,
    admin,
    clock,
    team,
    status,
    becomes,
    /** Announcements are instantaneous here, so played ones are included; music continues. */
    hears: (id: string, what: string, times = 1): Promise<void> =>
      until(
        async () =>
          what === 'music'
            ? fake.heardBy(id).includes(what)
            : fake.playedTo(id).filter((media) => media.includes(what)).length >= times,
        what,
      ),
    /** All announcements finished: the timeout starts now. */
    wasTold: (number: string): Promise<void> =>
      until(async () => {
        const soon = new Date(clock.now().getTime() + 30_000);
        const found = await database.one(sql`
          select 1 as ok from queue_calls c join call_attempts k on k.id = c.attempt_id
          where k.phone = ${number} and c.left_at is null and c.due_at < ${soon}`);
        return found !== undefined;
      }, 'the last word'),
    pass(seconds: number) {
      shift += seconds * 1000;
    },
    queue: (draft: Partial<Input<typeof inboundQueues.create>> & { number: string; teamId: number }) =>
      admin.call(inboundQueues.create, {
        name: `Queue ${draft.number}`,
        clientId: 1,
        opensAt: '08:00',
        closesAt: '20:00',
        overflowSeconds: 30,
        hasCallBack: true,
        hasVoicemail: true,
        ...draft,
      }),
    /** Signed in with a connected line; ready unless paused. */
    async agent(campaignId: number, o: { rests?: boolean } = {}): Promise<Caller> {
      const agent = await server.person({ roleType: 'agent' });
      await database.run(sql`
        with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id}))
        update users set extension_number = ${2000 + agent.id} where id = ${agent.id}`);
      await agent.call(dialer.login, { campaignId });
      signedIn.push(agent);
      await agent.call(dialer.ready, {});
      // Rings queue callers at once.
      await until(async () => ['waiting', 'ringing'].includes((await status(agent)).status), 'the line');
      if (o.rests) await agent.call(dialer.pause, {});
      return agent;
    },
    async loan(owner: Caller | null = null, campaignId: number | null = null): Promise<Known> {
      made += 1;
      const [mobile, number] = [`98${String(made).padStart(6, '0')}53`, `LN${String(700_000 + made)}`];
      const loan = await database.one<{ id: number }>(sql`
        with b as (insert into borrowers (client_id, name) values (1, ${`Caller ${made}`}) returning id)
        insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id, campaign_id)
        select 1, 1, b.id, ${`Caller ${made}`}, ${number}, ${mobile}, ${owner?.id ?? null}, ${campaignId} from b returning id`);
      return { id: loan?.id ?? 0, mobile, number };
    },
    /** They spoke once. */
    spoke: ({ id, mobile }: Known, { id: userId }: Caller, campaignId: number) =>
      database.run(sql`
        insert into call_attempts (loan_id, user_id, campaign_id, direction, mode, phone, state, outcome, dialed_at, answered_at,
          bridged_at, ended_at, wrap_end_at)
        select ${id}, ${userId}, ${campaignId}, 'outbound', 'progressive', ${mobile}, 'ended', 'connected', t, t, t, t, t
        from (values ('2026-11-19T05:00:00Z'::timestamptz)) v (t)`),
    last: (number: string) =>
      database.one<Became>(sql`
        select k.id, k.reference_id as "referenceId", k.state, k.outcome, k.user_id as "userId", k.loan_id as "loanId",
          c.stage, c.result from call_attempts k left join queue_calls c on c.attempt_id = k.id
        where k.phone = ${number} and k.direction = 'inbound' order by k.id desc limit 1`),
    async leaveAll(): Promise<void> {
      for (const agent of signedIn.splice(0)) await agent.call(session.logout, {});
    },
    async stop(): Promise<void> {
      await server.stop();
      fake.close();
    },
  };
}
export type Floor = Awaited<ReturnType<typeof openFloor>>;
