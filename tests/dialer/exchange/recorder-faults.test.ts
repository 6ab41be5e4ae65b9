/** Recordings of a real exchange killed during a recording, and of one with a full disk. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import { exchange } from '../../../src/contexts/dialer/contract/exchange/state.ts';
import { recordings } from '../../../src/contexts/dialer/contract/recordings.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { agentVoice, borrowerVoice, packetMs } from '../../fakes/sip/tones.ts';
import { type Caller, refusal } from '../../kit.ts';
import { type Floor, figure, openFloor, until } from './floor.ts';
import { heardInWav } from './recording.ts';

let floor: Floor;
let ana: Caller;
let lead: Caller;
let folder = '';
let isMounted = false;
beforeAll(async () => {
  floor = await openFloor({ agents: 1 });
  folder = join(floor.exchange.work, 'spool/recording');
  ana = floor.agents[0]?.caller as Caller;
  lead = await floor.server.as('list_agent_live_status', 'list_summary_disposition');
  await ana.call(dialer.login, { campaignId: floor.campaignId });
  await lineIsUp();
});
afterAll(async () => {
  await floor.stop();
  if (isMounted) unmount();
});

const lineIsUp = (): Promise<number> =>
  until('the line is up', () => floor.peer.live('1001').length === 1, 60);
const state = () => lead.call(exchange.state, {});
const faultIs = (what: string | null): Promise<number> =>
  until(`the fault is ${what}`, async () => ((await state()).recordingFault?.what ?? null) === what, 60);
const files = (): string[] => (existsSync(folder) ? readdirSync(folder) : []);
const stateOf = async (reference: string): Promise<string | undefined> =>
  (
    await floor.server.database.one<{ state: string }>(sql`
      select r.state from recordings r join call_attempts k on k.id = r.attempt_id where k.reference_id = ${reference}`)
  )?.state;
async function talk(mobile: string, seconds: number): Promise<string> {
  const { callRefNo } = await ana.call(dialer.manualCall, { id: String(await floor.addLoan(mobile, ana)) });
  await floor.becomes(ana, 'on-call');
  await until(
    'they hear the agent',
    () =>
      (floor.peer.live(mobile)[0]?.media?.heard.alone.get(agentVoice('1001'))?.packets ?? 0) >
      (seconds * 1000) / packetMs,
  );
  return callRefNo;
}
/** A disk of that size at the folder of recordings. */
function mount(bytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]);
  isMounted = true;
}
function unmount(): void {
  execFileSync('umount', ['-l', folder]);
  isMounted = false;
}
async function writesDown(): Promise<void> {
  await floor.becomes(ana, 'wrap-up', 60);
  await floor.say(ana);
  await floor.becomes(ana, 'IDLE');
}

test('a full disk stops calls, preserves earlier recordings, and calls resume with free space', async () => {
  await lineIsUp();
  await faultIs(null);
  // Four seconds of sound.
  mount(64 * 1024);
  const reference = await talk('9811115121', 8);
  await until('its disk is full', () => files().length > 0);
  await floor.server.database.run(sql`update exchange_states set recording_test_due_at = now()`);
  const seen = await until('the floor shows it', async () => (await state()).recordingFault !== null, 60);
  figure('from the full disk until the floor shows it', seen);
  expect((await state()).recordingFault?.detail).toBe(folder);
  const loanId = await floor.addLoan('9811115122', ana);
  const [call] = floor.peer.live('9811115121');
  if (call) floor.peer.hangUp(call);
  await writesDown();
  const { body } = await refusal(ana.call(dialer.manualCall, { id: String(loanId) }));
  expect(body.code).toBe('RECORDING_FAILED');
  await until('it is stored', async () => (await stateOf(reference)) === 'stored', 60);
  await until('its file is gone', () => !files().some((one) => one.startsWith(reference)));
  await faultIs(null);
  unmount();
});

test('what was recorded until the exchange was killed is stored, and then leaves it', async () => {
  await faultIs(null);
  const mobile = '9811115120';
  const reference = await talk(mobile, 5);
  await floor.exchange.kill();
  await floor.exchange.start();
  await writesDown();
  figure(
    'from the kill until it is stored',
    await until('it is stored', async () => (await stateOf(reference)) === 'stored', 60),
  );
  const sound = await lead.call(recordings.play, { referenceId: reference });
  const { voices, seconds } = heardInWav(Buffer.from(await sound.arrayBuffer()));
  expect(seconds).toBeGreaterThan(3);
  expect(voices.get(agentVoice('1001'))).toBeGreaterThan(3);
  expect(voices.get(borrowerVoice(mobile))).toBeGreaterThan(3);
  await until('its file is gone', () => !files().some((one) => one.startsWith(reference)));
});
