/** A server, then the exchange, is killed with callers in the queue: no silence, no duplicates, no losses. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import type { SipCall } from '../../fakes/sip/call.ts';
import { agentVoice } from '../../fakes/sip/tones.ts';
import type { SipPeer } from '../../fakes/sip/peer.ts';
import { type Desk, openDesk } from './agents.ts';
import { type Exchange, openExchange } from './asterisk.ts';
import { music, soundsHeard, timesHeard } from './callers.ts';
import { figure, until } from './floor.ts';
import { type Nodes, openNodes } from './nodes.ts';
import { telephones } from './telephones.ts';

const did = '1600000001';
const extension = '1001';
let exchange: Exchange;
let peer: SipPeer;
let nodes: Nodes;
let campaignId: number;
let desk: Desk;
beforeAll(async () => {
  exchange = await openExchange({ extensions: [extension] });
  peer = await telephones(exchange);
  nodes = await openNodes(exchange.url(), 1);
  const made = await nodes.database.one<{ id: number }>(sql`
    with c as (insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Calls', 'progressive', 1, 1) returning id),
      q as (insert into inbound_queues (name, number, client_id, opens_at, closes_at, greeting, team_id, overflow_seconds,
          has_call_back, has_voicemail, is_active)
        select 'Queue', ${did}, 1, '00:00', '23:59', '', id, 600, true, true, true from c)
    select id from c`);
  campaignId = made?.id ?? 0;
  await nodes.database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99)`);
});
afterAll(async () => {
  await desk.stop();
  await nodes.stop();
  peer.close();
  await exchange.stop();
});

const numberOf = (i: number): string => `98333000${String(i).padStart(2, '0')}`;
async function addLoan(i: number): Promise<void> {
  const name = `Borrower ${i} ${randomBytes(3).toString('hex')}`;
  await nodes.database.run(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${name}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id)
    select 1, 1, b.id, ${name}, ${`K${i}`}, ${numberOf(i)}, ${campaignId} from b`);
}
async function callIn(i: number): Promise<SipCall> {
  await addLoan(i);
  return peer.callIn(numberOf(i), did);
}
const hears = (call: SipCall, name: string, times = 1): Promise<number> =>
  until(`${call.number} hears ${name} ${times} times`, () => timesHeard(call, name) >= times, 90).catch(
    (error: unknown) => {
      throw new Error(
        `${String(error)}: ${JSON.stringify(call.media?.heard.sounds)}, ended by ${call.endedBy}`,
      );
    },
  );
const became = () =>
  nodes.database.rows<{ phone: string; state: string; result: string | null; tasks: number }>(sql`
    select k.phone, k.state, c.result,
      (select count(*)::int from missed_calls m where m.attempt_id = k.id and m.closed_at is null) as tasks
    from call_attempts k left join queue_calls c on c.attempt_id = k.id where k.direction = 'inbound' order by k.phone, k.id`);
const isRecorded = async (call: SipCall): Promise<boolean> => {
  const found = await nodes.database.one<{ id: string }>(
    sql`select reference_id as id from call_attempts where phone = ${call.number}`,
  );
  return (await exchange.ask<{ state?: string }>(`/recordings/live/${found?.id}`)).state === 'recording';
};

test('a server is killed with callers at every step, then the exchange', { timeout: 600_000 }, async () => {
  const greeted = await callIn(1);
  const waits = await callIn(2);
  const asked = await peer.callIn('9633300003', did);
  const speaks = await callIn(4);
  const ends = await callIn(5);
  await hears(speaks, 'greeting-hi');
  peer.press(speaks, '2');
  await hears(waits, music);
  await hears(asked, music);
  await until('the message is recorded', () => isRecorded(speaks));
  const late = await callIn(6);
  await hears(late, 'greeting-hi');

  const kill = nodes.killHearer();
  // Without a server: the voicemail finishes, one caller hangs up, one calls.
  await until('they have spoken', () => (speaks.media?.heard.until ?? 0) > 0);
  peer.press(speaks, '#');
  peer.hangUp(ends);
  const meanwhile = await callIn(7);
  await kill;
  const back = Date.now();
  const all = [greeted, waits, asked, late, meanwhile];
  await hears(speaks, 'thanks-en');
  // The new server announces their position again.
  const isTold = ({ media }: SipCall): boolean =>
    (media?.heard.sounds ?? []).some(({ name, from }) => name.startsWith('place-') && from > back);
  const upAgain = await until('callers are taken up', () => isTold(greeted) && isTold(waits), 90);
  figure('callers are told their place by the next server after', upAgain);
  desk = await openDesk(nodes, campaignId, extension);
  const signedIn = Date.now();
  // In order of arrival, without those who hung up.
  const taken: SipCall[] = [];
  const open = new Set(all.filter(({ endedAt }) => endedAt === undefined));
  while (open.size > 1) {
    const find = (): SipCall | undefined =>
      [...open].find(({ media }) => (media?.heard.alone.get(agentVoice(extension))?.packets ?? 0) > 25);
    await until('the next speaks', () => find() !== undefined, 60);
    const one = find();
    if (!one) break;
    if (taken.length === 0) figure('the first speaks after their agent signed in', Date.now() - signedIn);
    taken.push(one);
    open.delete(one);
    peer.hangUp(one);
  }
  // The last two: one bridged, one in the queue, when the exchange is killed.
  const [last] = open;
  const waiting = await callIn(8);
  await until('the last is answered', () => waiting.answeredAt !== undefined);
  await exchange.kill();
  for (const one of peer.live()) peer.vanish(one);
  await exchange.start();
  await until('nothing is on', async () => (await became()).every(({ state }) => state === 'ended'), 60);
  const rows = await became();
  const perNumber = Map.groupBy(rows, ({ phone }) => phone);
  expect([...perNumber].filter(([, some]) => some.length > 1)).toEqual([]);
  // Each was answered, recorded a voicemail, or has a callback task.
  expect(rows.filter(({ result, tasks }) => result !== 'answered' && tasks !== 1)).toEqual([]);
  expect(rows.find(({ phone }) => phone === speaks.number)).toMatchObject({ result: 'voicemail' });
  const silent = [...all, speaks].flatMap((call) => {
    const { longestSilence = 0, silentSince = 0 } = call.media?.heard ?? {};
    const isOwn = call === speaks && soundsHeard(call).includes('beep');
    return longestSilence > 1000 && !isOwn
      ? [
          {
            number: call.number,
            longestSilence,
            after: silentSince - (call.answeredAt ?? 0),
            heard: soundsHeard(call),
          },
        ]
      : [];
  });
  expect(silent).toEqual([]);
  expect(last).toBeDefined();
  // The agent answers the next, and no channel remains.
  await until('the agent waits', () => desk.status === 'waiting', 60);
  const next = await callIn(9);
  await until('the next speaks', () => next.media?.heard.alone.has(agentVoice(extension)) ?? false, 30);
  peer.hangUp(next);
  await until('the agent waits', () => desk.status === 'waiting', 60);
  const bridges = await exchange.ask<{ bridge_type: string }[]>('/bridges');
  expect(bridges.filter((one) => one.bridge_type === 'mixing')).toEqual([]);
});
