/** The only server dies abruptly during monitoring: audio continues, or stops if the supervisor hung up meanwhile. */
import { setTimeout as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { SipPeer } from '../../fakes/sip/peer.ts';
import { agentVoice, borrowerVoice } from '../../fakes/sip/tones.ts';
import { addUser, asker, signIn } from './agents.ts';
import { type Exchange, openExchange } from './asterisk.ts';
import { figure, until } from './floor.ts';
import { type Nodes, openNodes } from './nodes.ts';

const [desk, boss, mobile] = ['1001', '2011', '9811111120'] as const;
type Ask = ReturnType<typeof asker>;
interface Standing {
  status: string;
  call: { listeners: { mode: string }[] } | null;
}
let exchange: Exchange;
let peer: SipPeer;
let nodes: Nodes;
let agent: Ask;
let supervisor: Ask;
let agentId: number;

beforeAll(async () => {
  exchange = await openExchange({ extensions: [desk, boss] });
  const steps = [{ afterMs: 300, type: 'answered' }] as const;
  const planFor = (_: string, place: string) => (place === 'borrower' ? { steps, talkMs: 0 } : undefined);
  peer = await new SipPeer({ ...exchange.phones, exchange: exchange.sip, planFor }).open();
  nodes = await openNodes(exchange.url(), 1);
  agentId = await addUser(nodes, 'agent');
  const bossId = await addUser(nodes, 'admin', ['listen_calls']);
  agent = asker(nodes, await signIn(nodes, agentId));
  supervisor = asker(nodes, await signIn(nodes, bossId));
  const made = await nodes.database.one<{ campaignId: number; loanId: number }>(sql`
    with c as (insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Real', 'progressive', 1, 1) returning id),
    a as (insert into campaign_agents (campaign_id, user_id) select id, ${agentId} from c),
    b as (insert into borrowers (client_id, name) values (1, 'Borrower') returning id),
    l as (insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
      select 1, 1, id, 'Borrower', 'L1', ${mobile}, ${agentId} from b returning id)
    select c.id as "campaignId", l.id as "loanId" from c, l`);
  for (const [userId, extension] of [
    [agentId, desk],
    [bossId, boss],
  ] as const)
    await nodes.database.run(
      sql`update users set extension_number = ${Number(extension)} where id = ${userId}`,
    );
  await agent('POST /dialer/login', { campaignId: made?.campaignId });
  await until('the line is up', () => peer.live(desk)[0]?.answeredAt !== undefined);
  await agent(`POST /dialer/manual-call/${made?.loanId}`, {});
  await until('they speak', async () => (await standing())?.status === 'on-call');
});
afterAll(async () => {
  await nodes.stop();
  peer.close();
  await exchange.stop();
});

const standing = async (): Promise<Standing | undefined> =>
  (await agent<{ row: Standing }>('GET /dialer/status'))?.row;
const isThere = async (): Promise<boolean | undefined> =>
  (await supervisor<{ row?: { isThere: boolean } }>('GET /dialer/listen'))?.row?.isThere;
const heard = (who: string, voice: number): number => peer.live(who)[0]?.media?.heard.voices.get(voice) ?? 0;
async function hears(what: string, who: string, voice: number): Promise<void> {
  const before = heard(who, voice);
  await until(what, () => heard(who, voice) > before + 25, 15);
}
const ears = async (): Promise<number> =>
  (await exchange.ask<{ name: string }[]>('/channels')).filter(({ name }) => name.startsWith('Snoop/'))
    .length;
const listens = async (): Promise<void> => {
  await until(
    'they may listen',
    async () => (await supervisor('POST /dialer/listen', { userId: agentId, mode: 'listen' })) !== undefined,
  );
  await until('they are there', async () => (await isThere()) === true);
  await hears('the supervisor hears the borrower', boss, borrowerVoice(mobile));
};

test('a dead server leaves monitoring active, and the next one changes its mode', async () => {
  await listens();
  const again = nodes.killHearer();
  await hears('the borrower is heard though no server lives', boss, borrowerVoice(mobile));
  await hears('and so is the agent', boss, agentVoice(desk));
  await again;
  await until('it is said', async () => (await isThere()) === true);
  expect((await standing())?.call?.listeners).toMatchObject([{ mode: 'listen' }]);
  await until(
    'they may whisper',
    async () => (await supervisor('POST /dialer/listen/mode', { mode: 'whisper' })) !== undefined,
  );
  await hears('the agent hears the supervisor', desk, agentVoice(boss));
  expect(heard(mobile, agentVoice(boss))).toBeLessThan(5);
  await supervisor('POST /dialer/listen/stop', {});
  await until('nothing listens', async () => (await ears()) === 0);
});

test('a supervisor who hangs up without a server leaves no monitoring behind', async () => {
  await listens();
  const again = nodes.killHearer();
  await turn(200);
  for (const one of peer.live(boss)) peer.hangUp(one);
  await again;
  const began = Date.now();
  await until('nobody is said to listen', async () => (await standing())?.call?.listeners.length === 0, 20);
  figure('put down unheard: said after', Date.now() - began);
  await until('nothing listens', async () => (await ears()) === 0, 20);
  figure('put down unheard: nothing listens after', Date.now() - began);
  expect(await isThere()).toBeUndefined();
  const end = await nodes.database.one<{ why: string }>(
    sql`select facts->>'why' as why from event where type = 'listening.stopped' order by id desc limit 1`,
  );
  expect(end).toEqual({ why: 'gone' });
  // The monitored call is unaffected.
  await hears('the agent hears the borrower', desk, borrowerVoice(mobile));
});
