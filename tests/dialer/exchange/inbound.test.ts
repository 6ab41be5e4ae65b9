/** Queue callers on a real exchange, step by step by their audio. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import type { SipCall } from '../../fakes/sip/call.ts';
import { agentVoice, borrowerVoice } from '../../fakes/sip/tones.ts';
import type { Caller } from '../../kit.ts';
import { type Callers, music, openCallers, soundsHeard, timesHeard } from './callers.ts';
import { type Floor, openFloor, until } from './floor.ts';
import { heardInWav } from './recording.ts';

const [did, shut, spills] = ['1600000001', '1600000002', '1600000003'];
let floor: Floor;
let callers: Callers;
let ana: Caller;
let bo: Caller;
let cy: Caller;
let second: number;
beforeAll(async () => {
  floor = await openFloor({ agents: 3 });
  callers = await openCallers(floor);
  [ana, bo, cy] = floor.agents.map(({ caller }) => caller) as [Caller, Caller, Caller];
  second = await callers.team('Second team', cy);
  await callers.queue({ number: did, teamId: floor.campaignId });
  await callers.queue({ number: shut, teamId: floor.campaignId, opensAt: '13:00' });
  await callers.queue({ number: spills, teamId: floor.campaignId, secondTeamId: second, overflowSeconds: 5 });
});
afterAll(() => floor.stop());
afterEach(async () => {
  for (const call of floor.peer.live()) if (call.place === 'borrower') floor.peer.hangUp(call);
  for (const agent of [ana, bo, cy]) await callers.rests(agent);
});

const takes = async (agent: Caller): Promise<void> => {
  await floor.becomes(agent, 'ringing', 60);
  await agent.call(dialer.answer, {});
  await floor.becomes(agent, 'on-call');
};
/** Both parties have audio, and no exchange sounds once bridged. */
async function speaks(call: SipCall, extension: string): Promise<void> {
  const line = floor.peer.live(extension)[0];
  const [mine, theirs] = [call.media?.heard, line?.media?.heard];
  await until(
    `${call.number} and ${extension} hear each other`,
    () =>
      (mine?.alone.get(agentVoice(extension))?.packets ?? 0) > 60 &&
      (theirs?.alone.get(call.voice)?.packets ?? 0) > 60,
  );
  const { from = 0 } = mine?.alone.get(agentVoice(extension)) ?? {};
  expect(mine?.sounds.filter((one) => one.until > from + 300)).toEqual([]);
}
/** From answer to hang-up: short pauses in speech are ignored. */
const silence = (call: SipCall): number => {
  const { longestSilence = 0 } = call.media?.heard ?? {};
  return longestSilence > 1000 ? longestSilence : 0;
};

test('a caller gets a greeting, position announcements, music and an agent', async () => {
  const [mobile, other] = ['9822200020', '9822200120'];
  await floor.addLoan(mobile, ana);
  await floor.addLoan(other, ana);
  const call = await floor.peer.callIn(mobile, did);
  await callers.hears(call, 'greeting-hi');
  const behind = await floor.peer.callIn(other, did);
  await callers.hears(call, 'greeting-en');
  await callers.hears(call, 'place-1-en');
  await callers.hears(behind, 'place-2-hi');
  await callers.hears(call, 'key-voicemail-en');
  await callers.hears(call, music);
  await callers.hears(call, 'place-1-en', 2);
  await callers.works(ana, floor.campaignId);
  await takes(ana);
  await speaks(call, '1001');
  await callers.hears(behind, 'place-1-hi');
  floor.peer.hangUp(call);
  floor.peer.hangUp(behind);
  await callers.isBare();
  expect([call, behind].map(silence)).toEqual([0, 0]);
  expect([timesHeard(call, 'greeting-hi'), timesHeard(call, 'greeting-en')]).toEqual([1, 1]);
  expect(await callers.last(mobile)).toMatchObject({ result: 'answered', userId: ana.id });
  expect(await callers.last(other)).toMatchObject({ result: 'missed' });
  expect(await callers.tasks(other)).toMatchObject([{ why: 'hung_up', calls: 1 }]);
});

test('the last agent of the borrower is rung, also during the greeting', async () => {
  const mobile = '9822200220';
  const loanId = await floor.addLoan(mobile, bo);
  await callers.spoke(loanId, mobile, bo, floor.campaignId);
  for (const agent of [ana, bo]) await callers.works(agent, floor.campaignId);
  const call = await floor.peer.callIn(mobile, did);
  await floor.becomes(bo, 'ringing');
  await callers.hears(call, 'greeting-hi');
  await takes(bo);
  await speaks(call, '1002');
  expect(soundsHeard(call)).toEqual(['greeting-hi']);
  expect(silence(call)).toBe(0);
  await bo.call(dialer.hangUp, {});
  await callers.over(call);
  await callers.isBare();
  expect(await floor.statusOf(ana)).toBe('waiting');
});

test('after its seconds an agent of the second team is rung', async () => {
  const mobile = '9822200320';
  await floor.addLoan(mobile, cy);
  await callers.works(cy, second);
  const call = await floor.peer.callIn(mobile, spills);
  await callers.hears(call, 'greeting-hi');
  await takes(cy);
  await speaks(call, '1003');
  floor.peer.hangUp(call);
  await callers.isBare();
});

