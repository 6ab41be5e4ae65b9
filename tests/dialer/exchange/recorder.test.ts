/** Recordings leave a real exchange; a missing folder stops calls; the dialplan plays the farewell autonomously. */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import { exchange } from '../../../src/contexts/dialer/contract/exchange/state.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { agentVoice } from '../../fakes/sip/tones.ts';
import { type Caller, refusal } from '../../kit.ts';
import { type Floor, figure, openFloor, until } from './floor.ts';

let floor: Floor;
let ana: Caller;
let lead: Caller;
let folder = '';
beforeAll(async () => {
  floor = await openFloor({ agents: 1, options: '&recordings=prefixed' });
  folder = join(floor.exchange.work, 'spool/recording');
  ana = floor.agents[0]?.caller as Caller;
  lead = await floor.server.as('list_agent_live_status');
  await ana.call(dialer.login, { campaignId: floor.campaignId });
  await until('the line is up', () => floor.peer.live('1001').length === 1);
});
afterAll(() => floor.stop());

const state = () => lead.call(exchange.state, {});
const faultIs = (what: string | null): Promise<number> =>
  until(`the fault is ${what}`, async () => ((await state()).recordingFault?.what ?? null) === what);
const files = (): string[] => (existsSync(folder) ? readdirSync(folder) : []);
const voiceIn = (number: string): number =>
  floor.peer.live(number)[0]?.media?.heard.alone.get(agentVoice('1001'))?.packets ?? 0;
async function talk(mobile: string): Promise<string> {
  const { callRefNo } = await ana.call(dialer.manualCall, { id: String(await floor.addLoan(mobile, ana)) });
  await floor.becomes(ana, 'on-call');
  await until('they hear the agent', () => voiceIn(mobile) > 50);
  return callRefNo;
}
async function ends(mobile: string): Promise<void> {
  const [call] = floor.peer.live(mobile);
  if (call) floor.peer.hangUp(call);
  await floor.becomes(ana, 'wrap-up');
  await floor.say(ana);
  await floor.becomes(ana, 'IDLE');
}

test('a recording is on the exchange during the call, and deleted once stored', async () => {
  await until(
    'the test recording is over',
    async () => (await state()).recordingFault === null && files().length === 0,
  );
  const reference = await talk('9811113120');
  expect(files()).toEqual([`recoup-${reference}.wav`]);
  await ends('9811113120');
  const stored = async (): Promise<boolean> =>
    (await floor.server.database.one(sql`
      select 1 as ok from recordings r join call_attempts k on k.id = r.attempt_id
      where k.reference_id = ${reference} and r.state = 'stored'`)) !== undefined;
  figure('from the end of the call until it is stored', await until('it is stored', stored));
  figure('until its file is gone', await until('it is gone', () => files().length === 0));
});

test('without its folder no call is placed, a call that is on continues, and calls resume with the folder', async () => {
  await talk('9811113121');
  const away = `${folder}-away`;
  renameSync(folder, away);
  await floor.server.database.run(sql`update exchange_states set recording_test_due_at = now()`);
  figure('from the loss of the folder until the floor shows it', await faultIs('no_folder'));
  expect((await state()).recordingFault?.detail).toBe(folder);
  const before = voiceIn('9811113121');
  await until('they still hear the agent', () => voiceIn('9811113121') > before + 50);
  await ends('9811113121');
  const loanId = await floor.addLoan('9811113122', ana);
  const { body } = await refusal(ana.call(dialer.manualCall, { id: String(loanId) }));
  expect(body.code).toBe('RECORDING_FAILED');
  renameSync(away, folder);
  figure('from the folder until calls resume', await faultIs(null));
  await talk('9811113123');
  await ends('9811113123');
});

test('the dialplan plays the farewell two seconds after the patience while the server gets no events', async () => {
  const mobile = '9811113124';
  await until('a test recording succeeded', async () => (await state()).recordingFault === null);
  const loanId = await floor.addLoan(mobile, ana);
  await ana.call(dialer.manualCall, { id: String(loanId) });
  await until('it rings', () => floor.peer.live(mobile).length === 1);
  floor.wire.hold(true);
  const [call] = floor.peer.live(mobile);
  await until('they answered', () => (call?.media?.heard.packets ?? 0) > 0);
  const heard = call?.media?.heard;
  const after = await until(
    'they hear the farewell',
    () => heard?.sounds.some(({ name }) => name.startsWith('nobody-free')) ?? false,
  );
  figure('from the answer until the farewell of the dialplan', after);
  expect(after).toBeGreaterThan(3500);
  expect(after).toBeLessThan(6500);
  await until('they are let go', () => floor.peer.live(mobile).length === 0, 60);
  expect(heard?.sounds.filter(({ name }) => name === 'nobody-free-hi')).toHaveLength(1);
  floor.wire.hold(false);
});
