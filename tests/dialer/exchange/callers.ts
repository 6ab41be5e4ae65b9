/** Queues on a real exchange: callers and their audio, by the exchange's sound files. */
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import { inboundQueues } from '../../../src/contexts/dialer/contract/inbound-queues.ts';
import type { Input } from '../../../src/kernel/contract/endpoint.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import type { SipCall } from '../../fakes/sip/call.ts';
import type { Caller } from '../../kit.ts';
import { type Floor, until } from './floor.ts';

export interface Became {
  id: number;
  referenceId: string;
  state: string;
  outcome: string | null;
  userId: number | null;
  loanId: number | null;
  stage: string | null;
  result: string | null;
  digits: string | null;
  suggested: number | null;
}
/** A fifth of a second of it. */
const enough = 10;
/** Number of times a sound was received. */
export const timesHeard = (call: SipCall, name: string): number =>
  (call.media?.heard.sounds ?? []).filter((one) => one.name === name && one.packets >= enough).length;
export const soundsHeard = (call: SipCall): string[] =>
  (call.media?.heard.sounds ?? []).filter(({ packets }) => packets >= enough).map(({ name }) => name);
export const music = 'hold/music';
const words = ['waiting', 'ringing', 'on-call'];
const free = ['logged-out', 'IDLE', 'waiting', 'wrap-up'];

export async function openCallers(floor: Floor) {
  const { server, peer, exchange } = floor;
  const { database } = server;
  const admin = await server.as('list_trunks', 'create_trunks', 'edit_trunks');
  return {
    admin,
    async hears(call: SipCall, name: string, times = 1): Promise<void> {
      await until(`${call.number} hears ${name}`, () => timesHeard(call, name) >= times, 60).catch(
        (error: unknown) => {
          throw new Error(
            `${String(error)}; heard ${JSON.stringify(call.media?.heard.sounds)}, ended by ${call.endedBy}`,
          );
        },
      );
    },
    over: (call: SipCall) => until(`${call.number} is over`, () => call.endedAt !== undefined, 60),
    async team(name: string, member: Caller): Promise<number> {
      const made = await database.one<{ id: number }>(sql`
        with c as (insert into campaigns (name, campaign_type, max_ratio, client_id) values (${name}, 'progressive', 1, 1)
          returning id), a as (insert into campaign_agents (campaign_id, user_id) select id, ${member.id} from c)
        select id from c`);
      return made?.id ?? 0;
    },
    queue: (draft: Partial<Input<typeof inboundQueues.create>> & { number: string; teamId: number }) =>
      admin.call(inboundQueues.create, {
        name: `Queue ${draft.number}`,
        clientId: 1,
        opensAt: '08:00',
        closesAt: '20:00',
        overflowSeconds: 600,
        hasCallBack: true,
        hasVoicemail: true,
        ...draft,
      }),
    /** Signed in, their line up, and ready. */
    async works(agent: Caller, campaignId: number): Promise<void> {
      if ((await floor.statusOf(agent)) === 'logged-out') await agent.call(dialer.login, { campaignId });
      await agent.call(dialer.ready, {});
      await until('their line', async () => words.includes(await floor.statusOf(agent)));
    },
    /** Disposes of their call and pauses them. */
    async rests(agent: Caller): Promise<void> {
      await until(`agent ${agent.id} is free`, async () => free.includes(await floor.statusOf(agent)));
      if ((await floor.statusOf(agent)) === 'wrap-up') await floor.say(agent);
      if ((await floor.statusOf(agent)) === 'waiting') await agent.call(dialer.pause, {});
    },
    /** They spoke once. */
    spoke: (loanId: number, mobile: string, { id: userId }: Caller, campaignId: number) =>
      database.run(sql`
        insert into call_attempts (loan_id, user_id, campaign_id, direction, mode, phone, state, outcome, dialed_at, answered_at,
          bridged_at, ended_at, wrap_end_at)
        select ${loanId}, ${userId}, ${campaignId}, 'outbound', 'progressive', ${mobile}, 'ended', 'connected', t, t, t, t, t
        from (values ('2026-11-19T05:00:00Z'::timestamptz)) v (t)`),
    last: (number: string) =>
      database.one<Became>(sql`
        select k.id, k.reference_id as "referenceId", k.state, k.outcome, k.user_id as "userId", k.loan_id as "loanId",
          c.stage, c.result, c.digits, c.suggested_loan_id as suggested
        from call_attempts k left join queue_calls c on c.attempt_id = k.id
        where k.phone = ${number} and k.direction = 'inbound' order by k.id desc limit 1`),
    tasks: (number: string) =>
      database.rows<{ id: number; why: string; calls: number; hasMessage: boolean }>(sql`
        select m.id, m.why, m.calls, m.message_attempt_id is not null as "hasMessage" from missed_calls m
        where m.closed_at is null and (m.number = ${number} or m.loan_id in (select id from loans where mobile = ${number}))`),
    results: () =>
      database.rows<{ phone: string; result: string | null }>(sql`
      select k.phone, c.result from queue_calls c join call_attempts k on k.id = c.attempt_id order by k.id`),
    messageOf: async (agent: Caller, taskId: number): Promise<Buffer> =>
      Buffer.from(await (await agent.fetch(`/api/dialer/missed-calls/${taskId}/message`)).arrayBuffer()),
    async recordingOf(number: string): Promise<string | undefined> {
      const found = await database.one<{ state: string }>(sql`
        select r.state from recordings r join call_attempts k on k.id = r.attempt_id
        where k.phone = ${number} order by k.id desc limit 1`);
      return found?.state;
    },
    /** No caller remains: no unused bridge, and only channels of working agents. */
    async isBare(): Promise<void> {
      let left: unknown;
      await until(
        'nothing is left',
        async () => {
          const bridges = await exchange.ask<{ bridge_type: string }[]>('/bridges');
          const channels =
            await exchange.ask<{ name: string; dialplan: { app_data: string } }[]>('/channels');
          left = [
            ...bridges.filter((one) => one.bridge_type === 'mixing'),
            ...channels.filter((one) => !one.dialplan.app_data.startsWith('recoup,agent')),
          ];
          return (left as unknown[]).length === 0 && peer.live().every(({ place }) => place === 'agent');
        },
        20,
      ).catch(() => {
        throw new Error(`left on the exchange: ${JSON.stringify(left)}`);
      });
      await until(
        'every call is written down',
        async () =>
          (await database.one(
            sql`select 1 as ok where exists (select from call_attempts where state <> 'ended')
              or exists (select from queue_calls where left_at is null)`,
          )) === undefined,
      );
    },
  };
}
export type Callers = Awaited<ReturnType<typeof openCallers>>;
