/** A floor on a real exchange: agents at desk phones, borrowers at telephones, with audio measurement. */
import { setTimeout as turn } from 'node:timers/promises';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import { borrowerDispositions } from '../../../src/contexts/work/contract/borrower-dispositions.ts';
import type { Clock } from '../../../src/kernel/server/operation/clock.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import type { SipPeer } from '../../fakes/sip/peer.ts';
import { type Caller, type TestServer, boot } from '../../kit.ts';
import type { ExchangePlan } from '../../../src/contexts/dialer/server/exchange/plan.ts';
import { type Exchange, openExchange } from './asterisk.ts';
import { type Wire, openWire } from './nodes.ts';
import { telephones } from './telephones.ts';

/** 10:30 IST, then in real time. */
export function morning(): Clock {
  const began = Date.now();
  return { now: () => new Date(Date.parse('2026-11-20T05:00:00Z') + Date.now() - began), isMoved: true };
}

export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  seconds = 30,
): Promise<number> {
  const began = Date.now();
  for (; Date.now() - began < seconds * 1000; await turn(10)) if (await isSo()) return Date.now() - began;
  throw new Error(`${what}: not within ${seconds} s`);
}

/** Prints a measurement for the reader of the test output. */
export const figure = (what: string, ms: number): void =>
  void process.stdout.write(`${what.padEnd(60)} ${Math.round(ms)} ms\n`);

export interface Floor {
  exchange: Exchange;
  /** Between the server and the exchange. */
  wire: Wire;
  peer: SipPeer;
  server: TestServer;
  agents: { caller: Caller; extension: string }[];
  campaignId: number;
  statusOf(agent: Caller): Promise<string>;
  becomes(agent: Caller, word: string, seconds?: number): Promise<number>;
  addLoan(mobile: string, owner: Caller): Promise<number>;
  /** Saves the pending disposition. */
  say(agent: Caller): Promise<void>;
  stop(): Promise<void>;
}

const extensionsOf = (count: number): string[] => Array.from({ length: count }, (_, i) => String(1001 + i));

async function staff(server: TestServer, campaignId: number, extension: string): Promise<Caller> {
  const agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`
    with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id}))
    update users set extension_number = ${Number(extension)} where id = ${agent.id}`);
  return agent;
}

export async function openFloor(
  o: {
    agents?: number;
    env?: Record<string, string>;
    says?: (number: string) => Buffer | undefined;
    /** Several carriers, in this order, including the one of the telephones. */
    trunks?: ExchangePlan['trunks'];
    /** Token in the trunks' names in the exchange. */
    trunkToken?: string;
    /** Additional options of the server's exchange address. */
    options?: string;
  } = {},
): Promise<Floor> {
  const extensions = extensionsOf(o.agents ?? 2);
  const { trunks, trunkToken } = o;
  const exchange = await openExchange({
    extensions,
    ...(trunks && { trunks }),
    ...(trunkToken && { trunkToken }),
  });
  const peer = await telephones(exchange, o.says);
  const wire = await openWire(
    exchange.url(trunks && `PJSIP/{number}@{trunk}${trunkToken ? `-${trunkToken}` : ''}`),
  );
  const server = await boot({
    clock: morning(),
    env: { ARI_URL: `${wire.url}${o.options ?? ''}`, ...o.env },
  });
  const { database } = server;
  const made = await database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Real', 'progressive', 1, 1) returning id`);
  const campaignId = made?.id ?? 0;
  for (const [i, { id, name, host, port }] of (trunks ?? []).entries())
    await database.run(sql`
      insert into trunks (id, name, host, port, weight, channel_limit, place) values (${id}, ${name}, ${host}, ${port}, 1, 100, ${i + 1})`);
  await database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99)`);
  const agents: Floor['agents'] = [];
  for (const extension of extensions)
    agents.push({ extension, caller: await staff(server, campaignId, extension) });
  const isHeard = async (): Promise<boolean> =>
    (await database.one(sql`select 1 as ok from telephony_lines where is_up and expires_at > now()`)) !==
    undefined;
  await until('the exchange is heard', isHeard);
  const statusOf = async (agent: Caller): Promise<string> => (await agent.call(dialer.status, {})).status;
  let loans = 0;
  return {
    exchange,
    wire,
    peer,
    server,
    agents,
    campaignId,
    statusOf,
    becomes: (agent, word, seconds) =>
      until(`agent ${agent.id} becomes ${word}`, async () => (await statusOf(agent)) === word, seconds),
    async addLoan(mobile, owner) {
      loans += 1;
      const loan = await database.one<{ id: number }>(sql`
        with b as (insert into borrowers (client_id, name) values (1, ${`Borrower ${loans}`}) returning id)
        insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id, campaign_id)
        select 1, 1, b.id, ${`Borrower ${loans}`}, ${`R${loans}`}, ${mobile}, ${owner.id}, ${campaignId} from b returning id`);
      return loan?.id ?? 0;
    },
    async say(agent) {
      const { call } = await agent.call(dialer.status, {});
      if (!call?.loanId) return;
      const { loanId, callRefNo } = call;
      await agent.call(borrowerDispositions.record, {
        loanId,
        callRefNo,
        dispositionId: 900,
        comments: 'Spoke',
      });
    },
    async stop() {
      await server.stop();
      wire.stop();
      peer.close();
      await exchange.stop();
    },
  };
}

/** Each side received the other's voice. */
export const hears = (peer: SipPeer, listener: string, speaker: number): boolean =>
  peer.of(listener).some(({ media }) => (media?.heard.voices.get(speaker) ?? 0) > 10);
