/** A message on an answering machine of a real exchange, as received: complete, cut off, and without a server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import { machineMessages } from '../../../src/contexts/dialer/contract/machine-messages.ts';
import { everyNth } from '../../../src/contexts/dialer/server/machines/checks.ts';
import { soundOf } from '../../../src/contexts/dialer/server/machines/sound.ts';
import { voiceOptIns } from '../../../src/contexts/messaging/contract/voice-opt-ins.ts';
import { templates } from '../../../src/contexts/messaging/contract/templates.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import type { SipCall } from '../../fakes/sip/call.ts';
import { agentVoice, packetMs, wordsOf } from '../../fakes/sip/tones.ts';
import type { Caller } from '../../kit.ts';
import { openCallers } from './callers.ts';
import { type Floor, figure, openFloor, until } from './floor.ts';
import { wavOf } from './machines.ts';

const words = 'Good day. Please call Meridian Services back on 1800 123 4567.';
/** Sound of the message: start, middle and end as different tones. */
const parts = [
  { hertz: agentVoice('1008'), ms: 600 },
  { hertz: agentVoice('1009'), ms: 2800 },
  { hertz: agentVoice('1010'), ms: 600 },
] as const;
const [first, middle, last] = parts.map(({ hertz }) => hertz) as [number, number, number];
/** A greeting with pauses, and a final tone. */
const greeting = Buffer.concat([
  wordsOf(300, ...Array.from({ length: 8 }, () => [500, 140] as const)),
  wordsOf(3000, [400, 0]),
]);
const greetsMs = 8 * 640 + 400;
/** The dialplan waits for this much silence. */
const silenceMs = 1500;
let floor: Floor;
let ana: Caller;
beforeAll(async () => {
  floor = await openFloor({ agents: 1, says: (number) => (number.endsWith('07') ? greeting : undefined) });
  ana = floor.agents[0]?.caller as Caller;
  const { server, exchange, campaignId } = floor;
  writeFileSync(
    join(exchange.work, `data/sounds/recoup/${soundOf(words)}.wav`),
    wavOf(Buffer.concat(parts.map(({ hertz, ms }) => wordsOf(hertz, [ms, 0])))),
  );
  await server.database.run(sql`update campaigns set amd = true where id = ${campaignId}`);
  const lead = await server.as('edit_campaign', 'list_campaign', 'upload_communications_file');
  const { id: templateId } = await lead.call(templates.create, {
    channel: 'ivr',
    name: 'Call back',
    templateId: 'DLT1',
    message: words,
  });
  const { uId = '' } =
    (await server.database.one<{ uId: string }>(
      sql`select u_id as "uId" from campaigns where id = ${campaignId}`,
    )) ?? {};
  await lead.call(machineMessages.set, { id: uId, templateId });
  expect(await lead.call(machineMessages.of, { id: uId })).toMatchObject({ templateId, lack: null });
  await ana.call(dialer.login, { campaignId });
  await ana.call(dialer.ready, {});
  await server.database.run(
    sql`update dialer_processes set is_started = true where campaign_id = ${campaignId}`,
  );
});
afterAll(() => floor.stop());
beforeEach(() =>
  until('the agent waits', async () => {
    const status = await floor.statusOf(ana);
    if (status === 'IDLE') await ana.call(dialer.ready, {});
    return status === 'waiting';
  }),
);

/** The dialer calls an answering machine; `isNth`: as a sampled call. */
async function dials(mobile: string, isNth = false): Promise<void> {
  const { database } = floor.server;
  await database.run(sql`
    select setval(pg_get_serial_sequence('call_attempts', 'id'),
      (select (coalesce(max(id), 0) / ${everyNth} + 1) * ${everyNth} + ${isNth ? -1 : 3} from call_attempts))`);
  const loanId = await floor.addLoan(mobile, ana);
  await ana.call(voiceOptIns.set, { loanId, contact: 'mobile', isAgreed: true });
  await until('it is rung', () => floor.peer.of(mobile).length === 1);
}
async function answered(mobile: string): Promise<SipCall> {
  await dials(mobile);
  const [call] = floor.peer.of(mobile);
  await until('it answers', () => call?.answeredAt !== undefined);
  if (!call) throw new Error('no call');
  return call;
}
const packets = (call: SipCall, hertz: number): number => call.media?.heard.alone.get(hertz)?.packets ?? 0;
const isHeardWhole = (call: SipCall): boolean =>
  parts.every(({ hertz, ms }) => packets(call, hertz) > (0.9 * ms) / packetMs);