test('key 1 during an announcement confirms, disconnects, and places a callback at the same position', async () => {
  const mobile = '9822200421';
  await floor.addLoan(mobile, ana);
  const call = await floor.peer.callIn(mobile, did);
  await callers.hears(call, 'key-call-back-hi');
  floor.peer.press(call, '1');
  await callers.hears(call, 'will-call-en');
  await callers.over(call);
  expect(call.endedBy).toBe('exchange');
  expect(silence(call)).toBe(0);
  await callers.isBare();
  expect(await callers.last(mobile)).toMatchObject({ result: 'call_back', stage: 'leaving' });
  expect(await callers.tasks(mobile)).toMatchObject([{ why: 'call_back' }]);
  const { database } = floor.server;
  await database.run(sql`
    insert into dialer_processes (campaign_id, is_started) values (${floor.campaignId}, true)
    on conflict (campaign_id) do update set is_started = true`);
  await callers.works(ana, floor.campaignId);
  await floor.becomes(ana, 'on-call', 60);
  await database.run(sql`update dialer_processes set is_started = false`);
  const back = floor.peer.of(mobile).filter(({ direction }) => direction === 'out');
  expect(back).toHaveLength(1);
  await until('they hear the agent', () => back[0]?.media?.heard.alone.has(agentVoice('1001')) ?? false);
  expect(await callers.tasks(mobile)).toEqual([]);
  await ana.call(dialer.hangUp, {});
  await callers.isBare();
});

test('a voicemail contains everything after the tone, and the callback agent can play it', async () => {
  const mobile = '9822200520';
  await floor.addLoan(mobile, ana);
  const call = await floor.peer.callIn(mobile, did);
  await callers.hears(call, 'greeting-hi');
  floor.peer.press(call, '2');
  await callers.hears(call, 'speak-hi');
  await callers.hears(call, 'speak-en');
  await callers.hears(call, 'beep');
  const { referenceId = '' } = (await callers.last(mobile)) ?? {};
  const recording = () =>
    floor.exchange.ask<{ state?: string }>(`/recordings/live/${referenceId}`).then(({ state }) => state);
  await until('it is recorded', async () => (await recording()) === 'recording');
  const from = call.media?.sent ?? 0;
  // Below eight seconds no voicemail is stored.
  await until('they have spoken', () => (call.media?.sent ?? 0) - from > 450);
  const spoken = (((call.media?.sent ?? 0) - from) * 20) / 1000;
  floor.peer.press(call, '#');
  await callers.hears(call, 'thanks-en');
  await callers.over(call);
  expect(call.endedBy).toBe('exchange');
  await callers.isBare();
  await until('it is brought', async () => (await callers.recordingOf(mobile)) === 'stored', 60);
  const [task] = await callers.tasks(mobile);
  expect(task).toMatchObject({ why: 'voicemail', hasMessage: true });
  const { seconds, voices } = heardInWav(await callers.messageOf(ana, task?.id ?? 0));
  expect(voices.get(borrowerVoice(mobile)) ?? 0).toBeGreaterThan(spoken - 1);
  expect(seconds).toBeLessThan(spoken + 2);
});

test('digits entered during the prompt are all received, and no announcement discloses a match', async () => {
  const number = await floor.server.database.one<{ last: string }>(sql`
    update loans set loan_number = 'LN700123' where id = ${await floor.addLoan('9822299999', ana)}
    returning right(loan_number, 6) as last`);
  const [known, wrong] = ['9733300001', '9733300002'];
  const both: [SipCall, string][] = [
    [await floor.peer.callIn(known, did), number?.last ?? ''],
    [await floor.peer.callIn(wrong, did), '999999'],
  ];
  for (const [call, digits] of both) {
    await callers.hears(call, 'ask-digits-hi');
    floor.peer.type(call, digits);
  }
  for (const [call] of both) await callers.hears(call, 'key-voicemail-en');
  expect(await callers.last(known)).toMatchObject({ digits: '700123', loanId: null, stage: 'waiting' });
  expect((await callers.last(known))?.suggested).not.toBeNull();
  expect(await callers.last(wrong)).toMatchObject({ digits: '999999', suggested: null, stage: 'waiting' });
  const said = both.map(([call]) => soundsHeard(call).filter((name) => !name.startsWith('place-')));
  expect(said[0]).toEqual(said[1]);
  for (const [call] of both) floor.peer.hangUp(call);
  await callers.isBare();
  expect(both.map(([call]) => silence(call))).toEqual([0, 0]);
});

test('a caller without input gets the full prompt in both languages, and again', async () => {
  const call = await floor.peer.callIn('9733300003', did);
  await callers.hears(call, 'ask-digits-en');
  await callers.hears(call, 'ask-digits-hi', 2);
  expect(soundsHeard(call).slice(0, 4)).toEqual([
    'greeting-hi',
    'greeting-en',
    'ask-digits-hi',
    'ask-digits-en',
  ]);
  floor.peer.hangUp(call);
  await callers.isBare();
  expect(silence(call)).toBe(0);
});

test('outside hours the announcement plays twice, the call is over, and a callback is due in business hours', async () => {
  const mobile = '9822200620';
  await floor.addLoan(mobile, ana);
  const call = await floor.peer.callIn(mobile, shut);
  await callers.hears(call, 'closed-en');
  await callers.hears(call, 'closed-en', 2);
  await callers.hears(call, 'closed-en', 3);
  await callers.over(call);
  expect(call.endedBy).toBe('exchange');
  expect(silence(call)).toBe(0);
  await callers.isBare();
  expect(await callers.tasks(mobile)).toMatchObject([{ why: 'closed' }]);
});