const fateOf = (mobile: string) =>
  floor.server.database.one<{ outcome: string | null; fate: string | null; status: string }>(sql`
    select k.outcome, c.fate, m.status from call_attempts k join machine_checks c on c.attempt_id = k.id
    left join messages m on m.id = c.message_id where k.phone = ${mobile}`);
async function isOver(mobile: string): Promise<void> {
  await until('the end is written down', async () => (await fateOf(mobile))?.outcome !== null);
  const callers = await openCallers(floor);
  await callers.isBare();
}

test('a message plays completely after greeting and tone, with the agent free, then disconnects', async () => {
  const mobile = '9811110107';
  const call = await answered(mobile);
  await until('the message begins', () => packets(call, first) > 5);
  // During the message.
  expect(await floor.statusOf(ana)).toBe('waiting');
  await until('the machine is hung up on', () => call.endedAt !== undefined);
  expect(call.endedBy).toBe('exchange');
  expect(isHeardWhole(call)).toBe(true);
  const { heard } = call.media ?? {};
  const begun = (heard?.first.get(first) ?? 0) - (call.answeredAt ?? 0) - greetsMs;
  const hungUp = (call.endedAt ?? 0) - (heard?.last.get(last) ?? 0);
  figure('a message begins after the greeting', begun);
  figure('a machine is hung up on after the message', hungUp);
  expect(begun).toBeGreaterThan(silenceMs - 200);
  expect(begun).toBeLessThan(silenceMs + 1000);
  expect(hungUp).toBeLessThan(1000);
  const [line] = floor.peer.live('1001');
  expect([first, middle, last].map((hertz) => line?.media?.heard.voices.get(hertz) ?? 0)).toEqual([0, 0, 0]);
  await isOver(mobile);
  expect(await fateOf(mobile)).toEqual({ outcome: 'machine', fate: 'whole', status: 'delivered' });
});

test('a machine that hangs up during it got a part, one before it none', async () => {
  const cut = '9811110207';
  const call = await answered(cut);
  await until('its middle is heard', () => packets(call, middle) > 25);
  floor.peer.hangUp(call);
  await isOver(cut);
  expect(await fateOf(cut)).toEqual({ outcome: 'machine', fate: 'cut', status: 'sent' });
  const none = '9811110307';
  const early = await answered(none);
  await until('the machine is found', async () => (await fateOf(none)) !== undefined);
  floor.peer.hangUp(early);
  await isOver(none);
  expect(packets(early, first)).toBe(0);
  expect(await fateOf(none)).toEqual({ outcome: 'machine', fate: 'none', status: 'failed' });
});

test('a message without a server plays completely, and its reported progress is recorded', async () => {
  const mobile = '9811110407';
  const call = await answered(mobile);
  await until('it is begun', async () => (await fateOf(mobile))?.fate === 'begun');
  floor.wire.hold(true);
  await until('the machine is hung up on', () => call.endedAt !== undefined);
  expect(call.endedBy).toBe('exchange');
  expect(isHeardWhole(call)).toBe(true);
  // Events sent meanwhile are lost.
  floor.wire.cut();
  floor.wire.hold(false);
  await isOver(mobile);
  expect(await fateOf(mobile)).toEqual({ outcome: 'machine', fate: 'unknown', status: 'sent' });
});

test('a sampled machine is connected to an agent, who reports it', async () => {
  const mobile = '9811110507';
  await dials(mobile, true);
  await floor.becomes(ana, 'on-call');
  const [call] = floor.peer.live(mobile);
  if (!call) throw new Error('no call');
  await until('it hears the agent', () => packets(call, agentVoice('1001')) > 25);
  await ana.call(dialer.spokeTo, { who: 'machine' });
  await ana.call(dialer.hangUp, {});
  await until('the machine is hung up on', () => call.endedAt !== undefined);
  await floor.becomes(ana, 'wrap-up');
  await floor.say(ana);
  await isOver(mobile);
  expect(packets(call, first)).toBe(0);
  const row = await floor.server.database.one(sql`
    select k.spoken_to as who, c.verdict, c.is_put_through as "isThrough", c.message_id as message
    from call_attempts k join machine_checks c on c.attempt_id = k.id where k.phone = ${mobile}`);
  expect(row).toEqual({ who: 'machine', verdict: 'machine', isThrough: true, message: null });
});
